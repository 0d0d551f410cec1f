import { css } from 'lit';

export const applicationStyles = css`
  :host { display: block; max-width: 72rem; margin: 0 auto; padding-bottom: 2rem; }
  header { display: grid; gap: 0.375rem; margin-bottom: 1.25rem; overflow-wrap: anywhere; }
  .back { display: inline-flex; align-items: center; gap: 0.25rem; min-height: 1.5rem; justify-self: start;
    color: var(--dossier-muted); text-decoration: none; font-size: var(--dossier-size-s); font-weight: 550; }
  .back:hover { color: var(--dossier-text); }
  .head { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: center; justify-content: space-between; }
  .heading { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
  .actions { display: flex; gap: 0.625rem; flex-wrap: wrap; }
  .officers { display: flex; gap: 0.375rem; align-items: baseline; }
  .officers svg { flex: none; align-self: center; }
  .reason { justify-self: start; margin-top: 0.375rem; padding: 0.5rem 0.875rem; border-radius: var(--dossier-radius);
    background: var(--dossier-neutral-soft); }
  .tabs { display: flex; gap: 0.25rem; margin-bottom: 1rem; border-bottom: 1px solid var(--dossier-border);
    overflow-x: auto; }
  .tabs a { padding: 0.5rem 0.75rem; color: var(--dossier-muted); text-decoration: none; font-weight: 550;
    border-bottom: 2px solid transparent; margin-bottom: -1px; white-space: nowrap; }
  .tabs a[aria-current] { color: var(--dossier-text); border-color: var(--dossier-accent); }
  .columns { display: grid; grid-template-columns: minmax(0, 1.9fr) minmax(16rem, 1fr); gap: 1rem; align-items: start; }
  .column { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; min-width: 0; }
  h1 .of { color: var(--dossier-muted); font-weight: 450; font-size: var(--dossier-size-l); letter-spacing: 0;
    white-space: nowrap; }
  .card { display: block; padding: 1.125rem 1.25rem; }
  section h2 { margin-bottom: 0.75rem; }
  .wanted { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.25rem;
    margin-bottom: 1.25rem; border-color: var(--dossier-accent); }
  .wanted .words { display: grid; gap: 0.25rem; flex: 1 1 16rem; min-width: 0; }
  .wanted h2 { margin: 0; }
  .answers { display: grid; gap: 1.25rem; }
  .answers h3 { color: var(--dossier-muted); font-size: var(--dossier-size-s); font-weight: 600; margin-bottom: 0.25rem;
    }
  dl { display: grid; }
  dl > div { display: grid; grid-template-columns: minmax(8rem, 2fr) 3fr; gap: 0.125rem 1rem; padding: 0.4375rem 0;
    border-top: 1px solid var(--dossier-border); }
  dl > div:first-child { border-top: 0; }
  dt { color: var(--dossier-muted); overflow-wrap: anywhere; }
  dd { overflow-wrap: anywhere; white-space: pre-wrap; }
  .none { color: var(--dossier-muted); }
  .people { display: grid; gap: 0.75rem; }
  .people li { display: flex; gap: 0.75rem; align-items: center; }
  .face { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%;
    background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
  .who { display: grid; min-width: 0; flex: 1 1 60%; overflow-wrap: anywhere; }
  .who + .small { flex: 0 1 auto; min-width: 0; text-align: end; overflow-wrap: anywhere; }
  .who a { font-size: var(--dossier-size-s); }
  @media (max-width: 63.99em) { .columns { grid-template-columns: minmax(0, 1fr); } }
  @media (max-width: 47.99em) {
    .actions { width: 100%; }
    .actions .button { flex: 1; }
    dl > div { grid-template-columns: minmax(0, 1fr); }
  }
  @media print { .back, .actions, .tabs { display: none; } }
`;
