import { css } from 'lit';

/** Native dialogs: the browser traps focus, closes on Escape and gives focus back. */
export const dialogStyles = css`
  dialog { width: min(30rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); padding: 0;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l); background: var(--dossier-raised);
    color: var(--dossier-text); box-shadow: var(--dossier-shadow-l); }
  dialog::backdrop { background: var(--dossier-backdrop); }
  dialog[open] { animation: dialog-in 140ms ease-out; }
  dialog h2 { font-size: var(--dossier-size-l); line-height: 1.5; }
  dialog form, dialog .content { display: grid; gap: 1rem; padding: 1.25rem; }
  dialog .actions { display: flex; justify-content: flex-end; gap: 0.625rem; flex-wrap: wrap; margin-top: 0.25rem; }
  @keyframes dialog-in { from { opacity: 0; translate: 0 0.5rem; } }
`;
