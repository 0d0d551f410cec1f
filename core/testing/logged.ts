import type { TestPlatform } from './platform.ts';

/**
 * Resolves when the log shows all that has committed: it shows an event when no transaction that began before its own
 * is open any more, such as one of the platform's jobs. For a test that reads the log at once.
 */
export const logged = ({ kernel }: Pick<TestPlatform, 'kernel'>): Promise<void> =>
  kernel.database.asOwner(async (owner) => {
    const { rows } = await owner.run('select pg_snapshot_xmax(pg_current_snapshot())::text as xid');
    const passed =
      'select from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) s where xmin >= $1::text::xid8';
    while ((await owner.run(passed, [rows[0]!.xid])).rows.length === 0);
  });
