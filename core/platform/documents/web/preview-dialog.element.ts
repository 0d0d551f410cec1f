import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import { initialState, Task } from '@lit/task';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import type { ShownDocument } from '../../applications/contract.ts';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { icon } from '@dossier/sdk/web/ui/icon';

/** Characters of a text file that are shown. */
const longestText = 200_000;

type Content = { readonly kind: 'image'; readonly address: string } | { readonly kind: 'text'; readonly text: string };

const load = async (host: PluginHost, document: ShownDocument, signal: AbortSignal): Promise<Content> => {
  const blob = await host.file(`/api/v1/documents/${document.id}/content`, { signal });
  return document.contentType.startsWith('image/')
    ? { kind: 'image', address: URL.createObjectURL(blob) }
    : { kind: 'text', text: (await blob.text()).slice(0, longestText) };
};

/** Shows an image or a text file inside the page, as data: nothing in it can run. */
export class PreviewDialog extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    css`
    dialog { width: min(60rem, calc(100vw - 2rem)); }
    .top { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
    img { display: block; max-width: 100%; max-height: 70dvh; margin: 0 auto; object-fit: contain; }
    pre { margin: 0; max-height: 70dvh; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem;
      border-radius: var(--dossier-radius); background: var(--dossier-field); border: 1px solid var(--dossier-border); }
  `,
  ];
  static override properties = { document: { attribute: false } };
  declare document: ShownDocument | null;
  readonly #content = new Task(this, {
    args: () => [this.document] as const,
    task: ([document], { signal }) => (document ? load(this.host, document, signal) : initialState),
  });

  constructor() {
    super();
    this.document = null;
  }

  async show(document: ShownDocument): Promise<void> {
    this.document = document;
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #closed(): void {
    const content = this.#content.value;
    if (content?.kind === 'image') URL.revokeObjectURL(content.address);
    this.document = null;
  }

  #shown(): TemplateResult | undefined {
    return this.#content.render({
      pending: () => html`<p class="muted" role="status">Loading…</p>`,
      complete: (content) =>
        content.kind === 'image'
          ? html`<img src=${content.address} alt="Preview of ${this.document?.fileName ?? ''}">`
          : html`<pre tabindex="0">${content.text}</pre>`,
      error: (error) =>
        html`<p role="alert">The document could not be loaded. ${
          error instanceof ProblemError ? error.message : 'Close this and try again, or download it.'
        }</p>`,
    });
  }

  override render() {
    return html`
      <dialog aria-labelledby="title" @close=${this.#closed}>
        <div class="content">
          <div class="top"><h2 id="title">${this.document?.fileName ?? ''}</h2><button class="button quiet icon"
            aria-label="Close the preview"
            @click=${() => this.renderRoot.querySelector('dialog')?.close()}>${icon('cross')}</button></div>
          ${this.#shown()}
        </div>
      </dialog>`;
  }
}
define('dossier-preview-dialog', PreviewDialog);
