import { sql } from 'kysely';
import type { Database, OrganizationId } from '@dossier/sdk';

/** For as long as an interrupted seeding may take to be noticed, in seconds, and one that goes on may need. */
const LONGEST = 300;

/**
 * Runs `work` while no other process seeds the same organization: of two nodes that start at once each would set
 * passwords that the other does not know. The lock is held by the transaction in which rows are read that nobody reads
 * to their end, and ends with it, whatever becomes of this process.
 */
export async function alone<T>(database: Database, organization: OrganizationId, work: () => Promise<T>): Promise<T> {
  const rows = database.stream(organization, 1, async (tx) => {
    for (const setting of ['idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout'])
      await sql`select set_config(${setting}, ${`${LONGEST}s`}, true)`.execute(tx.sql());
    return sql`select pg_advisory_xact_lock(hashtextextended(${`demo ${organization}`}, 0)) from generate_series(1, 2)`.compile(
      tx.sql(),
    );
  });
  try {
    await rows.next();
    return await work();
  } finally {
    await rows.return?.();
  }
}
