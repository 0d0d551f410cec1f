import { css } from 'lit';

export const movingStyles = css`
  :host { display: grid; gap: 0.75rem; }
  .all { display: grid; gap: 0.75rem; }
  .one { display: grid; gap: 0.25rem; }
  .one .diff { padding-inline-start: 1.625rem; }
  .diff .fault { color: var(--dossier-warning-text); }
  .ways { display: flex; flex-wrap: wrap; gap: 0.5rem; }
`;
