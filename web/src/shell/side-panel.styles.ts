import { css } from 'lit';

/** The element in it has the whole box below the head. */
export const sidePanelStyles = css`
  :host { display: contents; }
  .panel { display: grid; grid-template-rows: auto minmax(0, 1fr); background: var(--dossier-background);
    color: inherit; }
  aside { width: 25.5rem; height: 100%; min-height: 0; border-inline-start: 1px solid var(--dossier-border); }
  .head { display: flex; align-items: center; gap: 0.125rem; min-height: 3rem; padding: 0.375rem 0.625rem 0 1rem; }
  h2 { margin-inline: 0.5rem auto; outline: none; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .pin[aria-pressed='true'] { color: var(--dossier-accent-text); }
  .content { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); overflow: auto; }
  .content > dossier-slot { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); min-height: 0; }
  .floats { position: fixed; z-index: 5; inset-block: 0; inset-inline-end: 0; box-shadow: var(--dossier-shadow-l); }
  dialog:not([open]) { display: none; }
  dialog { width: 100vw; max-width: none; height: 92dvh; max-height: none; margin: auto 0 0; padding: 0; border: 0;
    border-radius: var(--dossier-radius-l) var(--dossier-radius-l) 0 0; box-shadow: var(--dossier-shadow-l); }
  dialog[open] { animation: rise 160ms ease-out; }
  dialog::backdrop { background: var(--dossier-backdrop); }
  @keyframes rise { from { translate: 0 2rem; opacity: 0; } }
  @media (max-width: 79.99em) { aside { position: fixed; z-index: 5; inset-block: 0; inset-inline-end: 0;
    box-shadow: var(--dossier-shadow-l); } }
  @media (max-width: 47.99em) { dialog { height: 100dvh; border-radius: 0; } }
  @media print { .panel { display: none; } }
`;
