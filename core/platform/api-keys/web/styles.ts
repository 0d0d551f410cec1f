import { css } from 'lit';

export const apiKeyStyles = css`
  :host { display: grid; gap: 1.25rem; max-width: 60rem; align-content: start; }
  .head { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: flex-start; justify-content: space-between;
    }
  .lead { display: grid; gap: 0.375rem; max-width: 40rem; flex: 1 1 20rem; }
  .list { display: grid; gap: 0.75rem; }
  .key { display: grid; gap: 0.875rem; padding: 1rem 1.125rem; }
  .title { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.75rem; }
  .title .buttons { display: flex; gap: 0.375rem; margin-inline-start: auto; }
  code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace;
    font-size: var(--dossier-size-s); }
  .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9rem, 100%), 1fr)); gap: 0.75rem 1.25rem;
    }
  .facts dt { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .facts dd { overflow-wrap: anywhere; }
  .facts .double { grid-column: span 2; }
  .facts .wide { grid-column: 1 / -1; }
  .scopes { display: flex; flex-wrap: wrap; gap: 0.25rem 0.375rem; }
  .scopes code { padding: 0.0625rem 0.4375rem; border-radius: 0.375rem; background: var(--dossier-neutral-soft); }
  .overlap { display: flex; gap: 0.5rem; align-items: flex-start; padding: 0.5rem 0.75rem;
    border-radius: var(--dossier-radius); background: var(--dossier-info-soft); color: var(--dossier-info-text);
    font-size: var(--dossier-size-s); }
  .overlap svg { flex: none; margin-top: 0.125rem; }
  .example { display: grid; gap: 0.5rem; min-width: 0; text-align: start; }
  pre { margin: 0; padding: 0.875rem 1rem; overflow: auto; border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius); background: var(--dossier-field); line-height: 1.6; tab-size: 2; }
  .none { padding-bottom: 1.25rem; }
  .none .example { padding: 0 1.25rem; }
  .gone > summary { cursor: pointer; font-weight: 550; padding: 0.375rem 0; }
  .gone .list { padding-top: 0.5rem; }
`;
