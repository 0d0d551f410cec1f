import { sql } from 'kysely';
import type { TestPlatform } from './platform.ts';

/**
 * Resolves when the log shows all that has committed: it shows an event when no transaction that began before its own
 * is open any more on the whole server, such as one of the platform's jobs or of a test beside this one. For a test
 * that reads the log at once.
 */
export async function logged({ kernel }: Pick<TestPlatform, 'kernel'>): Promise<void> {
  const ask = async (query: ReturnType<typeof sql<{ xid: string }>>): Promise<string | undefined> =>
    kernel.database.systemTransaction('app_jobs', async (tx) => (await query.execute(tx.sql())).rows[0]?.xid);
  const now = await ask(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`);
  const shown = sql<{
    xid: string;
  }>`select xmin::text as xid from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) s
    where xmin >= ${now}::text::xid8`;
  while ((await ask(shown)) === undefined);
}
