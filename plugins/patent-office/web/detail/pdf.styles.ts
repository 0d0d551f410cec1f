import { css } from 'lit';

export const pdfStyles = css`
  :host { display: flex; flex-direction: column; gap: 0.5rem; min-height: 0; }
  .bar { margin: 0; font-size: var(--dossier-size-s); }
  .of-pages { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; }
  .of-pages .bar { flex: 1 1 20rem; }
  .pages[open] { flex: 1 1 100%; }
  .told { max-width: none; }
  .failed { display: grid; gap: 0.375rem; }
  progress { display: block; width: min(20rem, 100%); height: 0.375rem; margin-top: 0.25rem; appearance: none; border: 0;
    border-radius: 1rem; overflow: hidden; background: var(--dossier-neutral-soft); }
  progress::-webkit-progress-bar { background: var(--dossier-neutral-soft); }
  progress::-webkit-progress-value { background: var(--dossier-accent); }
  progress::-moz-progress-bar { background: var(--dossier-accent); }
  .pages summary { cursor: pointer; font-size: var(--dossier-size-s); min-height: 1.5rem; }
  .pages ol { display: flex; flex-wrap: wrap; gap: 0.25rem; margin-block: 0.375rem; }
  .pages li { display: inline-flex; align-items: center; gap: 0.1875rem; padding: 0 0.375rem;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); font-size: var(--dossier-size-xs);
    line-height: 1.375rem; font-variant-numeric: tabular-nums; }
  .pages .failed { background: var(--dossier-danger-soft); color: var(--dossier-danger-text); border-style: dashed; }
  .pages .waiting { color: var(--dossier-muted); }
  .viewer { display: grid; flex: 1 1 auto; min-height: 24rem; height: clamp(24rem, 100dvh - 26rem, 52rem); min-width: 0;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); overflow: hidden; }
  @media (pointer: coarse) { .pages summary { min-height: 2.75rem; line-height: 2.75rem; } }
`;
