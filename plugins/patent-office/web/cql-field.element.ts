import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { Checked } from './asking.ts';
import { cqlFieldStyles } from './cql-field.styles.ts';
import { piecesOf } from './cql-pieces.ts';

type Completion = Checked['completions'][number];

/**
 * Asks what a query means, at the caret. It is called at each change; only the answer to the last one is shown, and
 * nothing changes where there is none (undefined).
 */
export type Check = (text: string, caret: number) => Promise<Checked | undefined>;

/**
 * A query with its colours: behind a transparent field stands the same text, drawn. What is wrong is underlined and
 * said with its character and what mends it; what may stand at the caret is offered. `dossier-cql-changed` tells each
 * change (detail: `{ text, valid }`, where `valid` is undefined until it was checked), `dossier-cql-entered` that Enter
 * was pressed on a valid query.
 */
export class CqlField extends DossierElement {
  static override styles = [DossierElement.styles, cqlFieldStyles];
  static override properties = {
    label: {},
    value: {},
    check: { attribute: false },
    checked: { state: true },
    of: { state: true },
    open: { state: true },
    chosen: { state: true },
  };
  declare label: string;
  declare value: string;
  declare check: Check | undefined;
  /** What was said last, and of which text. */
  declare checked: Checked | undefined;
  declare of: string;
  declare open: boolean;
  declare chosen: number;
  #asked = 0;

  constructor() {
    super();
    this.label = 'CQL';
    this.value = '';
    this.check = undefined;
    this.checked = undefined;
    this.of = '';
    this.open = false;
    this.chosen = 0;
  }

  override focus(): void {
    this.#field?.focus();
  }

  /** Takes a text from elsewhere, and has it checked. */
  fill(text: string): void {
    this.value = text;
    void this.#ask(text.length, false);
  }

  get #field(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }

  get #offers(): readonly Completion[] {
    return this.open && this.of === this.value ? (this.checked?.completions ?? []) : [];
  }

  protected override firstUpdated(): void {
    if (this.value !== '') void this.#ask(this.value.length, false);
  }

  async #ask(caret: number, offer: boolean): Promise<void> {
    const [text, asked] = [this.value, ++this.#asked];
    const checked = await this.check?.(text, caret);
    if (asked !== this.#asked || checked === undefined) return;
    // Enter searches unless part of a word was typed, or somebody went into the list.
    const begun = (checked.completions[0]?.from ?? caret) < caret;
    [this.checked, this.of, this.open, this.chosen] = [checked, text, offer, begun ? 0 : -1];
    this.#tell('dossier-cql-changed', checked.valid);
  }

  #tell(name: string, valid: boolean | undefined): void {
    this.dispatchEvent(new CustomEvent(name, { detail: { text: this.value, valid }, bubbles: true, composed: true }));
  }

  #typed(): void {
    const field = this.#field;
    if (field === null) return;
    // One line is one query: what is pasted with breaks has blanks.
    this.value = field.value.replaceAll(/[\r\n]/g, ' ');
    this.open = false;
    this.#tell('dossier-cql-changed', undefined);
    void this.#ask(field.selectionStart, true);
  }

  /** Puts this text in place of the whole, with the caret where it is given, and has it checked. */
  async #put(text: string, caret: number, offer: boolean): Promise<void> {
    this.value = text;
    // Before it is looked through, so that what is said then is said of this text.
    this.#tell('dossier-cql-changed', undefined);
    await this.updateComplete;
    this.#field?.focus();
    this.#field?.setSelectionRange(caret, caret);
    await this.#ask(caret, offer);
  }

  #take({ kind, text, from, to }: Completion): void {
    const behind = this.value.slice(to);
    const blank = kind === 'boolean' || /[a-z]$/.test(text) ? (kind === 'index' || /^\s/.test(behind) ? '' : ' ') : '';
    const put = `${text}${blank}`;
    void this.#put(`${this.value.slice(0, from)}${put}${behind}`, from + put.length, true);
  }

  #pressed(event: KeyboardEvent): void {
    const offers = this.#offers;
    const offer = offers[this.chosen];
    if (event.isComposing) return;
    if (offers.length > 0 && event.key === 'ArrowDown') this.chosen = (this.chosen + 1) % offers.length;
    else if (offers.length > 0 && event.key === 'ArrowUp')
      this.chosen = this.chosen > 0 ? this.chosen - 1 : offers.length - 1;
    else if (offer !== undefined && (event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey)
      this.#take(offer);
    else if (offers.length > 0 && event.key === 'Escape') this.open = false;
    else if (event.key === ' ' && event.ctrlKey) void this.#ask(this.#field?.selectionStart ?? 0, true);
    else if (event.key === 'Enter') {
      if (this.of === this.value && this.checked?.valid === true) this.#tell('dossier-cql-entered', true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  protected override updated(): void {
    this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  protected override render() {
    const pieces = piecesOf(this.value, this.of, this.checked);
    const fault = this.of === this.value && this.value.trim() !== '' && this.checked?.valid === false;
    const offers = this.#offers;
    return html`<div class="stack ${fault ? 'wrong' : ''}">
        <div class="shown" aria-hidden="true">${pieces.map(
          ({ text, kind, wrong }) => html`<span class="${kind} ${wrong && fault ? 'wrong-part' : ''}">${text}</span>`,
        )}${'\u200b'}</div>
        <textarea rows="1" spellcheck="false" autocomplete="off" autocapitalize="off" aria-label=${this.label}
          aria-autocomplete="list" aria-controls=${offers.length > 0 ? 'list' : nothing}
          aria-activedescendant=${offers[this.chosen] === undefined ? nothing : `offer-${this.chosen}`}
          aria-invalid=${fault ? 'true' : 'false'} aria-describedby="said"
          .value=${this.value} @input=${() => this.#typed()} @blur=${() => (this.open = false)}
          @keydown=${(event: KeyboardEvent) => this.#pressed(event)}></textarea>
      </div>
      <div class="place">${offers.length === 0 ? nothing : this.#list(offers)}</div>
      <div id="said" role="status">${fault ? this.#fault() : nothing}</div>`;
  }

  #list(offers: readonly Completion[]) {
    return html`<ul class="list" id="list" role="listbox" aria-label="What may stand here">${offers.map(
      (offer, i) => html`<li role="option" id="offer-${i}" aria-selected=${i === this.chosen ? 'true' : 'false'}
        @mousedown=${(event: MouseEvent) => event.preventDefault()} @click=${() => this.#take(offer)}>
        <code>${offer.text}</code><span>${offer.title}</span><code class="example">${offer.example}</code></li>`,
    )}</ul>`;
  }

  #fault() {
    const { position, message, repair = null } = this.checked ?? {};
    return html`<p class="fault said">${icon('warning')}<span>Character ${position}: ${message}</span>${
      repair === null
        ? nothing
        : html`<button type="button" class="button small"
            @click=${() => void this.#put(repair.text, repair.text.length, false)}>${repair.label}</button>`
    }</p>`;
  }
}

define('dossier-cql-field', CqlField);
