import { css } from 'lit';

/** The form as clients see it, and beside it the path; below each other where there is no room. */
export const trialStyles = css`
  :host { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
  .top { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
  .top .said { flex: 1 1 16rem; }
  .top label { display: flex; gap: 0.5rem; align-items: center; font-size: var(--dossier-size-s); }
  .top select { width: auto; max-width: 14rem; }
  .note { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; padding: 0.5rem 0.75rem;
    border-radius: var(--dossier-radius); background: var(--dossier-warning-soft); }
  .both { display: grid; grid-template-columns: minmax(0, 1fr) minmax(18rem, 24rem); gap: 1rem; align-items: start; }
  .client { display: grid; gap: 1.5rem; padding: 1.5rem; font-size: 1.0625rem; line-height: 1.5; }
  .client h3 { font-size: 1.5rem; line-height: 1.3; font-weight: var(--dossier-bold); }
  .client h3:focus-visible { outline: none; }
  .client progress { width: 100%; height: 0.375rem; accent-color: var(--dossier-accent); }
  .progress { display: grid; gap: 0.375rem; font-size: var(--dossier-size-m); }
  .summary { display: grid; gap: 0.5rem; padding: 1rem 1.25rem; border: 3px solid var(--dossier-danger-border);
    border-radius: var(--dossier-radius-l); }
  .summary .button { padding: 0; min-height: 1.5rem; color: var(--dossier-danger-text); text-decoration: underline;
    text-align: start; font-size: inherit; white-space: normal; justify-content: start; }
  .go { display: flex; flex-wrap: wrap; gap: 0.75rem; }
  .go .button { min-height: 3rem; font-size: inherit; }
  .review { display: grid; gap: 0.25rem; }
  .review dt { color: var(--dossier-muted); }
  .review dd { margin-bottom: 0.5rem; overflow-wrap: anywhere; white-space: pre-line; }
  .review header { display: flex; gap: 1rem; justify-content: space-between; align-items: center; }
  aside { display: grid; gap: 1rem; padding: 1rem; }
  aside section { display: grid; gap: 0.5rem; }
  .path { display: grid; gap: 0.75rem; }
  .path ul { display: grid; gap: 0.375rem; margin-block-start: 0.375rem; }
  .path ul { margin-inline-start: 1.375rem; }
  .one { display: grid; grid-template-columns: 1.125rem minmax(0, 1fr); gap: 0.25rem; overflow-wrap: anywhere;
    font-size: var(--dossier-size-s); align-items: start; }
  .one svg { margin-block-start: 0.1875rem; }
  .one.shown > svg { color: var(--dossier-success-text); }
  .one.stops > svg { color: var(--dossier-warning-text); }
  .one .why, .one.hidden .name { color: var(--dossier-muted); }
  .one .value { font-weight: var(--dossier-medium); }
  .path > li > .one .name { font-weight: var(--dossier-bold); }
  @media (max-width: 64em) { .both { grid-template-columns: minmax(0, 1fr); } }
  @media (max-width: 45em) { .client { padding: 1rem; } .go .button { flex: 1 1 100%; } }
`;
