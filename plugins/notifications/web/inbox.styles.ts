import { css } from 'lit';

export const inboxStyles = css`
  :host { max-width: 52rem; gap: 0.875rem; }
  .head { align-items: center; }
  .tabs .badge { min-width: 1.25rem; padding: 0 0.375rem; border-radius: 1rem; background: var(--dossier-accent);
    color: var(--dossier-on-accent); font-size: var(--dossier-size-xs); line-height: 1.25rem; text-align: center; }
  .kinds { display: flex; gap: 0.25rem; overflow-x: auto; scrollbar-width: none; padding: 0.125rem; }
  .kinds a { display: inline-flex; gap: 0.3125rem; align-items: center; min-height: 1.75rem; padding: 0 0.625rem;
    border: 1px solid var(--dossier-border); border-radius: 2rem; color: var(--dossier-muted); white-space: nowrap;
    font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium); text-decoration: none; }
  .kinds a:hover { background: var(--dossier-hover); }
  .kinds a[aria-current] { background: var(--dossier-accent-soft); border-color: var(--dossier-accent);
    color: var(--dossier-accent-text); }
  .day { padding: 0.75rem 1.125rem 0.25rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs);
    font-weight: var(--dossier-bold); }
  section + section { border-top: 1px solid var(--dossier-border); }
  .list.card { overflow: clip; }
  .held { position: sticky; inset-block-start: 0; z-index: 2; justify-self: center; background: var(--dossier-raised);
    box-shadow: var(--dossier-shadow-l); }
  .hints kbd { padding: 0 0.3125rem; border: 1px solid var(--dossier-border); border-radius: 0.25rem;
    font: inherit; font-size: var(--dossier-size-xs); }
  @media (max-width: 47.99em) {
    .kinds a { min-height: 2.25rem; }
    .hints { display: none; }
  }
  @media (pointer: coarse) { .hints { display: none; } }
`;
