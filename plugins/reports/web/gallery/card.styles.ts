import { css } from 'lit';

export const cardStyles = css`
  :host { display: block; }
  article { position: relative; display: flex; flex-direction: column; height: 100%; overflow: hidden;
    transition: border-color 120ms, box-shadow 120ms; }
  article:hover { border-color: var(--dossier-accent); box-shadow: var(--dossier-shadow-l); }
  .picture { position: relative; padding: 1rem 1.25rem 0; background: var(--dossier-neutral-soft);
    border-bottom: 1px solid var(--dossier-border); overflow: hidden; aspect-ratio: 320 / 190; }
  .picture svg { display: block; width: 100%; background: var(--dossier-surface); border-radius: 0.25rem 0.25rem 0 0;
    box-shadow: var(--dossier-shadow-l); transition: translate 160ms ease-out; }
  article:hover .picture svg { translate: 0 -0.25rem; }
  .words { display: grid; gap: 0.25rem; padding: 1rem 1.125rem 0.25rem; }
  .words p { font-size: var(--dossier-size-s); line-height: 1.5; text-wrap: pretty; overflow-wrap: anywhere; }
  h3 { font-size: var(--dossier-size-l); overflow-wrap: anywhere; }
  .open { color: var(--dossier-text); text-decoration: none; }
  .open::after { content: ""; position: absolute; inset: 0; }
  .about { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.625rem; padding: 0.375rem 1.125rem 0; }
  .about:empty { display: none; }
  .foot { position: relative; display: flex; gap: 0.5rem; align-items: center; padding: 0.75rem 1.125rem 1rem;
    margin-top: auto; pointer-events: none; }
  .foot > * { pointer-events: auto; }
  .button.more { width: 1.875rem; padding: 0; margin-inline-start: auto; anchor-name: --more; }
  [popover] { inset: auto; margin: 0.25rem 0; position-anchor: --more; position-area: bottom span-left;
    position-try-fallbacks: flip-block; min-width: 13rem; padding: 0.375rem; border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius-l); background: var(--dossier-raised); color: inherit;
    box-shadow: var(--dossier-shadow-l); }
  [popover] .button { width: 100%; justify-content: flex-start; }
`;
