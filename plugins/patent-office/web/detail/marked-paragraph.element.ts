import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { copy } from '@dossier/sdk/web/ui/copy';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { MarkedText } from '../../contract.ts';
import { withPlace } from './words.ts';

/**
 * What can be done with a paragraph that is marked. Fires `dossier-patent-to-note` with the text that is to go into the
 * reader's note.
 */
class MarkedParagraph extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    div { display: flex; flex-wrap: wrap; gap: 0.125rem; width: fit-content; max-width: 100%; padding: 0.1875rem;
      margin-block: 0.25rem 0.375rem; border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius);
      background: var(--dossier-raised); box-shadow: var(--dossier-shadow-s); }
    .button { white-space: normal; text-align: start; }
  `,
  ];
  static override properties = { marked: { attribute: false } };
  declare marked: MarkedText | null;
  readonly #actions = new Offered(this, 'patent-office/paragraph-action@1');

  constructor() {
    super();
    this.marked = null;
  }

  #toNote({ text, place }: MarkedText): void {
    const detail = { text: `“${text}” (${place})` };
    this.dispatchEvent(new CustomEvent('dossier-patent-to-note', { detail, bubbles: true, composed: true }));
  }

  override render(): TemplateResult | typeof nothing {
    const { marked } = this;
    if (!marked) return nothing;
    return html`<div role="group" aria-label="With the marked text: ${marked.place}">${this.#actions.list.map(
      (one) => html`<dossier-slot .contribution=${one} .input=${{ ...marked }} .quiet=${true}></dossier-slot>`,
    )}<button class="button quiet small" @click=${() =>
      copy(this.host, withPlace(marked.text, marked.place, marked.patent))}>${icon('copy', 16)} Copy with its
      place</button><button class="button quiet small" @click=${() => this.#toNote(marked)}>${icon('lock', 16)} Put it
      into my note</button></div>`;
  }
}
define('dossier-patent-marked-paragraph', MarkedParagraph);
