import { css } from 'lit';

export const paymentStyles = css`
  :host { display: block; }
  .top { display: flex; flex-wrap: wrap; gap: 0.25rem 0.625rem; align-items: center; margin-bottom: 0.375rem; }
  h2:focus { outline: none; }
  .state { margin-bottom: 0.375rem; font-size: var(--dossier-size-s); overflow-wrap: anywhere; }
  dl > div { display: grid; grid-template-columns: minmax(0, 0.9fr) minmax(0, 1fr); gap: 0 0.75rem;
    padding: 0.3125rem 0; font-size: var(--dossier-size-s); overflow-wrap: anywhere; }
  dt { color: var(--dossier-muted); }
  .words { white-space: pre-line; }
  .overtaken { margin-bottom: 0.5rem; padding: 0.5rem 0.75rem; border-radius: var(--dossier-radius);
    background: var(--dossier-warning-soft); font-size: var(--dossier-size-s); overflow-wrap: anywhere; }
  .hint { display: flex; gap: 0.5rem; margin-top: 0.5rem; color: var(--dossier-muted);
    font-size: var(--dossier-size-s); }
  .hint svg { flex: none; margin-top: 0.125rem; }
  .acts { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.75rem; }
  .receipt { display: inline-flex; gap: 0.375rem; align-items: center; min-height: 1.75rem;
    font-size: var(--dossier-size-s); }
  section > .receipt { margin-top: 0.375rem; }
  .mine { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr) auto; gap: 0.25rem 0.75rem; align-items: center;
    padding: 0.75rem 1rem; }
  .mine > svg { color: var(--dossier-muted); }
  .what { display: grid; min-width: 0; overflow-wrap: anywhere; }
  @media (max-width: 30em) { .mine { grid-template-columns: 1.25rem minmax(0, 1fr); } .mine > .receipt {
    grid-column: 2; justify-self: start; } }
  @media print { .acts, .receipt { display: none; } }
`;
