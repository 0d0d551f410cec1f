import { css } from 'lit';

/** Buttons, fields, cards and focus, in tokens only: the page's theme sets `--dossier-*`. */
export const sharedStyles = css`
  :host { box-sizing: border-box; }
  :host([hidden]), [hidden] { display: none !important; }
  *, *::before, *::after { box-sizing: inherit; }
  h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
  h1, h2, h3 { overflow-wrap: anywhere; } /* Names stand in them: one long word shall not widen the page. */
  ul, ol { list-style: none; }
  h1 { font-size: var(--dossier-size-xl); line-height: 1.4; letter-spacing: -0.014em; font-weight: var(--dossier-bold);
    text-wrap: balance; }
  h2 { font-size: var(--dossier-size-m); line-height: 1.4286; font-weight: var(--dossier-bold);
    letter-spacing: -0.006em; }
  h3 { font-size: var(--dossier-size-s); font-weight: var(--dossier-medium); }
  strong, b { font-weight: var(--dossier-bold); }
  a { color: var(--dossier-link); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
  a, button, input, select, textarea, summary, [tabindex] { outline-offset: 2px; }
  :focus-visible { outline: 2px solid var(--dossier-focus); }
  h1:focus-visible { outline: none; }
  button, input, select, textarea { font: inherit; color: inherit; }

  .button {
    display: inline-flex; align-items: center; justify-content: center; gap: 0.375rem;
    min-height: var(--dossier-control); padding: 0 0.75rem; border-radius: var(--dossier-radius);
    border: 1px solid var(--dossier-control-border);
    background: var(--dossier-surface); color: var(--dossier-text); font-size: var(--dossier-size-s);
    font-weight: var(--dossier-medium); text-decoration: none; cursor: pointer; white-space: nowrap;
    transition: background 90ms, border-color 90ms;
  }
  .button:hover { background: var(--dossier-hover); }
  .button[disabled] { opacity: 0.55; cursor: default; }
  .button.primary { background: var(--dossier-accent); border-color: transparent; color: var(--dossier-on-accent); }
  .button.primary:hover:not([disabled]) { background: var(--dossier-accent-strong); }
  .button.danger { color: var(--dossier-danger-text); border-color: var(--dossier-danger-border); }
  .button.danger:hover { background: var(--dossier-danger-soft); }
  .button.danger.primary { background: var(--dossier-danger); color: var(--dossier-on-danger); }
  .button.danger.primary:hover:not([disabled]) { background: var(--dossier-danger-strong); }
  .button.quiet { border-color: transparent; background: transparent; }
  .button.quiet:hover { background: var(--dossier-hover); }
  .button.small { min-height: var(--dossier-control-s); padding: 0 0.625rem; font-size: var(--dossier-size-xs); }
  .button.icon { padding: 0; width: var(--dossier-control); }

  .field { display: grid; gap: 0.375rem; }
  .field > label, .field > .label { font-weight: var(--dossier-medium); font-size: var(--dossier-size-s); }
  .field .hint { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .fault { color: var(--dossier-danger-text); font-size: var(--dossier-size-s); }
  .input {
    width: 100%; min-height: var(--dossier-control); padding: 0.3125rem 0.625rem; border-radius: var(--dossier-radius);
    border: 1px solid var(--dossier-control-border); background: var(--dossier-field); color: var(--dossier-text);
  }
  .input::placeholder { color: var(--dossier-muted); opacity: 1; }
  textarea.input { min-height: 6rem; resize: vertical; line-height: 1.5; }

  .card { background: var(--dossier-surface); border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius-l); }
  .muted { color: var(--dossier-muted); }
  .small { font-size: var(--dossier-size-s); }
  .number { font-variant-numeric: tabular-nums; }
  .visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden;
    clip-path: inset(50%); white-space: nowrap; border: 0; }

  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after { animation-duration: 0.01ms !important; animation-iteration-count: 1 !important;
      transition-duration: 0.01ms !important; scroll-behavior: auto !important; }
  }
  /* On paper nobody knows when "3 minutes ago" was. */
  @media print { time[title] { font-size: 0; } time[title]::after { content: attr(title);
    font-size: var(--dossier-size-s); } }
`;
