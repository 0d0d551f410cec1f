import { css } from 'lit';

/** On top of the workspace's frame: the same sidebar on wide screens, one bar with a select on narrow ones. */
export const sectionsStyles = css`
  .skip { border: 0; cursor: pointer; }
  .side { display: flex; flex-direction: column; gap: 1rem; padding: 0.875rem 0.75rem; }
  .back { display: inline-flex; align-items: center; gap: 0.375rem; align-self: start; min-height: 2rem;
    padding: 0 0.5rem; border-radius: var(--dossier-radius); color: var(--dossier-muted); text-decoration: none;
    font-size: var(--dossier-size-s); font-weight: 550; }
  .back:hover { background: var(--dossier-hover); color: var(--dossier-text); }
  .organization { display: flex; align-items: center; gap: 0.625rem; padding: 0 0.375rem; min-width: 0; }
  .organization > span:last-child { display: grid; min-width: 0; line-height: 1.3; }
  .organization .muted { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .organization b { font-weight: 620; }
  nav ul { display: grid; gap: 1px; }
  nav a { display: flex; align-items: center; gap: 0.625rem; min-height: var(--dossier-control); padding: 0 0.5rem;
    border-radius: var(--dossier-radius); color: var(--dossier-muted); text-decoration: none;
    font-size: var(--dossier-size-s); font-weight: var(--dossier-medium); }
  nav a:hover { background: var(--dossier-hover); color: var(--dossier-text); }
  nav a svg { color: var(--dossier-muted); flex: none; }
  nav a[aria-current] { background: var(--dossier-pressed); color: var(--dossier-text); }
  nav a[aria-current] svg { color: var(--dossier-accent-text); }
  .find { display: none; }
  .choice { display: none; position: relative; flex: 1; min-width: 0; }
  .choice .input { appearance: none; padding-inline-end: 2.25rem; font-weight: 600; text-overflow: ellipsis; }
  .choice svg { position: absolute; inset-inline-end: 0.75rem; top: calc(50% - 8px); pointer-events: none;
    color: var(--dossier-muted); }
  .foot { margin-top: auto; display: grid; gap: 0.5rem; }
  .foot .paused { padding: 0.5rem 0.6875rem; border-radius: var(--dossier-radius);
    background: var(--dossier-warning-soft); }
  @media (max-width: 63.99em) {
    .side { flex-direction: row; align-items: center; gap: 0.5rem; padding: 0.375rem 0.75rem; border-inline-end: 0;
      border-bottom: 1px solid var(--dossier-border); background: var(--dossier-surface); overflow: visible; }
    .side nav, .organization, .foot, .jumps { display: none; }
    .find { display: inline-flex; margin-inline-start: auto; }
    .back { align-self: center; white-space: nowrap; }
    .choice { display: block; max-width: 24rem; }
  }
`;
