import { css } from 'lit';

/** Parameters and preview next to one another, each scrolling for itself; below one another where there is no room. */
export const editorStyles = css`
  :host { display: grid; gap: 1rem; align-content: start; grid-template-columns: minmax(0, 1fr); }
  header { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: flex-end; justify-content: space-between; }
  .name { display: grid; gap: 0.25rem; min-width: 0; }
  .line { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.5rem; }
  .line .back { margin-inline-end: 0.25rem; }
  .back { display: inline-flex; align-items: center; gap: 0.25rem; justify-self: start; min-height: 1.5rem;
    text-decoration: none; font-size: var(--dossier-size-s); font-weight: 550; }
  .back:hover { text-decoration: underline; }
  .ways { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.25rem; }
  .halves { display: grid; grid-template-columns: minmax(20rem, 25rem) minmax(0, 1fr); gap: 1rem; align-items: start; }
  .sheet { position: relative; padding: 2rem; min-height: 24rem; }
  .sheet dossier-report-view.old { filter: grayscale(1); }
  .preview-state { position: sticky; top: 0.5rem; z-index: 2; height: 0; display: flex; justify-content: center; }
  .busy, .late { height: fit-content; padding: 0.375rem 0.875rem; border-radius: 1rem;
    background: var(--dossier-raised); border: 1px solid var(--dossier-border); box-shadow: var(--dossier-shadow-l);
    font-size: var(--dossier-size-s); }
  .busy { opacity: 0; animation: dossier-appear 150ms 300ms forwards; }
  .late { display: flex; align-items: center; gap: 0.5rem; max-width: 100%; border-radius: var(--dossier-radius);
    color: var(--dossier-danger-text); border-color: var(--dossier-danger-border); }
  .late svg, .late .button { flex: none; }
  @media (min-width: 64em) {
    :host { display: flex; flex-direction: column; height: 100%; min-height: 30rem; }
    .halves { flex: 1; min-height: 0; grid-template-rows: minmax(0, 1fr); }
    .halves > * { height: 100%; overflow: auto; }
  }
  .to-preview { display: none; }
  @media (max-width: 63.99em) {
    .halves { grid-template-columns: minmax(0, 1fr); }
    /* In the flow: floating, it would lie over half a field wherever one stops scrolling. */
    .to-preview { display: flex; width: fit-content; margin: 0.75rem auto 0; }
  }
  @media (max-width: 47.99em) { .sheet { padding: 1.25rem 1rem; } .halves > .card { margin-inline: -0.5rem; } }
  @media print { header, .parameters { display: none; } .halves { display: block; } .halves > * { max-height: none;
    border: 0; box-shadow: none; padding: 0; } }
`;
