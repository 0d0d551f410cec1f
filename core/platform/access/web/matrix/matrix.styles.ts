import { css } from 'lit';

export const matrixStyles = css`
  :host { display: grid; gap: 0.5rem; min-width: 0; }
  .scroll { overflow: auto; max-height: min(44rem, 72dvh); overscroll-behavior-x: contain;
    scroll-padding: 5.5rem 0.5rem 0.5rem 16rem; contain: paint; }
  /* Fixed columns and plain boxes: what 960 cells cost is their layout. */
  table { border-collapse: separate; border-spacing: 0; table-layout: fixed; width: 100%;
    min-width: calc(16rem + var(--columns) * 6.5rem); }
  .first { width: auto; }
  .other { width: 6.5rem; }
  thead { position: sticky; top: 0; z-index: 2; }
  thead th, thead td { background: var(--dossier-surface); padding: 0.5rem 0.75rem; font-size: var(--dossier-size-s);
    text-align: center; vertical-align: bottom; border-bottom: 1px solid var(--dossier-border); overflow-wrap: anywhere;
    }
  thead th[scope="colgroup"] { color: var(--dossier-muted); font-weight: 550;
    border-inline-start: 1px solid var(--dossier-border); padding-bottom: 0.25rem; border-bottom: 0; }
  thead th[scope="col"] { font-weight: 620; padding-top: 0.125rem; }
  /* Read out whole, shown in three lines; the team stays in sight while its roles go by. */
  thead .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
  thead .team { position: sticky; inset-inline-start: 16.75rem; width: fit-content; max-width: min(100%, 24rem);
    margin-inline: auto; }
  thead td, tbody th { position: sticky; inset-inline-start: 0; z-index: 1; text-align: start;
    background: var(--dossier-surface); border-inline-end: 1px solid var(--dossier-border); }
  tbody th { padding: 0 1rem 0 1.75rem; font-weight: 450; border-bottom: 1px solid var(--dossier-border); }
  tbody td { padding: 0; border-bottom: 1px solid var(--dossier-border); }
  tbody tr:hover > :is(th, td) { background: var(--dossier-hover); }
  tbody tr.group > :is(th, td) { background: var(--dossier-neutral-soft); }
  tr.group th { padding-inline-start: 1rem; font-weight: 620; }
  .off { margin-inline-start: 0.5rem; padding: 0.0625rem 0.5rem; border-radius: 1rem;
    background: var(--dossier-surface); color: var(--dossier-muted); font-size: var(--dossier-size-s); font-weight: 550;
    white-space: nowrap; }
  label { display: block; padding-block: 0.625rem; text-align: center; line-height: 0; cursor: pointer; }
  /* Room for the bar with what is not saved, which comes up with the first change. */
  input { width: 1.0625rem; height: 1.0625rem; margin: 0; scroll-margin-block-end: 8rem; }
  /* One's own change and somebody else's: by colour, and by a bar or a dot. */
  td.mine, tbody tr:hover > td.mine { background: var(--dossier-accent-soft);
    box-shadow: inset 0 -3px var(--dossier-accent); }
  td.theirs { position: relative; }
  td.theirs::after { content: ""; position: absolute; inset-block-start: 0.3125rem; inset-inline-end: 0.3125rem;
    width: 0.5rem; height: 0.5rem; border-radius: 50%; background: var(--dossier-warning-text); }
  .about { min-height: 1.25rem; padding-inline: 0.25rem; }
  @media (hover: none) { .keys { display: none; } }
  @media (max-width: 47.99em) {
    input { scroll-margin-block-end: 14rem; }
    .other { width: 8.5rem; }
    .scroll { margin-inline: -1rem; border-inline: 0; border-radius: 0; max-height: none; overflow: visible;
      contain: none; }
    thead { position: static; }
    thead td, tbody th { position: static; }
    table { min-width: 100%; }
    tbody th { padding-block: 0.375rem; }
    label { padding-block: 0.875rem; }
  }
`;
