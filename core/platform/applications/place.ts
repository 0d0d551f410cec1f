/** Where one application stands in a list: what comes before and behind it, for who goes through it case by case. */
import type { Database, Transaction } from '@dossier/sdk';
import type { ApplicationTables } from './entities.ts';
import { after, every, orderedBy, orderOf } from './list.ts';
import type { Reader } from './list.ts';
import { demandSane } from './list-query.ts';
import type { ListQuery } from './list-query.ts';

/**
 * Ids of its neighbours, and which of how many it is. One that the filter leaves no more (it was decided meanwhile) has
 * neighbours by where it would stand, and no position; neither has one behind as many as are counted.
 */
export interface QueuePlace {
  readonly previous: string | null;
  readonly next: string | null;
  readonly position: number | null;
  readonly total: number;
}

/** Of an application in a list, counted up to `most`; null when the reader does not reach it. Throws 400. */
export const placeOf = (
  database: Database,
  reader: Reader,
  query: ListQuery,
  o: { readonly id: string; readonly most: number },
): Promise<QueuePlace | null> =>
  database.read(reader.organization, async (tx) => {
    demandSane(query);
    return placeIn(tx, reader, query, o);
  });

async function placeIn(
  tx: Transaction,
  reader: Reader,
  query: ListQuery,
  { id, most }: { readonly id: string; readonly most: number },
): Promise<QueuePlace | null> {
  const { column, descending } = orderOf(query);
  const row = await every(tx, reader, {})
    .select(`application.${column} as value`)
    .where('application.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const place = { value: String(row.value ?? ''), id };
  /** Those behind it, or those before it from it on. */
  const beside = (behind: boolean) =>
    orderedBy(
      every(tx, reader, query)
        .select('application.id')
        .where(after(column, place, descending === behind)),
      column,
      descending === behind,
    );
  const counted = (some: ReturnType<typeof beside>, name: string) =>
    tx
      .sql<ApplicationTables>()
      .selectFrom(some.limit(most).as(name))
      .select(({ fn }) => fn.countAll<string>().as('n'));
  const found = await tx
    .sql<ApplicationTables>()
    .selectNoFrom([
      beside(false).limit(1).as('previous'),
      beside(true).limit(1).as('next'),
      counted(beside(false), 'before').as('before'),
      counted(every(tx, reader, query).select('application.id'), 'total').as('total'),
      every(tx, reader, query).select('application.id').where('application.id', '=', id).as('itself'),
    ])
    .executeTakeFirstOrThrow();
  const before = Number(found.before);
  return {
    previous: found.previous,
    next: found.next,
    position: found.itself === null || before >= most ? null : before + 1,
    total: Number(found.total),
  };
}
