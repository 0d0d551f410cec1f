import { css } from 'lit';

export const listStyles = css`
  :host { display: flex; flex-direction: column; gap: 1rem; height: 100%; min-height: 26rem; }
  header { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.875rem; }
  .title { display: flex; align-items: baseline; gap: 0.75rem; flex-wrap: wrap; }
  .actions { display: flex; flex-wrap: wrap; align-self: center; gap: 0.5rem; margin-inline-start: auto; }
  .tools { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: center; }
  .chips { display: flex; gap: 0.25rem; flex-wrap: wrap; margin-inline-end: auto; }
  .filter { min-height: 2.125rem; padding: 0 0.75rem; border-radius: 2rem; border: 1px solid transparent;
    background: transparent; color: var(--dossier-muted); font-weight: 550; cursor: pointer;
    transition: background 120ms; }
  .filter:hover { background: var(--dossier-hover); color: var(--dossier-text); }
  .filter[aria-pressed="true"] { background: var(--dossier-accent-soft); color: var(--dossier-accent-text);
    border-color: color-mix(in oklab, var(--dossier-accent) 35%, transparent); }
  @media (forced-colors: active) { .filter[aria-pressed="true"] { border-color: Highlight; background: Highlight;
    color: HighlightText; forced-color-adjust: none; } }
  .search { position: relative; flex: 0 1 15rem; min-width: 9rem; }
  .search svg { position: absolute; inset-inline-start: 0.6875rem; top: calc(50% - 8px); color: var(--dossier-muted);
    pointer-events: none; }
  .search .input { padding-inline-start: 2.125rem; }
  .sort .input { width: auto; cursor: pointer; }
  .narrowed { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.875rem;
    padding: 0.4375rem 0.5rem 0.4375rem 0.875rem; border-radius: var(--dossier-radius);
    background: var(--dossier-info-soft); color: var(--dossier-info-text); font-size: var(--dossier-size-s); }
  .narrowed span { flex: 1 1 12rem; overflow-wrap: anywhere; }
  .body { position: relative; flex: 1; min-height: 16rem; overflow: hidden; display: flex; flex-direction: column; }
  .body > .state { margin: auto; }

  vaadin-grid {
    flex: 1; height: auto; min-height: 0;
    --vaadin-grid-border-width: 0px; --vaadin-grid-border-radius: 0px; --vaadin-grid-background: var(--dossier-surface);
    --vaadin-grid-row-border-width: 1px; --vaadin-border-color-secondary: var(--dossier-border);
    --vaadin-grid-border-color: var(--dossier-border);
    --vaadin-background-color: var(--dossier-surface); --vaadin-text-color: var(--dossier-text);
    --vaadin-focus-ring-color: var(--dossier-focus); --vaadin-focus-ring-width: 2px;
    font-size: var(--dossier-size-s); --vaadin-grid-header-font-size: var(--dossier-size-xs);
    --vaadin-grid-header-font-weight: var(--dossier-medium); --vaadin-grid-header-text-color: var(--dossier-muted);
    --vaadin-grid-cell-padding: calc((var(--dossier-row) - 1.4375rem) / 2) 0.75rem;
    --vaadin-grid-row-hover-background-color: var(--dossier-hover);
    --vaadin-grid-row-selected-background-color: var(--dossier-accent-soft);
  }
  vaadin-grid::part(body-cell) { cursor: pointer; }
  /* A line of a row is as high as the sign of its status; with the line below it 36 px. */
  vaadin-grid-cell-content { line-height: 1.375rem; }
  vaadin-grid-cell-content { overflow: hidden; text-overflow: ellipsis; }
  .whole { display: flex; }
  /* Each name by its own direction: what does not fit is cut where it ends. */
  .cut { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: match-parent; }
  .row-link { display: block; overflow: hidden; color: var(--dossier-text); font-weight: 600; text-decoration: none; }
  .row-link:hover { text-decoration: underline; }
  .stacked { display: grid; grid-template-columns: 1fr auto; gap: 0.25rem 0.75rem; align-items: center; }
  .stacked > :nth-child(even) { justify-self: end; }
  .stacked .row-link, .stacked .small { min-width: 0; }

  .pill {
    position: absolute; z-index: 2; top: 3.25rem; left: 50%; translate: -50% 0; display: inline-flex;
    align-items: center; gap: 0.375rem; min-height: 2.125rem; padding: 0 1rem 0 0.75rem;
    border: 0; border-radius: 2rem; background: var(--dossier-accent); color: var(--dossier-on-accent);
    font-weight: 600; cursor: pointer; box-shadow: var(--dossier-shadow-l); animation: drop 180ms ease-out;
  }
  .pill:hover { background: var(--dossier-accent-strong); }
  @keyframes drop { from { opacity: 0; translate: -50% -0.5rem; } }
  .more-failed { padding: 0.75rem 1rem; border-top: 1px solid var(--dossier-border); }
  kbd { font: 600 0.75rem/1 var(--dossier-font); padding: 0.125rem 0.375rem; border: 1px solid var(--dossier-border);
    border-bottom-width: 2px; border-radius: 0.3125rem; background: var(--dossier-surface); }

  @media (max-width: 47.99em) {
    :host { gap: 0.75rem; }
    .chips { width: 100%; }
    .filter { padding: 0 0.625rem; }
    .search { flex: 1 1 8rem; min-width: 8rem; }
    .sort { flex: 0 1 auto; min-width: 0; }
    .sort .input { max-width: 100%; }
    .body { margin-inline: -1rem; border-inline: 0; border-radius: 0; }
  }
  @media (max-width: 47.99em), (hover: none) { .keys { display: none; } }
`;
