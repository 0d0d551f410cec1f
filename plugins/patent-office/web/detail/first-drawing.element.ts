import { define } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { drawingOf, knownDrawing } from '../drawings.ts';
import { stateOf, told } from './asked.ts';
import { PartOfPatent } from './part.element.ts';
import { creditsUsed } from './patent.controller.ts';
import { onceMore, price } from './words.ts';

/** The drawing on the first page, fetched when somebody wants to see it. */
class FirstDrawing extends PartOfPatent {
  static override styles = [
    PartOfPatent.styles,
    css`img { display: block; max-width: min(22rem, 100%); max-height: 28rem; padding: 0.5rem; background: #fff;
      border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); }`,
  ];
  static override properties = {
    address: { state: true },
    none: { state: true },
    busy: { state: true },
    fault: { state: true },
  };
  /** Of the picture in this browser; null while there is none. */
  declare address: string | null;
  /** The office has said that it has none. */
  declare none: boolean;
  declare busy: boolean;
  declare fault: string | null;
  #of = '';

  constructor() {
    super();
    this.address = null;
    this.none = false;
    this.busy = false;
    this.fault = null;
  }

  protected override willUpdate(): void {
    const number = this.record?.patent.number ?? '';
    if (number === this.#of) return;
    this.#of = number;
    this.#put(knownDrawing(this.workspace?.id ?? '', number));
    this.fault = null;
    this.busy = false;
  }

  #put(picture: Blob | null | undefined): void {
    this.#forget();
    this.none = picture === null;
    if (picture) this.address = URL.createObjectURL(picture);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forget();
    this.#of = '';
  }

  #forget(): void {
    if (this.address !== null) URL.revokeObjectURL(this.address);
    this.address = null;
  }

  async #show(): Promise<void> {
    const number = this.#of;
    this.busy = true;
    this.fault = null;
    try {
      const picture = await drawingOf(this.host, this.workspace?.id ?? '', number);
      if (number === this.#of) this.#put(picture);
    } catch (error) {
      if (number === this.#of) this.fault = refusalOf(error).text;
    }
    creditsUsed(this);
    if (number === this.#of) this.busy = false;
  }

  override render(): TemplateResult | typeof nothing {
    const { record } = this;
    if (!record) return nothing;
    if (this.none || stateOf(record, 'images').state === 'none')
      return told('The office has no drawing of this publication.');
    if (this.address !== null) return html`<img src=${this.address} alt="Drawing of ${record.patent.spoken}">`;
    return html`<button class="button small" ?disabled=${this.busy} @click=${() => void this.#show()}>${
      this.busy ? 'Fetching the drawing…' : html`Show the drawing <span class="cost">at most ${price(onceMore)}</span>`
    }</button>${this.fault === null ? nothing : html`<p class="fault" role="alert">${this.fault}</p>`}`;
  }
}
define('dossier-patent-first-drawing', FirstDrawing);
