import { css } from 'lit';

export const creditsStyles = css`
  :host { display: block; font-size: var(--dossier-size-xs); line-height: 1rem; color: var(--dossier-muted);
    font-variant-numeric: tabular-nums; }
  .meter { display: grid; grid-template-columns: minmax(0, 1fr) 5.75rem; gap: 0 0.625rem; align-items: center; text-align: end; }
  .meter p { display: flex; flex-wrap: wrap; justify-content: flex-end; align-items: center; gap: 0 0.25rem; }
  .meter b { color: var(--dossier-text); }
  .bar { grid-column: 2; grid-row: 1 / span 2; height: 0.375rem; border-radius: 1rem; overflow: hidden;
    background: var(--dossier-neutral-soft); border: 1px solid var(--dossier-border); }
  .bar > span { display: block; height: 100%; background: var(--dossier-accent); }
  .of { grid-column: 1; }
  .uses { grid-column: 1 / -1; justify-self: end; min-height: 1.5rem; line-height: 1.5rem; }
  .low p:first-child, .low p:first-child b { color: var(--dossier-warning-text); }
  .low .bar > span { background: var(--dossier-warning-text); }
  .waits { width: 10rem; height: 2rem; border-radius: var(--dossier-radius); background: var(--dossier-neutral-soft);
    opacity: 0; animation: wait 200ms 300ms forwards; }
  @keyframes wait { to { opacity: 1; } }
  /* Narrower, so that it stays in the line of the lists. */
  @container (max-width: 72rem) { .meter { max-width: 13rem; grid-template-columns: minmax(0, 1fr) 3rem; } }
  @container (max-width: 61rem) {
    .meter { grid-template-columns: minmax(0, 1fr); row-gap: 0.125rem; }
    .bar { grid-column: 1; grid-row: auto; height: 0.3125rem; }
  }
  @media (max-width: 47.99em) {
    .meter { display: flex; flex-wrap: wrap; gap: 0.25rem; max-width: none; text-align: start; }
    .meter p { justify-content: flex-start; }
    .bar { order: 1; flex: 1 0 100%; }
    .uses { order: 2; }
    .uses { justify-self: start; min-height: 2.75rem; line-height: 2.75rem; }
  }
  @media (forced-colors: active) { .bar > span { background: Highlight; } }
`;
