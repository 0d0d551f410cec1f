import { css } from 'lit';

/**
 * A client reads larger than staff does, and so does everything that stands in the page: sizes are those of the page
 * for all that is inside.
 */
export const myApplicationStyles = css`
  :host { display: block; max-width: 62rem; margin: 0 auto; padding-bottom: 3rem;
    --dossier-size-xs: 0.875rem; --dossier-size-s: 0.9375rem; --dossier-size-m: 1.0625rem;
    --dossier-size-l: 1.1875rem; --dossier-size-xl: 1.5rem; --dossier-control: 3rem; --dossier-control-s: 2.75rem;
    font-size: var(--dossier-size-m); line-height: 1.5; }
  .mark { display: none; align-items: center; gap: 0.75rem; margin-bottom: 1rem; font-weight: var(--dossier-bold);
    overflow-wrap: anywhere; }
  .back { display: inline-flex; align-items: center; min-height: 1.75rem; font-size: var(--dossier-size-s); }
  h1 { line-height: 1.25; }
  .about { font-size: var(--dossier-size-s); overflow-wrap: anywhere; }
  .progress { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0.375rem;
    margin: 1.25rem 0 1.75rem; max-width: 48rem; }
  .progress li { border-top: 5px solid var(--dossier-border); padding-top: 0.5rem; font-size: var(--dossier-size-s);
    line-height: 1.35; color: var(--dossier-muted); overflow-wrap: break-word; hyphens: auto; }
  .progress .done, .progress .now { border-color: var(--dossier-accent); color: var(--dossier-text); }
  .progress .now { font-weight: var(--dossier-bold);
    border-image: linear-gradient(90deg, var(--dossier-accent) 55%, var(--dossier-border) 55%) 1; }
  .progress svg { color: var(--dossier-accent-text); vertical-align: -0.125rem; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; gap: 2rem 2.5rem; align-items: start; }
  .columns > * { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; min-width: 0; }
  .asked dossier-slot, [data-part] { display: block; }
  .said { display: flex; gap: 1rem; align-items: flex-start; padding: 1.25rem 1.375rem;
    border-radius: var(--dossier-radius-l); background: var(--dossier-success-soft); }
  .said > svg { flex: none; margin-top: 0.125rem; color: var(--dossier-success-text); }
  .said.no { background: var(--dossier-neutral-soft); }
  .said.no > svg { color: var(--dossier-muted); }
  .said > div { display: grid; gap: 0.375rem; min-width: 0; overflow-wrap: anywhere; }
  h2 { font-size: var(--dossier-size-l); }
  h2:focus { outline: none; }
  .late { animation: late 0s 3s both; }
  @keyframes late { from { visibility: hidden; position: absolute; } to { visibility: visible; } }
  .soon { animation: soon 0s 0.4s both; }
  @keyframes soon { from { opacity: 0; } to { opacity: 1; } }
  .words { white-space: pre-line; }
  .sent > h2 { margin-bottom: 0.5rem; }
  .sent .card { overflow: clip; }
  .answers > summary { display: flex; align-items: center; gap: 0.75rem; padding: 0.75rem 1rem; cursor: pointer;
    list-style: none; }
  .answers > summary::-webkit-details-marker { display: none; }
  .answers > summary > svg { flex: none; color: var(--dossier-muted); }
  .answers > summary > span:first-of-type { flex: 1; display: grid; min-width: 0; }
  .answers > summary:focus-visible { outline-offset: -2px; }
  .look { color: var(--dossier-link); font-size: var(--dossier-size-s); font-weight: var(--dossier-medium); }
  .answers[open] .closed, .answers:not([open]) .open { display: none; }
  .group { padding: 0 1rem 0.75rem; }
  .group h3 { margin: 0.75rem 0 0.25rem; }
  dl > div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 0.125rem 1rem;
    padding: 0.5rem 0; border-top: 1px solid var(--dossier-border); }
  dt { color: var(--dossier-muted); overflow-wrap: anywhere; }
  dd { overflow-wrap: anywhere; white-space: pre-wrap; }
  .part { display: block; border-top: 1px solid var(--dossier-border); }
  .part[data-empty] { border-top: 0; }
  .end { display: grid; gap: 0.5rem; justify-items: start; }
  .contact { display: grid; gap: 0.25rem; padding: 1.125rem 1.25rem; overflow-wrap: anywhere; }
  .contact a { display: inline-flex; align-items: center; min-height: 1.75rem; }
  @media (max-width: 63.99em) {
    .mark { display: flex; }
    .columns { grid-template-columns: minmax(0, 1fr); }
  }
  @media (max-width: 47.99em) {
    .progress { margin: 0.875rem 0 1.25rem; }
    .progress li { font-size: 0.8125rem; }
    .progress svg { display: none; }
    dl > div { grid-template-columns: minmax(0, 1fr); }
  }
  @media print { .back, .end, .look { display: none; } }
`;
