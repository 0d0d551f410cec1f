import { css } from 'lit';

export const searchFormStyles = css`
  :host { display: block; container-type: inline-size; }
  form { display: grid; gap: 0.5rem; grid-template-columns: minmax(0, 1fr); }
  .line { display: grid; grid-template-columns: minmax(8rem, 10.625rem) minmax(7rem, 8.125rem) minmax(0, 1fr) 2rem;
    gap: 0.375rem; max-width: 54rem; }
  .line.one { grid-template-columns: minmax(0, 1fr) 2rem; }
  select.input { cursor: pointer; text-overflow: ellipsis; }
  .input[aria-invalid='true'] { border-color: var(--dossier-danger-border); }
  .join { display: inline-flex; align-items: center; gap: 0.5rem; color: var(--dossier-muted); }
  .join .input { width: auto; }
  .line-fault { display: flex; gap: 0.375rem; align-items: flex-start; }
  .line-fault svg { flex: none; margin-top: 0.125rem; }
  .asks { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.625rem; padding: 0.5rem 0.75rem;
    max-width: 54rem; border-radius: var(--dossier-radius); background: var(--dossier-info-soft);
    font-size: var(--dossier-size-s); }
  .asks > svg { flex: none; color: var(--dossier-info-text); }
  .asks p { min-width: 0; overflow-wrap: anywhere; }
  .note { display: flex; gap: 0.5rem; max-width: 54rem; padding: 0.5rem 0.75rem; border-radius: var(--dossier-radius);
    background: var(--dossier-warning-soft); font-size: var(--dossier-size-s); }
  .note svg { flex: none; margin-top: 0.125rem; color: var(--dossier-warning-text); }
  /* Nothing is said: it takes no room. */
  [role='alert']:empty { position: absolute; }
  .foot { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
  .help summary { width: fit-content; cursor: pointer; color: var(--dossier-link); font-size: var(--dossier-size-s);
    line-height: 1.5rem; }
  /* At the end of the line of the buttons, and what it opens below them. */
  @container (min-width: 44.01rem) {
    .foot:has(+ .help) { padding-inline-end: 12rem; }
    .help { margin-top: calc(-1 * var(--dossier-control) / 2 - 0.75rem - 0.5rem); pointer-events: none; }
    .help > * { pointer-events: auto; }
    /* Closed it adds no line, and no gap before it. */
    form:has(> .help:not([open])) { margin-bottom: -0.5rem; }
    .help summary { margin-inline-start: auto; margin-bottom: calc(var(--dossier-control) / 2 - 0.75rem); }
  }
  .tables { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1rem 2rem; padding-top: 0.5rem;
    font-size: var(--dossier-size-s); }
  table { border-collapse: collapse; }
  caption { text-align: start; font-weight: var(--dossier-bold); padding-bottom: 0.25rem; }
  .tables :is(th, td) { padding: 0.125rem 0.75rem 0.125rem 0; text-align: start; font-weight: var(--dossier-regular);
    vertical-align: baseline; overflow-wrap: anywhere; }
  .tables code { font-family: var(--dossier-mono, ui-monospace, monospace); }
  .tables td:last-child { color: var(--dossier-muted); }
  .summary { display: none; }
  /* As wide as the place it has: beside the case it is narrow on a wide screen. */
  @container (max-width: 44rem) {
    .folded { display: none; }
    .summary { display: flex; align-items: center; gap: 0.5rem; width: 100%; min-height: 2.75rem; padding: 0 0.75rem;
      border: 1px solid var(--dossier-control-border); border-radius: var(--dossier-radius); text-align: start;
      background: var(--dossier-field); cursor: pointer; }
    .summary span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .summary svg { flex: none; }
    .summary b { color: var(--dossier-accent-text); }
    .line { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) 2.75rem; }
    .line > .input:nth-child(3) { grid-column: 1 / 3; grid-row: 2; }
    .line > .button { grid-column: 3; grid-row: 1; width: 2.75rem; }
    .line.one { grid-template-columns: minmax(0, 1fr) 2.75rem; }
    .line.one > .button { grid-column: 2; }
    .foot .primary { flex: 1 1 100%; }
    .foot .query { order: 9; }
  }
`;
