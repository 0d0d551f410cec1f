import { css } from 'lit';

export const payStyles = css`
  :host { display: block; }
  .task { display: grid; grid-template-columns: minmax(0, 1fr); margin-bottom: 1.25rem;
    border: 2px solid var(--dossier-accent); overflow-wrap: anywhere; }
  .task > * { padding: 1.125rem 1.25rem; }
  .task > * + * { border-top: 1px solid var(--dossier-border); }
  h2 { font-size: var(--dossier-size-l); }
  .kick { display: flex; gap: 0.5rem; align-items: center; color: var(--dossier-link);
    font-weight: var(--dossier-medium); font-size: var(--dossier-size-s); margin-bottom: 0.375rem; }
  .how { display: grid; gap: 1rem; }
  dl { display: grid; }
  dl > div { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.125rem 0.75rem; align-items: center;
    padding: 0.75rem 0; }
  dl > div:first-child { padding-top: 0; }
  dl > div:last-child { padding-bottom: 0; }
  dl > div + div { border-top: 1px solid var(--dossier-border); }
  dt { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  dd { display: contents; }
  dd bdi { grid-column: 1; font-weight: var(--dossier-medium); }
  dd .button { grid-area: 1 / 2 / 3; }
  /* A long number has a line of its own. */
  @media (max-width: 30em) { dd bdi { grid-column: 1 / -1; } dd .button { grid-area: 1 / 2; } }
  .words { white-space: pre-line; }
  @media print { .button { display: none; } }
`;
