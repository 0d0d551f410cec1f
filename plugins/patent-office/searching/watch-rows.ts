/** Rows of saved searches, and of what each has found once. */
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { PatentTables } from '../entities.ts';

export type WatchRow = Selectable<PatentTables['patent_watch']>;

/** Those of these numbers that it has found before. */
export async function foundBefore(
  tx: Transaction,
  { organizationId, id }: Pick<WatchRow, 'organizationId' | 'id'>,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent_watch_hit')
    .select('docdb')
    .where('organizationId', '=', organizationId)
    .where('watchId', '=', id)
    .where('docdb', 'in', [...numbers])
    .execute();
  return new Set(rows.map(({ docdb }) => docdb));
}

/** Notes what it has found. `toldAt` is null of what is not to be reported. Resolves with those that are new. */
export async function findingsAdded(
  tx: Transaction,
  { organizationId, id }: Pick<WatchRow, 'organizationId' | 'id'>,
  o: { readonly numbers: readonly string[]; readonly at: Date; readonly toldAt: Date | null },
): Promise<readonly string[]> {
  if (o.numbers.length === 0) return [];
  const added = await tx
    .sql<PatentTables>()
    .insertInto('patent_watch_hit')
    .values(
      o.numbers.map((docdb) => ({
        ...{ organizationId, watchId: id, docdb },
        ...{ at: o.at.toISOString(), toldAt: o.toldAt?.toISOString() ?? null },
      })),
    )
    .onConflict((known) => known.columns(['organizationId', 'watchId', 'docdb']).doNothing())
    .returning('docdb')
    .execute();
  return added.map(({ docdb }) => docdb);
}

/** How many it knows, whether they were reported or not. */
export async function findingsOf(
  tx: Transaction,
  { organizationId, id }: Pick<WatchRow, 'organizationId' | 'id'>,
): Promise<number> {
  const { count } = await tx
    .sql<PatentTables>()
    .selectFrom('patent_watch_hit')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('watchId', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Told findings of one saved search, the newest first; since a moment, where one is given. */
export const toldFindings = (
  tx: Transaction,
  organization: OrganizationId,
  o: { readonly watchId: string; readonly since?: Date; readonly limit: number },
) =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_watch_hit')
    .select(['docdb', 'toldAt'])
    .where('organizationId', '=', organization)
    .where('watchId', '=', o.watchId)
    .where('toldAt', '>=', (o.since ?? new Date(0)).toISOString())
    .orderBy('toldAt', 'desc')
    .orderBy('docdb', 'desc')
    .limit(o.limit)
    .execute();

/** How many each of these has told. */
export async function countsTold(
  tx: Transaction,
  organization: OrganizationId,
  watchIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent_watch_hit')
    .select(['watchId', ({ fn }) => fn.countAll<string>().as('count')])
    .where('organizationId', '=', organization)
    .where('watchId', '=', sql<string>`any(${idArray(watchIds)}::uuid[])`)
    .where('toldAt', 'is not', null)
    .groupBy('watchId')
    .execute();
  return new Map(rows.map(({ watchId, count }) => [watchId, Number(count)]));
}
