/** Conversations with clients, which are the external comments of applications: listed here, kept there. */
import { badQuery, isId } from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';
import { markdownExcerpt } from '@dossier/sdk/markdown-text';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import type { CommentThreads } from '@dossier/core/platform/comments/contract';
import type { CaseConversation } from './contract.ts';
import type { Reaching } from './reach.ts';

export interface Conversations {
  /** The newest first: what the reader may read now, as staff or as its client. Throws 400 for a bad place. */
  page(
    access: OrganizationAccess,
    o: { readonly limit: number; readonly before: string | null },
  ): Promise<{ readonly conversations: readonly CaseConversation[]; readonly next: string | null }>;
}

interface Deps {
  readonly reach: Pick<Reaching, 'placesOf'>;
  readonly cards: Cards;
  readonly comments: CommentThreads;
}

export const createConversations = ({ reach, cards, comments }: Deps): Conversations => ({
  async page(access, { limit, before }) {
    if (before !== null && !isId(before))
      throw badQuery([
        { pointer: '?before', code: 'bad-place', detail: 'Give what the page before says under `next`.' },
      ]);
    const places = await reach.placesOf(access);
    const found = await comments.of(access, places, { limit: limit + 1, before });
    const rows = found.slice(0, limit);
    const known = await cards.of(
      access,
      places,
      rows.map(({ applicationId }) => applicationId),
    );
    return {
      conversations: rows.flatMap(({ applicationId, last, unread }): CaseConversation[] => {
        const card = known.get(applicationId);
        if (!card) return [];
        const { title, about, workspaceId, path } = card;
        return [
          {
            application: { id: applicationId, title, about, workspaceId, path },
            newest: {
              by: last.by.name,
              isMine: last.by.id === access.actor.id,
              text: last.text === null ? null : markdownExcerpt(last.text, { names: true }),
              at: last.at,
            },
            unread,
          },
        ];
      }),
      next: found.length > limit ? (rows.at(-1)?.turn ?? null) : null,
    };
  },
});
