import { css } from 'lit';

/** A sheet of paper that fits its place. */
export const reportStyles = css`
  :host { display: grid; gap: 2rem; container-type: inline-size; overflow-wrap: anywhere; }
  header { display: grid; gap: 0.3125rem; padding-bottom: 1.25rem; border-bottom: 3px solid var(--dossier-accent); }
  header h2 { font-size: 1.625rem; line-height: 1.2; font-weight: 660; letter-spacing: -0.015em; text-wrap: balance; }
  .house { color: var(--dossier-accent-text); font-size: var(--dossier-size-s); font-weight: 600; }
  .subtitle { color: var(--dossier-muted); }
  .filters { display: flex; flex-wrap: wrap; gap: 0.375rem; margin-top: 0.375rem; font-size: var(--dossier-size-s); }
  .filters div { display: flex; gap: 0.375rem; padding: 0.125rem 0.625rem; border-radius: 1rem;
    background: var(--dossier-neutral-soft); }
  .filters dt { font-weight: 600; }
  section { display: grid; gap: 0.875rem; min-width: 0; grid-template-columns: minmax(0, 1fr); }
  h3 { font-size: var(--dossier-size-l); font-weight: 620; }
  .paragraph { white-space: pre-line; max-width: 44rem; }

  .numbers { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.25rem, 1fr)); gap: 1px;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); overflow: hidden; }
  .figure { display: flex; flex-direction: column; justify-content: space-between; gap: 0.3125rem;
    padding: 0.75rem 0.875rem; background: var(--dossier-surface); box-shadow: 0 0 0 1px var(--dossier-border); }
  .figure dt { color: var(--dossier-muted); font-size: var(--dossier-size-s); line-height: 1.35;
    overflow-wrap: break-word; hyphens: auto; }
  .figure dd { display: grid; gap: 0.125rem; justify-items: start; }
  .value { font-size: 1.375rem; line-height: 1.25; font-weight: 640; letter-spacing: -0.01em; }
  a.value { color: var(--dossier-text); text-decoration-color: var(--dossier-control-border);
    text-decoration-thickness: 1px; text-underline-offset: 0.22em; border-radius: 0.25rem; }
  a.value:hover { color: var(--dossier-link); text-decoration-color: currentColor; }

  .scroll { overflow-x: auto; border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); }
  table { width: 100%; border-collapse: collapse; font-size: var(--dossier-size-s); }
  th, td { padding: 0.5rem 0.75rem; text-align: start; vertical-align: top; overflow-wrap: break-word; }
  thead th { color: var(--dossier-muted); font-weight: 600; border-bottom: 1px solid var(--dossier-border);
    vertical-align: bottom; }
  tbody tr + tr { border-top: 1px solid var(--dossier-border); }
  .end { text-align: end; white-space: nowrap; }
  th.end { white-space: normal; }
  .nothing { padding: 1.25rem 1rem; border: 1px dashed var(--dossier-border); border-radius: var(--dossier-radius);
    text-align: center; }
  @container (max-width: 30rem) {
    .numbers { grid-template-columns: repeat(auto-fill, minmax(7.75rem, 1fr)); }
    header h2 { font-size: 1.375rem; }
  }
`;
