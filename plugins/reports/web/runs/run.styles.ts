import { css } from 'lit';

export const runStyles = css`
  :host { max-width: none; padding-bottom: 0; }
  .lead { max-width: none; }
  .about { display: flex; align-items: center; gap: 0.375rem 0.625rem; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) 19rem; gap: 1.5rem; align-items: start; }
  .made { display: grid; gap: 1rem; min-width: 0; }
  aside { display: grid; gap: 1.5rem; padding: 1.125rem 1.25rem; }
  aside section { display: grid; gap: 0.75rem; }
  aside h2 { font-size: var(--dossier-size-m); }
  dl { display: grid; gap: 0.625rem; }
  dl > div { display: grid; gap: 0.0625rem; }
  dt { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  dd { display: grid; overflow-wrap: anywhere; }
  .note { display: flex; gap: 0.625rem; padding: 0.75rem 1rem; border-radius: var(--dossier-radius);
    background: var(--dossier-warning-soft); color: var(--dossier-warning-text); }
  .note svg { flex: none; margin-top: 0.125rem; }
  .panel { display: grid; justify-items: center; gap: 0.75rem; padding: 3.5rem 1.5rem; text-align: center; }
  .panel p { max-width: 34rem; text-wrap: pretty; overflow-wrap: anywhere; }
  .panel .progress { width: min(22rem, 100%); margin-top: 0.5rem; }
  .panel progress { height: 0.5rem; }
  .panel .state-icon.failed { background: var(--dossier-danger-soft); color: var(--dossier-danger-text); }
  .panel .state-icon.cancelled { background: var(--dossier-neutral-soft); color: var(--dossier-muted); }
  .panel .actions { justify-content: center; margin-top: 0.5rem; }
  @media (max-width: 63.99em) {
    .columns { grid-template-columns: minmax(0, 1fr); }
    aside { grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); align-items: start; }
  }
  @media (max-width: 47.99em) { .head .actions, .head .actions .primary { width: 100%; } .head .actions .button {
    flex: 1 1 auto; } }
`;
