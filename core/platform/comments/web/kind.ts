/** What sets internal and client apart, everywhere alike: a word, a colour and an icon. */
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import type { CommentKind } from '../contract.ts';

export const kindLabel = (kind: CommentKind): TemplateResult =>
  kind === 'internal'
    ? html`<span class="kind">${icon('lock', 14)} Internal</span>`
    : html`<span class="kind">${icon('globe', 14)} With client</span>`;

export const kindStyles = css`
  .kind { display: inline-flex; align-items: center; gap: 0.25rem; font-size: var(--dossier-size-xs);
    font-weight: var(--dossier-bold); }
  .internal { background: var(--dossier-internal-soft); border: 1px dashed var(--dossier-internal-border); }
  .internal .kind { color: var(--dossier-internal-text); }
  .external { background: var(--dossier-surface); border: 1px solid var(--dossier-border); }
  .external .kind { color: var(--dossier-info-text); }
`;

/** `Ingrid Solberg`, `Ingrid Solberg and Omar Haddad`. */
export const together = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);
