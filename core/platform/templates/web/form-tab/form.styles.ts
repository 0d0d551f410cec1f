import { css } from 'lit';

/** Kinds, steps and settings next to one another; on a phone the settings are a sheet from the bottom. */
export const formTabStyles = css`
  :host { display: grid; grid-template-columns: 13rem minmax(0, 1fr) 20rem; height: 100%; min-height: 0; }
  section { overflow-y: auto; min-height: 0; padding: 0.875rem; }
  .kinds { border-inline-end: 1px solid var(--dossier-border); }
  .settings { border-inline-start: 1px solid var(--dossier-border); }
  ol { display: grid; gap: 0.875rem; max-width: 45rem; margin-inline: auto; }
  .step > ul > li + li, .step > ul { border-top: 1px solid var(--dossier-border); }
  .none { padding: 0.625rem 1rem; }
  .fld { display: grid; grid-template-columns: 1.25rem 1.375rem minmax(0, 1fr) auto; gap: 0.5rem; align-items: center;
    padding: 0.375rem 0.625rem 0.375rem 0.375rem; }
  .fld.inner { padding-inline-start: 2rem; }
  .fld.on { background: var(--dossier-accent-soft); box-shadow: inset 2px 0 0 var(--dossier-accent); }
  .fld.over { box-shadow: inset 0 2px 0 var(--dossier-accent); }
  .grip { color: var(--dossier-muted); cursor: grab; display: grid; touch-action: none; }
  .kind { color: var(--dossier-muted); display: grid; }
  .n { display: grid; place-items: center; width: 1.375rem; height: 1.375rem; border-radius: 50%;
    background: var(--dossier-neutral-soft); font-size: var(--dossier-size-xs); font-weight: var(--dossier-bold); }
  .lab { display: grid; gap: 0.0625rem; border: 0; background: none; padding: 0.125rem 0; text-align: start;
    cursor: pointer; min-height: 1.5rem; overflow-wrap: anywhere; }
  .lab b { font-weight: var(--dossier-medium); }
  .sub { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .cond { color: var(--dossier-accent-text); }
  .wrong { color: var(--dossier-warning-text); }
  .tools { display: flex; opacity: 0; }
  .fld:hover .tools, .fld:focus-within .tools, .fld.on .tools { opacity: 1; }
  .ways { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; justify-content: space-between;
    max-width: 45rem; margin: 0.875rem auto 0; }
  .keys { max-width: 45rem; margin: 0.875rem auto; }
  .keys summary { cursor: pointer; min-height: 1.5rem; }
  .shut { display: none; }
  @media (max-width: 74.99em) { :host { grid-template-columns: 11rem minmax(0, 1fr) 17rem; } }
  @media (max-width: 61.99em) {
    :host { display: block; height: auto; }
    section { overflow: visible; padding-inline: 0; }
    .kinds { border: 0; }
    .settings { position: fixed; inset: auto 0 0; z-index: 5; max-height: 62dvh; overflow-y: auto; padding: 1rem;
      background: var(--dossier-raised); box-shadow: var(--dossier-shadow-l); border: 0;
      border-radius: 1rem 1rem 0 0; }
    .settings.none { display: none; }
    .shut { display: inline-flex; position: absolute; inset: 0.75rem 0.75rem auto auto; z-index: 1; }
    .middle { padding-bottom: 62dvh; }
  }
`;
