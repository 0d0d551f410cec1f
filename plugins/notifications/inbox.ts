/** The inbox of somebody: grouped by record, the newest first. */
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, Transaction } from '@dossier/sdk';
import type { NoticeText } from '@dossier/core/platform/notices/contract';
import type { NoticeGroup, NoticePage } from './contract.ts';
import type { NoticeRow, NoticeTables } from './entities.ts';
import { ownOf, waiting } from './own.ts';
import type { OwnRows } from './own.ts';
import type { Open, Reaching } from './reach.ts';
import type { Saying } from './saying.ts';

/** Groups of a page at most, and notices of a group. */
const most = { groups: 50, ofGroup: 50 } as const;

/** `new`: what is not done and not put off. `done`: what is. */
export type View = 'new' | 'done';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Pick<Reaching, 'of'>;
  readonly saying: Saying;
}

export type Inbox = ReturnType<typeof createInbox>;

export function createInbox({ database, clock, reach, saying }: Deps) {
  return {
    async page(access: OrganizationAccess, o: { readonly view: View; readonly before?: string }): Promise<NoticePage> {
      const open = await reach.of(access);
      if (open.size === 0) return { groups: [], next: null };
      const rows = await database.read(access, (tx) => newestGroups(tx, access, open, o));
      const said = await saying(access, open, rows);
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
              createdAt: utc(row.at),
              readAt: row.seenAt && utc(row.seenAt),
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
    const some = <O>(query: OwnRows<O>): OwnRows<O> => {
      const mine = ownOf(query, access, open);
      return view === 'new' ? waiting(mine, clock.now().toISOString()) : mine.where('notice.doneAt', 'is not', null);
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
