import { css } from 'lit';

export const correctStyles = css`
  :host { display: block; }
  .task { display: grid; margin-bottom: 1.25rem; border: 2px solid var(--dossier-accent); font-size: 1.0625rem;
    line-height: 1.5; }
  .task > * { padding: 1.125rem 1.25rem; }
  .task > * + * { border-top: 1px solid var(--dossier-border); }
  .task h2 { font-size: var(--dossier-size-l); }
  .kick { display: flex; gap: 0.5rem; align-items: center; color: var(--dossier-link);
    font-weight: var(--dossier-medium); font-size: var(--dossier-size-s); margin-bottom: 0.375rem; }
  .from { margin-top: 0.875rem; display: grid; gap: 0.25rem; }
  .words { white-space: pre-line; overflow-wrap: anywhere; }
  .items { display: grid; }
  .items > li { display: grid; gap: 0.625rem; padding: 1.125rem 0; }
  .items > li:first-child { padding-top: 0; }
  .items > li:last-child { padding-bottom: 0; }
  .items > li + li { border-top: 1px solid var(--dossier-border); }
  .mark { display: flex; gap: 0.625rem; align-items: center; font-size: var(--dossier-size-s);
    color: var(--dossier-muted); }
  .n { display: inline-grid; place-items: center; inline-size: 1.625rem; block-size: 1.625rem; border-radius: 50%;
    background: var(--dossier-neutral-soft); color: var(--dossier-text); font-weight: var(--dossier-bold);
    font-size: var(--dossier-size-s); flex: none; }
  .n.ok { background: var(--dossier-success-soft); color: var(--dossier-success-text); }
  .paper { display: grid; gap: 0.625rem; justify-items: start; }
  .paper h3 { font-size: 1.0625rem; }
  .files { display: grid; gap: 0.5rem; justify-self: stretch; }
  .files li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; overflow-wrap: anywhere; }
  .files .push { margin-inline-start: auto; display: flex; gap: 0.375rem; }
  .files progress { flex: 1 0 100%; block-size: 0.375rem; accent-color: var(--dossier-accent); }
  .files .fault { flex: 1 0 100%; }
  .choose { position: relative; overflow: hidden; min-height: 2.75rem; }
  .choose:focus-within { outline: 2px solid var(--dossier-focus); outline-offset: 2px; }
  .choose input { position: absolute; inset: 0; opacity: 0; cursor: pointer; font-size: 0; }
  .was { display: flex; flex-wrap: wrap; gap: 0.375rem 0.875rem; align-items: center; font-size: var(--dossier-size-s);
    color: var(--dossier-muted); }
  .was bdi { white-space: pre-line; overflow-wrap: anywhere; }
  .send { display: flex; flex-wrap: wrap; gap: 0.625rem 1rem; align-items: center; }
  .send .button { min-height: 2.75rem; font-size: 1rem; }
  .summary { background: var(--dossier-danger-soft); color: var(--dossier-danger-text); }
  .earlier { font-size: 1rem; }
  .added { display: grid; gap: 1rem; padding: 0 1.25rem 1.25rem; }
  .earlier summary { padding: 0.875rem 1.25rem; cursor: pointer; font-weight: var(--dossier-medium); }
  @media (max-width: 47.99em) { .send .button, .choose { flex: 1 1 100%; justify-self: stretch; } }
  @media print { .send, .choose { display: none; } }
`;
