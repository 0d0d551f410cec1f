/** A document in the checklist of the staff. */
import { chip } from '@dossier/sdk/web/ui/chip';
import { ago, fileSize, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ShownDocument } from '../../applications/contract.ts';
import { reviewChip, scanChip } from './review.ts';
import { kindOf } from './viewer/kinds.ts';

export interface RowActions {
  show(document: ShownDocument): void;
  save(document: ShownDocument): void;
  accept(document: ShownDocument): void;
  reject(document: ShownDocument): void;
  takeBack(document: ShownDocument): void;
  replace(document: ShownDocument, files: Iterable<File>): void;
  share(document: ShownDocument, audience: 'staff' | 'client'): void;
}

export interface Row {
  readonly document: ShownDocument;
  /** The title of what it was asked for as. */
  readonly title: string | null;
  /** Those in the place of which it was sent. */
  readonly before: readonly ShownDocument[];
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly isDecided: boolean;
  readonly mayReview: boolean;
  readonly mayReplace: boolean;
  /** Id of the reader. */
  readonly me: string | undefined;
}

const isReadable = ({ scan }: ShownDocument): boolean => scanChip(scan) === null;

/** How it stands: to be reviewed, or who has reviewed it. */
function standing(row: Row, act: RowActions): TemplateResult | typeof nothing {
  const { document, isBusy, isDecided, me } = row;
  const { fileName, reviewStatus, audience, reviewer } = document;
  if (reviewStatus === 'approved') {
    const by = reviewer ? ` by ${reviewer.id === me ? 'you' : reviewer.name}` : '';
    return html`<span class="accepted">${icon('check', 16)} Accepted${by}</span>`;
  }
  if (reviewStatus === 'pending' && audience === 'staff') return nothing;
  if (reviewStatus === 'pending' && row.mayReview)
    return html`<button class="button small" ?disabled=${isBusy} aria-label="Accept ${fileName}"
        @click=${() => act.accept(document)}>${icon('check', 15)} Accept</button><button class="button small danger"
        ?disabled=${isBusy} aria-label="Reject ${fileName}" @click=${() => act.reject(document)}>${icon(
          'cross',
          15,
        )} Reject</button>`;
  return reviewChip(reviewStatus, { decided: isDecided });
}

const replaceButton = ({ document, mayReplace }: Row, act: RowActions): TemplateResult | typeof nothing =>
  mayReplace
    ? html`<label class="button small choose">${icon('refresh', 15)} Replace<input type="file"
        aria-label="Replace ${document.fileName}" @change=${(event: Event) => {
          if (!(event.target instanceof HTMLInputElement)) return;
          act.replace(document, [...(event.target.files ?? [])]);
          event.target.value = '';
        }}></label>`
    : nothing;

/** Who else may see it: what staff may change about it stands next to it. */
function audienceButton({ document, isBusy }: Row, act: RowActions): TemplateResult | typeof nothing {
  const { fileName, audience, mayChangeAudience } = document;
  if (!mayChangeAudience) return nothing;
  return audience === 'staff'
    ? html`<button class="button small" ?disabled=${isBusy} aria-label="Show to the client: ${fileName}"
        @click=${() => act.share(document, 'client')}>${icon('globe', 15)} Show to the client</button>`
    : html`<button class="button small" ?disabled=${isBusy} aria-label="Only staff: ${fileName}"
        @click=${() => act.share(document, 'staff')}>${icon('lock', 15)} Only staff</button>`;
}

const looking = (document: ShownDocument, act: RowActions): TemplateResult | typeof nothing =>
  isReadable(document)
    ? html`${
        kindOf(document.contentType) === null
          ? nothing
          : html`<button class="button small" aria-label="Preview ${document.fileName}"
              @click=${() => act.show(document)}>${icon('eye', 15)} Preview</button>`
      }<button class="button small" aria-label="Download ${document.fileName}"
        @click=${() => act.save(document)}>${icon('download', 15)} Download</button>`
    : nothing;

const earlierOnes = (before: readonly ShownDocument[], act: RowActions): TemplateResult | typeof nothing =>
  before.length === 0
    ? nothing
    : html`<details class="earlier"><summary>Sent instead of ${
        before.length === 1 ? html`<bdi>${before[0]?.fileName}</bdi>` : `${before.length} earlier files`
      }</summary><ul>${before.map(
        (one) =>
          html`<li><bdi>${one.fileName}</bdi> <span>${ago(one.createdAt)}</span>${
            one.reviewStatus === 'rejected'
              ? html`<span class="why">Rejected: ${one.reason ?? 'no reason'}</span>`
              : nothing
          }<span class="actions">${looking(one, act)}</span></li>`,
      )}</ul></details>`;

export function documentRow(row: Row, act: RowActions): TemplateResult {
  const { document, title, isOpen } = row;
  const { audience, reviewStatus, reason, scan } = document;
  const isInternal = audience === 'staff';
  return html`
    <li class=${isOpen ? 'open' : ''}>${icon('file', 18)}
      <span class="about">
        <span class="name" tabindex="-1" data-document=${document.id}><bdi>${document.fileName}</bdi>${
          title ? html` <span class="for">for ${title}</span>` : nothing
        }</span>
        <span class="muted small"><span class="number">${fileSize(document.size)}</span> · <bdi>${
          document.uploadedBy.name
        }</bdi> · <time datetime=${document.createdAt} title=${fullTime(document.createdAt)}>${ago(
          document.createdAt,
        )}</time></span>
      </span>
      <span class="state">
        ${scanChip(scan) ?? nothing}
        ${
          isInternal
            ? chip({ text: 'Only staff', tone: 'internal', icon: 'lock' })
            : chip({ text: 'Client sees it', tone: 'info', icon: 'globe' })
        }
        ${standing(row, act)}
      </span>
      ${reviewStatus === 'rejected' && reason ? html`<p class="reason">${reason}</p>` : nothing}
      <span class="actions">${looking(document, act)}${
        row.mayReview && reviewStatus !== 'pending'
          ? html`<button class="button small" ?disabled=${row.isBusy}
              aria-label="Take back the review of ${document.fileName}"
              @click=${() => act.takeBack(document)}>Take back</button>`
          : nothing
      }${replaceButton(row, act)}${audienceButton(row, act)}</span>
      ${earlierOnes(row.before, act)}
    </li>`;
}
