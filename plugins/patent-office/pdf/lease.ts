/** One run for each document, on whatever node: a row says until when it is somebody's, and who dies loses it then. */
import { sql } from 'kysely';
import { newId } from '@dossier/sdk';
import type { Clock, OrganizationId, Transaction } from '@dossier/sdk';
import type { PatentTables } from '../entities.ts';

/** Milliseconds: longer than a page takes that waits for its turn, a token and the office. */
const LEASE = 180_000;

export interface Lease {
  readonly key: string;
  readonly by: string;
}

const keyOf = (documentId: string): string => `document ${documentId}`;
const untilFrom = (clock: Clock): string => new Date(clock.time() + LEASE).toISOString();

/** Null while it is another one's. */
export async function leased(
  tx: Transaction,
  clock: Clock,
  o: { readonly organization: OrganizationId; readonly documentId: string },
): Promise<Lease | null> {
  const lease = { key: keyOf(o.documentId), by: newId() };
  const until = untilFrom(clock);
  const taken = await tx
    .sql<PatentTables>()
    .insertInto('patent_flight')
    .values({ organizationId: o.organization, ...lease, until })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'key'])
        .doUpdateSet({ by: lease.by, until })
        .where('patent_flight.until', '<', clock.now().toISOString()),
    )
    .returning(sql`1`.as('one'))
    .executeTakeFirst();
  return taken ? lease : null;
}

/** False when it was lost: another one goes on, and this one has to stop. */
export async function extended(
  tx: Transaction,
  clock: Clock,
  organization: OrganizationId,
  { key, by }: Lease,
): Promise<boolean> {
  const kept = await tx
    .sql<PatentTables>()
    .updateTable('patent_flight')
    .set({ until: untilFrom(clock) })
    .where('organizationId', '=', organization)
    .where('key', '=', key)
    .where('by', '=', by)
    .returning(sql`1`.as('one'))
    .executeTakeFirst();
  return kept !== undefined;
}

export const ended = (tx: Transaction, organization: OrganizationId, { key, by }: Lease): Promise<unknown> =>
  tx
    .sql<PatentTables>()
    .deleteFrom('patent_flight')
    .where('organizationId', '=', organization)
    .where('key', '=', key)
    .where('by', '=', by)
    .execute();

/** Is somebody at work on it? */
export async function isLeased(
  tx: Transaction,
  clock: Clock,
  o: { readonly organization: OrganizationId; readonly documentId: string },
): Promise<boolean> {
  const found = await tx
    .sql<PatentTables>()
    .selectFrom('patent_flight')
    .select('key')
    .where('organizationId', '=', o.organization)
    .where('key', '=', keyOf(o.documentId))
    .where('until', '>=', clock.now().toISOString())
    .executeTakeFirst();
  return found !== undefined;
}
