import { css } from 'lit';

export const galleryStyles = css`
  :host { display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr); }
  section { display: grid; gap: 0.875rem; grid-template-columns: minmax(0, 1fr); }
  .line { display: flex; flex-wrap: wrap; align-items: center; gap: 0.625rem 1rem; }
  .line h2 { margin-inline-end: auto; }
  .search { position: relative; flex: 0 1 16rem; min-width: 9rem; }
  .search svg { position: absolute; inset-inline-start: 0.6875rem; top: calc(50% - 8px); color: var(--dossier-muted);
    pointer-events: none; }
  .search .input { padding-inline-start: 2.125rem; }
  .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1.125rem; }
  .cards > li { min-width: 0; }
`;
