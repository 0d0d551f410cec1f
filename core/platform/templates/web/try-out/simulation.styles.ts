import { css } from 'lit';

export const simulationStyles = css`
  :host { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); max-width: 70rem; margin-inline: auto;
    width: 100%; }
  .ask { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; padding: 1rem; }
  .ask .field { flex: 0 1 16rem; min-width: 0; }
  .ask .field.few { flex-basis: 12rem; }
  .ask .acts { margin-inline-start: auto; display: flex; gap: 0.5rem; }
  .found { display: grid; gap: 0.75rem; padding: 1.25rem; }
  .big { font-size: var(--dossier-size-xl); font-weight: var(--dossier-bold); }
  .groups { display: grid; gap: 0.25rem; }
  .groups button { display: grid; grid-template-columns: minmax(0, 26rem) minmax(3rem, 1fr) 3.5rem; gap: 1rem;
    align-items: center; width: 100%; border: 0; background: none; text-align: start; padding: 0.5rem;
    border-radius: var(--dossier-radius); cursor: pointer; }
  .groups button:hover { background: var(--dossier-hover); }
  .groups button[aria-pressed="true"] { background: var(--dossier-accent-soft); }
  .to { display: flex; flex-wrap: wrap; gap: 0.375rem; align-items: center; }
  .to .chip, td .chip { white-space: normal; height: auto; min-height: 1.375rem; padding-block: 0.25rem; }
  .track { height: 0.75rem; border-radius: 0.25rem; background: var(--dossier-neutral-soft); overflow: hidden; }
  .track i { display: block; height: 100%; background: var(--dossier-accent); }
  .groups .number { text-align: end; font-weight: var(--dossier-bold); }
  progress { width: 100%; height: 0.5rem; accent-color: var(--dossier-accent); }
  .running { display: grid; gap: 0.75rem; padding: 1.25rem; }
  .running .line { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; align-items: center; }
  .list { overflow: hidden; }
  .list td .reasons { display: grid; gap: 0.125rem; }
  .foot { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; padding: 0.625rem 1rem;
    border-top: 1px solid var(--dossier-border); }
  .note { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; padding: 0.75rem 1rem;
    border-radius: var(--dossier-radius); background: var(--dossier-warning-soft); }
  @media (max-width: 45em) { .groups button { grid-template-columns: minmax(0, 1fr) 3rem; } .track { display: none; }
    .ask .field, .ask .field.few { flex: 1 1 100%; } .list .stacked tr { grid-template-columns: minmax(0, 1fr);
      padding-block-end: 0.5rem; } .list .stacked :is(th, td) { padding-block: 0.25rem; } }
`;
