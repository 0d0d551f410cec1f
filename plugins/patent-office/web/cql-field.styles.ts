import { css } from 'lit';

export const cqlFieldStyles = css`
  .stack { display: grid; border: 1px solid var(--dossier-control-border); border-radius: var(--dossier-radius);
    background: var(--dossier-field); max-width: 54rem; }
  .stack:focus-within { outline: 2px solid var(--dossier-focus); outline-offset: 1px; }
  .stack.wrong { border-color: var(--dossier-danger-border); }
  .shown, textarea {
    grid-area: 1 / 1; min-width: 0; margin: 0; padding: 0.375rem 0.75rem; border: 0; min-height: 2.25rem;
    font: 0.875rem / 1.5rem var(--dossier-mono, ui-monospace, monospace); letter-spacing: normal; tab-size: 2;
    white-space: pre-wrap; overflow-wrap: anywhere; font-variant-ligatures: none;
  }
  .shown { pointer-events: none; color: var(--dossier-text); }
  textarea { resize: none; overflow: hidden; background: transparent; color: transparent; outline: none;
    caret-color: var(--dossier-text); }
  textarea:focus-visible { outline: none; } /* The whole field shows it. */
  textarea::selection { background: var(--dossier-accent-soft); color: var(--dossier-text); }
  .index { color: var(--dossier-accent-text); }
  .string { color: var(--dossier-warning-text); }
  .relation, .boolean, .modifier { color: var(--dossier-info-text); }
  .boolean { text-shadow: 0 0 0.5px currentColor; } /* Bold letters may be wider than those of the field. */
  .wrong-part { text-decoration: underline wavy var(--dossier-danger-text) 1.5px; text-underline-offset: 4px; }
  .said { display: flex; flex-wrap: wrap; gap: 0.375rem 0.625rem; align-items: center; margin-top: 0.375rem; }
  .said svg { flex: none; width: 1rem; height: 1rem; }
  .said span { max-width: calc(100% - 1.625rem); } /* Beside the sign, however long it is. */
  .place { position: relative; }
  .list { position: absolute; z-index: 5; inset: 0.25rem auto auto 0; width: min(34rem, 100%); max-height: 17rem;
    overflow-y: auto; padding: 0.25rem; background: var(--dossier-raised); border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius); box-shadow: var(--dossier-shadow-l); }
  .list li { display: grid; grid-template-columns: minmax(4.5rem, auto) 1fr auto; gap: 0.75rem; align-items: baseline;
    padding: 0.3125rem 0.5rem; border-radius: var(--dossier-radius); font-size: var(--dossier-size-s); cursor: pointer; }
  .list li:hover { background: var(--dossier-hover); }
  .list li[aria-selected='true'] { background: var(--dossier-accent-soft); }
  .list code { font-family: var(--dossier-mono, ui-monospace, monospace); }
  .list .example { color: var(--dossier-muted); }
  @media (max-width: 50rem) { .list .example { display: none; } .list li { min-height: 2.5rem; align-items: center; } }
  @media (forced-colors: active) {
    textarea { color: CanvasText; }
    .shown { visibility: hidden; }
    .list li[aria-selected='true'] { outline: 2px solid Highlight; }
  }
`;
