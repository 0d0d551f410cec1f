import { css } from 'lit';

/** Of what is drawn of kept views; comes with it. */
export const savedStyles = css`
  .tabs .rule { flex: none; width: 1px; margin-block: 0.75rem; background: var(--dossier-border); }
  .tabs a bdi { max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .tabs .more { flex: none; min-height: 2.5rem; padding: 0 0.375rem; border: 0; background: none; font: inherit;
    color: var(--dossier-muted); font-weight: var(--dossier-medium); cursor: pointer; outline-offset: -2px; }
  .tabs .more:hover { color: var(--dossier-text); }
  .saved { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; padding-block-end: 0.625rem;
    font-size: var(--dossier-size-s); }
  .saved p { margin: 0; }
  .saved svg { flex: none; vertical-align: -0.1875rem; }
  .saved.warn svg { color: var(--dossier-warning-text); }
  .changed { padding: 0 0.5rem; border-radius: 1rem; background: var(--dossier-warning-soft);
    color: var(--dossier-warning-text); font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium); }
  .group { display: flex; align-items: center; gap: 0.5rem; font-weight: var(--dossier-bold); }
  @media (max-width: 47.99em) { .tabs .more, .saved .button { min-height: 2.75rem; } }
`;
