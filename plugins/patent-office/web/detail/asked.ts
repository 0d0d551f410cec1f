/** What stands in the place of a part that is not there, or not whole, and what asks for it. */
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentPart } from '../../contract.ts';
import type { PartState, PatentRecord } from '../../replies.ts';
import { day, onceMore, price } from './words.ts';

/** Parts that are on their way, and why the last question about a part had no answer. */
export interface Wanted {
  readonly asking: ReadonlySet<PatentPart>;
  readonly troubles: ReadonlyMap<PatentPart, string>;
}
export const nothingWanted: Wanted = { asking: new Set(), troubles: new Map() };

/** What the person has asked for, by a button that says its price. */
export class AskForPart extends CustomEvent<{ readonly part: PatentPart; readonly again: boolean }> {
  constructor(part: PatentPart, again: boolean) {
    super('dossier-patent-ask', { detail: { part, again }, bubbles: true, composed: true });
  }
}

export const stateOf = (record: PatentRecord, part: PatentPart): PartState =>
  record.parts.find((one) => one.part === part) ?? { part, state: 'not-asked', at: null, credits: onceMore };

/** Nobody has read anything of it here, so it can be neither saved nor noted. */
export const isUnmet = ({ patent, parts }: PatentRecord): boolean =>
  patent.title === null && parts.every(({ at }) => at === null);

/** A price behind the words of a button; what costs nothing is green, and says so. */
export const cost = (credits: number): TemplateResult =>
  html`<span class="cost ${credits === 0 ? 'free' : ''}">${
    credits === 0 ? html`<span class="where">in the cache, </span>` : nothing
  }${price(credits)}</span>`;

/** A line that tells something, with a sign, and what can be done about it. */
export const told = (
  text: TemplateResult | string,
  o: { tone?: 'warning' | 'info'; icon?: string; action?: TemplateResult | typeof nothing } = {},
): TemplateResult =>
  html`<div class="told ${o.tone ?? ''}">${icon(o.icon ?? (o.tone === 'warning' ? 'warning' : 'info'), 16)}<div
    class="grow">${text}</div>${o.action ?? nothing}</div>`;

interface Asking {
  readonly record: PatentRecord;
  readonly part: PatentPart;
  readonly wanted: Wanted;
  /** The words of the button. */
  readonly label: string;
}

const button = (o: Asking, again: boolean, credits: number): TemplateResult => {
  const isAsked = o.wanted.asking.has(o.part);
  return html`<button class="button small" ?disabled=${isAsked} @click=${(event: Event) =>
    event.target?.dispatchEvent(new AskForPart(o.part, again))}>${
    isAsked ? 'Asking the office…' : html`${o.label} ${cost(credits)}`
  }</button>`;
};

const trouble = ({ wanted, part }: Asking): TemplateResult | typeof nothing => {
  const text = wanted.troubles.get(part);
  return text === undefined ? nothing : html`<p class="fault" role="alert">${text}</p>`;
};

/** A part that nobody has asked for. */
export const notAsked = (o: Asking, text = 'Not read yet for this publication.'): TemplateResult =>
  html`${told(text, { icon: 'info', action: button(o, false, stateOf(o.record, o.part).credits) })}${trouble(o)}`;

/** Of a part that is not whole: what is shown is what came. */
export const notWhole = (o: Asking): TemplateResult =>
  html`${told('The office sent less than it announced. What came is shown; it was not kept as whole.', {
    tone: 'warning',
    action: button(o, true, stateOf(o.record, o.part).credits),
  })}${trouble(o)}`;

/** When the office said that it has none. Once that is no longer believed, it can be asked again. */
export const noneSince = (o: Asking): TemplateResult | typeof nothing => {
  const { at, credits } = stateOf(o.record, o.part);
  return at === null || credits === 0
    ? nothing
    : html`<div class="as-of"><span class="muted small">As the office said on ${day(at.slice(0, 10))}</span>${button(
        o,
        false,
        credits,
      )}${trouble(o)}</div>`;
};

/** Since when it is known, with the way to ask anew. */
export const asOf = (o: Asking): TemplateResult => {
  const { at } = stateOf(o.record, o.part);
  return html`<div class="as-of">${
    at === null ? nothing : html`<span class="muted small">As the office said on ${day(at.slice(0, 10))}</span>`
  }${button(o, true, onceMore)}${trouble(o)}</div>`;
};
