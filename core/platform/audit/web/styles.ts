import { css } from 'lit';

/** Lines of entries under the days. What can be opened stands at the end of its line, and opens below it. */
export const auditStyles = css`
  .days { position: relative; display: grid; gap: 1.25rem; }
  .days[aria-busy="true"]::after { content: "Loading…"; position: absolute; inset-block-start: 0; inset-inline-end: 0;
    color: var(--dossier-muted); font-size: var(--dossier-size-s); opacity: 0;
    animation: dossier-appear 200ms 300ms forwards; }
  section { display: grid; gap: 0.5rem; min-width: 0; }
  li { position: relative; display: grid;
    grid-template-columns: 4.5rem minmax(0, 11.25rem) minmax(0, 1.75fr) minmax(0, 1fr); gap: 0.125rem 1rem;
    align-items: baseline; padding: 0.5rem 6.25rem 0.5rem 1.125rem; overflow-wrap: anywhere; }
  li + li { border-top: 1px solid var(--dossier-border); }
  li > time, .about { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .about bdi { color: var(--dossier-text); }
  .about a, .about a bdi { color: var(--dossier-link); }
  .about a { padding-block: 0.1875rem; }
  .actor { display: flex; gap: 0.375rem; align-items: baseline; min-width: 0; }
  .kind { flex: none; color: var(--dossier-muted); }
  .kind svg { vertical-align: -0.1875rem; }
  .actor button { min-width: 0; min-height: 1.625rem; padding: 0; border: 0; background: none; font-weight: 550;
    text-align: start; overflow-wrap: anywhere; cursor: pointer; }
  .actor.system button { font-weight: 400; }
  .actor button:hover { text-decoration: underline; text-underline-offset: 0.2em; }
  .what .chip { height: auto; min-height: 1.5rem; white-space: normal; overflow-wrap: anywhere; }
  details { grid-column: 1 / -1; margin-inline-end: -5.125rem; }
  summary { position: absolute; inset-block-start: 0.5rem; inset-inline-end: 1.125rem; color: var(--dossier-link);
    font-size: var(--dossier-size-s); font-weight: 550; line-height: 1.625rem; cursor: pointer; }
  .inside { display: grid; gap: 0.75rem; margin-block: 0.5rem 0.375rem; padding: 0.75rem 1rem;
    border-radius: var(--dossier-radius); background: var(--dossier-background); font-size: var(--dossier-size-s); }
  table { table-layout: fixed; }
  th, td { padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: top; overflow-wrap: anywhere; }
  thead th { padding-block: 0 0.25rem; }
  thead th:first-child { width: 36%; }
  tbody th, dt { color: var(--dossier-muted); }
  .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20.5rem, 100%), 1fr));
    gap: 0.5rem 1.25rem; }
  .facts.ids:not(:first-child) { padding-top: 0.75rem; border-top: 1px solid var(--dossier-border); }
  .older { display: grid; gap: 0.5rem; justify-items: center; }
  .older p { color: var(--dossier-danger-text); text-align: center; }
  @media (min-width: 48em) { .what:has(+ details) { grid-column: span 2; } }
  @media (max-width: 47.99em) {
    li { grid-template-columns: auto minmax(0, 1fr); gap: 0.125rem 0.75rem; padding-inline: 0.875rem; }
    .actor { padding-inline-end: 5rem; }
    .what, .about { grid-column: 1 / -1; }
    details { margin-inline-end: 0; }
    summary { inset-inline-end: 0.875rem; }
    th, td { padding-inline: 0 0.5rem; }
  }
`;
