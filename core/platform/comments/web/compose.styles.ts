import { css } from 'lit';

/** Where a comment is written: yellow and dashed inside, blue to the client. */
export const composeStyles = css`
  :host { display: grid; gap: 0.625rem; font-size: inherit; }
  fieldset { display: flex; flex-wrap: wrap; gap: 0.375rem; margin: 0; padding: 0; border: 0; }
  .who { display: inline-flex; align-items: center; gap: 0.375rem; min-height: var(--dossier-control);
    padding: 0 0.75rem; border: 1px solid transparent; border-radius: var(--dossier-radius);
    color: var(--dossier-muted); cursor: pointer; }
  .who:has(:focus-visible) { outline: 2px solid var(--dossier-focus); outline-offset: 2px; }
  .who input { position: absolute; opacity: 0; pointer-events: none; }
  .who.internal:has(:checked) { background: var(--dossier-internal-soft);
    border: 1px dashed var(--dossier-internal-border); color: var(--dossier-internal-text); }
  .who.external:has(:checked) { background: var(--dossier-info-soft); border-color: var(--dossier-info-text);
    color: var(--dossier-info-text); }
  @media (forced-colors: active) { .who:has(:checked) { border-color: Highlight; } }
  .pad { display: grid; gap: 0.5rem; padding: 0.625rem; border-radius: var(--dossier-radius-l);
    border: 1px solid var(--dossier-border); }
  .pad.internal { background: var(--dossier-internal-soft); border: 1px dashed var(--dossier-internal-border); }
  .pad.external { border-color: var(--dossier-info-text); }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
  .row .hint { flex: 1 1 10rem; color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .look { padding: 0.625rem 0.75rem; border-radius: var(--dossier-radius); background: var(--dossier-info-soft); }
  .look dossier-markdown-text { margin-top: 0.5rem; }
  .names, .files { display: flex; flex-wrap: wrap; gap: 0.25rem; }
  .files li { display: inline-flex; align-items: center; gap: 0.25rem; overflow-wrap: anywhere; }
  .answer { display: flex; align-items: center; gap: 0.5rem; font-size: var(--dossier-size-s);
    color: var(--dossier-muted); }
`;
