import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OpenDatabase } from '../facilities/database/index.ts';
import type { TestPlatform } from './platform.ts';

interface Place {
  readonly xid: string;
}

/**
 * Resolves when the log shows all that has committed: it shows an event when no transaction that began before its own
 * is open any more on the whole server, such as one of the platform's jobs or of a test beside this one. For a test
 * that reads the log at once.
 */
export const logged = ({ kernel }: Pick<TestPlatform, 'kernel'>): Promise<void> => shown(kernel.database);

/** The same of a database without a platform. */
export async function shown({ systemTransaction }: Pick<OpenDatabase, 'systemTransaction'>): Promise<void> {
  const ask = (query: RawBuilder<Place>): Promise<Place | undefined> =>
    systemTransaction('app_jobs', async (tx) => (await query.execute(tx.sql())).rows[0]);
  const end = await ask(sql<Place>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`);
  const passed = sql<Place>`
    select xmin::text as xid from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) s
    where xmin >= ${end?.xid}::text::xid8`;
  while (!(await ask(passed)));
}
