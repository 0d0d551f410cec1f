import { css } from 'lit';

/** A head that stays, tabs, and below them the part that scrolls. */
export const designerStyles = css`
  :host { display: flex; flex-direction: column; height: 100%; min-height: 30rem; gap: 0.25rem; }
  header { display: flex; flex-wrap: wrap; gap: 0.375rem 0.625rem; align-items: center; }
  header .name { border: 1px solid transparent; background: none; font-size: var(--dossier-size-l);
    font-weight: var(--dossier-bold); min-width: 6rem; max-width: 24rem; flex: 1 1 8rem; width: auto; }
  header .name:hover { border-color: var(--dossier-control-border); }
  header .acts { display: flex; gap: 0.375rem; margin-inline-start: auto; align-items: center; }
  .tabs { display: flex; flex-wrap: wrap; gap: 0.125rem; border-bottom: 1px solid var(--dossier-border); }
  .tabs a { display: inline-flex; align-items: center; min-height: 2.25rem; padding: 0 0.625rem; text-decoration: none;
    color: var(--dossier-muted); font-weight: var(--dossier-medium); border-bottom: 2px solid transparent; }
  .tabs a[aria-current] { color: var(--dossier-text); border-bottom-color: var(--dossier-accent); }
  .count { margin-inline-start: 0.375rem; font-size: var(--dossier-size-xs); }
  .tabs details { margin-inline-start: auto; position: relative; }
  summary { cursor: pointer; min-height: 2.25rem; display: flex; align-items: center; gap: 0.375rem;
    color: var(--dossier-warning-text); font-weight: var(--dossier-medium); padding-inline: 0.5rem; }
  .problems { position: absolute; inset-inline-end: 0; z-index: 6; width: min(26rem, 90vw); max-height: 50dvh;
    overflow-y: auto; background: var(--dossier-raised); border-radius: var(--dossier-radius-l);
    box-shadow: var(--dossier-shadow-l); padding: 0.375rem; display: grid; }
  .problems button { border: 0; background: none; text-align: start; padding: 0.5rem; cursor: pointer;
    border-radius: var(--dossier-radius); display: grid; overflow-wrap: anywhere; }
  .problems button:hover { background: var(--dossier-hover); }
  .part { flex: 1; min-height: 0; overflow-y: auto; }
  @media (max-width: 61.99em) { :host { height: auto; } .part { overflow: visible; } }
`;
