import { css } from 'lit';

export const accessStyles = css`
  :host { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; align-content: start; max-width: 90rem; }
  header { display: flex; flex-wrap: wrap; gap: 1rem 2rem; justify-content: space-between; align-items: end; }
  .lead { display: grid; gap: 0.25rem; flex: 1 1 22rem; max-width: 44rem; }
  section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
  .where { display: grid; gap: 0.25rem; flex: 0 1 18rem; min-width: 12rem; }
  .label { font-size: var(--dossier-size-s); font-weight: 550; }
  .where .input { cursor: pointer; font-weight: 550; }
  .tools { display: flex; flex-wrap: wrap; gap: 0.625rem 1.25rem; align-items: center; }
  .search { position: relative; flex: 0 1 20rem; min-width: 10rem; }
  .search svg { position: absolute; inset-inline-start: 0.6875rem; top: calc(50% - 8px); color: var(--dossier-muted);
    pointer-events: none; }
  .search .input { padding-inline-start: 2.125rem; }
  .only { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2rem; cursor: pointer; }
  .only input { width: 1.0625rem; height: 1.0625rem; margin: 0; }
  .role { display: grid; gap: 0.25rem; flex: 1 1 100%; }
  @media (max-width: 47.99em) { .where, .search { flex: 1 1 100%; } }
`;
