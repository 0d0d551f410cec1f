import { css } from 'lit';

export const paletteStyles = css`
  dialog { width: min(40rem, calc(100vw - 2rem)); max-height: min(34rem, 76dvh); margin-top: 12dvh; padding: 0;
    border: 0; border-radius: var(--dossier-radius-l); background: var(--dossier-raised); color: var(--dossier-text);
    box-shadow: var(--dossier-shadow-l); overflow: hidden; }
  dialog[open] { display: flex; flex-direction: column; animation: palette 140ms ease-out; }
  dialog::backdrop { background: var(--dossier-backdrop); }
  .ask { display: flex; align-items: center; gap: 0.625rem; padding: 0 1rem;
    border-bottom: 1px solid var(--dossier-border); color: var(--dossier-muted); }
  .ask input { flex: 1; min-width: 0; min-height: 3.25rem; border: 0; background: transparent;
    color: var(--dossier-text); font-size: var(--dossier-size-l); outline: none; }
  .ask input::placeholder { color: var(--dossier-muted); opacity: 1; }
  .ask:focus-within { border-bottom-color: var(--dossier-focus); box-shadow: 0 1px 0 var(--dossier-focus); }
  [role='listbox'] { overflow: auto; padding: 0.5rem; scroll-padding: 2.25rem 0.5rem; }
  .group { padding: 0.625rem 0.5rem 0.25rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs);
    font-weight: var(--dossier-medium); }
  [role='option'] { display: flex; align-items: center; gap: 0.625rem;
    min-height: max(var(--dossier-row), var(--dossier-control)); padding: 0.25rem 0.5rem;
    border-radius: var(--dossier-radius); cursor: pointer; }
  [role='option'] svg { flex: none; color: var(--dossier-muted); }
  [role='option'] .title { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  [role='option'] .about { overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
    color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  [role='option'] mark { background: none; color: var(--dossier-accent-text);
    font-weight: var(--dossier-bold); text-decoration: underline 2px; text-underline-offset: 3px; }
  [role='option'] .note { display: flex; align-items: center; gap: 0.5rem; margin-inline-start: auto; color: var(--dossier-muted); font-size: var(--dossier-size-s);
    white-space: nowrap; }
  [role='option']:hover { background: var(--dossier-hover); }
  [role='option'][aria-selected='true'] { background: var(--dossier-accent-soft); outline: 1px solid transparent; }
  .none { padding: 1.5rem 1rem; text-align: center; }
  .esc { display: grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem; margin-inline-end: -0.5rem;
    border: 0; border-radius: var(--dossier-radius); background: none; color: var(--dossier-muted); cursor: pointer; }
  .esc svg { display: none; }
  .esc:hover { background: var(--dossier-hover); }
  .foot .end { margin-inline-start: auto; }
  .foot { display: flex; gap: 1rem; padding: 0.5rem 1rem; border-top: 1px solid var(--dossier-border);
    color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
  kbd { font: var(--dossier-medium) var(--dossier-size-xs)/1 var(--dossier-font); padding: 0.1875rem 0.375rem;
    border: 1px solid var(--dossier-border); border-radius: 0.25rem; }
  .command { display: grid; gap: 0.75rem; padding: 1rem; overflow: auto; }
  .command h2 { display: flex; align-items: center; gap: 0.5rem; }
  @keyframes palette { from { opacity: 0; translate: 0 -0.375rem; } }
  @media (max-width: 47.99em) {
    dialog { width: 100vw; max-width: none; height: 100dvh; max-height: none; margin: 0; border-radius: 0; }
    .foot, .esc kbd { display: none; }
    .esc svg { display: block; }
  }
`;
