import { css } from 'lit';
import { avatarStyles } from '@dossier/sdk/web/ui/avatar';

const frame = css`
  :host { position: relative; display: flex; flex-direction: column; height: 100%; min-height: 26rem; }
  header { display: grid; grid-template-columns: minmax(0, 1fr); }
  .title { display: flex; align-items: baseline; gap: 0.75rem; flex-wrap: wrap; min-height: 2.5rem; }
  .actions { display: flex; flex-wrap: wrap; align-self: center; gap: 0.5rem; margin-inline-start: auto; }
  .tabs { display: flex; gap: 1.25rem; overflow-x: auto; scrollbar-width: none;
    border-block-end: 1px solid var(--dossier-border); font-size: var(--dossier-size-s); }
  .tabs a { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2.5rem; flex: none;
    border-block-end: 2px solid transparent; color: var(--dossier-muted); font-weight: var(--dossier-medium);
    text-decoration: none; outline-offset: -2px; }
  .tabs a:hover { color: var(--dossier-text); }
  .tabs a[aria-current] { color: var(--dossier-text); border-color: var(--dossier-accent); }
  .count { min-width: 1.25rem; padding: 0 0.375rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
    color: var(--dossier-text); font-size: var(--dossier-size-xs); text-align: center;
    font-variant-numeric: tabular-nums; }
  .count.late { background: var(--dossier-danger-soft); color: var(--dossier-danger-text); }
  .keep { display: inline-flex; align-items: center; gap: 0.375rem; flex: none; min-height: 2rem; padding: 0 0.375rem;
    border: 0; background: none; color: var(--dossier-muted); font-size: var(--dossier-size-s);
    font-weight: var(--dossier-medium); cursor: pointer; }
  .keep:hover { color: var(--dossier-text); }
  .bar { display: flex; align-items: center; gap: 0.5rem; padding-block: 0.625rem; }
  .search { position: relative; flex: 0 0 14.5rem; }
  .search svg { position: absolute; inset-inline-start: 0.6875rem; top: calc(50% - 8px); color: var(--dossier-muted);
    pointer-events: none; }
  .search .input { padding-inline-start: 2.125rem; }
  .sort .input { width: auto; cursor: pointer; font-size: var(--dossier-size-s); }
  .chips { display: flex; flex: 1; gap: 0.5rem; min-width: 0; overflow-x: auto; scrollbar-width: none; }
  .narrowed { display: inline-flex; align-items: center; flex: none; height: 2rem; padding-inline-start: 0.625rem;
    border: 1px solid color-mix(in oklab, var(--dossier-accent) 35%, transparent);
    border-radius: var(--dossier-radius); background: var(--dossier-accent-soft); font-size: var(--dossier-size-s); }
  .narrowed button { display: grid; place-items: center; width: 1.75rem; height: 100%; padding: 0; border: 0;
    background: none; cursor: pointer; }
  .add { display: inline-flex; align-items: center; gap: 0.25rem; flex: none; height: 2rem; padding: 0 0.625rem;
    border: 1px dashed var(--dossier-control-border); border-radius: var(--dossier-radius); background: none;
    color: var(--dossier-muted); font-size: var(--dossier-size-s); cursor: pointer; }
  .add:hover { color: var(--dossier-text); background: var(--dossier-hover); }
  .split { display: flex; flex: 1; min-height: 16rem; border-block: 1px solid var(--dossier-border);
    margin-inline: calc(-1 * var(--dossier-gutter)); }
  .body { position: relative; display: flex; flex: 1; flex-direction: column; min-width: 0; overflow: hidden;
    background: var(--dossier-surface); }
  .body > .state { margin: auto; }
  .foot { display: flex; gap: 1rem; justify-content: space-between; padding-block: 0.375rem;
    font-size: var(--dossier-size-xs); }
  .keys { display: flex; flex-wrap: wrap; gap: 0 1rem; }
  .loaded { display: flex; gap: 1rem; margin-inline-start: auto; white-space: nowrap; }
  .live { display: inline-flex; gap: 0.375rem; align-items: center; }
  .live::before { content: ""; width: 0.375rem; height: 0.375rem; border-radius: 50%;
    background: var(--dossier-success-text); }
  .keys kbd { margin-inline-end: 0.125rem; border: 1px solid var(--dossier-border);
    background: var(--dossier-surface); }
  kbd { font: inherit; font-size: var(--dossier-size-xs); padding: 0 0.3125rem; border-radius: 0.25rem; }
  .primary kbd { background: color-mix(in oklab, currentColor 18%, transparent); }
`;

const grid = css`
  vaadin-grid {
    flex: 1; height: auto; min-height: 0;
    --vaadin-grid-border-width: 0px; --vaadin-grid-border-radius: 0px; --vaadin-grid-background: var(--dossier-surface);
    --vaadin-grid-row-border-width: 1px; --vaadin-border-color-secondary: var(--dossier-border);
    --vaadin-grid-border-color: var(--dossier-border);
    --vaadin-background-color: var(--dossier-surface); --vaadin-text-color: var(--dossier-text);
    --vaadin-focus-ring-color: var(--dossier-focus); --vaadin-focus-ring-width: 2px;
    font-size: var(--dossier-size-s); --vaadin-grid-header-font-size: var(--dossier-size-xs);
    --vaadin-grid-header-font-weight: var(--dossier-medium); --vaadin-grid-header-text-color: var(--dossier-muted);
    --vaadin-grid-cell-padding: calc((var(--dossier-row) - 1.4375rem) / 2) 0.625rem;
    --vaadin-grid-row-hover-background-color: var(--dossier-hover);
    --vaadin-grid-row-selected-background-color: var(--dossier-accent-soft);
  }
  vaadin-grid::part(body-cell) { cursor: pointer; }
  vaadin-grid::part(current) { background: var(--dossier-accent-soft); }
  vaadin-grid::part(first-column-cell) { padding-inline-start: calc(var(--dossier-gutter) - 0.625rem); }
  vaadin-grid::part(current first-column-cell) { box-shadow: inset 2px 0 var(--dossier-accent); }
  /* A line of a row is as high as the sign of its status; with the line below it 36 px. */
  vaadin-grid-cell-content { line-height: 1.375rem; overflow: hidden; text-overflow: ellipsis; }
  .heading { display: inline-flex; align-items: center; gap: 0.1875rem; min-height: 1.5rem; padding: 0; border: 0;
    background: none; font: inherit; color: inherit; cursor: pointer; }
  .heading:hover { color: var(--dossier-text); }
  input[type='checkbox'] { width: 1rem; height: 1rem; margin: 0; vertical-align: -0.1875rem; cursor: pointer; }
  .whole { display: flex; }
  .amount { font-weight: var(--dossier-medium); }
  .sign, .due { display: inline-flex; align-items: center; gap: 0.375rem; min-width: 0; white-space: nowrap; }
  .sign svg, .due svg { flex: none; }
  .sign > span { overflow: hidden; text-overflow: ellipsis; }
  .sign.info svg { color: var(--dossier-muted); } .sign.warning svg { color: var(--dossier-info-text); }
  .sign.success svg { color: var(--dossier-success-text); } .sign.danger svg { color: var(--dossier-danger-text); }
  .sign.client svg { color: var(--dossier-link); }
  .due.late { color: var(--dossier-danger-text); font-weight: var(--dossier-medium); }
  .due.soon { color: var(--dossier-warning-text); font-weight: var(--dossier-medium); }
  .who, .take { display: flex; align-items: center; gap: 0.4375rem; min-width: 0; }
  .take { min-height: 1.5rem; margin-block: -0.0625rem; padding: 0; border: 0; background: none; color: var(--dossier-muted); cursor: pointer; }
  .take:hover { color: var(--dossier-link); }
  .nobody { display: grid; place-items: center; flex: none; width: 1.25rem; height: 1.25rem; border-radius: 50%;
    border: 1px dashed currentColor; }
  /* Each name by its own direction: what does not fit is cut where it ends. */
  .cut { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: match-parent; }
  .row-link { display: block; overflow: hidden; color: var(--dossier-text); font-weight: var(--dossier-bold);
    text-decoration: none; }
  .row-link:hover { text-decoration: underline; }
  .stacked { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.125rem 0.75rem; align-items: center;
    padding-block: 0.375rem; font-size: var(--dossier-size-m); }
  .stacked > :nth-child(even) { justify-self: end; }
  .below { display: flex; gap: 0.625rem; min-width: 0; }

  .pill {
    position: absolute; z-index: 2; top: 3.25rem; left: 50%; translate: -50% 0; display: inline-flex;
    align-items: center; gap: 0.375rem; min-height: 2.125rem; padding: 0 1rem 0 0.75rem;
    border: 0; border-radius: 2rem; background: var(--dossier-accent); color: var(--dossier-on-accent);
    font-weight: 600; cursor: pointer; box-shadow: var(--dossier-shadow-l); animation: drop 180ms ease-out;
  }
  .pill:hover { background: var(--dossier-accent-strong); }
  @keyframes drop { from { opacity: 0; translate: -50% -0.5rem; } }
  .more-failed { padding: 0.75rem 1rem; border-top: 1px solid var(--dossier-border); }
`;

const phone = css`
  @media (max-width: 47.99em) {
    vaadin-grid::part(last-column-cell) { padding-inline-end: calc(var(--dossier-gutter) - 0.625rem); }
    .bar { flex-wrap: wrap; }
    .search { flex: 1 1 8rem; min-width: 8rem; }
    .sort { flex: 0 1 auto; min-width: 0; }
    .sort .input { max-width: 100%; }
    .chips { order: 3; flex-basis: 100%; }
    .narrowed, .add { height: 2.75rem; }
    .narrowed button { width: 2.75rem; }
    .tabs a, .keep { min-height: 2.75rem; }
    .bar > .button, .primary kbd { display: none; }
  }
  @media (max-width: 47.99em), (hover: none) { .keys { display: none; } }
  @media (max-width: 47.99em) { .foot { display: none; } }
`;

export const listStyles = [avatarStyles, frame, grid, phone];
