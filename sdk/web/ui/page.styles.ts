import { css } from 'lit';

/** Pages of administration and the like: a head with what can be done, then cards that hold tables or rows. */
export const pageStyles = css`
  :host { display: grid; gap: 1.25rem; max-width: var(--dossier-page); align-content: start; padding-bottom: 2rem; }
  .head { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: flex-start; justify-content: space-between;
    }
  .lead { display: grid; gap: 0.375rem; flex: 1 1 18rem; max-width: 40rem; }
  .lead p { overflow-wrap: anywhere; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  /* Of a part of a page: where the head of a page has its own. */
  .actions.end { justify-content: flex-end; }
  .back { display: inline-flex; align-items: center; gap: 0.25rem; justify-self: start; min-height: 1.5rem;
    text-decoration: none; font-size: var(--dossier-size-s); font-weight: 550; }
  .back:hover { text-decoration: underline; }
  .search { max-width: 24rem; }
  .card { overflow: hidden; }
  table { width: 100%; border-collapse: collapse; }
  th, td { height: var(--dossier-row); padding: 0.25rem 1rem; text-align: start; vertical-align: middle;
    font-size: var(--dossier-size-s); }
  thead th { height: 2rem; font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium);
    color: var(--dossier-muted); }
  tbody tr { border-top: 1px solid var(--dossier-border); }
  tbody th { font-weight: 400; overflow-wrap: anywhere; }
  td.end { text-align: end; white-space: nowrap; }
  .who { display: grid; min-width: 0; overflow-wrap: anywhere; }
  .name { font-weight: 600; }
  a.name { display: inline-block; color: var(--dossier-text); text-decoration: none; justify-self: start;
    line-height: 1.5rem; }
  a.name:hover { text-decoration: underline; }
  .tags { display: flex; flex-wrap: wrap; gap: 0.25rem 0.375rem; }
  .who .tags { margin-top: 0.25rem; }
  .tag { padding: 0.125rem 0.5625rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
    font-size: var(--dossier-size-s); overflow-wrap: anywhere; }
  .more { justify-self: center; }
  .role { min-width: 9rem; max-width: 16rem; }
  .rows > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; padding: 0.875rem 1.125rem; }
  .rows > li + li { border-top: 1px solid var(--dossier-border); }
  .rows .who { flex: 1 1 14rem; }
  .refusal { display: flex; flex-wrap: wrap; gap: 0.625rem 1rem; align-items: center; justify-content: space-between;
    padding: 0.75rem 1rem; border-radius: var(--dossier-radius); border: 1px solid var(--dossier-danger-border);
    background: var(--dossier-danger-soft); color: var(--dossier-danger-text); }
  .refusal p { flex: 1 1 16rem; }
  .tabs { display: flex; gap: 0.25rem; border-bottom: 1px solid var(--dossier-border); }
  .tabs a { display: inline-flex; align-items: center; gap: 0.4375rem; min-height: 2.5rem; padding: 0 0.75rem;
    color: var(--dossier-muted); text-decoration: none; font-weight: 550; white-space: nowrap;
    border-bottom: 2px solid transparent; outline-offset: -2px; }
  .tabs a:hover { color: var(--dossier-text); }
  .tabs a[aria-current] { color: var(--dossier-accent-text); border-bottom-color: var(--dossier-accent); }
  @media (max-width: 47.99em) {
    th, td { padding-inline: 0.75rem; }
    a.name { padding-block: 0.1875rem; }
    .wide { display: none; }
    .role { min-width: 0; }
    .tabs { flex-wrap: wrap; gap: 0; }
    .tabs a { padding-inline: 0.5rem; }
    .tabs svg { display: none; }
  }
  /* A table with fields and buttons in its rows: on a phone they stand below what they belong to. */
  @media (max-width: 29.99em) {
    .stacked thead { position: absolute; clip-path: inset(50%); }
    .stacked, .stacked tbody { display: block; }
    .stacked tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; }
    .stacked :is(th, td) { height: auto; }
    .stacked td:last-child { padding-block-end: 0.5rem; }
    .stacked tbody th { grid-column: 1 / -1; padding-block: 0.5rem 0; }
  }
`;
