import { css } from 'lit';

/**
 * It is as wide as the case leaves it, and is laid out by that: two columns, or one of them with a way back.
 */
export const patentsStyles = css`
  :host { display: block; min-width: 0; container-type: inline-size; }
  section { display: flex; flex-direction: column; min-height: 100%; }
  .top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
  .top dossier-patent-credits { margin-inline-start: auto; max-width: 17rem; }
  .seg { display: inline-flex; gap: 0.125rem; padding: 0.125rem; border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius); background: var(--dossier-neutral-soft); }
  .seg button { display: inline-flex; align-items: center; justify-content: center; gap: 0.375rem;
    min-height: calc(var(--dossier-control-s) - 0.125rem); padding: 0 0.625rem; border: 0; border-radius: 0.25rem;
    background: none; color: var(--dossier-muted); font-size: var(--dossier-size-s);
    font-weight: var(--dossier-medium); white-space: nowrap; cursor: pointer; }
  .seg button:hover { color: var(--dossier-text); }
  .seg button[aria-pressed='true'] { background: var(--dossier-surface); color: var(--dossier-text);
    box-shadow: var(--dossier-shadow-s); }
  .count { padding: 0 0.375rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
    font-size: var(--dossier-size-xs); font-variant-numeric: tabular-nums; }
  .lists { display: flex; flex-wrap: wrap; gap: 0.125rem; }
  .lists .button { padding-inline: 0.5rem; }
  .lists .button[aria-pressed='true'] { background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
  .search { padding: 0.625rem 0 0.75rem; }
  .cols { display: grid; grid-template-columns: minmax(16rem, 25rem) minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr); height: max(32rem, calc(100dvh - 16rem));
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l); overflow: hidden;
    background: var(--dossier-surface); }
  /* Where the case gives it a height, it fills it. */
  @media (min-width: 73.76em) { .cols { flex: 1 0 28rem; height: auto; min-height: 0; } }
  /* What is hidden from the eye is hidden in them, and not somewhere below the page. */
  .found, .detail { position: relative; }
  .detail { --ways: 5rem; }
  .found { min-height: 0; display: grid; border-inline-end: 1px solid var(--dossier-border); overflow-y: auto; }
  .detail { min-height: 0; min-width: 0; overflow: hidden; }
  .none { display: grid; height: 100%; align-content: center; }
  .ways { position: absolute; inset: 0.375rem 0.75rem auto auto; z-index: 3; display: flex; align-items: center;
    gap: 0.5rem; }
  .ways .end { margin-inline-start: auto; display: flex; gap: 0.125rem; }
  .back { display: none; }
  .other:focus { outline: none; }
  @container (max-width: 60rem) { .cols { grid-template-columns: minmax(15rem, 19rem) minmax(0, 1fr); } }
  @container (max-width: 44rem) {
    .cols { display: block; flex: none; height: auto; }
    .found { border: 0; display: block; }
    .detail { --ways: 0rem; overflow: visible; }
    .ways { position: static; padding: 0.375rem 0.75rem 0; }
    .back { display: inline-flex; }
    .none, :host([open]) .found, :host([open]) .search, :host([open]) .top { display: none; }
    .top dossier-patent-credits { order: -1; margin-inline-start: 0; width: 100%; max-width: none; }
    .seg { width: 100%; }
    .seg button { flex: 1; min-height: 2.5rem; padding: 0 0.375rem; }
    .lists { width: 100%; }
    .lists .button { flex: 1; min-height: 2.5rem; }
  }
  /* On a phone what is read has the whole width. */
  @media (max-width: 47.99em) {
    .cols { margin-inline: calc(-1 * var(--dossier-gutter)); border-inline: 0; border-radius: 0; }
  }
  @media (forced-colors: active) { .seg button[aria-pressed='true'] { outline: 2px solid Highlight; } }
`;
