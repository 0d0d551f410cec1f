import { css } from 'lit';

export const detailStyles = css`
  :host { display: block; min-width: 0; min-height: 0; height: 100%; background: var(--dossier-surface);
    container-type: inline-size; }
  .all { display: flex; flex-direction: column; min-height: 0; height: 100%; }
  .head { padding: 0.875rem 1.25rem 0; }
  .head h2 { margin: 0.125rem 0 0.5rem; font-size: var(--dossier-size-l); line-height: 1.5rem;
    letter-spacing: -0.012em; }
  .head h2:focus-visible { outline: none; }
  .none-in-english { font-weight: var(--dossier-regular); font-size: var(--dossier-size-s); }
  /* Beside it are the ways to the next result and to the last. */
  .line { overflow-wrap: anywhere; padding-inline-end: var(--ways, 0rem); }
  .acts { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  .is-saved { max-width: 100%; color: var(--dossier-accent-text); }
  .is-saved span { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  .to-note { display: none; }
  .pdf .to-note { display: inline-flex; }
  .to-note[aria-pressed="true"] { background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
  .dot { width: 0.4375rem; height: 0.4375rem; border-radius: 50%; background: var(--dossier-accent); }
  .tabs { display: flex; flex: none; gap: 0; padding: 0.375rem 1.25rem 0 0.625rem; overflow-x: auto;
    scrollbar-width: thin; border-bottom: 1px solid var(--dossier-border); background: var(--dossier-surface); }
  [role="tab"] { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2.5rem; padding: 0 0.625rem;
    border: 0; border-bottom: 2px solid transparent; background: none; color: var(--dossier-muted); cursor: pointer;
    font-size: var(--dossier-size-s); font-weight: var(--dossier-medium); white-space: nowrap; outline-offset: -2px; }
  [role="tab"]:hover { color: var(--dossier-text); }
  [role="tab"][aria-selected="true"] { color: var(--dossier-text); border-color: var(--dossier-accent); }
  .count { padding: 0 0.375rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
    font-size: var(--dossier-size-xs); line-height: 1.125rem; }
  .body { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) 17rem; }
  .body:is(.alone, .wide:not(.noting)) { grid-template-columns: minmax(0, 1fr); }
  .wide:not(.noting) .rail, .wide .facts-of { display: none; }
  .body, .main, .rail { position: relative; }
  .main { overflow-y: auto; padding: 1rem 1.25rem 2.5rem; min-width: 0; outline-offset: -2px; }
  .rail { border-inline-start: 1px solid var(--dossier-border); background: var(--dossier-background);
    overflow-y: auto; }
  .rail > *, .facts-of > * { display: block; padding: 0.875rem 1rem; border-bottom: 1px solid var(--dossier-border); }
  .rail > .facts-of { padding: 0; border: 0; }
  .rail h3 { margin-bottom: 0.5rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs);
    font-weight: var(--dossier-bold); }
  .saved-to { display: grid; gap: 0.5rem; overflow-wrap: anywhere; }
  @container (max-width: 46rem) {
    .all { display: block; overflow-y: auto; overflow-anchor: none; }
    .tabs { position: sticky; inset-block-start: 0; z-index: 2; padding-inline: 0.75rem var(--ways, 0rem); }
    [role="tab"] { padding-inline: 0.5rem; }
    .body, .body.wide { grid-template-columns: minmax(0, 1fr); }
    .main { overflow: visible; }
    .rail { display: contents; }
    .rail > * { border-top: 1px solid var(--dossier-border); background: var(--dossier-background); }
    /* It comes to the top when it is wanted. */
    .noting dossier-patent-note { order: -1; border-top: 0; }
    .to-note { display: inline-flex; }
    .acts { gap: 0.375rem; }
    .acts .button { padding-inline: 0.5rem; }
    .acts .where { display: none; }
  }
  @media (max-width: 47.99em) {
    .head { padding-inline: 1rem; }
    .tabs { padding-inline: 0.375rem; }
    .many { display: none; }
    .main { padding-inline: 1rem; }
    .body.wide .main { padding-inline: 0.5rem; }
  }
  @media (pointer: coarse) { [role="tab"] { min-height: 2.75rem; } }
  @media (forced-colors: active) { [role="tab"][aria-selected="true"] { border-color: Highlight; } }
`;
