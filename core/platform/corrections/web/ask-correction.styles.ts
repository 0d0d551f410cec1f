import { css } from 'lit';

export const askStyles = css`
  :host { display: contents; }
  dialog { width: min(58rem, calc(100vw - 2rem)); }
  dialog form { padding: 0; gap: 0; }
  header.top { display: flex; gap: 1rem; align-items: flex-start; justify-content: space-between;
    padding: 1.25rem 1.25rem 0.875rem; }
  .two { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 1rem; padding: 0 1.25rem 1.25rem; }
  .pick { border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l); overflow: hidden;
    align-self: start; }
  .pick h3 { padding: 0.5rem 0.75rem; background: var(--dossier-sunken, var(--dossier-neutral-soft));
    color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
  .pick li { border-top: 1px solid var(--dossier-border); }
  .pick li.on { background: var(--dossier-accent-soft); }
  .pick label.line { display: flex; gap: 0.625rem; align-items: baseline; padding: 0.5rem 0.75rem; cursor: pointer; }
  .pick label.line input { flex: none; inline-size: 1rem; block-size: 1rem; translate: 0 0.125rem;
    accent-color: var(--dossier-accent); }
  .pick .v { margin-inline-start: auto; text-align: end; color: var(--dossier-muted); overflow-wrap: anywhere;
    max-width: 50%; white-space: pre-line; }
  .mark { color: var(--dossier-warning-text); display: inline-flex; translate: 0 0.1875rem; }
  .more { display: grid; gap: 0.375rem; padding: 0 0.75rem 0.75rem 2.375rem; }
  .more textarea { min-height: 4rem; }
  .side { display: grid; gap: 1rem; align-content: start; }
  .chips { display: flex; flex-wrap: wrap; gap: 0.375rem; }
  .chips .button[aria-pressed='true'] { background: var(--dossier-accent-soft); border-color: var(--dossier-accent); }
  .side textarea { min-height: 3.5rem; }
  .letter { border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l); overflow: hidden; }
  .letter header { display: flex; gap: 0.5rem; align-items: center; padding: 0.5rem 0.75rem;
    border-bottom: 1px solid var(--dossier-border); color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
  .letter > div { display: grid; gap: 0.625rem; padding: 0.875rem 1rem; overflow-wrap: anywhere; }
  .letter ol { display: grid; gap: 0.375rem; list-style: decimal; padding-inline-start: 1.25rem; }
  .words { white-space: pre-line; }
  .foot { display: flex; flex-wrap: wrap; gap: 0.5rem 0.625rem; align-items: center; padding: 0.875rem 1.25rem;
    border-top: 1px solid var(--dossier-border); background: var(--dossier-surface); position: sticky; bottom: 0; }
  .foot .muted { margin-inline-end: auto; }
  @media (max-width: 47.99em) { .two { grid-template-columns: minmax(0, 1fr); } .foot .button { flex: 1 1 auto; } }
`;
