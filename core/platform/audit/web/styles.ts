import { css } from 'lit';

/** Entries under their days, one sentence each. What can be opened stands at the end of its line, opening below it. */
export const auditStyles = css`
  .days { position: relative; display: grid; gap: 1.25rem; }
  .days[aria-busy="true"]::after { content: "Loading…"; position: absolute; inset-block-start: 0; inset-inline-end: 0;
    color: var(--dossier-muted); font-size: var(--dossier-size-s); opacity: 0;
    animation: dossier-appear 200ms 300ms forwards; }
  section { display: grid; gap: 0.375rem; min-width: 0; }
  section h2 { font-size: var(--dossier-size-s); }
  li { position: relative; display: grid; grid-template-columns: 4.25rem 1.375rem minmax(0, 1fr); gap: 0 0.625rem;
    align-items: start; padding: 0.5rem 3rem 0.5rem 1rem; font-size: var(--dossier-size-s); line-height: 1.375rem;
    overflow-wrap: anywhere; }
  li + li { border-top: 1px solid var(--dossier-border); }
  li > time { color: var(--dossier-muted); white-space: nowrap; }
  .picture { display: grid; place-items: center; width: 1.375rem; height: 1.375rem; border-radius: 50%;
    background: var(--dossier-neutral-soft); font-size: 0.5625rem; font-weight: 640; letter-spacing: 0.02em; }
  .picture.system, .picture.key { color: var(--dossier-muted); border-radius: 0.375rem; }
  .what a { color: var(--dossier-link); font-weight: 550; }
  .what b { font-weight: 600; }
  details { grid-column: 1 / -1; margin-inline-end: -2rem; }
  summary { position: absolute; inset-block-start: 0.375rem; inset-inline-end: 0.625rem; display: grid;
    place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 0.375rem; list-style: none; cursor: pointer; }
  summary::-webkit-details-marker { display: none; }
  summary:hover { background: var(--dossier-neutral-soft); }
  details[open] summary svg { transform: rotate(90deg); }
  .inside { margin: 0.5rem 0 0.5rem 6.875rem; border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius); overflow: hidden; }
  table { table-layout: fixed; }
  th, td { height: auto; padding: 0.4375rem 0.75rem; vertical-align: top; overflow-wrap: anywhere; }
  thead th { height: auto; background: var(--dossier-background); }
  thead th:first-child { width: 28%; }
  tbody th, td.was { color: var(--dossier-muted); }
  td { white-space: pre-line; }
  td.now { font-weight: 550; }
  .quote { padding: 0.5625rem 0.75rem; border-top: 1px solid var(--dossier-border); }
  .quote:first-child { border-top: 0; }
  .quote small { color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
  .quote p { white-space: pre-wrap; }
  .meta { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; padding: 0.4375rem 0.75rem;
    background: var(--dossier-background); color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
  .meta:not(:first-child) { border-top: 1px solid var(--dossier-border); }
  .narrow { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-inline-start: auto; }
  .link { min-height: 1.5rem; padding: 0; border: 0; background: none; color: var(--dossier-link); cursor: pointer;
    text-align: start; text-decoration: underline; text-underline-offset: 0.15em; }
  .link bdi { color: inherit; }
  .older { display: grid; gap: 0.5rem; justify-items: center; }
  .older p { color: var(--dossier-danger-text); text-align: center; }
  @media (max-width: 47.99em) {
    li { grid-template-columns: 1.375rem minmax(0, 1fr); padding-inline: 0.75rem 2.75rem; }
    li > time { order: 3; grid-column: 2; font-size: var(--dossier-size-xs); }
    details { order: 4; }
    .inside { margin-inline-start: 0; }
    th, td { padding-inline: 0.5rem; }
    .narrow { margin: 0; }
  }
`;
