import { css } from 'lit';

export const inboxStyles = css`
  :host { max-width: 52rem; gap: 0.875rem; }
  .head { align-items: center; }
  .tabs .badge { min-width: 1.25rem; padding: 0 0.375rem; border-radius: 1rem; background: var(--dossier-accent);
    color: var(--dossier-on-accent); font-size: var(--dossier-size-xs); line-height: 1.25rem; text-align: center; }
  .day { padding: 0.75rem 1.125rem 0.25rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs);
    font-weight: var(--dossier-bold); }
  section + section { border-top: 1px solid var(--dossier-border); }
  .list.card { overflow: clip; }
  .held { position: sticky; inset-block-start: 0; z-index: 2; justify-self: center; background: var(--dossier-raised);
    box-shadow: var(--dossier-shadow-l); }
  .hints kbd { padding: 0 0.3125rem; border: 1px solid var(--dossier-border); border-radius: 0.25rem;
    font: inherit; font-size: var(--dossier-size-xs); }
  @media (max-width: 47.99em) { .hints { display: none; } }
  @media (pointer: coarse) { .hints { display: none; } }
`;
