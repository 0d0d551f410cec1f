import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from './icon.ts';

export type Tone = 'neutral' | 'info' | 'warning' | 'success' | 'danger' | 'internal';

/** A word with a sign on the colour of its tone. */
export const chip = (o: { text: string; tone: Tone; icon: string }): TemplateResult =>
  html`<span class="chip ${o.tone}">${icon(o.icon, 14)}${o.text}</span>`;

export const chipStyles = css`
  .chip { display: inline-flex; align-items: center; gap: 0.3125rem; height: 1.375rem; padding: 0 0.5625rem 0 0.4375rem;
    border-radius: 1rem; font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium); white-space: nowrap;
    line-height: 1; }
  .chip svg { stroke-width: 2.4; flex: none; }
  .chip.neutral { background: var(--dossier-neutral-soft); color: var(--dossier-text); }
  .chip.info { background: var(--dossier-info-soft); color: var(--dossier-info-text); }
  .chip.warning { background: var(--dossier-warning-soft); color: var(--dossier-warning-text); }
  .chip.success { background: var(--dossier-success-soft); color: var(--dossier-success-text); }
  .chip.internal { background: var(--dossier-internal-soft); color: var(--dossier-internal-text);
    border: 1px dashed var(--dossier-internal-border); }
  .chip.danger { background: var(--dossier-danger-soft); color: var(--dossier-danger-text); }
`;
