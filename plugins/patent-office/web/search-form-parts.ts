import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Checked, Credits } from './asking.ts';
import { untilDay } from './days.ts';
import { faultIn, lineFault } from './form-lines.ts';
import type { NumberController } from './number.controller.ts';
import { numberSaid } from './number-said.ts';
import { price } from './price.ts';
import { queryShown } from './query-shown.ts';

export const isShort = (credits: Credits | null, cost: number): boolean => credits !== null && credits.left < cost;

/** Why no search can be paid for, and when that changes: never by itself where the organization is given none. */
function shortage({ left, quota, until }: Credits, cost: number): string {
  if (quota < cost)
    return 'Your organization has no credits for searches. The operator of this installation can give it some.';
  const few = left === 0 ? 'No credit is left.' : 'There are too few credits for a search.';
  return `${few} There are new ones on ${untilDay(until)}.`;
}

/** What a written query means, or that looking it through costs nothing. */
const understood = (checked: Checked | null): TemplateResult =>
  checked?.valid === true && checked.understood !== null && checked.understood !== checked.cql
    ? html`<span class="muted small">Read as <code class="query">${checked.understood}</code></span>`
    : html`<span class="muted small">${
        checked?.valid === false
          ? 'Checked here first: no credit was used.'
          : 'It is checked here before a credit is used.'
      }</span>`;

/** The button with its price, and what the form means. */
export function formFoot(o: {
  readonly checked: Checked | null;
  readonly cost: number;
  readonly credits: Credits | null;
  readonly busy: boolean;
  /** It opens a publication, which needs no credit. */
  readonly isNumber: boolean;
  readonly isCql: boolean;
  /** Adds a line; null where there is room for none. */
  readonly add: { readonly text: string; readonly run: () => void } | null;
}): TemplateResult {
  const short = isShort(o.credits, o.cost) && !o.isNumber;
  return html`<div class="foot">
    <button class="button primary" ?disabled=${o.busy || short} aria-describedby=${short ? 'short' : nothing}>${icon(
      'search',
      16,
    )} ${o.busy ? 'Asking …' : 'Search'}${price(o.cost)}</button>
    ${
      o.add === null
        ? nothing
        : html`<button type="button" class="button quiet" @click=${o.add.run}>${icon('plus', 16)} ${o.add.text}</button>`
    }${o.isCql ? understood(o.checked) : queryShown(o.checked)}</div>`;
}

/** What is wrong with the form as a whole, what a number in it means, and whether there are too few credits for it. */
export function formNotes(o: {
  readonly checked: Checked | null;
  readonly cost: number;
  readonly credits: Credits | null;
  readonly refused: string;
  readonly number: NumberController['said'];
  readonly open: (number: string) => void;
  readonly asWords: () => void;
}): TemplateResult {
  const { checked, credits, number } = o;
  return html`${lineFault('form-fault', faultIn(checked, 'form', 0))}${
    number === null ? nothing : numberSaid(number.read, o)
  }${
    o.refused === '' ? nothing : html`<p class="fault line-fault">${icon('warning', 16)}<span>${o.refused}</span></p>`
  }${
    credits !== null && isShort(credits, o.cost)
      ? html`<p class="note" id="short">${icon('warning', 16)}<span>${shortage(credits, o.cost)} Saved patents, notes and
          everything that was read before stay readable, and a number opens what is kept.</span></p>`
      : nothing
  }`;
}
