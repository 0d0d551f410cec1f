import { css } from 'lit';

/** The sections of the profile: a head, then cards with rows of a title, a line about it and what can be done. */
export const sectionStyles = css`
  :host { display: grid; gap: 1.25rem; max-width: 46rem; align-content: start; padding-bottom: 2rem; }
  .head { display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: 0.75rem 1.5rem; }
  .head > div { display: grid; gap: 0.25rem; flex: 1 1 18rem; }
  .head p { color: var(--dossier-muted); text-wrap: pretty; }
  .part { display: grid; gap: 0.625rem; }
  .rows { display: grid; }
  .rows > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; padding: 0.875rem 1.125rem; }
  .rows > li + li { border-top: 1px solid var(--dossier-border); }
  .rows .text { display: grid; gap: 0.125rem; flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere; }
  .rows .name { font-weight: 600; }
  .rows .chip { max-width: 100%; height: auto; min-height: 1.5rem; line-height: 1.3; white-space: normal;
    overflow-wrap: anywhere; }
  .rows .actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  .rows .actions .input { width: auto; }
  .rows a.name { display: inline-block; justify-self: start; line-height: 1.5rem; color: var(--dossier-text);
    text-decoration: none; }
  .rows a.name:hover { text-decoration: underline; }
  .facts { display: grid; grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr); }
  .facts > div { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; gap: 1.5rem; align-items: center;
    padding: 0.8125rem 1.125rem; }
  .facts > div + div { border-top: 1px solid var(--dossier-border); }
  .facts dt { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .facts dd { margin: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.75rem;
    overflow-wrap: anywhere; min-width: 0; }
  .id { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace;
    font-size: var(--dossier-size-s); }
  form .actions, .form-actions { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: center; }
  .panel { display: grid; gap: 1.125rem; padding: 1.25rem; }
  .secret { display: grid; gap: 0.75rem; padding: 1rem 1.125rem; border-color: var(--dossier-accent); }
  .secret .id { padding: 0.625rem 0.75rem; border-radius: var(--dossier-radius);
    background: var(--dossier-neutral-soft); overflow-wrap: anywhere; user-select: all; }
  .button.danger { background: var(--dossier-surface); }
  .button.danger:hover { background: var(--dossier-danger-soft); }
  .back { display: inline-flex; align-items: center; gap: 0.375rem; justify-self: start; text-decoration: none;
    font-size: var(--dossier-size-s); font-weight: 550; }
  @media (max-width: 47.99em) {
    .facts { grid-template-columns: minmax(0, 1fr); }
    .facts > div { gap: 0.125rem; }
    .head .button { flex: 1 1 auto; }
  }
`;
