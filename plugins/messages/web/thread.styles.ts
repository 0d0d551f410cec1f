import { css } from 'lit';

/** A head, what was said, which moves, and where one writes. */
export const threadStyles = css`
  :host { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; min-height: 0; }
  header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; padding: 0.625rem 1rem;
    border-bottom: 1px solid var(--dossier-border); }
  header .avatar { width: 2rem; height: 2rem; font-size: 0.75rem; }
  header h1 { font-size: var(--dossier-size-m); }
  .names { flex: 1 1 10rem; min-width: 0; overflow-wrap: anywhere; }
  .acts { display: flex; flex-wrap: wrap; gap: 0.25rem; }
  .back { display: none; }
  /* From its end, which stays in sight whatever comes, and older ones come above without moving what is read. */
  .said { display: flex; flex-direction: column-reverse; overflow-y: auto; padding: 0.75rem 1rem;
    outline-offset: -2px; }
  .said > div { margin-block-end: auto; }
  ol { display: grid; gap: 0.25rem; }
  .day { margin: 0.75rem 0 0.5rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs);
    font-weight: var(--dossier-bold); text-align: center; }
  .older { display: block; margin: 0 auto; }
  .first { padding: 2rem 1rem; text-align: center; }
  footer { padding: 0 1rem 0.75rem; }
  .writing { min-height: 1.25rem; color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  @media (max-width: 47.99em) {
    .back { display: inline-flex; }
    header { padding-inline: 0.5rem; }
    .said, footer { padding-inline: 0.625rem; }
  }
`;
