import { css } from 'lit';

export const caseStyles = css`
  /* It fills the page up to its edges. */
  :host { display: grid; grid-template-rows: auto minmax(0, 1fr); height: calc(100% + 2.375rem);
    margin: -1.125rem calc(-1 * var(--dossier-gutter)) -1.25rem; }
  :host > .state, :host > .skeleton, :host > a.back { margin: 1.125rem var(--dossier-gutter); }

  .verdict { background: var(--dossier-surface); border-bottom: 1px solid var(--dossier-border);
    padding: 0 var(--dossier-gutter); z-index: 5; min-width: 0; }
  .crumb { display: flex; align-items: center; gap: 0.5rem; min-height: 2.25rem; font-size: var(--dossier-size-xs);
    color: var(--dossier-muted); }
  .back { display: inline-flex; align-items: center; gap: 0.25rem; min-height: 1.75rem; color: var(--dossier-muted);
    text-decoration: none; font-weight: var(--dossier-medium); font-size: var(--dossier-size-xs); }
  .back:hover { color: var(--dossier-text); }
  .crumb .end { margin-inline-start: auto; display: flex; align-items: center; gap: 0.5rem; min-width: 0; }
  .seeing { display: inline-flex; align-items: center; gap: 0.375rem; min-width: 0; }
  .seeing span:not(.avatar) { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .seeing .avatar { margin: 0 0.125rem; box-shadow: 0 0 0 2px var(--dossier-surface),
    0 0 0 3.5px var(--dossier-success-text); }
  .title { display: flex; align-items: center; gap: 0.25rem 0.75rem; padding-bottom: 0.5rem; }
  /* What is said of it goes below the name before a button goes below the others. */
  .name { flex: 1 1 0; min-width: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; }
  .title h1 { font-size: 1.375rem; line-height: 1.3; }
  .meta { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.375rem; color: var(--dossier-muted);
    font-size: var(--dossier-size-s); min-width: 0; overflow-wrap: anywhere; }
  .acts { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.5rem; }
  .reject svg { display: none; }
  .sum { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.75rem 1.5rem; align-items: center;
    padding: 0.5rem 0 0.625rem; border-top: 1px solid var(--dossier-border); }
  .sum:empty { display: none; }
  .sum:not(:has(.key)) { padding-top: 0; border-top: 0; }
  .key { display: flex; flex-wrap: wrap; gap: 0.25rem 1.625rem; }
  .key dt { font-size: var(--dossier-size-xs); color: var(--dossier-muted); }
  .key dd { font-size: 1rem; line-height: 1.5rem; font-weight: var(--dossier-bold); max-width: 16rem; overflow: hidden;
    text-overflow: ellipsis; white-space: nowrap; letter-spacing: -0.006em; }
  .key > div:first-child dd { font-size: var(--dossier-size-xl); }
  .doubt { color: var(--dossier-warning-text); }
  .doubt svg { vertical-align: -2px; }
  .key .soon dd { color: var(--dossier-warning-text); }
  .key .late dd { color: var(--dossier-danger-text); }
  .failed { display: flex; gap: 0.625rem; padding: 0.375rem 0.75rem; border-radius: var(--dossier-radius);
    background: var(--dossier-warning-soft); font-size: var(--dossier-size-s); justify-self: end; }
  .failed > svg { flex: none; color: var(--dossier-warning-text); margin-top: 0.125rem; }
  .failed b { color: var(--dossier-warning-text); }
  .failed p { overflow-wrap: anywhere; white-space: pre-line; white-space-collapse: collapse; }
  .failed a { color: inherit; }
  .half { grid-column: 1 / -1; display: flex; gap: 0.5rem; font-size: var(--dossier-size-s); overflow-wrap: anywhere; }
  .half svg { flex: none; margin-top: 0.125rem; color: var(--dossier-accent-text); }
  .half q { color: var(--dossier-muted); white-space: pre-line; }
  .decided { grid-column: 1 / -1; display: grid; gap: 0.25rem; font-size: var(--dossier-size-s); }
  .decided p { white-space: pre-line; overflow-wrap: anywhere; max-width: 68ch; }
  .decided .reason { max-height: 7.5rem; overflow: auto; padding-inline-start: 0.625rem;
    border-inline-start: 2px solid var(--dossier-border); color: var(--dossier-muted); }

  .work { min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) 21.5rem; }
  @media (min-width: 73.76em) {
    .broad { grid-template-columns: minmax(0, 1fr); }
    .broad > dossier-case-rail { display: none; }
    /* It is as high as the window leaves it, and scrolls in itself. */
    .broad > .desk { grid-template-rows: max-content minmax(min-content, 1fr); align-content: stretch; gap: 0.75rem;
      padding-bottom: 1rem; }
    .broad > .desk > dossier-slot { display: grid; grid-template-columns: minmax(0, 1fr); }
    .tight { border-bottom: 0; }
    .tight .crumb { min-height: 2rem; }
    .tight .title { padding-bottom: 0.375rem; }
    .tight .title h1 { font-size: var(--dossier-size-xl); }
    .tight .meta { font-size: var(--dossier-size-xs); }
    .tight .name { column-gap: 0.5rem; }
    .tight .from { display: none; }
    .tight .failed { padding-block: 0.25rem; }
    .tight .sum { padding-bottom: 0.375rem; }
  }
  /* Rows as high as what stands in them: one that scrolls sideways would give way to what is long below it. */
  .desk { overflow: auto; padding: 1rem var(--dossier-gutter) 2rem; display: grid; gap: 1rem; align-content: start;
    grid-auto-rows: max-content;
    grid-template-columns: minmax(0, 1.12fr) minmax(0, 1fr); scroll-padding-top: 1rem; }
  .desk > .wide { grid-column: 1 / -1; }
  .papers { display: grid; gap: 1rem; align-content: start; min-width: 0; }
  .card { display: block; padding: 1rem; }
  /* It takes no room, and not the gap around it either. */
  .card[data-empty] { position: absolute; padding: 0; border: 0; }
  .answers { padding: 0; align-self: start; }
  .answers .top { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; justify-content: space-between;
    min-height: 2.875rem; padding: 0.375rem 1rem; border-bottom: 1px solid var(--dossier-border); }
  .top .input { width: auto; max-width: 100%; min-height: 2rem; padding-inline: 0.375rem; border-color: transparent;
    background: none; color: var(--dossier-muted); font-size: var(--dossier-size-s); cursor: pointer; }
  .top .input:hover { color: var(--dossier-text); background: var(--dossier-hover); }
  .old { display: flex; gap: 0.375rem; align-items: baseline; padding: 0.5rem 1rem; font-size: var(--dossier-size-xs);
    background: var(--dossier-neutral-soft); }
  .group del { color: var(--dossier-muted); }
  .changed { display: inline-block; padding: 0 0.375rem; border-radius: 0.25rem; background: var(--dossier-info-soft);
    color: var(--dossier-info-text); font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium);
    white-space: nowrap; }
  .group { padding: 0.625rem 1rem 0.75rem; }
  .group + .group { border-top: 1px solid var(--dossier-border); }
  .group h3 { color: var(--dossier-muted); font-size: var(--dossier-size-xs); padding: 0.125rem 0 0.25rem; }
  .group dl > div { display: grid; grid-template-columns: minmax(0, 0.9fr) minmax(0, 1fr); gap: 0 0.75rem;
    padding: 0.3125rem 0; font-size: var(--dossier-size-s); }
  .group dt { color: var(--dossier-muted); overflow-wrap: anywhere; }
  .group dd { overflow-wrap: anywhere; white-space: pre-line; }
  .group .none { color: var(--dossier-muted); }
  .group dl > .flag { margin: 0.25rem -0.5rem; padding: 0.4375rem 0.5rem; border-radius: var(--dossier-radius);
    background: var(--dossier-warning-soft); }
  .flag dt { color: var(--dossier-text); }
  .flag dd:not(.found) { font-weight: var(--dossier-bold); }
  .group .found { grid-column: 1 / -1; display: flex; gap: 0.375rem; font-size: var(--dossier-size-xs);
    color: var(--dossier-warning-text); }
  .found svg { flex: none; margin-top: 0.125rem; }

  .parts { display: flex; gap: 0.25rem; margin: -1rem calc(-1 * var(--dossier-gutter)) 0;
    padding: 0 calc(var(--dossier-gutter) - 0.75rem); border-bottom: 1px solid var(--dossier-border);
    background: var(--dossier-surface); overflow-x: auto; scrollbar-width: thin; }
  .parts a { display: inline-flex; align-items: center; min-height: 2.6875rem; padding: 0 0.75rem; outline-offset: -2px;
    color: var(--dossier-muted); text-decoration: none; margin-bottom: -1px;
    font-weight: var(--dossier-medium); border-bottom: 2px solid transparent; white-space: nowrap; }
  .parts a[aria-current] { color: var(--dossier-text); border-color: var(--dossier-accent); }

  dossier-case-rail { border-inline-start: 1px solid var(--dossier-border); background: var(--dossier-surface);
    min-height: 0; }
  .acts .line, dossier-case-jumps { display: none; }
  @media (max-width: 82em) { .key { gap: 0.25rem 1.25rem; } }
  @media (max-width: 73.75em) {
    :host { display: block; height: auto; min-height: calc(100% + 2.375rem); }
    .verdict { position: sticky; top: -1.125rem; }
    .work { display: block; }
    .desk { overflow: visible; }
    dossier-case-rail { display: block; border-inline-start: 0; border-top: 1px solid var(--dossier-border); }
  }
  @media (max-width: 47.99em) {
    :host { margin: -1rem calc(-1 * var(--dossier-gutter)) -0.75rem; padding-bottom: 6.5rem; }
    .verdict { position: static; padding-block: 0.625rem; display: grid; gap: 0.5rem; }
    .crumb { min-height: 1.75rem; flex-wrap: wrap; }
    .title { display: block; padding: 0; }
    .title h1 { font-size: var(--dossier-size-xl); }
    .meta { width: 100%; }
    .sum { grid-template-columns: minmax(0, 1fr); padding: 0.625rem 0 0; }
    .key { justify-content: space-between; }
    .key > div:first-child dd { font-size: 1rem; }
    .failed { justify-self: stretch; }
    dossier-case-jumps { display: block; position: sticky; top: -1rem; z-index: 5; }
    .desk > .parts { display: none; }
    #checks, #documents, #answers, #rail { scroll-margin-top: 3.5rem; }
    .desk { display: block; }
    .desk > * + * { margin-top: 1rem; }
    .acts { position: fixed; inset: auto 0 0; z-index: 6; padding: 0.625rem 1rem;
      padding-bottom: max(0.625rem, env(safe-area-inset-bottom)); background: var(--dossier-raised);
      box-shadow: var(--dossier-shadow-l); }
    .acts:not(:has(.button, dossier-slot)) { display: none; }
    /* One line of buttons: who has them all knows two of them by their signs. */
    .acts { align-items: stretch; gap: 0.375rem; --act-word: none; }
    .acts:not(:has(.primary)) { --act-word: inline; }
    .acts > * { flex: 1 1 auto; }
    .acts .button { min-height: 2.75rem; min-width: 2.75rem; }
    .acts > dossier-slot { display: grid; grid-template-rows: minmax(2.75rem, 1fr); grid-auto-rows: 0; }
    .acts:has(.primary) > .reject { flex: none; padding: 0; }
    .acts:has(.primary) > .reject svg { display: block; }
    .acts:has(.primary) > .reject span { position: absolute; width: 1px; height: 1px; overflow: hidden;
      clip-path: inset(50%); white-space: nowrap; }
    .acts .line { flex: 1 0 100%; display: flex; gap: 0.5rem; align-items: center; min-width: 0;
      font-size: var(--dossier-size-s); }
    .line b:empty { display: none; }
    .line .who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--dossier-muted); }
    .line .bad { margin-inline-start: auto; display: inline-flex; gap: 0.25rem; align-items: center;
      color: var(--dossier-warning-text); white-space: nowrap; }
  }
  @media print {
    :host { display: block; height: auto; margin: 0; }
    .verdict { position: static; }
    .crumb, .acts, .parts { display: none; }
    .work, .desk { display: block; overflow: visible; }
    dossier-case-rail { display: none; }
    .desk > * + * { margin-top: 1rem; }
  }
`;
