import { css } from 'lit';

/** Downwards from one step to the next; what does not pass goes along one dashed line to the person who decides. */
export const workflowStyles = css`
  :host { display: block; max-width: 52rem; margin-inline: auto; padding: 1rem 0 3rem; }
  ol { display: grid; }
  li { position: relative; padding-inline-end: 3rem; }
  h3 { margin: 1.25rem 0 0.5rem; }
  .cap { display: inline-flex; gap: 0.5rem; align-items: center; padding: 0.25rem 0.75rem; border-radius: 1rem;
    border: 1px solid var(--dossier-border); background: var(--dossier-surface); font-weight: var(--dossier-medium); }
  .wire { width: 2px; height: 1.25rem; margin-inline-start: 2.5rem; background: var(--dossier-control-border); }
  .ways { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  .way { position: absolute; inset: 0 0 0 auto; width: 3rem; color: var(--dossier-warning-text); }
  .way i { position: absolute; inset-inline-start: 1.5rem; border: 0 dashed currentColor; }
  .way .above { top: 0; height: 2rem; border-inline-start-width: 2px; }
  .way .below { top: 2rem; bottom: 0; border-inline-start-width: 2px; }
  .way .from, .way .to { top: 2rem; inset-inline-start: 0; width: 1.5rem; border-top-width: 2px; }
  .way .to::before { content: ""; position: absolute; inset-inline-start: 0; top: -0.3125rem; border: 0.25rem solid
    transparent; border-inline-end-color: currentColor; }
  .way .says { position: absolute; top: 2.5rem; left: 1.75rem; writing-mode: vertical-rl;
    font-size: var(--dossier-size-xs); white-space: nowrap; }
  @media (max-width: 47.99em) { li { padding-inline-end: 2rem; } .way { width: 2rem; }
    .way i { inset-inline-start: 0.75rem; } .way .from, .way .to { inset-inline-start: 0; width: 0.75rem; }
    .way .says { left: 0.875rem; } }
`;
