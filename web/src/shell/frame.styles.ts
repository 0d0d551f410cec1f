import { css } from 'lit';

export const frameStyles = css`
  :host { display: grid; grid-template-columns: var(--dossier-sidebar) minmax(0, 1fr) auto;
    grid-template-rows: minmax(0, 1fr); height: 100dvh; }
  .side { border-inline-end: 1px solid var(--dossier-border); min-height: 0; overflow: auto; }
  /* What is placed in it scrolls with it. */
  main { position: relative; min-width: 0; overflow: auto; padding: 1.125rem var(--dossier-gutter) 1.25rem;
    outline: none; scroll-padding-top: 5rem; }
  main:focus-visible { outline: none; }
  .page { display: block; height: 100%; }
  .panel { display: contents; }
  /* Dialogs alone: as boxes they would be a row of their own, with its share of the window. */
  dossier-palette, dossier-keys { display: contents; }
  .skip { position: fixed; z-index: 40; inset-block-start: 0.5rem; inset-inline-start: 0.5rem; padding: 0.625rem 1rem;
    border-radius: var(--dossier-radius); background: var(--dossier-accent); color: var(--dossier-on-accent);
    font-weight: 600; translate: 0 -200%; }
  .skip:focus { translate: 0 0; }
  .bar { display: flex; align-items: center; gap: 0.5rem; padding: 0.375rem 0.5rem;
    border-bottom: 1px solid var(--dossier-border); background: var(--dossier-surface); }
  .where { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; margin-inline-end: auto; }
  .paused { display: inline-flex; align-items: center; gap: 0.375rem; font-size: var(--dossier-size-s);
    color: var(--dossier-warning-text); white-space: nowrap; }
  .drawer { margin: 0; padding: 0; border: 0; width: min(18rem, 86vw); max-width: none; height: 100dvh;
    max-height: none; background: var(--dossier-background); color: inherit; box-shadow: var(--dossier-shadow-l); }
  .drawer::backdrop { background: var(--dossier-backdrop); }
  .drawer[open] { animation: slide 160ms ease-out; }
  .drawer-content { position: relative; height: 100%; }
  .close { position: absolute; inset-block-start: 0.75rem; inset-inline-end: 0.5rem; z-index: 1; }
  @keyframes slide { from { translate: -2rem 0; opacity: 0; } }
  @media (max-width: 63.99em) {
    :host { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr); }
  }
  @media (max-width: 47.99em) { main { padding: 1rem var(--dossier-gutter) 0.75rem; } }
  @media print { :host { display: block; height: auto; } .side, .bar { display: none; } main { overflow: visible; } }
`;
