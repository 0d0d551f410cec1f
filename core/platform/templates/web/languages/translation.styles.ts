import { css } from 'lit';

/** Source and translation side by side; below each other on a phone. */
export const translationStyles = css`
  :host { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
  .top, .filters { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  .top .try { margin-inline-start: auto; }
  .bar { display: grid; gap: 0.25rem; max-width: 24rem; }
  progress { width: 100%; height: 0.5rem; accent-color: var(--dossier-success-text); }
  .filters button[aria-pressed="true"] { background: var(--dossier-accent-soft); color: var(--dossier-accent-text);
    border-color: transparent; }
  .group { display: grid; gap: 0.5rem; }
  .text { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) 9rem; gap: 0.5rem 1rem; padding: 0.75rem 1rem;
    align-items: start; }
  .text + .text { border-top: 1px solid var(--dossier-border); }
  .source { display: grid; gap: 0.125rem; overflow-wrap: anywhere; white-space: pre-line; }
  .target { display: grid; gap: 0.375rem; overflow-wrap: anywhere; }
  textarea.input { min-height: 4rem; }
  .state-of { justify-self: end; }
  .note { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; padding: 0.5rem 0.75rem;
    border-radius: var(--dossier-radius); background: var(--dossier-warning-soft); }
  @media (max-width: 45em) { .text { grid-template-columns: minmax(0, 1fr); } .state-of { justify-self: start; }
    .top .try { margin-inline-start: 0; } }
`;
