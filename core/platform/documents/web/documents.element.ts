import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ShownApplication, ShownDocument } from '../../applications/contract.ts';
import { ago, fileSize, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import { reviewChip, scanChip } from './review.ts';
import type { PreviewDialog } from './preview-dialog.element.ts';
import './preview-dialog.element.ts';
import type { RejectDialog } from './reject-dialog.element.ts';
import './reject-dialog.element.ts';
import type { UploadZone } from './upload-zone.element.ts';
import './upload-zone.element.ts';
import { kindOf } from './viewer/kinds.ts';

type Review = 'approved' | 'rejected' | 'pending';

/** Documents of an application: what is required, what came, how it was reviewed. A card of an application. */
class Documents extends DossierElement {
  static override styles = [
    DossierElement.styles,
    chipStyles,
    css`
    h2 { margin-bottom: 0.75rem; }
    .list > li { display: grid; grid-template-columns: 2.25rem minmax(0, 1fr) auto; gap: 0.25rem 0.75rem;
      align-items: center; padding: 0.75rem 0; border-top: 1px solid var(--dossier-border); }
    .list > li:first-child { border-top: 0; padding-top: 0; }
    .chips { display: flex; flex-wrap: wrap; justify-content: end; gap: 0.375rem; }
    .sheet { display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: var(--dossier-radius);
      background: var(--dossier-neutral-soft); color: var(--dossier-muted); }
    .missing .sheet { background: none; border: 1px dashed var(--dossier-control-border); }
    .about { display: grid; min-width: 0; }
    .name { font-weight: 600; overflow-wrap: anywhere; }
    .for { font-weight: 450; color: var(--dossier-muted); }
    .actions { grid-column: 2 / -1; display: flex; flex-wrap: wrap; gap: 0.375rem; }
    .reason { grid-column: 2 / -1; padding: 0.5rem 0.75rem; border-radius: var(--dossier-radius);
      background: var(--dossier-danger-soft); overflow-wrap: anywhere; }
    dossier-upload-zone { margin-top: 0.875rem; }
    @media print { .actions, dossier-upload-zone { display: none; } }
    @media (max-width: 30em) { .list > li { grid-template-columns: 2.25rem minmax(0, 1fr); } .list .chips {
      grid-column: 2; justify-content: start; } }
  `,
  ];
  static override properties = {
    application: { attribute: false },
    missing: { attribute: false },
    isDecided: { attribute: false },
    uploadAsked: { attribute: false },
    busy: { state: true },
  };
  declare application: ShownApplication | null;
  /** What is required and nobody has sent. */
  declare missing: ShownApplication['template']['requiredDocuments'];
  declare isDecided: boolean;
  /** Grows whenever somebody has asked to send documents. */
  declare uploadAsked: number;
  declare busy: string | null;
  /** What is being reviewed, as it was. */
  #reviewed: ShownDocument | null = null;

  constructor() {
    super();
    this.application = null;
    this.missing = [];
    this.isDecided = false;
    this.uploadAsked = 0;
    this.busy = null;
  }

  /**
   * A review removes its buttons. A focus on one of them moves to the name of the document (WCAG 2.4.3): on the
   * button in its place, a key pressed twice would take the review back.
   */
  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('uploadAsked') && this.uploadAsked > 0) this.#showUpload();
    const before = this.#reviewed;
    const now = this.application?.documents.find(({ id }) => id === before?.id);
    if (!before || now?.reviewStatus === before.reviewStatus) return;
    this.#reviewed = null;
    if (document.activeElement === document.body)
      this.renderRoot.querySelector<HTMLElement>(`[data-document="${CSS.escape(before.id)}"]`)?.focus();
  }

  /** Leads to where files are handed in. */
  #showUpload(): void {
    this.renderRoot.querySelector<UploadZone>('dossier-upload-zone')?.show();
  }

  #changed(): void {
    this.dispatchEvent(new CustomEvent('dossier-application-changed', { bubbles: true, composed: true }));
  }

  /** Says what the officer saw: when a colleague was quicker their review stands, and is shown. */
  async #send(document: ShownDocument, reviewStatus: Review, reason: string | null): Promise<void> {
    this.#reviewed = document;
    await this.host.send('PUT', `/api/v1/documents/${document.id}`, {
      reviewStatus,
      reason,
      seen: { reviewStatus: document.reviewStatus, reviewedAt: document.reviewedAt },
    });
    this.host.notify({
      kind: 'success',
      text:
        reviewStatus === 'pending'
          ? `The review of ${document.fileName} was taken back.`
          : `${document.fileName} is ${reviewStatus}.`,
    });
  }

  /** A review that needs no reason. */
  async #review(document: ShownDocument, reviewStatus: Exclude<Review, 'rejected'>): Promise<void> {
    this.busy = document.id;
    try {
      await this.#send(document, reviewStatus, null);
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'The review was not saved. Please try again.',
      });
    }
    this.busy = null;
    this.#changed();
  }

  /** Shows a document to the client, or takes it back. */
  async #share(document: ShownDocument, audience: 'staff' | 'client'): Promise<void> {
    this.busy = document.id;
    try {
      await this.host.send('PUT', `/api/v1/documents/${document.id}`, { audience });
      this.host.notify({
        kind: 'success',
        text:
          audience === 'client'
            ? `The client sees ${document.fileName} now.`
            : `Only staff sees ${document.fileName} now.`,
      });
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'That was not saved. Please try again.',
      });
    }
    this.busy = null;
    this.#changed();
  }

  /** Staff sees of each document who else does, in signs that are never alike. */
  #chips(document: ShownDocument): TemplateResult {
    const inside = this.application?.officers !== null;
    const isInternal = document.audience === 'staff';
    return html`
      <span class="chips">
        ${this.#isReplaced(document) ? chip({ text: 'Replaced', tone: 'neutral', icon: 'refresh' }) : nothing}
        ${scanChip(document.scan) ?? nothing}
        ${!inside ? nothing : isInternal ? chip({ text: 'Only staff', tone: 'internal', icon: 'lock' }) : chip({ text: 'Client sees it', tone: 'info', icon: 'globe' })}
        ${isInternal && document.reviewStatus === 'pending' ? nothing : reviewChip(document.reviewStatus, { decided: this.isDecided })}
      </span>`;
  }

  /** Was another document sent in its place? */
  #isReplaced({ id }: ShownDocument): boolean {
    return this.application?.documents.some(({ replaces }) => replaces === id) ?? false;
  }

  async #reject(document: ShownDocument): Promise<void> {
    const outcome = await this.renderRoot
      .querySelector<RejectDialog>('dossier-reject-dialog')
      ?.ask(document.fileName, (reason) => this.#send(document, 'rejected', reason));
    if (outcome !== 'given up') this.#changed();
  }

  #titleOf(key: string | null): string | null {
    return key === null
      ? null
      : (this.application?.template.requiredDocuments.find((one) => one.key === key)?.title ?? key);
  }

  #row(document: ShownDocument, { mayReview }: { mayReview: boolean }): TemplateResult {
    const wanted = this.#titleOf(document.requirementKey);
    const address = `/api/v1/documents/${document.id}/content`;
    const isOpen = scanChip(document.scan) === null;
    return html`
      <li>
        <span class="sheet">${icon('file')}</span>
        <span class="about">
          <span class="name" tabindex="-1"
            data-document=${document.id}><bdi>${document.fileName}</bdi>${
              wanted ? html` <span class="for">for ${wanted}</span>` : nothing
            }</span>
          <span class="muted small"><span
            class="number">${fileSize(document.size)}</span> · <bdi>${document.uploadedBy.name}</bdi> · <time
            datetime=${document.createdAt}
            title=${fullTime(document.createdAt)}>${ago(document.createdAt)}</time></span>
        </span>
        ${this.#chips(document)}
        ${
          document.reviewStatus === 'rejected' && document.reason
            ? html`<p
          class="reason">${document.reason}</p>`
            : nothing
        }
        <span class="actions">
          ${
            isOpen && kindOf(document.contentType) !== null
              ? html`<button class="button small"
            aria-label="Preview ${document.fileName}"
            @click=${() =>
              void this.renderRoot
                .querySelector<PreviewDialog>('dossier-preview-dialog')
                ?.show(document)}>${icon('eye', 15)} Preview</button>`
              : nothing
          }
          ${
            isOpen
              ? html`<a class="button small" href=${address} download=${document.fileName}
            aria-label="Download ${document.fileName}">${icon('download', 15)} Download</a>`
              : nothing
          }
          ${
            mayReview && document.reviewStatus === 'pending' && document.audience !== 'staff'
              ? html`<button class="button small" ?disabled=${this.busy === document.id}
                aria-label="Approve ${document.fileName}"
                @click=${() => void this.#review(document, 'approved')}>${icon('check', 15)} Approve</button>
              <button class="button small danger" ?disabled=${this.busy === document.id}
                aria-label="Reject ${document.fileName}" @click=${() => void this.#reject(document)}>Reject</button>`
              : nothing
          }
          ${
            mayReview && document.reviewStatus !== 'pending'
              ? html`<button class="button small" ?disabled=${this.busy === document.id}
                aria-label="Take back the review of ${document.fileName}"
                @click=${() => void this.#review(document, 'pending')}>Take back</button>`
              : nothing
          }
          ${
            document.mayChangeAudience && document.audience === 'staff'
              ? html`<button class="button small" ?disabled=${this.busy === document.id}
                aria-label="Show to the client: ${document.fileName}"
                @click=${() => void this.#share(document, 'client')}>${icon('globe', 15)} Show to the client</button>`
              : nothing
          }
          ${
            document.mayChangeAudience && document.audience === 'client'
              ? html`<button class="button small" ?disabled=${this.busy === document.id}
                aria-label="Only staff: ${document.fileName}"
                @click=${() => void this.#share(document, 'staff')}>${icon('lock', 15)} Only staff</button>`
              : nothing
          }
        </span>
      </li>`;
  }

  override render(): TemplateResult {
    const { application, missing } = this;
    if (!application) return html``;
    const { documents, can } = application;
    const lack = this.isDecided ? 'Was not sent' : 'Required, not here yet';
    return html`
      <h2 id="title">Documents</h2>
      ${
        documents.length + missing.length === 0
          ? html`<p
        class="muted">No documents were asked for, and none were sent.</p>`
          : nothing
      }
      <ul class="list" aria-labelledby="title">
        ${missing.map(
          (one) => html`<li class="missing"><span class="sheet">${icon('file')}</span><span
          class="about"><span class="name">${one.title}</span><span class="muted small">${lack}</span></span></li>`,
        )}
        ${repeat(
          documents,
          (one) => one.id,
          (one) => this.#row(one, { mayReview: can.includes('review') }),
        )}
      </ul>
      ${
        can.includes('upload')
          ? html`<dossier-upload-zone .applicationId=${application.id} .requirements=${missing}
        .fromStaff=${application.officers !== null} @dossier-uploaded=${this.#changed}></dossier-upload-zone>`
          : nothing
      }
      <dossier-reject-dialog></dossier-reject-dialog>
      <dossier-preview-dialog></dossier-preview-dialog>`;
  }
}
define('dossier-documents', Documents);
