import { css } from 'lit';

export const wizardStyles = css`
  :host { display: block; max-width: 60rem; margin: 0 auto; padding-bottom: 3rem; font-size: var(--dossier-size-m); }
  :host([size="client"]) { font-size: 1.0625rem; line-height: 1.5; }
  .wizard { display: grid; grid-template-columns: 14rem minmax(0, 37.5rem); gap: 3rem; }
  dossier-slot[hidden] { display: none; }
  .main { display: grid; gap: 1.5rem; align-content: start; min-width: 0; }
  h1 { font-size: 1.5em; text-wrap: balance; }
  h1:focus { outline: none; }
  h2 { font-size: 1.125em; }
  h2:focus { outline: none; }
  .steps { display: grid; align-content: start; align-self: start; position: sticky; top: 1.5rem; }
  .steps li { position: relative; display: grid; grid-template-columns: 1.75rem minmax(0, 1fr); gap: 0.75rem;
    padding-bottom: 1.25rem; overflow-wrap: anywhere; color: var(--dossier-muted); }
  .steps li:not(:last-child)::before { content: ""; position: absolute; inset-inline-start: 0.8125rem; top: 1.875rem;
    bottom: 0.125rem; width: 2px; background: var(--dossier-border); }
  .steps li.done::before { background: var(--dossier-accent) !important; }
  .steps .n { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 50%;
    border: 2px solid var(--dossier-border); font-size: var(--dossier-size-s); font-weight: var(--dossier-bold); }
  .steps .done .n { background: var(--dossier-accent); border-color: var(--dossier-accent);
    color: var(--dossier-on-accent); }
  .steps li[aria-current] { color: var(--dossier-text); font-weight: var(--dossier-bold); }
  .steps li[aria-current] .n { border-color: var(--dossier-accent); color: var(--dossier-accent-text); }
  .steps small { display: block; font-size: var(--dossier-size-s); font-weight: var(--dossier-regular);
    color: var(--dossier-muted); }
  .steps .button { padding: 0; min-height: 1.75rem; font-size: inherit; color: inherit; white-space: normal;
    text-align: start; justify-content: start; text-decoration: underline; text-underline-offset: 0.2em; }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; font-size: 0.9375em; }
  .push { margin-inline-start: auto; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  .push .button { gap: 0; }
  .saved { display: inline-flex; gap: 0.375rem; align-items: center; }
  .language .input { min-height: var(--dossier-control-s); padding-block: 0; font-size: inherit; width: auto; }
  .thin, .bars { display: none; }
  .bars { grid-auto-flow: column; gap: 0.25rem; margin-top: -0.75rem; }
  .bars i { height: 0.3125rem; border-radius: 1rem; background: var(--dossier-border); }
  .bars i.on { background: var(--dossier-accent); }
  .summary { display: grid; gap: 0.5rem; padding: 1rem 1.25rem; border: 3px solid var(--dossier-danger-border);
    border-radius: var(--dossier-radius-l); background: var(--dossier-surface); }
  .summary li { padding: 0.125rem 0; overflow-wrap: anywhere; }
  .summary .button { padding: 0; min-height: 1.5rem; color: var(--dossier-danger-text); text-decoration: underline;
    text-align: start; font-size: inherit; white-space: normal; justify-content: start; }
  .go { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
  .go .button, .names .input, .others .button { min-height: 3rem; font-size: inherit; white-space: normal; }
  .names, .others { display: grid; gap: 1.25rem; }
  .others { justify-items: start; }
  .field { display: grid; gap: 0.375rem; min-width: 0; }
  .field label { font-size: inherit; font-weight: var(--dossier-medium); }
  .wrong { border-inline-start: 3px solid var(--dossier-danger-border); padding-inline-start: 0.875rem; }
  .optional { color: var(--dossier-muted); font-weight: var(--dossier-regular); }
  .person { display: grid; gap: 1rem; padding: 1rem 1.25rem; width: 100%; }
  .person h3, .fault { font-size: inherit; }
  .person header { display: flex; justify-content: space-between; align-items: center; gap: 1rem; }
  .section { padding: 0.25rem 1.25rem 0.5rem; overflow: clip; }
  .section header { display: flex; justify-content: space-between; gap: 1rem; align-items: center;
    padding: 0.625rem 0 0.375rem; }
  .link { color: var(--dossier-link); text-decoration: underline; text-underline-offset: 0.2em; font-size: inherit; }
  dl > div { display: grid; grid-template-columns: 44% minmax(0, 1fr); gap: 1rem; padding: 0.625rem 0;
    border-top: 1px solid var(--dossier-border); }
  dt { color: var(--dossier-muted); overflow-wrap: anywhere; }
  dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; font-variant-numeric: tabular-nums; }
  .remark { color: var(--dossier-warning-text); }
  .offers { display: grid; gap: 0.75rem; }
  .offers li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.75rem;
    padding: 1rem 1.25rem; }
  .offers .lead { flex: 1 1 16rem; overflow-wrap: anywhere; }
  .ways { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  .begun { display: grid; gap: 0.75rem; }
  .progress { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; }
  progress { width: 8rem; height: 0.375rem; accent-color: var(--dossier-accent); }
  .stack { display: grid; gap: 1.5rem; max-width: 40rem; }
  .note { display: grid; gap: 0.75rem; padding: 1rem 1.25rem; border-radius: var(--dossier-radius-l);
    background: var(--dossier-info-soft); color: var(--dossier-info-text); }
  .names-list { list-style: disc; padding-inline-start: 1.25rem; }
  .changes { display: grid; gap: 0.25rem; padding-top: 0.5rem; }
  .changes li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr); gap: 0.375rem; overflow-wrap: anywhere; }
  .changes svg { margin-top: 0.1875rem; }
  summary { cursor: pointer; min-height: 1.5rem; }
  .out { display: grid; gap: 1.125rem; max-width: 37.5rem; margin: 0 auto; justify-items: start; }
  .out section, .out .go { width: 100%; }
  .out h2 { margin: 0.75rem 0 0.25rem; }
  .tick { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; border-radius: 50%;
    background: var(--dossier-neutral-soft); }
  .tick.good { background: var(--dossier-success-soft); color: var(--dossier-success-text); }
  .ref { display: inline-flex; flex-wrap: wrap; align-items: baseline; gap: 0.625rem; padding: 0.375rem 0.875rem;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); background: var(--dossier-surface); }
  .ref .number { font-size: 1.1875em; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .words { white-space: pre-line; overflow-wrap: anywhere; }
  .next li { display: grid; grid-template-columns: 2rem minmax(0, 1fr); gap: 0.75rem; padding: 0.75rem 0;
    overflow-wrap: anywhere; }
  .next li + li { border-top: 1px solid var(--dossier-border); }
  .next svg { color: var(--dossier-accent-text); margin-top: 0.125rem; }
  @media (max-width: 60em) {
    .wizard { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
    .steps { display: none; }
    .thin { display: inline; }
    .bars { display: grid; }
    .go .button { flex: 1 1 100%; }
  }
  @media (max-width: 30em) {
    .wide { display: none; }
    dl > div { grid-template-columns: minmax(0, 1fr); gap: 0.125rem; }
  }
`;

/** Of what stands in another page, as wide as that. */
export const partStyles = css`
  :host { max-width: none; margin: 0; padding: 0; }
`;
