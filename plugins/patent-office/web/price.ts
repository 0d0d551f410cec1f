import { counted } from '@dossier/sdk/web/ui/format';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';

/** What pressing a button costs, inside the button: read out behind its words. */
export const price = (credits: number): TemplateResult =>
  html` <span class="cost ${credits === 0 ? 'free' : ''}">${counted(credits, 'credit', 'credits')}</span>`;

export const priceStyles = css`
  .cost { display: inline-flex; align-items: center; padding: 0 0.375rem; border-radius: 1rem;
    background: var(--dossier-neutral-soft); color: var(--dossier-muted); font-size: var(--dossier-size-xs);
    font-weight: var(--dossier-bold); font-variant-numeric: tabular-nums; white-space: nowrap; line-height: 1.125rem; }
  .cost.free { background: var(--dossier-success-soft); color: var(--dossier-success-text); }
  .primary .cost { background: color-mix(in oklab, black 24%, transparent); color: inherit; }
  @media (forced-colors: active) { .cost { border: 1px solid currentColor; } }
`;
