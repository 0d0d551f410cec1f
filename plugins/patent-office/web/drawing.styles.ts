import { css } from 'lit';

export const drawingStyles = css`
  :host { display: block; position: relative; z-index: 1; width: 3.25rem; height: 4rem; }
  .box { display: grid; place-items: center; align-content: center; width: 100%; height: 100%; overflow: hidden;
    border: 1px solid var(--dossier-border); border-radius: 0.3125rem; }
  /* A drawing is black on white, in the dark too. */
  img { width: 100%; height: 100%; object-fit: contain; background: white; }
  .no { border-style: dashed; color: var(--dossier-muted); font-size: 0.6875rem; line-height: 0.8125rem;
    text-align: center; }
  .ask { padding: 0; gap: 0.125rem; background: transparent; color: var(--dossier-muted); cursor: pointer;
    border-style: dashed; font-size: 0.6875rem; line-height: 0.8125rem; }
  .ask:hover { background: var(--dossier-pressed); color: var(--dossier-text); }
`;
