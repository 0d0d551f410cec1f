import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Looks like a field, and opens the palette. */
export const paletteButton = (open: () => void): TemplateResult =>
  html`<button class="jump" aria-haspopup="dialog" aria-keyshortcuts=${isMac ? 'Meta+K' : 'Control+K'}
    @click=${open}>${icon('search', 16)}<span>Search or jump</span><kbd
    aria-hidden="true">${isMac ? '⌘' : 'Ctrl'}</kbd><kbd aria-hidden="true">K</kbd></button>`;

export const paletteButtonStyles = css`
  .jump { display: flex; align-items: center; gap: 0.375rem; width: 100%; min-height: var(--dossier-control);
    padding: 0 0.5rem; border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius);
    background: var(--dossier-field); color: var(--dossier-muted); font-size: var(--dossier-size-s); cursor: pointer; }
  .jump:hover { border-color: var(--dossier-control-border); }
  .jump span { margin-inline-end: auto; padding-inline-start: 0.25rem; }
  .jump kbd { font: var(--dossier-medium) 0.6875rem/1 var(--dossier-font); padding: 0.125rem 0.25rem;
    border: 1px solid var(--dossier-border); border-radius: 0.25rem; }
`;
