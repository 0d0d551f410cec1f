import { css } from 'lit';

/** Paper is white whatever the theme: what lies on it was made for white. */
export const pagesStyles = css`
  :host { display: grid; min-height: 0; min-width: 0; }
  .desk { position: relative; overflow: auto; min-height: 0; overscroll-behavior: contain; scrollbar-gutter: stable; overflow-anchor: none; touch-action: pan-x pan-y;
    padding: 0.75rem; background: var(--dossier-neutral-soft); outline-offset: -2px; }
  /* Where motion is reduced, every change is a transition of a moment; what is measured at once would be the old. */
  .desk, .desk * { transition-property: none; }
  .stack { display: grid; justify-items: center; gap: 0.75rem; width: max-content; min-width: 100%; }
  .page { position: relative; width: calc(var(--width) * var(--share) * 1px);
    height: calc(var(--height) * var(--share) * 1px); overflow: hidden; background: #fff; color: #000;
    color-scheme: only light; box-shadow: var(--dossier-shadow-s); --total-scale-factor: calc(var(--share) * 96 / 72);
    --scale-round-x: 0.01px; --scale-round-y: 0.01px; scroll-margin: 0.75rem; }
  .page canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
  .page canvas.detail { inset: auto; }
  .note { position: absolute; inset: 0.5rem 0.5rem auto; display: flex; gap: 0.5rem; align-items: center;
    width: fit-content; max-width: calc(100% - 1rem); margin: 0 auto; padding: 0.5rem 0.75rem; z-index: 2;
    border-radius: var(--dossier-radius); background: #fdf1e3; color: #6b3a00; font-size: var(--dossier-size-s); }
  .note svg { flex: none; }

  .words { position: absolute; top: 0; left: 0; overflow: clip; line-height: 1; text-align: initial;
    letter-spacing: normal; word-spacing: normal; text-size-adjust: none; forced-color-adjust: none;
    transform-origin: 0 0; z-index: 1; --min-font-size: 1;
    --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size));
    --min-font-size-inv: calc(1 / var(--min-font-size)); }
  .words[data-turned='90'] { transform: rotate(90deg) translateY(-100%); }
  .words[data-turned='180'] { transform: rotate(180deg) translate(-100%, -100%); }
  .words[data-turned='270'] { transform: rotate(270deg) translateX(-100%); }
  .words :is(span, br) { position: absolute; color: transparent; white-space: pre; cursor: text;
    transform-origin: 0% 0%; user-select: text; -webkit-user-select: text; }
  .words > span { --font-height: 0; --scale-x: 1; --rotate: 0deg;
    font-size: calc(var(--text-scale-factor) * var(--font-height));
    transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv)); }
  .words ::selection { background: rgb(51 87 214 / 30%); color: transparent; }
  .words br::selection { background: transparent; }
  .words ::highlight(dossier-found) { background-color: rgb(255 200 0 / 45%); color: transparent; }
  .words ::highlight(dossier-found-here) { background-color: rgb(255 110 0 / 60%); color: transparent; }
`;
