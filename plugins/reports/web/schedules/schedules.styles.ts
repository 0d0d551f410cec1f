import { css } from 'lit';

export const schedulesStyles = css`
  :host { max-width: none; padding-bottom: 0; }
  .head { align-items: center; }
  tbody tr:hover { background: color-mix(in oklab, var(--dossier-hover) 55%, transparent); }
  tr.paused .next { color: var(--dossier-muted); }
  .lines { display: grid; gap: 0.125rem; min-width: 0; justify-items: start; }
  td.next { width: 15rem; }
  td.last { width: 12rem; }
  td.told { width: 7rem; white-space: nowrap; }
  td.last a { display: inline-flex; min-height: 1.5rem; align-items: center; text-decoration: none; border-radius: 1rem;
    }
  .chips { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.375rem; }
  .sub { display: flex; align-items: center; gap: 0.375rem; }
  .buttons { display: flex; justify-content: flex-end; gap: 0.125rem; }
  .narrow { display: none; }
  @media (max-width: 71.99em) { td.told, th.told { display: none; } }
  @media (max-width: 63.99em) { td.last, th.last { display: none; } .narrow.last { display: flex; } }
  @media (max-width: 47.99em) {
    td.next, th.next { display: none; }
    .narrow { display: flex; }
    td.end { padding-inline-start: 0; vertical-align: top; }
    .buttons { flex-direction: column; }
    thead { position: absolute; clip-path: inset(50%); }
    tbody tr:first-child { border-top: 0; }
    .head .button { width: 100%; }
  }
`;
