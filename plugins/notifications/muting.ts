/** Records of which somebody wants to hear nothing more. */
import { utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, UserId } from '@dossier/sdk';
import { unsent } from './conditions.ts';
import type { Muted } from './contract.ts';
import type { NoticeTables } from './entities.ts';
import type { Reaching } from './reach.ts';
import type { TextsFor } from './texts.ts';

/** Listed at most. */
const MOST = 200;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Pick<Reaching, 'of'>;
  readonly texts: Pick<TextsFor, 'of'>;
  readonly wake: (access: OrganizationAccess, people: ReadonlySet<UserId>) => void;
}

export type Muting = ReturnType<typeof muting>;

export function muting({ database, clock, reach, texts, wake }: Deps) {
  return {
    /** From then on nothing new is noted of it, and what waits for a mail gets none. */
    async set(access: OrganizationAccess, subject: { type: string; id: string }, on: boolean): Promise<void> {
      const user = access.actor.id as UserId;
      const key = {
        organizationId: access.organization,
        userId: user,
        subjectType: subject.type,
        subjectId: subject.id,
      };
      await database.write(access, async (tx) => {
        const db = tx.sql<NoticeTables>();
        if (!on) {
          await db
            .deleteFrom('notice_mute')
            .where(({ and }) => and(key))
            .execute();
          return;
        }
        await db
          .insertInto('notice_mute')
          .values({ ...key, at: clock.now().toISOString() })
          .onConflict((there) => there.doNothing())
          .execute();
        await db
          .updateTable('notice')
          .set({ mail: unsent })
          .where(({ and }) => and(key))
          .execute();
      });
      wake(access, new Set([user]));
    },

    /** The newest first, each by what its reader may know of it now. */
    async list(access: OrganizationAccess): Promise<readonly Muted[]> {
      const open = await reach.of(access);
      const { muted, rows } = await database.read(access, async (tx) => {
        const db = tx.sql<NoticeTables>();
        const own = db
          .selectFrom('notice_mute as m')
          .where('m.organizationId', '=', access.organization)
          .where('m.userId', '=', access.actor.id)
          .orderBy('m.at', 'desc')
          .limit(MOST);
        return {
          muted: await own.select(['m.subjectType', 'm.subjectId', 'm.at']).execute(),
          // By the newest notice of each.
          rows: await db
            .selectFrom(own.select(['m.subjectType', 'm.subjectId']).as('some'))
            .innerJoin('notice', (join) =>
              join
                .onRef('notice.subjectType', '=', 'some.subjectType')
                .onRef('notice.subjectId', '=', 'some.subjectId'),
            )
            .where('notice.organizationId', '=', access.organization)
            .where('notice.userId', '=', access.actor.id as UserId)
            .distinctOn(['notice.subjectType', 'notice.subjectId', 'notice.kind'])
            .orderBy('notice.subjectType')
            .orderBy('notice.subjectId')
            .orderBy('notice.kind')
            .orderBy('notice.id', 'desc')
            .selectAll('notice')
            .execute(),
        };
      });
      const { said } = await texts.of(access, open, rows);
      return muted.map(({ subjectType: type, subjectId: id, at }): Muted => {
        const row = rows.find((one) => one.subjectType === type && one.subjectId === id && said.has(one.id));
        const subject = row && said.get(row.id)?.subject;
        return {
          type,
          id,
          title: subject?.title ?? 'No longer open to you',
          about: subject?.about ?? '',
          workspaceId: subject?.workspaceId ?? null,
          path: subject?.path ?? null,
          at: utc(at),
        };
      });
    },
  };
}
