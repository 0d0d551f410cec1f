import { css } from 'lit';

export const pdfStyles = css`
  :host { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); min-width: 0;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l); overflow: hidden;
    background: var(--dossier-neutral-soft); }
  .bar { display: flex; align-items: center; gap: 0.25rem; padding: 0.375rem 0.5rem 0.375rem 1rem;
    border-bottom: 1px solid var(--dossier-border); background: var(--dossier-surface);
    font-size: var(--dossier-size-s); }
  .bar .file { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 550;
    }
  .bar .place { margin-inline: 0.75rem; white-space: nowrap; color: var(--dossier-muted); }
  .pages { overflow: auto; max-height: calc(100dvh - 13rem); min-height: 22rem; padding: 1.25rem; outline-offset: -3px;
    }
  .pages ol { display: grid; gap: 1.25rem; justify-content: safe center; }
  .page { position: relative; background: white; box-shadow: 0 1px 3px rgb(0 0 0 / 22%), 0 6px 18px rgb(0 0 0 / 10%); }
  canvas { display: block; width: 100%; height: 100%; }
  /* As pdf.js wants it for its spans (web/pdf_viewer.css). */
  .text { position: absolute; inset: 0; overflow: clip; line-height: 1; text-align: initial; letter-spacing: normal;
    word-spacing: normal; text-size-adjust: none; forced-color-adjust: none; transform-origin: 0 0;
    color-scheme: only light; --min-font-size: 1;
    --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size));
    --min-font-size-inv: calc(1 / var(--min-font-size)); }
  .text :is(span, br) { position: absolute; color: transparent; white-space: pre; cursor: text; transform-origin: 0 0; }
  .text > :not(.markedContent), .text .markedContent span:not(.markedContent) { z-index: 1; --font-height: 0;
    font-size: calc(var(--text-scale-factor) * var(--font-height)); --scale-x: 1; --rotate: 0deg;
    transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv)); }
  .text .markedContent { display: contents; }
  .text ::selection { background: rgb(0 90 255 / 28%); }
  .link { position: absolute; z-index: 2; padding: 0; border: 0; border-radius: 0.1875rem; background: transparent;
    cursor: pointer; }
  .link:hover { background: rgb(0 90 255 / 10%); }
  .state { padding: 2rem 1.25rem; }
  @media (max-width: 47.99em) { .pages { padding: 0.75rem; max-height: 80dvh; } .pages ol { gap: 0.75rem; } }
  @media print { .bar { display: none; } .pages { max-height: none; overflow: visible; } }
`;
