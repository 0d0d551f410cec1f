import { css } from 'lit';

export const documentsStyles = css`
  :host { display: block; }
  .top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; margin-bottom: 0.5rem; }
  .top .button { margin-inline-start: auto; }
  .list > li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr) auto; gap: 0.25rem 0.75rem;
    align-items: center; padding: 0.5rem 0.625rem; margin: 0 -0.625rem; border-top: 1px solid var(--dossier-border);
    border-inline-start: 2px solid transparent; }
  .list > li.open { background: var(--dossier-accent-soft); border-inline-start-color: var(--dossier-accent); }
  .list > li > svg { color: var(--dossier-muted); }
  .missing > svg { opacity: 0.6; }
  .about { display: grid; min-width: 0; overflow-wrap: anywhere; }
  .name { font-weight: var(--dossier-medium); }
  .for { font-weight: var(--dossier-regular); color: var(--dossier-muted); }
  .state { display: flex; flex-wrap: wrap; justify-content: end; align-items: center; gap: 0.375rem; }
  .accepted { display: inline-flex; align-items: center; gap: 0.375rem; font-size: var(--dossier-size-s); }
  .accepted svg { color: var(--dossier-success-text); }
  .actions { grid-column: 2 / -1; display: flex; flex-wrap: wrap; gap: 0.125rem; margin-inline-start: -0.625rem; }
  .actions .button { border-color: transparent; background: none; color: var(--dossier-muted); }
  .actions .button:hover { background: var(--dossier-hover); color: var(--dossier-text); }
  .choose { position: relative; overflow: hidden; }
  .choose:focus-within { outline: 2px solid var(--dossier-focus); }
  .choose input { position: absolute; inset: 0; opacity: 0; cursor: pointer; font-size: 0; }
  .reason { grid-column: 2 / -1; padding: 0.375rem 0.625rem; border-radius: var(--dossier-radius);
    background: var(--dossier-danger-soft); overflow-wrap: anywhere; white-space: pre-line; }
  .earlier { grid-column: 2 / -1; font-size: var(--dossier-size-s); color: var(--dossier-muted); }
  .earlier summary { cursor: pointer; min-height: 1.5rem; }
  .earlier li { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; align-items: center; padding: 0.125rem 0;
    overflow-wrap: anywhere; }
  .earlier .why { white-space: pre-line; }
  .viewer { margin: 0.5rem -0.625rem 0; border-top: 1px solid var(--dossier-border); }
  .viewer header { display: flex; align-items: center; gap: 0.25rem; padding: 0.375rem 0.625rem; }
  .viewer h3 { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .viewer dossier-slot { display: grid; height: min(44rem, 80vh); min-width: 0; overflow: hidden;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); }
  dossier-upload-zone { margin-top: 0.75rem; }
  @media print { .actions, .viewer, .top .button, .state .button, dossier-upload-zone { display: none; } }
  @media (max-width: 30em) {
    .list > li { grid-template-columns: 1.25rem minmax(0, 1fr); }
    .list .state { grid-column: 2; justify-content: start; }
  }
`;
