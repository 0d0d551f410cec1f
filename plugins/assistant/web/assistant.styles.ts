import { css } from 'lit';

/** Chips, what was said, which moves, and where one writes. */
export const assistantStyles = css`
  :host { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; min-height: 0; }
  .scope { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem; padding: 0 1rem 0.625rem;
    border-bottom: 1px solid var(--dossier-border); font-size: var(--dossier-size-s); }
  .scope.bare { padding: 0; }
  .chip { display: inline-flex; align-items: center; gap: 0.125rem; max-width: 100%; min-height: 1.5rem;
    padding-inline-start: 0.5rem; border-radius: 1rem; background: var(--dossier-accent-soft);
    color: var(--dossier-accent-text); font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium); }
  .chip bdi { overflow-wrap: anywhere; }
  .chip button { display: grid; place-items: center; width: 1.5rem; height: 1.5rem; padding: 0; border: 0;
    border-radius: 1rem; background: none; color: inherit; cursor: pointer; }
  .chip button:hover { background: var(--dossier-hover); }
  .scope .add { min-height: 1.5rem; padding: 0 0.5rem; }
  .log { overflow-y: auto; outline-offset: -2px; }
  .all { display: grid; gap: 1.125rem; align-content: start; padding: 1rem; }
  .top { display: flex; justify-content: flex-end; margin: -0.5rem -0.5rem -0.625rem 0; }
  .top .button { color: var(--dossier-muted); }
  .start { display: grid; gap: 0.875rem; }
  .suggestions { display: grid; gap: 0.375rem; }
  .suggestions .button { justify-content: start; min-height: 2.25rem; padding-block: 0.375rem;
    border-color: var(--dossier-border); background: none; font-weight: var(--dossier-regular); text-align: start;
    white-space: normal; }
  .suggestions .button:hover { background: var(--dossier-hover); }
  @media (max-width: 47.99em) {
    .chip, .chip button { min-height: 2.25rem; }
    .chip button { width: 2.25rem; }
    .suggestions .button { min-height: 2.75rem; }
  }
`;
