import { css } from 'lit';

export const conditionsStyles = css`
  :host { display: grid; gap: 0.375rem; grid-template-columns: minmax(0, 1fr); font-size: var(--dossier-size-s); }
  .conditions { display: grid; gap: 0.375rem; }
  .conditions > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.375rem; align-items: start; }
  details { border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); min-width: 0; }
  summary { display: flex; justify-content: space-between; gap: 0.75rem; padding: 0.375rem 0.75rem; cursor: pointer;
    border-radius: inherit; }
  summary::after { content: "+"; color: var(--dossier-muted); }
  details[open] > summary::after { content: "–"; }
  summary b { font-weight: 550; flex: none; max-width: 60%; overflow: hidden; text-overflow: ellipsis;
    white-space: nowrap; }
  summary span { margin-inline-start: auto; color: var(--dossier-muted); overflow: hidden; text-overflow: ellipsis;
    white-space: nowrap; }
  summary span.chosen { color: var(--dossier-accent-text); font-weight: 550; }
  details ul { display: grid; max-height: 13rem; overflow: auto; padding: 0.125rem 0.75rem 0.5rem; }
  .option { align-items: center; }
  .option input { margin: 0; }
  .option span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  .option .count { flex: none; color: var(--dossier-muted); }
  .other, details > p { padding: 0 0.75rem 0.75rem; }
  .other { display: grid; }
  .other .input { width: auto; min-width: 0; padding-inline: 0.5rem; }
  .other .input, .add .input { font-size: var(--dossier-size-s); min-height: 2.125rem; }
  .add { position: relative; display: block; justify-self: start; max-width: 100%; }
  .add svg { position: absolute; inset-inline-start: 0.5625rem; top: calc(50% - 7px); color: var(--dossier-muted);
    pointer-events: none; }
  .add .input { width: auto; max-width: 100%; padding-inline-start: 1.75rem; border-style: dashed;
    background-color: transparent; cursor: pointer; }
`;
