import { define, DossierElement } from '@dossier/sdk/web';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import type { Tone } from '@dossier/sdk/web/ui/chip';
import { filePlaceStyles, fileZone, filesUnderWay } from '@dossier/sdk/web/ui/file-place';
import { fileSize, fullDay } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ShownApplication, ShownDocument } from '../../applications/contract.ts';
import { current, earlier } from './chain.ts';
import { download } from './download-link.ts';
import type { PreviewDialog } from './preview-dialog.element.ts';
import './preview-dialog.element.ts';
import { Sending } from './sending.ts';

/** How a document stands, for the person who sent it. */
const words = (
  { reviewStatus, scan }: ShownDocument,
  isDecided: boolean,
): { text: string; tone: Tone; icon: string } => {
  if (scan === 'infected') return { text: 'Has a virus', tone: 'danger', icon: 'warning' };
  if (scan === 'pending') return { text: 'Being checked for viruses', tone: 'neutral', icon: 'clock' };
  if (reviewStatus === 'approved') return { text: 'Fine', tone: 'success', icon: 'check' };
  if (reviewStatus === 'rejected')
    return isDecided
      ? { text: 'Could not be used', tone: 'neutral', icon: 'dash' }
      : { text: 'Please send again', tone: 'warning', icon: 'refresh' };
  return isDecided
    ? { text: 'Sent', tone: 'neutral', icon: 'check' }
    : { text: 'We read it', tone: 'neutral', icon: 'clock' };
};

/** The documents that a client has sent or was given, in their words. */
class DocumentsSent extends DossierElement {
  static override styles = [
    DossierElement.styles,
    chipStyles,
    filePlaceStyles,
    css`
    :host { display: block; }
    .list > li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr) auto; gap: 0.25rem 0.75rem;
      align-items: center; padding: 0.75rem 1rem; }
    .list > li + li, .add { border-top: 1px solid var(--dossier-border); }
    .list > li > svg { color: var(--dossier-muted); }
    .what { display: grid; min-width: 0; overflow-wrap: anywhere; }
    .more { grid-column: 2 / -1; display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; }
    .reason { grid-column: 2 / -1; padding: 0.5rem 0.75rem; border-radius: var(--dossier-radius);
      background: var(--dossier-warning-soft); overflow-wrap: anywhere; white-space: pre-line; }
    .more .button { padding-inline: 0; margin-inline-end: 0.75rem; color: var(--dossier-link); }
    .before { grid-column: 2 / -1; color: var(--dossier-muted); font-size: var(--dossier-size-s);
      overflow-wrap: anywhere; }
    .add { padding: 0.75rem 1rem; display: grid; gap: 0.5rem; }
    .add summary { min-height: 1.75rem; cursor: pointer; color: var(--dossier-link); font-weight: var(--dossier-medium); }
    .add details[open] summary { margin-bottom: 0.5rem; }
    @media print { .more, .add { display: none; } }
    @media (max-width: 30em) { .list > li { grid-template-columns: 1.25rem minmax(0, 1fr); } .list > li > .chip {
      grid-column: 2; justify-self: start; } }
  `,
  ];
  static override properties = { application: { attribute: false }, isDecided: { attribute: false } };
  declare application: ShownApplication | null;
  declare isDecided: boolean;
  readonly #sending = new Sending(this, {
    path: () => `/api/v1/applications/${this.application?.id ?? ''}/documents`,
    arrived: () =>
      this.dispatchEvent(new CustomEvent('dossier-application-changed', { bubbles: true, composed: true })),
  });

  constructor() {
    super();
    this.application = null;
    this.isDecided = false;
  }

  #titleOf(key: string | null): string | null {
    return this.application?.template.requiredDocuments.find((one) => one.key === key)?.title ?? null;
  }

  #row(document: ShownDocument, all: readonly ShownDocument[]): TemplateResult {
    const title = this.#titleOf(document.requirementKey);
    const isMine = document.uploadedBy.id === this.session?.user.id;
    const isOpen = document.scan === null || document.scan === 'clean';
    const before = earlier(document, all);
    const { text, tone, icon: sign } = words(document, this.isDecided);
    return html`<li data-document=${document.id}>${icon('file', 20)}
      <span class="what"><span><bdi>${title ?? document.fileName}</bdi></span><span class="muted small">${
        title ? html`<bdi>${document.fileName}</bdi>, ` : nothing
      }<span class="number">${fileSize(document.size)}</span>, ${
        isMine ? '' : html`from <bdi>${document.uploadedBy.name}</bdi>, `
      }${fullDay(document.createdAt)}</span></span>
      ${chip({ text, tone, icon: sign })}
      ${
        document.reviewStatus === 'rejected' && document.reason
          ? html`<p class="reason" dir="auto">${document.reason}</p>`
          : nothing
      }
      ${
        isOpen
          ? html`<span class="more"><button class="button quiet small" @click=${() =>
              void this.renderRoot.querySelector<PreviewDialog>('dossier-preview-dialog')?.show(document)}>Look<span
              class="visually-hidden"> at ${document.fileName}</span></button><button class="button quiet small"
              @click=${() => void download(this.host, document)}>Download<span
              class="visually-hidden"> ${document.fileName}</span></button></span>`
          : nothing
      }
      ${
        before.length > 0
          ? html`<p class="before">Sent instead of ${before.map(
              ({ fileName }, i) => html`${i > 0 ? ', before that ' : ''}<bdi>${fileName}</bdi>`,
            )}</p>`
          : nothing
      }
    </li>`;
  }

  override render(): TemplateResult {
    const documents = this.application?.documents ?? [];
    const mayAdd = this.application?.can.includes('upload') === true;
    return html`
      <ul class="list" aria-label="Documents">${repeat(
        current(documents),
        ({ id }) => id,
        (one) => this.#row(one, documents),
      )}</ul>
      ${
        mayAdd
          ? html`<div class="add"><details ?open=${this.#sending.items.length > 0}><summary>Send another document</summary>${fileZone(
              this.#sending,
              {
                name: 'another document',
                add: (files) => void this.#sending.add(files, { requirementKey: null, audience: null, replaces: null }),
              },
            )}</details>${filesUnderWay(this.#sending, this.#sending.items)}</div>`
          : nothing
      }
      <dossier-preview-dialog></dossier-preview-dialog>`;
  }
}
define('dossier-documents-sent', DocumentsSent);
