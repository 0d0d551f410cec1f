import { css } from 'lit';

export const resultsStyles = css`
  :host { display: flex; flex-direction: column; min-height: 0; min-width: 0; background: var(--dossier-surface);
    container-type: inline-size; }
  ol { flex: 1; min-height: 0; overflow-y: auto; }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.125rem 0.25rem; min-height: 2.625rem;
    padding: 0.25rem 0.5rem 0.25rem 0.75rem; border-bottom: 1px solid var(--dossier-border); }
  .bar.foot { border-bottom: 0; border-top: 1px solid var(--dossier-border); }
  .count { flex: 1; font-size: var(--dossier-size-s); font-variant-numeric: tabular-nums; white-space: nowrap; }
  .bar .button.small { padding-inline: 0.5rem; }
  .bar .button.icon { position: relative; width: var(--dossier-control-s); padding: 0; }
  .bar .button[aria-pressed='true'] { background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
  .dot { position: absolute; top: 0.125rem; inset-inline-end: 0.125rem; width: 0.4375rem; height: 0.4375rem;
    border-radius: 50%; background: var(--dossier-accent); }
  .panel { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem 0.75rem; padding: 0.75rem;
    border-bottom: 1px solid var(--dossier-border); background: var(--dossier-background); }
  .panel .field { gap: 0.125rem; min-width: 0; }
  .panel .label { font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium); }
  .whole { grid-column: 1 / -1; }
  .option { display: flex; gap: 0.5rem; align-items: center; min-height: 1.75rem; font-size: var(--dossier-size-s);
    cursor: pointer; }
  .option input { flex: none; width: 1rem; height: 1rem; margin: 0; }
  .hit { position: relative; display: grid; grid-template-columns: 3.25rem minmax(0, 1fr) auto; gap: 0.75rem;
    padding: 0.625rem 0.5rem 0.625rem 0.75rem; border-bottom: 1px solid var(--dossier-border);
    content-visibility: auto; contain-intrinsic-size: auto 5.25rem; }
  .hit:hover { background: var(--dossier-hover); }
  .hit.open { background: var(--dossier-accent-soft); }
  .hit.open, .hit.current { box-shadow: inset 2px 0 var(--dossier-accent); }
  .title { display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden;
    color: var(--dossier-text); font-size: var(--dossier-size-s); font-weight: var(--dossier-bold);
    line-height: 1.125rem; text-decoration: none; overflow-wrap: anywhere; }
  /* All of the line opens it. */
  .title::after { content: ''; position: absolute; inset: 0; }
  .title:focus-visible { outline: none; }
  .hit:has(.title:focus-visible) { outline: 2px solid var(--dossier-focus); outline-offset: -2px; }
  .seen .title { font-weight: var(--dossier-regular); color: var(--dossier-muted); }
  .seen mark { color: var(--dossier-text); }
  .aside { color: var(--dossier-muted); font-weight: var(--dossier-regular); }
  mark { background: none; color: inherit; text-decoration: underline 2px var(--dossier-accent);
    text-underline-offset: 3px; }
  .what p { margin-top: 0.1875rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs); line-height: 1rem; }
  .number { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  /* Names of applicants may be long: the class and the family behind them are what one looks for. */
  .facts { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden;
    overflow-wrap: anywhere; }
  .others { position: relative; z-index: 1; justify-self: start; width: fit-content; }
  .others a { display: inline-block; min-height: 1.5rem; line-height: 1.5rem; font-variant-numeric: tabular-nums; }
  .others a[aria-current] { font-weight: var(--dossier-bold); }
  .keep, .kept { position: relative; z-index: 1; align-self: start; color: var(--dossier-muted); }
  .sign { position: relative; display: inline-grid; }
  .sign.is { color: var(--dossier-accent-text); }
  .tick { position: absolute; inset: 0.125rem 0 0; display: grid; place-items: center; }
  .note { display: flex; gap: 0.5rem; padding: 0.5rem 0.75rem; background: var(--dossier-info-soft);
    font-size: var(--dossier-size-s); border-top: 1px solid var(--dossier-border); }
  .note svg { flex: none; margin-top: 0.125rem; color: var(--dossier-info-text); }
  .note.warning { background: var(--dossier-warning-soft); }
  .note.warning svg { color: var(--dossier-warning-text); }
  /* In a narrow column all of them keep their words, in a line of their own. */
  .more { display: flex; flex-wrap: wrap; gap: 0.125rem 0.25rem; }
  @container (max-width: 30rem) {
    .more { flex: 1 0 100%; margin-inline-start: -0.5rem; }
    .bar:has(.more) { padding-block: 0.25rem; }
  }
  @media (max-width: 47.99em) {
    ol { overflow: visible; }
    .bar { padding-inline: 1rem 0.5rem; }
    .hit { padding-inline-start: 1rem; }
    .bar:not(.foot) .button { min-height: 2.75rem; }
    .bar .button.icon { width: 2.75rem; }
    .keep { min-width: 2.75rem; min-height: 2.75rem; }
    .option { min-height: 2.75rem; }
  }
  @media (forced-colors: active) { .hit.open, .hit.current { outline: 2px solid Highlight; outline-offset: -2px; } }
`;
