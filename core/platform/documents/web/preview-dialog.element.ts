import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { ShownDocument } from '../../applications/contract.ts';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { icon } from '@dossier/sdk/web/ui/icon';
import { sourceOf } from './source.ts';

/** Shows a document inside the page. */
export class PreviewDialog extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    css`
    dialog { width: min(75rem, calc(100vw - 2rem)); height: calc(100dvh - 2rem); overflow: hidden; }
    dialog .content { grid-template-rows: auto minmax(0, 1fr); gap: 0; padding: 0; height: 100%; }
    .top { display: flex; align-items: center; justify-content: space-between; gap: 1rem;
      padding: 0.5rem 0.5rem 0.5rem 1rem; border-bottom: 1px solid var(--dossier-border); }
    .top h2 { min-width: 0; }
    dossier-slot { display: grid; min-height: 0; min-width: 0; }
    @media (max-width: 47.99em) { dialog { width: 100vw; max-width: none; height: 100dvh; max-height: none; border: 0;
      border-radius: 0; } }
  `,
  ];
  static override properties = { document: { attribute: false } };
  declare document: ShownDocument | null;
  readonly #viewers = new Offered(this, 'documents/viewer@1');

  constructor() {
    super();
    this.document = null;
  }

  async show(document: ShownDocument): Promise<void> {
    this.document = document;
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  override render() {
    const [viewer] = this.#viewers.list;
    const { document } = this;
    return html`
      <dialog aria-labelledby="title" @close=${() => {
        this.document = null;
      }}>
        <div class="content">
          <div class="top"><h2 id="title">${document?.fileName ?? ''}</h2><button class="button quiet icon"
            aria-label="Close the preview"
            @click=${() => this.renderRoot.querySelector('dialog')?.close()}>${icon('cross')}</button></div>
          ${
            document && viewer
              ? html`<dossier-slot .contribution=${viewer} .input=${{ source: sourceOf(this.host, document) }}></dossier-slot>`
              : nothing
          }
        </div>
      </dialog>`;
  }
}
define('dossier-preview-dialog', PreviewDialog);
