import type { Log } from './port.ts';

/** The owner's connection, as the database hands it out. */
interface Owner {
  run(sql: string): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
}

/** Below every transaction id that a running cluster gives out. */
const past = `'3'::xid8`;

/**
 * A database that was restored into another cluster brings transaction ids that lie in that cluster's future: such rows
 * would never be read, or new ones would fall behind the cursors. They are moved into the past, in the order of their
 * numbers, and every cursor to before the first row that it had not passed. Call it as the owner after migrating,
 * before anything is served. Tells whether there was something to repair.
 */
export async function repairAfterRestore(owner: Owner, log: Log): Promise<boolean> {
  return owner.transaction(async () => {
    // The owner itself sees no row of a guarded table.
    await owner.run('set local role app_jobs');
    const { rows } =
      await owner.run(`select exists (select 1 from event where xid >= h.xmax) or exists (select 1 from relay_position where xid > h.xmax) or exists (select 1 from consumer_position where xid > h.xmax) as ahead
      from (select pg_snapshot_xmax(pg_current_snapshot()) as xmax) h`);
    await owner.run('set local role none');
    if (rows[0]?.['ahead'] !== true) return false;
    await owner.run('alter table event no force row level security');
    await owner.run('alter table event disable trigger event_stays');
    for (const table of ['relay_position', 'consumer_position']) {
      await owner.run(
        `update ${table} p set xid = ${past}, seq = coalesce((select min(e.seq) - 1 from event e where (e.xid, e.seq) > (p.xid, p.seq)), (select max(e.seq) from event e), 0)`,
      );
    }
    await owner.run(`update event set xid = ${past}`);
    await owner.run('alter table event enable trigger event_stays');
    await owner.run('alter table event force row level security');
    log.warn(
      {},
      'The database was restored from another cluster: the order of its events was brought in line. Some may be published a second time; receivers drop them by id.',
    );
    return true;
  });
}
