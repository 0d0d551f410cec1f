import { css } from 'lit';

export const viewerStyles = css`
  :host { display: grid; min-height: 0; min-width: 0; height: 100%; container-type: inline-size; }
  .viewer { display: grid; grid-template-rows: auto auto minmax(0, 1fr); min-height: 0; min-width: 0; height: 100%;
    background: var(--dossier-surface); }
  .tools, .search { display: flex; align-items: center; gap: 0.125rem; padding: 0.25rem 0.5rem;
    border-bottom: 1px solid var(--dossier-border); }
  .tools { flex-wrap: wrap; }
  .search { gap: 0.25rem; }
  .search .input { flex: 1 1 8rem; min-width: 0; }
  .outcome { flex: none; min-width: 4.5rem; text-align: end; font-size: var(--dossier-size-s); }
  .group { display: inline-flex; align-items: center; gap: 0.125rem; }
  .group .input { width: auto; min-height: var(--dossier-control-s); }
  .group input.input { box-sizing: content-box; width: calc(var(--digits, 2) * 1ch); padding: 0 0.375rem;
    text-align: end; }
  .group .muted { padding: 0 0.25rem; font-size: var(--dossier-size-s); white-space: nowrap; }
  .wide { flex: 1; }
  .body { grid-row: 3; display: grid; grid-template-columns: auto minmax(0, 1fr); min-height: 0; position: relative; }
  .body > :last-child { grid-column: 2; }
  dossier-viewed-thumbnails { width: 8.5rem; }
  .only { grid-row: 3; min-height: 0; overflow: auto; }
  pre { margin: 0; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: #fff; color: #16181d;
    color-scheme: only light; min-height: 100%; }
  .way { display: flex; justify-content: center; }
  .cut { padding: 0.5rem 1rem; border-bottom: 1px solid var(--dossier-border); }
  .plain { display: flex; justify-content: end; padding: 0.25rem 0.5rem; grid-row: 1;
    border-bottom: 1px solid var(--dossier-border); }
  @container (max-width: 30rem) {
    dossier-viewed-thumbnails { position: absolute; inset: 0 auto 0 0; z-index: 3; box-shadow: var(--dossier-shadow-l); }
    .body > :last-child { grid-column: 1 / -1; }
    .wide { display: none; }
  }
`;
