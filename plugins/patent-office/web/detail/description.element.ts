import { define } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentRecord } from '../../replies.ts';
import { selectedIn } from './claim-tree.ts';
import { marked } from './marks.ts';
import './marked-paragraph.element.ts';
import { noText } from './no-text.ts';
import { paragraphStyles } from './paragraph.styles.ts';
import { PartOfPatent } from './part.element.ts';
import { langOf } from './words.ts';

type Description = NonNullable<PatentRecord['description']>[number];
type Paragraph = Description['paragraphs'][number];

/** The number as the office prints it, or how many-th it is where it has none. */
const placeOf = ({ number }: Paragraph, at: number): string =>
  number === null ? `paragraph ${at + 1} of the text` : `paragraph ${number}`;

/** The description with its headings and numbers; one can go to a heading or a number, and mark a paragraph. */
class PatentDescription extends PartOfPatent {
  static override styles = [
    PartOfPatent.styles,
    paragraphStyles,
    css`
    :host { --number: 3.75rem; }
    .body { max-width: 72ch; }
    .body h3 { margin: 1rem 0 0.375rem; padding-inline-start: 0.25rem; font-weight: var(--dossier-bold); }
    .body > * { scroll-margin-top: 1rem; content-visibility: auto; contain-intrinsic-size: auto 5rem; }
    .jump { display: flex; flex-wrap: wrap; gap: 0.375rem; align-items: center; font-size: var(--dossier-size-s); }
    .jump .input { width: auto; max-width: 14rem; }
    .jump input.input { width: 5.5rem; }
  `,
  ];
  static override properties = { at: { state: true }, missed: { state: true } };
  declare at: { readonly of: string; readonly index: number; readonly text: string } | null;
  /** The number that was looked for and is not there. */
  declare missed: string | null;

  constructor() {
    super();
    this.at = null;
    this.missed = null;
  }

  get #of(): string {
    return `${this.record?.patent.number ?? ''} ${this.chosen}`;
  }

  protected override willUpdate(): void {
    if (this.at && this.at.of !== this.#of) this.at = null;
  }

  #mark(text: string, index: number, o: { toggle: boolean }): void {
    const selected = selectedIn(text, getSelection()?.toString() ?? '');
    const isSame = this.at?.index === index && this.at.text === selected;
    this.at = isSame && o.toggle ? null : { of: this.#of, index, text: selected };
  }

  #goTo(index: number): void {
    const at = this.renderRoot.querySelector<HTMLElement>(`#p-${index}`);
    at?.scrollIntoView({ block: 'start' });
    at?.focus({ preventScroll: true });
  }

  #find(event: Event, paragraphs: readonly Paragraph[]): void {
    event.preventDefault();
    const asked = this.renderRoot.querySelector<HTMLInputElement>('#number')?.value.replaceAll(/\D/g, '') ?? '';
    if (asked === '') return;
    const index = paragraphs.findIndex(
      ({ number }) => number !== null && Number(number.replaceAll(/\D/g, '')) === Number(asked),
    );
    this.missed = index < 0 ? asked : null;
    if (index >= 0) this.#goTo(index);
  }

  #jump({ paragraphs }: Description): TemplateResult {
    const headings = paragraphs.flatMap((one, index) => (one.isHeading ? [{ text: one.text, index }] : []));
    const hasNumbers = paragraphs.some(({ number }) => number !== null);
    return html`<div class="jump">${
      headings.length === 0
        ? nothing
        : html`<label for="heading">Go to</label><select id="heading" class="input" @change=${(event: Event) => {
            if (event.target instanceof HTMLSelectElement && event.target.value !== '')
              this.#goTo(Number(event.target.value));
          }}><option value="">a heading</option>${headings.map(
            ({ text, index }) => html`<option value=${index}>${text}</option>`,
          )}</select>`
    }${
      hasNumbers
        ? html`<form class="jump" @submit=${(event: Event) => this.#find(event, paragraphs)}><label
            for="number">Paragraph</label><input id="number" class="input" inputmode="numeric" autocomplete="off"
            aria-describedby="missed"><button class="button small">Go</button><span id="missed" class="fault"
            role="status">${this.missed === null ? nothing : `There is no paragraph ${this.missed} here.`}</span></form>`
        : nothing
    }</div>`;
  }

  #paragraph(one: Paragraph, index: number, record: PatentRecord, lang: string | typeof nothing): TemplateResult {
    const { at } = this;
    if (one.isHeading) return html`<h3 id="p-${index}" tabindex="-1" lang=${lang}>${marked(one.text, this.words)}</h3>`;
    const isMarked = at?.index === index;
    const place = placeOf(one, index);
    return html`<div id="p-${index}" tabindex="-1"><div class="paragraph ${isMarked ? 'marked' : ''}"><button
        class="number-of" aria-pressed=${isMarked ? 'true' : 'false'}
        aria-label="${place[0]?.toUpperCase()}${place.slice(1)}: mark it"
        @click=${() => this.#mark(one.text, index, { toggle: true })}>${one.number ?? '¶'}</button><p lang=${lang}
        @click=${() => this.#mark(one.text, index, { toggle: false })}>${marked(one.text, this.words)}</p></div>${
          at && isMarked
            ? html`<dossier-patent-marked-paragraph .marked=${{
                patent: record.patent,
                application: this.applicationId === '' ? null : this.applicationId,
                part: 'description',
                place,
                text: at.text,
              }}></dossier-patent-marked-paragraph>`
            : nothing
        }</div>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { record } = this;
    if (!record) return nothing;
    return this.shown(
      record,
      'description',
      record.description,
      { read: 'Read the description', none: noText(record, 'description', this) },
      (all) => {
        const text = this.inLanguage(all);
        if (!text) return noText(record, 'description', this);
        const lang = langOf(text.lang);
        return html`<div class="bar">${this.#jump(text)}${this.languages(all)}</div><div
          class="body">${text.paragraphs.map((one, index) => this.#paragraph(one, index, record, lang))}</div>`;
      },
    );
  }
}
define('dossier-patent-description', PatentDescription);
