/** The threads of somebody: listed, the newest first, looked at and counted. */
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { badCursor, compareNames, utc } from '@dossier/sdk';
import type { Database, OrganizationAccess, Page } from '@dossier/sdk';
import { markdownExcerpt } from '@dossier/sdk/markdown-text';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import type { People } from '@dossier/core/platform/people/contract';
import type { MessageThread } from './contract.ts';
import { asStaff } from './reach.ts';
import type { Reaching, Reader } from './reach.ts';
import { membersOf, newestOf, ownThread, ownThreads, unread } from './rows.ts';
import type { OwnThread } from './rows.ts';

/** How many threads have something new, counted up to so many. */
const COUNTED = 100;

export interface Threads {
  /** One more than asked for when there are more. Of those in which nothing was written only one's own. */
  list(access: OrganizationAccess, page: Page, o: { readonly unread: boolean }): Promise<readonly MessageThread[]>;
  /** Throws 404. */
  one(access: OrganizationAccess, id: string): Promise<MessageThread>;
  shown(reader: Reader, rows: readonly OwnThread[]): Promise<readonly MessageThread[]>;
  /** In how many threads there is something unread, but for those that are muted; counted up to 100. */
  count(access: OrganizationAccess): Promise<number>;
}

interface Deps {
  readonly database: Database;
  readonly reach: Reaching;
  readonly people: Pick<People, 'users'>;
  readonly cards: Cards;
}

export function createThreads({ database, reach, people, cards }: Deps): Threads {
  const self: Threads = {
    async list(access, { limit, after }, { unread: onlyUnread }) {
      if (after && Number.isNaN(Date.parse(after.sort))) throw badCursor();
      const place = after && { at: utc(after.sort), id: after.id };
      const reader = await reach.of(access);
      const rows = await database.read(asStaff(access), (tx) =>
        ownThreads(tx, reader)
          .where(({ or, eb }) => or([eb('message_thread.last', '>', 0), eb('openedBy', '=', reader.userId)]))
          .$if(onlyUnread, (some) => some.where(sql<SqlBool>`${unread} > 0`))
          .$if(place !== null, (some) =>
            some.where(
              sql<SqlBool>`("message_thread"."lastAt", "message_thread"."id") < (${place?.at}::timestamptz, ${place?.id}::uuid)`,
            ),
          )
          .orderBy('message_thread.lastAt', 'desc')
          .orderBy('message_thread.id', 'desc')
          .limit(limit + 1)
          .execute(),
      );
      return self.shown(reader, rows);
    },

    async one(access, id) {
      const reader = await reach.of(access);
      const row = await database.read(asStaff(access), (tx) => ownThread(tx, reader, id));
      const [only] = await self.shown(reader, [row]);
      if (!only) throw new Error('A thread was read and not shown.');
      return only;
    },

    shown: (reader, rows) =>
      database.read(asStaff(reader.access), async (tx) => {
        if (rows.length === 0) return [];
        const { organization } = reader.access;
        const [members, newest] = [
          await membersOf(
            tx,
            organization,
            rows.map(({ id }) => id),
          ),
          await newestOf(tx, organization, rows),
        ];
        const users = await people.users([...new Set(members.map(({ userId }) => userId))], tx);
        const known = await cards.of(
          reader.access,
          reader.places,
          rows.flatMap(({ applicationId }) => applicationId ?? []),
        );
        return rows.map((row): MessageThread => {
          const last = newest.find(({ threadId }) => threadId === row.id);
          const card = known.get(row.applicationId ?? '');
          return {
            id: row.id,
            kind: row.kind,
            title: row.title,
            application:
              row.applicationId === null || !card
                ? null
                : {
                    id: row.applicationId,
                    title: card.title,
                    about: card.about,
                    workspaceId: card.workspaceId,
                    path: card.path,
                  },
            members: members
              .filter(({ threadId }) => threadId === row.id)
              .map(({ userId, upTo }) => ({ id: userId, name: users.get(userId)?.name ?? '', upTo }))
              .toSorted((one, other) => compareNames(one.name, other.name)),
            newest: last
              ? {
                  by: last.byName,
                  isMine: last.byId === reader.userId,
                  text: last.removedAt === null ? markdownExcerpt(last.text) : null,
                  at: utc(last.at),
                }
              : null,
            at: utc(row.lastAt),
            unread: row.unread,
            muted: row.muted,
          };
        });
      }),

    async count(access) {
      const reader = await reach.of(access);
      return database.read(asStaff(access), async (tx) => {
        const some = await ownThreads(tx, reader)
          .where('me.muted', '=', false)
          .where(sql<SqlBool>`${unread} > 0`)
          .limit(COUNTED)
          .execute();
        return some.length;
      });
    },
  };
  return self;
}
