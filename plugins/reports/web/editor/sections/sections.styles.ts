import { css } from 'lit';

export const sectionsStyles = css`
  :host { display: grid; gap: 0.5rem; grid-template-columns: minmax(0, 1fr); }
  ol { display: grid; gap: 0.375rem; grid-template-columns: minmax(0, 1fr); }
  li { position: relative; border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius);
    background: var(--dossier-surface); }
  li.dragged { opacity: 0.5; }
  li.wrong { border-color: var(--dossier-danger-border); }
  li:is(.before, .after)::before { content: ""; position: absolute; inset-inline: 0; height: 2px; border-radius: 1px;
    background: var(--dossier-accent); }
  li.before::before { top: calc(-0.1875rem - 1px); }
  li.after::before { bottom: calc(-0.1875rem - 1px); }
  .line { display: flex; align-items: center; min-width: 0; padding-inline: 0.125rem; }
  .line button { border: 0; background: transparent; border-radius: 0.375rem; cursor: pointer; }
  .handle, .act { flex: none; display: grid; place-items: center; width: 1.75rem; height: 2rem;
    color: var(--dossier-muted); padding: 0; }
  .handle { cursor: grab; }
  .handle:active { cursor: grabbing; }
  .line button:hover:not([disabled]) { background: var(--dossier-hover); color: var(--dossier-text); }
  .act[disabled] { opacity: 0.35; cursor: default; }
  .name { flex: 1; display: flex; align-items: center; gap: 0.5625rem; min-width: 0; padding: 0.375rem 0.25rem;
    text-align: start; }
  .kind { flex: none; display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 0.375rem;
    background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
  .words { display: grid; min-width: 0; line-height: 1.3; }
  .words > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .words b { font-weight: 570; }
  .form { padding: 0.875rem; border-top: 1px solid var(--dossier-border); }
  .removed { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 0.75rem;
    padding: 0.25rem 0.25rem 0.25rem 0.75rem; border-radius: var(--dossier-radius);
    background: var(--dossier-neutral-soft); font-size: var(--dossier-size-s); }
  .add { position: relative; display: block; }
  .add svg { position: absolute; inset-inline-start: 0.75rem; top: calc(50% - 8px); color: var(--dossier-muted);
    pointer-events: none; }
  .add .input { padding-inline-start: 2.25rem; border-style: dashed; font-weight: 550; cursor: pointer; }
`;
