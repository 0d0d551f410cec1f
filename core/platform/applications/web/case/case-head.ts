/** The head of a case, which never scrolls away: who, how much, by when, and what failed. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ago, amountText, fullTime } from '@dossier/sdk/web/ui/format';
import { fieldById } from '@dossier/sdk/web/ui/field-id';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { AnswerLine } from './answer-groups.ts';
import { fieldTitle } from '../field-title.ts';
import { checksOf, failedText, fieldOf, foundByField, reasonText } from './failed.ts';
import { isDecided } from '../status.ts';
import type { Application, FailedCheck } from '../types.ts';
import { dueText } from '../when.ts';

/** Reasons that stand in the head at most; the steps below have all. */
const most = 3;

/** The key of the field that is the amount, and its title. */
const amountField = ({ template: { amount, schema } }: Application): { key: string | null; title: string } => {
  const found = fieldById(schema.properties ?? {}, amount);
  return found ? { key: found[0], title: fieldTitle(...found) } : { key: null, title: 'Amount' };
};

function deadline({ dueAt, waitingUntil, waitingSince }: Application): TemplateResult | typeof nothing {
  if (waitingSince !== null)
    return html`<div><dt>Waiting for the client</dt><dd title=${fullTime(waitingUntil ?? waitingSince)}>${
      waitingUntil === null ? `since ${ago(waitingSince)}` : `until ${dueText(waitingUntil).text}`
    }</dd></div>`;
  if (dueAt === null) return nothing;
  const { text, tone } = dueText(dueAt);
  return html`<div class=${tone}><dt>Decide by</dt><dd title=${fullTime(dueAt)}>${text}</dd></div>`;
}

/** Amount, key answers and when it is to be decided. */
export function keyFacts(
  application: Application,
  o: { readonly lines: readonly AnswerLine[]; readonly failed: readonly FailedCheck[] },
): TemplateResult | typeof nothing {
  const found = foundByField(o.failed);
  const doubt = (key: string | null): TemplateResult | typeof nothing =>
    key !== null && found.has(key)
      ? html`<span class="doubt">${icon('warning', 14)}<span class="visually-hidden">a check failed</span></span>`
      : nothing;
  const open = isDecided(application.status) ? nothing : deadline(application);
  const amount = amountText(application);
  const { key: amountKey, title: amountTitle } = amountField(application);
  if (amount === '' && o.lines.length === 0 && open === nothing) return nothing;
  return html`<dl class="key number">
    ${amount === '' ? nothing : html`<div><dt>${amountTitle}</dt><dd>${amount} ${doubt(amountKey)}</dd></div>`}
    ${o.lines.map(({ key, title, text }) => html`<div><dt>${title}</dt><dd>${text} ${doubt(key)}</dd></div>`)}
    ${open}</dl>`;
}

/** What failed, in plain words, each leading to what it is about. */
export function failedNote(
  application: Application,
  failed: readonly FailedCheck[],
  show: (target: string) => void,
): TemplateResult | typeof nothing {
  if (failed.length === 0) return nothing;
  const reasons = failed.flatMap((one) =>
    one.reasons.length > 0 ? one.reasons : [{ code: 'failed', text: `${one.step} did not pass.`, pointer: null }],
  );
  return html`<div class="failed">${icon('warning', 16)}<p><b>${failedText(failed.length, checksOf(application))}.</b>
    ${reasons.slice(0, most).map((reason) => {
      const key = fieldOf(reason.pointer);
      const target = key === null ? (reason.pointer?.startsWith('/documents') ? 'documents' : null) : `answer-${key}`;
      const text = reasonText(reason, application);
      return target === null
        ? html`<span>${text}</span> `
        : html`<a href="#${target}" @click=${(event: Event) => {
            event.preventDefault();
            show(target);
          }}>${text}</a> `;
    })}${reasons.length > most ? html`<span>And ${reasons.length - most} more.</span>` : nothing}</p></div>`;
}
