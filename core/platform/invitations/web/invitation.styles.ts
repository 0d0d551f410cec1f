import { css } from 'lit';

export const invitationStyles = css`
  :host { display: grid; gap: 1.25rem; align-content: start; }
  .offer { display: grid; gap: 1.25rem; padding: 1.5rem; }
  .to { display: flex; align-items: center; gap: 1rem; }
  .to > span:last-child { display: grid; min-width: 0; overflow-wrap: anywhere; }
  .to b { font-size: var(--dossier-size-l); font-weight: 650; }
  .facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.25rem; }
  .facts dt { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .facts dd { font-weight: 550; overflow-wrap: anywhere; }
  blockquote { margin: 0; padding: 0.25rem 0 0.25rem 1rem; border-inline-start: 3px solid var(--dossier-border);
    white-space: pre-line; overflow-wrap: anywhere; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.625rem; }
  .actions .primary { flex: 1 1 12rem; }
  .refused { padding: 0.75rem 1rem; border-radius: var(--dossier-radius); background: var(--dossier-danger-soft);
    color: var(--dossier-danger-text); }
  .account { overflow-wrap: anywhere; }
  .link { padding: 0; border: 0; background: none; color: var(--dossier-link); text-decoration: underline;
    text-underline-offset: 0.2em; cursor: pointer; min-height: 1.5rem; }
`;
