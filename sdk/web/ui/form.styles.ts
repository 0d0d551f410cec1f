import { css } from 'lit';

/** Fields below one another, groups of choices, and the head of a form that was refused. */
export const formStyles = css`
  .fields { display: grid; gap: 1rem; }
  .refusal { display: grid; gap: 0.25rem; padding: 0.75rem 1rem; border-radius: var(--dossier-radius);
    border: 1px solid var(--dossier-danger-border); background: var(--dossier-danger-soft);
    color: var(--dossier-danger-text); overflow-wrap: anywhere; }
  .input[aria-invalid="true"] { border-color: var(--dossier-danger-border); }
  fieldset.field { border: 0; margin: 0; padding: 0; min-width: 0; }
  fieldset.field > legend { padding: 0; margin-bottom: 0.375rem; font-weight: 550; font-size: var(--dossier-size-s); }
  fieldset.group { border: 0; margin: 0.5rem 0 0; padding: 0; min-width: 0; }
  .fields > fieldset.group:first-child { margin-top: 0; }
  fieldset.group > legend { padding: 0; margin-bottom: 0.75rem; font-weight: 620; }
  .option { display: flex; align-items: flex-start; gap: 0.5625rem; min-height: 1.75rem; cursor: pointer; }
  .field > label.option { font-weight: 400; font-size: inherit; }
  .option input { flex: none; width: 1.0625rem; height: 1.0625rem; margin: 0.1875rem 0 0; }
  .field > .label { font-weight: 550; font-size: var(--dossier-size-s); }
  .field output { display: grid; overflow-wrap: anywhere; }
  .code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace;
    font-size: var(--dossier-size-s); tab-size: 2; }
  .optional { color: var(--dossier-muted); font-weight: 400; }
  details.more { margin-top: 1rem; }
  details.more > summary { cursor: pointer; font-weight: 550; padding: 0.25rem 0; }
  details.more > .fields { padding-top: 0.75rem; }
  /* A page whose buttons stay at the bottom says how high they are, so that no field takes the focus behind them. */
  input, select, textarea, button, summary { scroll-margin-block-end: var(--dossier-foot, 0); }
`;
