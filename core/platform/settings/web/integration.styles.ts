import { css } from 'lit';

/** Form and panel of an integration side by side where there is room for both, with the buttons below the form. */
export const integrationStyles = css`
  :host { display: grid; gap: 1.25rem; align-content: start; container-type: inline-size; }
  .back { justify-self: start; min-height: 1.5rem; margin-block-end: -1.125rem; font-size: var(--dossier-size-s); }
  .columns { display: grid; grid-template-columns: minmax(0, 32.5rem); gap: 1.5rem 2rem; align-items: start; }
  form { display: grid; gap: 1rem; }
  .foot { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-block-start: 0.5rem;
    padding-block-start: 0.875rem; border-block-start: 1px solid var(--dossier-border); }
  .foot .status { flex-basis: 100%; color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .foot .status:empty { display: none; }
  .foot .disconnect { margin-inline-start: auto; }
  dossier-setting-collection { max-width: 52rem; }
  @media (min-width: 68.75em) {
    @container (min-width: 49rem) {
      .columns:has(dossier-test-panel) {
        grid-template-columns: minmax(min(32.5rem, 100% - 20.75rem), 32.5rem) minmax(18.75rem, 23.75rem);
      }
      dossier-test-panel { position: sticky; inset-block-start: 1rem; }
    }
  }
  @media (max-width: 47.99em) {
    form { --dossier-foot: 5rem; }
    .foot { position: sticky; inset-block-end: 0; z-index: 1; padding-block-end: 0.75rem;
      background: var(--dossier-background); }
    .foot .button { flex: 1; }
  }
`;
