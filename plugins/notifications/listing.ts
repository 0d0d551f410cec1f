/** Notices one by one, the newest first, and how many are unread. */
import { isId, notFound, recordAddress, utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, Page } from '@dossier/sdk';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { Acts } from './acts.ts';
import { arrived, unmuted } from './conditions.ts';
import type { Notification } from './contract.ts';
import type { NoticeRow, NoticeTables } from './entities.ts';
import { ownOf, waiting } from './own.ts';
import type { OwnRows } from './own.ts';
import type { Open, Reaching } from './reach.ts';
import type { Saying } from './saying.ts';

/** The number up to which they are counted. */
const MOST = 100;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Pick<Reaching, 'of'>;
  readonly saying: Saying;
  readonly acts: Pick<Acts, 'mark'>;
  readonly tenancy: Pick<Tenancy, 'organization'>;
}

export type Listing = ReturnType<typeof createListing>;

export function createListing({ database, clock, reach, saying, acts, tenancy }: Deps) {
  const unread = <O>(query: OwnRows<O>): OwnRows<O> =>
    waiting(query, clock.now().toISOString()).where('notice.seenAt', 'is', null);

  /** The form in which their reader has them now; those that say nothing to them are left out. */
  const shown = async (
    access: OrganizationAccess,
    open: Open,
    rows: readonly NoticeRow[],
  ): Promise<readonly Notification[]> => {
    const said = await saying(access, open, rows);
    const slug = (await tenancy.organization(access.organization))?.slug ?? '';
    return rows.flatMap((row): Notification[] => {
      const text = said.get(row.id);
      if (!text) return [];
      const { title, workspaceId, path } = text.subject;
      return [
        {
          id: row.id,
          kind: row.kind,
          text: text.text,
          url: recordAddress(slug, workspaceId, path),
          subject: { type: row.subjectType, id: row.subjectId, title },
          createdAt: utc(row.at),
          readAt: row.seenAt && utc(row.seenAt),
        },
      ];
    });
  };

  return {
    /** Counts those that are unread, up to 100. */
    async count(access: OrganizationAccess): Promise<number> {
      const open = await reach.of(access);
      if (open.size === 0) return 0;
      return database.read(access, async (tx) => {
        const db = tx.sql<NoticeTables>();
        const some = unread(ownOf(db.selectFrom('notice'), access, open))
          .select('notice.id')
          .limit(MOST);
        const { n } = await db
          .selectFrom(some.as('some'))
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow();
        return Number(n);
      });
    },

    /**
     * A page of rows, one more where there are more, and what those of them say that have something to say. `which`:
     * those that are unread, or those that are not; all unless given.
     */
    async page(
      access: OrganizationAccess,
      { after, limit }: Page,
      which?: 'unread' | 'read',
    ): Promise<{ readonly rows: readonly NoticeRow[]; readonly shown: readonly Notification[] }> {
      const open = await reach.of(access);
      if (open.size === 0) return { rows: [], shown: [] };
      const rows = await database.read(access, (tx) => {
        const own = ownOf(tx.sql<NoticeTables>().selectFrom('notice'), access, open);
        const some = which === 'unread' ? unread(own) : own.where(arrived(clock.now().toISOString())).where(unmuted);
        return some
          .$if(which === 'read', (query) => query.where('notice.seenAt', 'is not', null))
          .$if(after !== null, (query) => query.where('notice.id', '<', after!.id))
          .selectAll('notice')
          .orderBy('notice.id', 'desc')
          .limit(limit + 1)
          .execute();
      });
      return { rows, shown: await shown(access, open, rows.slice(0, limit)) };
    },

    /** Throws 404 for one of somebody else, and for one that says nothing to its reader. */
    async mark(access: OrganizationAccess, id: string, read: boolean): Promise<Notification> {
      const open = await reach.of(access);
      const find = (): Promise<NoticeRow | undefined> =>
        database.read(access, (tx) =>
          ownOf(tx.sql<NoticeTables>().selectFrom('notice'), access, open)
            .where('notice.id', '=', id)
            .selectAll('notice')
            .executeTakeFirst(),
        );
      const before = isId(id) ? await find() : undefined;
      const [told] = before ? await shown(access, open, [before]) : [];
      if (!told) throw notFound();
      await acts.mark(access, id, read);
      const seenAt = (await find())?.seenAt ?? null;
      return { ...told, readAt: seenAt && utc(seenAt) };
    },
  };
}
