import { css } from 'lit';

export const decisionStyles = css`
  dialog { width: min(35rem, calc(100vw - 2rem)); }
  dialog form { grid-template-columns: minmax(0, 1fr); }
  .actions .button { max-width: 100%; white-space: normal; overflow-wrap: anywhere; }
  .deal { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem 1.5rem; padding: 0.75rem 1rem;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l);
    background: var(--dossier-background); }
  .deal dt { font-size: var(--dossier-size-xs); color: var(--dossier-muted); }
  .deal dd { font-weight: var(--dossier-bold); font-size: 1rem; overflow-wrap: anywhere; }
  .fails { padding: 0.75rem 1rem; border-radius: var(--dossier-radius-l); background: var(--dossier-warning-soft);
    font-size: var(--dossier-size-s); }
  .fails h3 { display: flex; gap: 0.5rem; align-items: center; color: var(--dossier-warning-text);
    font-weight: var(--dossier-bold); }
  .fails li { padding: 0.375rem 0 0 1.5rem; overflow-wrap: anywhere; white-space: pre-line; }
  .first { padding-inline-start: 0.625rem; border-inline-start: 2px solid var(--dossier-border);
    font-size: var(--dossier-size-s); white-space: pre-line; overflow-wrap: anywhere; }
  fieldset { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; gap: 0.25rem; }
  legend { padding: 0 0 0.375rem; font-weight: var(--dossier-medium); font-size: var(--dossier-size-s); }
  .tick { display: flex; gap: 0.5625rem; align-items: flex-start; min-height: 1.75rem; font-size: var(--dossier-size-s);
    cursor: pointer; }
  .tick input { flex: none; width: 1.0625rem; height: 1.0625rem; margin: 0.125rem 0 0; }
  .tick small { display: block; color: var(--dossier-muted); }
  .field { min-width: 0; grid-template-columns: minmax(0, 1fr); }
  .below { display: flex; gap: 1rem; justify-content: space-between; overflow-wrap: anywhere; }
  .below > :not(.count) { min-width: 0; }
  .below .count { flex: none; }
  .below .count { color: var(--dossier-muted); font-size: var(--dossier-size-xs); white-space: nowrap; }
`;
