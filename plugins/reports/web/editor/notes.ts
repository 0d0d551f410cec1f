import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PreviewController } from './preview.controller.ts';

/** Why saving or running was refused. */
export function refusedNote(refused: unknown): TemplateResult | typeof nothing {
  if (refused === null) return nothing;
  const { text, faults } = refusalOf(refused);
  return html`<div class="refusal" role="alert">${
    faults.length === 0 ? html`<p>${text}</p>` : faults.map(({ detail }) => html`<p>${detail}</p>`)
  }</div>`;
}

/** Two people saved: theirs, or mine next to it. */
export const staleNote = (o: { theirs(): void; mine(): void }): TemplateResult => html`
  <div class="refusal" role="alert"><p>Somebody saved this report since you opened it.</p>
    <div class="ways"><button class="button small" @click=${() => o.theirs()}>Open theirs, lose mine</button><button
      class="button small" @click=${() => o.mine()}>Keep mine as a new report …</button></div></div>`;

/** The preview as far as it is there, and what keeps it from being newer. */
export function sheet(preview: PreviewController, view: (old: boolean) => TemplateResult): TemplateResult {
  const { report, error, busy } = preview;
  if (!report) return error === null ? skeleton(12, 'Computing the preview') : failure(error, () => preview.again());
  return html`<div class="preview-state" role="status">${
    error === null ? (busy ? html`<span class="busy">Computing …</span>` : nothing) : late(error, preview)
  }</div>${view(busy || error !== null)}`;
}

function late(error: unknown, preview: PreviewController): TemplateResult {
  const { text, faults } = refusalOf(error);
  return html`<p class="late">${icon('warning', 16)}<span>Not up to date. ${faults[0]?.detail ?? text}</span>${
    faults.length > 0 ? nothing : html` <button class="button small" @click=${() => preview.again()}>Try again</button>`
  }</p>`;
}
