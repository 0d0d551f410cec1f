import { css } from 'lit';

export const scheduleStyles = css`
  :host { max-width: 62rem; }
  form { display: grid; gap: 1.25rem; }
  section.card { display: grid; gap: 1rem; padding: 1.25rem; overflow: visible; }
  section > h2 { font-size: var(--dossier-size-l); }
  .row { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
  .row > .field { flex: 1 1 14rem; }
  .when { display: grid; grid-template-columns: minmax(0, 1fr) minmax(18rem, 21.5rem); gap: 1.75rem; align-items: start;
    }
  .when > div { display: grid; gap: 1rem; }
  dossier-next-dates { padding-inline-start: 1.75rem; border-inline-start: 1px solid var(--dossier-border); }
  .formats { display: flex; flex-wrap: wrap; gap: 0.375rem 1.25rem; }
  .ends { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; justify-content: space-between; }
  .ends .actions { margin-inline-start: auto; }
  .note { display: flex; gap: 0.625rem; padding: 0.75rem 1rem; border-radius: var(--dossier-radius);
    background: var(--dossier-info-soft); color: var(--dossier-info-text); }
  .note svg { flex: none; margin-top: 0.125rem; }
  .stale { display: grid; gap: 0.75rem; padding: 1rem 1.125rem; border-radius: var(--dossier-radius);
    background: var(--dossier-warning-soft); color: var(--dossier-warning-text); }
  @media (max-width: 63.99em) {
    .when { grid-template-columns: minmax(0, 1fr); }
    dossier-next-dates { padding: 1rem 0 0; border-inline-start: 0; border-top: 1px solid var(--dossier-border); }
  }
  @media (max-width: 47.99em) { .ends .actions { width: 100%; } .ends .actions .button { flex: 1; } }
`;
