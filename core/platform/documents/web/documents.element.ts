import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ShownApplication, ShownDocument } from '../../applications/contract.ts';
import { current, earlier } from './chain.ts';
import { documentRow } from './document-row.ts';
import type { RowActions } from './document-row.ts';
import { documentsStyles } from './documents.styles.ts';
import { download } from './download-link.ts';
import type { PreviewDialog } from './preview-dialog.element.ts';
import './preview-dialog.element.ts';
import type { RejectDialog } from './reject-dialog.element.ts';
import './reject-dialog.element.ts';
import { review, share, tried } from './review-actions.ts';
import './sent.element.ts';
import { sourceOf } from './source.ts';
import type { UploadZone } from './upload-zone.element.ts';
import './upload-zone.element.ts';

/** On a phone a document is looked at in a window of its own. */
const narrow = '(max-width: 47.99em)';

/** Documents of an application: what is required, what came, how it was reviewed. A card of an application. */
class Documents extends DossierElement {
  static override styles = [DossierElement.styles, chipStyles, documentsStyles];
  static override properties = {
    application: { attribute: false },
    missing: { attribute: false },
    isDecided: { attribute: false },
    uploadAsked: { attribute: false },
    busy: { state: true },
    open: { state: true },
    adding: { state: true },
  };
  declare application: ShownApplication | null;
  /** What is required and nobody has sent. */
  declare missing: ShownApplication['template']['requiredDocuments'];
  declare isDecided: boolean;
  /** Grows whenever somebody has asked to send documents. */
  declare uploadAsked: number;
  declare busy: string | null;
  /** Id of the document that is looked at below the list. */
  declare open: string | null;
  /** The place for further documents is shown. */
  declare adding: boolean;
  readonly #viewers = new Offered(this, 'documents/viewer@1');
  /** What is being reviewed, as it was. */
  #reviewed: ShownDocument | null = null;
  readonly #act: RowActions = {
    show: (document) => void this.#show(document),
    save: (document) => void download(this.host, document),
    accept: (document) => void this.#review(document, 'approved'),
    takeBack: (document) => void this.#review(document, 'pending'),
    reject: (document) => void this.#reject(document),
    replace: (document, files) => void this.#zone?.replace(document, files),
    share: (document, audience) => void this.#while(document, () => share(this.host, document, audience)),
  };

  constructor() {
    super();
    this.application = null;
    this.missing = [];
    this.isDecided = false;
    this.uploadAsked = 0;
    this.busy = null;
    this.open = null;
    this.adding = false;
  }

  /**
   * A review removes its buttons. A focus on one of them moves to the name of the document (WCAG 2.4.3): on the
   * button in its place, a key pressed twice would take the review back.
   */
  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('uploadAsked') && this.uploadAsked > 0) void this.#add();
    const before = this.#reviewed;
    const now = this.application?.documents.find(({ id }) => id === before?.id);
    if (!before || now?.reviewStatus === before.reviewStatus) return;
    this.#reviewed = null;
    if (document.activeElement === document.body)
      this.renderRoot.querySelector<HTMLElement>(`[data-document="${CSS.escape(before.id)}"]`)?.focus();
  }

  get #zone(): UploadZone | null {
    return this.renderRoot.querySelector<UploadZone>('dossier-upload-zone');
  }

  /** Leads to where files are handed in. */
  async #add(): Promise<void> {
    this.adding = true;
    await this.updateComplete;
    this.#zone?.show();
  }

  async #show(document: ShownDocument): Promise<void> {
    if (matchMedia(narrow).matches)
      return this.renderRoot.querySelector<PreviewDialog>('dossier-preview-dialog')?.show(document);
    this.open = document.id;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.viewer')?.scrollIntoView({ block: 'nearest' });
  }

  #changed(): void {
    this.dispatchEvent(new CustomEvent('dossier-application-changed', { bubbles: true, composed: true }));
  }

  async #while({ id }: ShownDocument, work: () => Promise<void>): Promise<void> {
    this.busy = id;
    await tried(this.host, work);
    this.busy = null;
    this.#changed();
  }

  /** A review that needs no reason. */
  #review(document: ShownDocument, as: 'approved' | 'pending'): Promise<void> {
    this.#reviewed = document;
    return this.#while(document, () => review(this.host, document, as, null));
  }

  async #reject(document: ShownDocument): Promise<void> {
    const outcome = await this.renderRoot
      .querySelector<RejectDialog>('dossier-reject-dialog')
      ?.ask(document.fileName, (reason) => {
        this.#reviewed = document;
        return review(this.host, document, 'rejected', reason);
      });
    if (outcome !== 'given up') this.#changed();
  }

  #viewer(): TemplateResult | typeof nothing {
    const document = this.application?.documents.find(({ id }) => id === this.open);
    const [viewer] = this.#viewers.list;
    if (!document || !viewer) return nothing;
    const close = (): void => {
      this.open = null;
      this.renderRoot.querySelector<HTMLElement>(`[data-document="${CSS.escape(document.id)}"]`)?.focus();
    };
    return html`<section class="viewer" aria-labelledby="viewed" @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    }}>
      <header><h3 id="viewed">${document.fileName}</h3><button class="button quiet small" @click=${() =>
        void this.renderRoot
          .querySelector<PreviewDialog>('dossier-preview-dialog')
          ?.show(document)}>Larger</button><button
        class="button quiet small icon" aria-label="Close the preview" @click=${close}>${icon('cross', 16)}</button></header>
      <dossier-slot .contribution=${viewer} .input=${{ source: sourceOf(this.host, document) }}></dossier-slot>
    </section>`;
  }

  /** How far the review is, of what is there or asked for. */
  #count(documents: readonly ShownDocument[]): TemplateResult | typeof nothing {
    const asked = documents.filter(({ audience }) => audience === 'client');
    const sent = new Set(asked.map(({ requirementKey }) => requirementKey));
    const all = asked.length + this.missing.filter(({ key }) => !sent.has(key)).length;
    const accepted = asked.filter(({ reviewStatus }) => reviewStatus === 'approved').length;
    return all === 0 ? nothing : html`<span class="muted small">${accepted} of ${all} accepted</span>`;
  }

  override render(): TemplateResult {
    const { application, missing } = this;
    if (!application) return html``;
    // A client reads it in their words.
    if (application.officers === null)
      return html`<dossier-documents-sent .application=${application}
        .isDecided=${this.isDecided}></dossier-documents-sent>`;
    const { documents, can } = application;
    const shown = current(documents);
    const lack = this.isDecided ? 'Was not sent' : 'Required, not here yet';
    const titles = new Map(application.template.requiredDocuments.map(({ key, title }) => [key, title]));
    return html`
      <div class="top"><h2 id="title">Documents</h2>${this.#count(shown)}${
        can.includes('upload')
          ? html`<button class="button quiet small" aria-expanded=${this.adding} @click=${() =>
              this.adding ? (this.adding = false) : void this.#add()}>${icon('plus', 15)} Add</button>`
          : nothing
      }</div>
      ${
        documents.length + missing.length === 0
          ? html`<p class="muted">No documents were asked for, and none were sent.</p>`
          : nothing
      }
      <ul class="list" aria-labelledby="title">
        ${missing.map(
          (one) =>
            html`<li class="missing">${icon('file', 18)}<span class="about"><span class="name">${one.title}</span><span
              class="muted small">${lack}</span></span></li>`,
        )}
        ${repeat(
          shown,
          ({ id }) => id,
          (document) =>
            documentRow(
              {
                document,
                title: document.requirementKey === null ? null : (titles.get(document.requirementKey) ?? null),
                before: earlier(document, documents),
                isOpen: document.id === this.open,
                isBusy: document.id === this.busy,
                isDecided: this.isDecided,
                mayReview: can.includes('review'),
                mayReplace: can.includes('upload'),
                me: this.session?.user.id,
              },
              this.#act,
            ),
        )}
      </ul>
      ${this.#viewer()}
      ${
        can.includes('upload')
          ? html`<dossier-upload-zone .applicationId=${application.id} .requirements=${missing} .closed=${!this.adding}
              @dossier-uploaded=${this.#changed}></dossier-upload-zone>`
          : nothing
      }
      <dossier-reject-dialog></dossier-reject-dialog>
      <dossier-preview-dialog></dossier-preview-dialog>`;
  }
}
define('dossier-documents', Documents);
