import { css } from 'lit';

/** Two sizes: of staff, and of clients (17 px, controls of 48 px, one column of 600 px). */
export const formStepStyles = css`
  :host { display: block; --control: var(--dossier-control); --text: var(--dossier-size-m); max-width: 37.5rem;
    font-size: var(--text); line-height: 1.5; overflow-wrap: anywhere; }
  :host([size="client"]) { --control: 3rem; --text: 1.0625rem; }
  .form { display: grid; gap: 1.25rem; }
  :host([size="client"]) .form { gap: 1.75rem; }
  .field { display: grid; gap: 0.375rem; min-width: 0; }
  .field > label, .field > legend { font-size: var(--text); font-weight: var(--dossier-medium); padding: 0; }
  .field > legend { margin-bottom: 0.375rem; }
  fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
  .optional { color: var(--dossier-muted); font-weight: var(--dossier-regular); }
  .help { color: var(--dossier-muted); white-space: pre-line; }
  .fault { font-size: inherit; font-weight: var(--dossier-medium); }
  .wrong { border-inline-start: 3px solid var(--dossier-danger-border); padding-inline-start: 0.875rem; }
  .dependent { border-inline-start: 3px solid var(--dossier-border); margin-inline-start: 0.75rem;
    padding-inline-start: 1rem; }
  .input { min-height: var(--control); font-size: var(--text); }
  .input[aria-invalid="true"] { border-color: var(--dossier-danger-border); }
  .input.number { font-variant-numeric: tabular-nums; max-width: 18rem; }
  .affix { display: flex; max-width: 18rem; }
  .affix > span { display: grid; place-items: center; min-width: var(--control); padding: 0 0.5rem;
    border: 1px solid var(--dossier-control-border); border-inline-end: 0; background: var(--dossier-neutral-soft);
    border-start-start-radius: var(--dossier-radius); border-end-start-radius: var(--dossier-radius); }
  .affix .input { border-start-start-radius: 0; border-end-start-radius: 0; }
  .doubt { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  .button { min-height: var(--control); font-size: var(--text); white-space: normal; }
  .choices { display: grid; gap: 0.5rem; }
  .option { display: flex; align-items: center; gap: 0.75rem; min-height: var(--control); padding: 0.375rem 0.875rem;
    border: 1px solid var(--dossier-control-border); border-radius: var(--dossier-radius); cursor: pointer;
    background: var(--dossier-field); }
  .option:has(:checked) { border-color: var(--dossier-accent); background: var(--dossier-accent-soft); }
  .option:has(:focus-visible) { outline: 2px solid var(--dossier-focus); outline-offset: 2px; }
  .option input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; outline: none; }
  @media (forced-colors: active) { .option:has(:checked) { border-color: Highlight; } }
  .clear, .add { justify-self: start; }
  .parts { display: grid; gap: 0.75rem; }
  .rows { display: grid; gap: 1rem; }
  .row { display: grid; gap: 1rem; padding: 1rem; border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius-l); }
  .row > header { display: flex; justify-content: space-between; align-items: center; gap: 1rem; }
  .row h3 { font-size: var(--text); }
  h2 { font-size: 1.1875em; margin-top: 0.5rem; }
  .note { white-space: pre-line; }
  output { font-variant-numeric: tabular-nums; font-weight: var(--dossier-medium); }
  .file { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem 0.75rem; align-items: center;
    padding: 0.5rem 0.75rem; border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); }
  .file + .file { margin-top: 0.5rem; }
  .file progress, .file .fault { grid-column: 1 / -1; width: 100%; }
  .zone { position: relative; display: grid; place-items: center; gap: 0.25rem; min-height: 5rem; padding: 1rem;
    text-align: center; border: 2px dashed var(--dossier-control-border); border-radius: var(--dossier-radius-l); }
  .zone.over { background: var(--dossier-accent-soft); border-color: var(--dossier-accent); }
  .zone:focus-within { outline: 2px solid var(--dossier-focus); outline-offset: 2px; }
  .zone input { position: absolute; inset: 0; opacity: 0; cursor: pointer; font-size: 0; }
`;
