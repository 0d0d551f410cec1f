import { DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { CSSResultGroup, PropertyDeclarations, TemplateResult } from 'lit';
import type { PatentPart } from '../../contract.ts';
import type { PatentRecord } from '../../replies.ts';
import { asOf, noneSince, notAsked, nothingWanted, notWhole, stateOf, told } from './asked.ts';
import type { Wanted } from './asked.ts';
import { partStyles } from './part.styles.ts';
import { languageName } from './words.ts';

/** As it stands on its button, and what that is short for. */
const spokenLanguage = (lang: string): string =>
  lang === 'ol' ? languageName(lang) : `${lang.toUpperCase()}, ${languageName(lang)}`;

/** Tells that another publication is to be shown. */
export const openPatent = (from: EventTarget, number: string): void => {
  from.dispatchEvent(new CustomEvent('dossier-patent-open', { detail: { number }, bubbles: true, composed: true }));
};

/** One part of a patent, as it is kept: it asks for nothing by itself. */
export abstract class PartOfPatent extends DossierElement {
  static override styles: CSSResultGroup = [DossierElement.styles, partStyles];
  static override properties: PropertyDeclarations = {
    record: { attribute: false },
    wanted: { attribute: false },
    words: { attribute: false },
    applicationId: { attribute: false },
    chosen: { state: true },
  };
  declare record: PatentRecord | null;
  declare wanted: Wanted;
  /** Those that were searched for. */
  declare words: readonly string[];
  declare applicationId: string;
  /** In which language it is read; empty until one was chosen. */
  declare chosen: string;

  constructor() {
    super();
    this.record = null;
    this.wanted = nothingWanted;
    this.words = [];
    this.applicationId = '';
    this.chosen = '';
  }

  /** What there is of a part, or what stands in its place. `renewed` is for what changes at the office. */
  protected shown<T>(
    record: PatentRecord,
    part: PatentPart,
    content: T | null,
    o: { read: string; none: TemplateResult | string; renewed?: boolean },
    draw: (content: T) => TemplateResult,
  ): TemplateResult {
    const asking = { record, part, wanted: this.wanted, label: o.read };
    const { state } = stateOf(record, part);
    const again = { ...asking, label: 'Ask again' };
    if (state === 'none')
      return html`${typeof o.none === 'string' ? told(o.none, { tone: 'info' }) : o.none}${noneSince(again)}`;
    if (content === null) return state === 'partial' ? notWhole(again) : notAsked(asking);
    if (state === 'partial') return html`${notWhole(again)}${draw(content)}`;
    return html`${draw(content)}${o.renewed ? asOf({ ...asking, label: 'Read again' }) : ''}`;
  }

  /** The text in the chosen language: the one that was chosen, English, or else the first. */
  protected inLanguage<T extends { readonly lang: string }>(texts: readonly T[]): T | undefined {
    return texts.find(({ lang }) => lang === this.chosen) ?? texts.find(({ lang }) => lang === 'en') ?? texts[0];
  }

  /** Where there are several languages, the choice between them. */
  protected languages(texts: readonly { readonly lang: string }[]): TemplateResult | typeof nothing {
    const open = this.inLanguage(texts)?.lang;
    return texts.length < 2
      ? nothing
      : html`<div class="choice push" role="group" aria-label="Language">${texts.map(
          ({ lang }) =>
            html`<button aria-pressed=${lang === open ? 'true' : 'false'} aria-label=${spokenLanguage(lang)}
              @click=${() => {
                this.chosen = lang;
              }}>${lang === 'ol' ? 'Original' : lang.toUpperCase()}</button>`,
        )}</div>`;
  }

  /** A number that leads to its publication. */
  protected way(number: string, spoken: string): TemplateResult {
    return html`<button class="open" @click=${() => openPatent(this, number)}>${spoken}</button>`;
  }
}
