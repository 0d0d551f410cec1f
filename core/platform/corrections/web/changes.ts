import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { fullDay } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { formOf } from '../../templates/form/index.ts';
import type { FormShown } from '../../templates/contract.ts';
import type { Correction } from '../contract.ts';
import { stateWords } from './words.ts';

export const changesStyles = css`
  .round { display: grid; gap: 0.625rem; padding: 1rem 1.25rem; }
  .round + .round { border-top: 1px solid var(--dossier-border); }
  .round > header { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; }
  .round ul { display: grid; gap: 0.75rem; }
  .round li { display: grid; gap: 0.125rem; overflow-wrap: anywhere; }
  .diff { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; align-items: center; }
  .diff :is(del, ins) { white-space: pre-line; overflow-wrap: anywhere; }
  .diff del { color: var(--dossier-muted); }
  .diff ins { text-decoration: none; font-weight: var(--dossier-medium); background: var(--dossier-success-soft);
    color: var(--dossier-success-text); border-radius: var(--dossier-radius); padding: 0 0.375rem; }
  .round h2 { font-size: var(--dossier-size-s); }
  .words { white-space: pre-line; }
`;

/** One round: what was asked, why, and what is different since. */
export function roundShown(round: Correction, form: FormShown): TemplateResult {
  const fields = new Map(formOf(form).fields.map(({ key, schema }) => [key, schema]));
  return html`<section class="round" aria-label="Round ${round.number}">
    <header><h2>Round ${round.number}</h2><span class="muted small">${stateWords[round.state]}${
      round.endedAt === null ? nothing : html`, <time datetime=${round.endedAt}>${fullDay(round.endedAt)}</time>`
    }</span></header>
    <p class="muted small">Asked by <bdi>${round.by.name}</bdi> on <time datetime=${round.askedAt}>${fullDay(
      round.askedAt,
    )}</time>, to be answered by ${fullDay(round.dueAt)}</p>
    ${round.message === '' ? nothing : html`<p class="words" dir="auto">${round.message}</p>`}
    <ul>${round.items.map((item) => {
      const change = round.changes.find(({ key }) => item.kind === 'field' && key === item.key);
      return html`<li><strong>${item.title}</strong><span class="muted small words" dir="auto">${item.reason}</span>${
        change
          ? html`<span class="diff"><span class="visually-hidden">Before: </span><del>${
              answerText(change.from, fields.get(item.key)) ?? 'no answer'
            }</del>${icon('right', 14)}<span class="visually-hidden">Now: </span><ins>${
              answerText(change.to, fields.get(item.key)) ?? 'no answer'
            }</ins></span>`
          : item.kind === 'field' && round.state === 'sent'
            ? html`<span class="muted small">Confirmed as it was</span>`
            : nothing
      }${item.files.map(({ fileName }) => html`<span class="diff">${icon('file', 14)}<bdi>${fileName}</bdi></span>`)}</li>`;
    })}</ul>
  </section>`;
}
