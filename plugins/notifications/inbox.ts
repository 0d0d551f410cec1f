/** What somebody has to see: grouped by record, the newest first, and counted. */
import { sql } from 'kysely';
import type { SelectQueryBuilder, SqlBool } from 'kysely';
import { utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, Transaction, UserId } from '@dossier/sdk';
import type { NoticeText } from '@dossier/core/platform/notices/contract';
import type { Acts } from './acts.ts';
import { arrived, heard, unmuted } from './conditions.ts';
import type { NoticeGroup, NoticePage } from './contract.ts';
import type { NoticeRow, NoticeTables } from './entities.ts';
import type { Open, Reaching } from './reach.ts';
import type { TextsFor } from './texts.ts';

/** Groups of a page at most, and notices of a group; counted up to so many. */
const most = { groups: 50, ofGroup: 50, counted: 100 } as const;

/** `new`: what is not done and not put off. `done`: what is. */
export type View = 'new' | 'done';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Pick<Reaching, 'of'>;
  readonly texts: Pick<TextsFor, 'of'>;
  readonly acts: Pick<Acts, 'seen'>;
}

type Builder<O> = SelectQueryBuilder<NoticeTables, 'notice', O>;

export type Inbox = ReturnType<typeof createInbox>;

export function createInbox({ database, clock, reach, texts, acts }: Deps) {
  /** The reader's own, of the kinds and places that are open to them now. */
  const own = <O>(query: Builder<O>, { organization, actor }: OrganizationAccess, open: Open): Builder<O> =>
    query
      .where('notice.organizationId', '=', organization)
      .where('notice.userId', '=', actor.id as UserId)
      .where('notice.inPage', '=', sql.lit(true))
      .where(heard(open));

  const waiting = <O>(query: Builder<O>): Builder<O> =>
    query.where('notice.doneAt', 'is', null).where(arrived(clock.now().toISOString())).where(unmuted);

  /**
   * What says nothing to its reader, because they may not read it or it holds no more, is seen: the bell counts what
   * the inbox shows.
   */
  const pass = async (
    access: OrganizationAccess,
    rows: readonly NoticeRow[],
    said: ReadonlyMap<string, unknown>,
  ): Promise<void> => {
    const silent = rows.filter(({ id, seenAt }) => seenAt === null && !said.has(id)).map(({ id }) => id);
    if (silent.length > 0) await acts.seen(access, silent);
  };

  return {
    /** How many are new and unseen, counted up to 100. */
    async count(access: OrganizationAccess): Promise<number> {
      const open = await reach.of(access);
      if (open.size === 0) return 0;
      return database.read(access, async (tx) => {
        const some = waiting(own(tx.sql<NoticeTables>().selectFrom('notice'), access, open))
          .where('notice.seenAt', 'is', null)
          .select('notice.id')
          .limit(most.counted);
        const { n } = await tx
          .sql<NoticeTables>()
          .selectFrom(some.as('some'))
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow();
        return Number(n);
      });
    },

    async page(access: OrganizationAccess, o: { readonly view: View; readonly before?: string }): Promise<NoticePage> {
      const open = await reach.of(access);
      if (open.size === 0) return { groups: [], next: null };
      const rows = await database.read(access, (tx) => newestGroups(tx, access, open, o));
      const said = await texts.of(access, open, rows);
      // Who only looks, in the place of somebody, notes nothing.
      if (access.readOnly !== true) await pass(access, rows, said);
      const groups = [...Map.groupBy(rows, ({ subjectType, subjectId }) => `${subjectType} ${subjectId}`).values()];
      const shown = groups.flatMap((some): NoticeGroup[] => {
        const told = some.flatMap((row) => {
          const text = said.get(row.id);
          return text ? [{ row, text }] : [];
        });
        const [first] = told;
        if (!first) return [];
        return [
          {
            subject: subjectOf(first.row, first.text),
            notices: told.map(({ row, text }) => ({
              id: row.id,
              kind: row.kind,
              icon: open.get(row.kind)?.kind.icon ?? 'bell',
              group: open.get(row.kind)?.kind.group ?? '',
              text: text.text,
              excerpt: text.excerpt,
              isInternal: text.isInternal,
              why: open.get(row.kind)?.kind.why[row.why] ?? '',
              at: utc(row.at),
              seen: row.seenAt !== null,
            })),
          },
        ];
      });
      return { groups: shown, next: groups.length < most.groups ? null : (groups.at(-1)?.[0]?.id ?? null) };
    },
  };

  /** Notices of the records of which the newest notice is newest; those of a record stand together. */
  async function newestGroups(
    tx: Transaction,
    access: OrganizationAccess,
    open: Open,
    { view, before }: { readonly view: View; readonly before?: string },
  ): Promise<readonly NoticeRow[]> {
    const db = tx.sql<NoticeTables>();
    const some = <O>(query: Builder<O>): Builder<O> => {
      const mine = own(query, access, open);
      return view === 'new' ? waiting(mine) : mine.where('notice.doneAt', 'is not', null);
    };
    const newest = await some(db.selectFrom('notice'))
      .select(['subjectType', 'subjectId'])
      .select(({ fn }) => fn.max<string>(sql<string>`"notice"."id"::text`).as('last'))
      .groupBy(['subjectType', 'subjectId'])
      .$if(before !== undefined, (query) => query.having(sql<SqlBool>`max("notice"."id"::text) < ${before}`))
      .orderBy('last', 'desc')
      .limit(most.groups)
      .execute();
    const rows = await Promise.all(
      newest.map(({ subjectType, subjectId }) =>
        some(db.selectFrom('notice'))
          .selectAll()
          .where('subjectType', '=', subjectType)
          .where('subjectId', '=', subjectId)
          .orderBy('notice.id', 'desc')
          .limit(most.ofGroup)
          .execute(),
      ),
    );
    return rows.flat();
  }
}

/** Only what is asked for: what a kind knows of a record beyond it is its own. */
function subjectOf(
  { subjectType: type, subjectId: id }: NoticeRow,
  { subject: { title, about, workspaceId, path } }: NoticeText,
): NoticeGroup['subject'] {
  return { type, id, title, about, workspaceId, path };
}
