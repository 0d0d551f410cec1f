import { css } from 'lit';

/** Earlier searches and saved ones: rows with words at the left and what can be done at the right. */
export const listsStyles = css`
  :host { display: grid; gap: 0.75rem; align-content: start; padding: 1rem 0 2rem; }
  .head { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
  .rows > li { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; padding: 0.75rem 1rem; }
  .rows > li + li { border-top: 1px solid var(--dossier-border); }
  .what { flex: 1 1 16rem; min-width: 0; display: grid; gap: 0.125rem; overflow-wrap: anywhere; }
  .what b { font-weight: var(--dossier-bold); }
  .what code { color: var(--dossier-muted); font-family: var(--dossier-mono, ui-monospace, monospace);
    font-size: var(--dossier-size-xs); }
  .what p { display: flex; flex-wrap: wrap; gap: 0.125rem 0.5rem; align-items: center; color: var(--dossier-muted);
    font-size: var(--dossier-size-xs); }
  .trouble { display: flex; gap: 0.375rem; align-items: flex-start; color: var(--dossier-warning-text);
    font-size: var(--dossier-size-s); }
  .trouble svg { flex: none; margin-top: 0.125rem; }
  .does { display: flex; flex-wrap: wrap; gap: 0.25rem; }
  .hits { flex-basis: 100%; display: grid; gap: 0.25rem; padding-inline-start: 0.75rem;
    border-inline-start: 2px solid var(--dossier-border); font-size: var(--dossier-size-s); }
  .link { display: block; min-height: 1.5rem; padding: 0; border: 0; background: none; color: var(--dossier-link);
    text-align: start; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.2em;
    cursor: pointer; }
  .hits .muted { font-size: var(--dossier-size-xs); }
  @media (max-width: 47.99em) { .link, .does .button { min-height: 2.75rem; } }
`;
