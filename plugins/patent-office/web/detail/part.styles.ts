import { css } from 'lit';

/** What all parts of a patent have in common: prices, lines that tell something, facts, texts to be read. */
export const partStyles = css`
  .cost { padding: 0 0.4375rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
    color: var(--dossier-text); font-size: var(--dossier-size-xs); line-height: 1.25rem; white-space: nowrap; }
  .cost.free { background: var(--dossier-success-soft); color: var(--dossier-success-text); }
  .button[disabled] .cost { opacity: 1; }
  .told { display: flex; flex-wrap: wrap; gap: 0.5rem 0.625rem; align-items: center; padding: 0.625rem 0.75rem;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); background: var(--dossier-surface);
    max-width: 44rem; }
  .told > svg { flex: none; color: var(--dossier-muted); }
  .told.info { background: var(--dossier-info-soft); border-color: transparent; }
  .told.info > svg { color: var(--dossier-info-text); }
  .told.warning { background: var(--dossier-warning-soft); border-color: transparent; }
  .told.warning > svg { color: var(--dossier-warning-text); }
  .grow { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; }
  .fault { margin-top: 0.375rem; }
  .as-of { display: flex; flex-wrap: wrap; gap: 0.375rem 0.75rem; align-items: center; margin-top: 1rem; }
  .bar { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 0.75rem; }
  .bar .push { margin-inline-start: auto; }
  .bar > a { min-height: 1.5rem; display: inline-flex; align-items: center; }
  .choice { display: inline-flex; padding: 2px; border-radius: var(--dossier-radius);
    background: var(--dossier-neutral-soft); }
  .choice button { min-height: var(--dossier-control-s); padding: 0 0.625rem; border: 0; background: none;
    border-radius: calc(var(--dossier-radius) - 2px); color: var(--dossier-muted); font-size: var(--dossier-size-s);
    font-weight: var(--dossier-medium); cursor: pointer; }
  .choice button[aria-pressed="true"] { background: var(--dossier-surface); color: var(--dossier-text);
    box-shadow: var(--dossier-shadow-s); }
  .text { max-width: 66ch; line-height: 1.5; overflow-wrap: anywhere; white-space: pre-line; }
  mark { background: none; color: inherit; text-decoration: underline 2px var(--dossier-accent);
    text-underline-offset: 3px; }
  .part { display: grid; gap: 0.5rem; margin-bottom: 1.25rem; justify-items: start; }
  .part > :is(.text, .lines) { justify-self: stretch; }
  .facts { display: grid; gap: 0.375rem; font-size: var(--dossier-size-s); }
  .facts > div { display: grid; grid-template-columns: 5.25rem minmax(0, 1fr); gap: 0.5rem; }
  .facts dt { color: var(--dossier-muted); }
  .facts dd { margin: 0; overflow-wrap: anywhere; }
  .lines { display: grid; max-width: 52rem; }
  .lines > li { display: grid; gap: 0.125rem; padding: 0.5rem 0; border-bottom: 1px solid var(--dossier-border); }
  .lines .first { display: flex; flex-wrap: wrap; gap: 0.25rem 0.625rem; align-items: baseline; }
  .open { padding: 0; border: 0; background: none; color: var(--dossier-link); text-decoration: underline;
    text-underline-offset: 0.2em; text-decoration-thickness: 1px; cursor: pointer; min-height: 1.5rem;
    font-variant-numeric: tabular-nums; text-align: start; }
  .tag { padding: 0 0.5rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
    font-size: var(--dossier-size-xs); line-height: 1.375rem; overflow-wrap: anywhere; }
  @media (forced-colors: active) { .choice button[aria-pressed="true"] { outline: 2px solid Highlight; } }
  @media (pointer: coarse) { .open { min-height: 2.75rem; } }
`;
