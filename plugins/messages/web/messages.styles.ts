import { css } from 'lit';

/** Two columns, each with what moves in it; on a phone one of them. */
export const messagesStyles = css`
  :host { display: grid; grid-template-columns: minmax(16rem, 22rem) minmax(0, 1fr); grid-template-rows: minmax(0, 1fr);
    gap: 1rem; height: 100%; min-height: 24rem; max-width: var(--dossier-page); }
  .card { display: grid; grid-template-rows: auto auto 1fr; min-height: 0; overflow: hidden; }
  .thread.card { grid-template-rows: minmax(0, 1fr); }
  dossier-new-thread { position: absolute; }
  .thread.none { grid-template-rows: auto; align-content: center; }
  .head { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; padding: 0.75rem 1rem; }
  .head :is(h1, h2) { font-size: var(--dossier-size-l); }
  .rows { overflow-y: auto; min-height: 0; grid-row: 3; }
  .more { display: block; margin: 0.75rem auto; }
  .tabs { display: flex; gap: 0.25rem; padding: 0 0.5rem; border-bottom: 1px solid var(--dossier-border); }
  .tabs a { display: inline-flex; align-items: center; gap: 0.4375rem; min-height: 2.5rem; padding: 0 0.5rem;
    color: var(--dossier-muted); text-decoration: none; font-weight: 550; border-bottom: 2px solid transparent;
    outline-offset: -2px; }
  .tabs a[aria-current] { color: var(--dossier-accent-text); border-bottom-color: var(--dossier-accent); }
  .line { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0.625rem; padding: 0.625rem 1rem;
    color: inherit; text-decoration: none; outline-offset: -2px; border-bottom: 1px solid var(--dossier-border); }
  .line:hover { background: var(--dossier-hover); }
  .line[aria-current] { background: var(--dossier-pressed); }
  .line .avatar { width: 2rem; height: 2rem; font-size: 0.75rem; }
  .what { display: grid; min-width: 0; }
  .what > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .title { font-weight: var(--dossier-medium); }
  .new .title, .new .said { font-weight: var(--dossier-bold); color: var(--dossier-text); }
  .about, .said, time { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .about, time { font-size: var(--dossier-size-xs); }
  .side { display: grid; justify-items: end; align-content: start; gap: 0.25rem; color: var(--dossier-muted); }
  .count { min-width: 1.25rem; height: 1.25rem; padding: 0 0.375rem; border-radius: 1rem;
    background: var(--dossier-accent); color: var(--dossier-on-accent); font-size: var(--dossier-size-xs);
    line-height: 1.25rem; text-align: center; }
  @media (max-width: 47.99em) {
    :host { grid-template-columns: minmax(0, 1fr); }
    .none, :host([open]) .list { display: none; }
  }
`;
