import { fullTime, shortTime } from '@dossier/sdk/web/ui/format';
import { dayOf } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CommentRead } from '../contract.ts';
import { together } from './kind.ts';

/** "at 12:05" today, else "on 24 Nov"; without a time nothing. */
const when = (at: string | null): string => {
  if (at === null) return '';
  const isToday = dayOf(new Date(at)) === dayOf(new Date());
  return ` ${isToday ? 'at' : 'on'} ${shortTime(at)}`;
};

/**
 * "Read by Ingrid at 12:05": who on the other side has read a comment, by first names; the staff as a whole by that of
 * the organization.
 */
export const readBy = (reads: readonly CommentRead[], organization: string): TemplateResult | typeof nothing =>
  reads.length === 0
    ? nothing
    : html`<p class="seen" title=${reads.flatMap(({ at }) => (at === null ? [] : [fullTime(at)])).join(', ')}>${icon(
        'check',
        13,
      )} Read by <bdi>${together(
        reads.map(({ name, at }) => `${name === null ? organization : (name.split(' ')[0] ?? name)}${when(at)}`),
      )}</bdi></p>`;

export const readByStyles = css`
  .seen { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.3125rem; color: var(--dossier-muted);
    font-size: var(--dossier-size-xs); }
`;
