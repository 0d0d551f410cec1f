import { css } from 'lit';

export const wizardStyles = css`
  :host { display: block; max-width: 60rem; margin: 0 auto; padding-bottom: 3rem; font-size: var(--dossier-size-m); }
  :host([size="client"]) { font-size: 1.0625rem; line-height: 1.5; }
  .wizard { display: grid; grid-template-columns: 14rem minmax(0, 37.5rem); gap: 3rem; }
  .main { display: grid; gap: 1.5rem; align-content: start; }
  .steps { display: grid; gap: 0.75rem; align-content: start; }
  .steps li { display: flex; gap: 0.625rem; overflow-wrap: anywhere; color: var(--dossier-muted); }
  .steps li[aria-current] { color: var(--dossier-text); font-weight: var(--dossier-bold); }
  .steps .button { padding: 0; min-height: 1.5rem; font-size: inherit; color: var(--dossier-link); white-space: normal;
    text-align: start; }
  .thin { display: none; }
  .thin progress { width: 100%; height: 0.375rem; accent-color: var(--dossier-accent); }
  h1 { font-size: 1.5em; }
  .summary { display: grid; gap: 0.5rem; padding: 1rem 1.25rem; border: 3px solid var(--dossier-danger-border);
    border-radius: var(--dossier-radius-l); }
  .summary .button { padding: 0; min-height: 1.5rem; color: var(--dossier-danger-text); text-decoration: underline;
    text-align: start; font-size: inherit; white-space: normal; justify-content: start; }
  .go { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
  .go .button, .names .input { min-height: 3rem; font-size: inherit; }
  .names { display: grid; gap: 1.25rem; }
  .section { padding: 1rem 1.25rem; }
  .section header { display: flex; justify-content: space-between; gap: 1rem; align-items: center; }
  dt { color: var(--dossier-muted); }
  dd { margin-bottom: 0.5rem; overflow-wrap: anywhere; white-space: pre-line; }
  .offers { display: grid; gap: 0.75rem; }
  .offers li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.75rem;
    padding: 1rem 1.25rem; }
  .offers .lead { flex: 1 1 16rem; overflow-wrap: anywhere; }
  .stack { display: grid; gap: 1.5rem; max-width: 40rem; }
  .note { padding: 0.75rem 1rem; border-radius: var(--dossier-radius); background: var(--dossier-info-soft);
    color: var(--dossier-info-text); }
  @media (max-width: 60em) {
    .wizard { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
    .steps { display: none; }
    .thin { display: grid; gap: 0.375rem; }
    .go .button { flex: 1 1 100%; }
  }
`;
