import { css } from 'lit';

/** Paragraphs that can be marked: their number is the button that does it. */
export const paragraphStyles = css`
  .paragraph { display: grid; grid-template-columns: var(--number, 2.25rem) minmax(0, 1fr); gap: 0.25rem;
    padding: 0.4375rem 0.5rem 0.4375rem 0.25rem; border-radius: var(--dossier-radius); line-height: 1.5; }
  .paragraph.marked { background: var(--dossier-accent-soft); box-shadow: inset 2px 0 var(--dossier-accent); }
  .paragraph > p { overflow-wrap: anywhere; white-space: pre-line; }
  .number-of { align-self: start; min-width: 1.5rem; min-height: 1.5rem; padding: 0 0.375rem 0 0; border: 0;
    border-radius: var(--dossier-radius); background: none; color: var(--dossier-muted); text-align: end;
    font-weight: var(--dossier-bold); font-variant-numeric: tabular-nums; cursor: pointer; }
  .number-of:hover { background: var(--dossier-hover); }
  dossier-patent-marked-paragraph { display: block; margin-inline-start: calc(var(--number, 2.25rem) - 0.25rem); }
  @media (forced-colors: active) { .paragraph.marked { outline: 2px solid Highlight; } }
  @media (pointer: coarse) { .number-of { min-height: 2.75rem; } }
  @media (max-width: 47.99em) {
    .paragraph { --number: 1.75rem; padding-inline: 0; }
    dossier-patent-marked-paragraph { margin-inline-start: 0; }
  }
`;
