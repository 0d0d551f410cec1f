import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Checked } from './asking.ts';
import { piecesOf } from './cql-pieces.ts';

/** What a form means, as it is sent to the office. */
export const queryShown = (checked: Checked | null): TemplateResult | typeof nothing =>
  checked === null || checked.cql === ''
    ? nothing
    : html`<code class="query" aria-label="The search as CQL">${piecesOf(checked.cql, checked.cql, {
        ...checked,
        position: null,
      }).map(({ text, kind }) => html`<span class=${kind}>${text}</span>`)}</code>`;

export const queryStyles = css`
  .query { padding: 0.125rem 0.5rem; border-radius: 0.3125rem; background: var(--dossier-neutral-soft);
    color: var(--dossier-muted); font-family: var(--dossier-mono, ui-monospace, monospace);
    font-size: var(--dossier-size-s); overflow-wrap: anywhere; font-variant-ligatures: none; }
  .query .index, .query .relation, .query .boolean { color: var(--dossier-accent-text); }
`;
