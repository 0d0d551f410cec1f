import { css } from 'lit';

export const runsStyles = css`
  :host { max-width: none; padding-bottom: 0; }
  .filters { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.25rem; }
  .filters .input { width: auto; min-width: 12rem; }
  .filters .option { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.375rem; cursor: pointer; }
  .filters .option input { width: 1.0625rem; height: 1.0625rem; margin: 0; }
  .filters .field { display: flex; align-items: center; gap: 0.625rem; }
  tbody tr:hover { background: color-mix(in oklab, var(--dossier-hover) 55%, transparent); }
  td.how { width: 12.5rem; }
  td.file { width: 8.5rem; white-space: nowrap; }
  td.when { width: 12rem; }
  .lines { display: grid; gap: 0.125rem; min-width: 0; }
  .lines > .chip { justify-self: start; }
  .sub { display: flex; flex-wrap: wrap; align-items: center; gap: 0.125rem 0.375rem; }
  .sub svg { flex: none; }
  .chips { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.375rem; }
  .reason { max-width: 40rem; color: var(--dossier-danger-text); overflow-wrap: anywhere; }
  .buttons { display: flex; justify-content: flex-end; gap: 0.125rem; }
  .narrow { display: none; }
  @media (max-width: 63.99em) { td.when, th.when { display: none; } .narrow.when { display: block; } }
  @media (max-width: 47.99em) {
    td.how, td.file, th.how, th.file { display: none; }
    .narrow { display: flex; }
    td.end { padding-inline-start: 0; vertical-align: top; }
    .buttons { flex-direction: column; }
    .buttons .edit { display: none; }
    thead { position: absolute; clip-path: inset(50%); }
    tbody tr:first-child { border-top: 0; }
    .filters { flex-wrap: nowrap; }
    .filters .field { flex: 1; min-width: 0; }
    .filters .input { flex: 1; width: 100%; min-width: 0; }
    .filters .option { white-space: nowrap; }
  }
`;
