import type { Selectable, Updateable } from 'kysely';
import { newId, reasonOf } from '@dossier/sdk';
import type { Clock, Database, Emits, JobRun, Log, LogSeal, OrganizationAccess, OrganizationId } from '@dossier/sdk';
import { trailChecked } from './contract.ts';
import type { TrailCheck } from './contract.ts';
import type { AuditTables } from './entities.ts';
import { wordsOfFault } from './fault-words.ts';

type Row = Selectable<AuditTables['audit_check']>;
type Change = Updateable<AuditTables['audit_check']>;

/** Milliseconds after which one that has not come further has lost its job. */
const LOST = 5 * 60_000;

export interface Checking {
  /** What runs, and what the last check found; null when there was none. */
  get(access: OrganizationAccess): Promise<TrailCheck | null>;
  /** Starts one; while one runs, that is the one. */
  start(access: OrganizationAccess): Promise<TrailCheck>;
  run(access: OrganizationAccess, run: string, job: Pick<JobRun<unknown>, 'signal' | 'last'>): Promise<void>;
}

/** Checks of the sealed trail, one at a time in each organization. */
export function createChecking(o: {
  readonly database: Database;
  readonly clock: Clock;
  readonly seal: LogSeal;
  readonly events: Emits<typeof trailChecked>;
  readonly log: Log;
  enqueue(access: OrganizationAccess, run: string): Promise<void>;
}): Checking {
  const { database, clock } = o;
  const read = (organization: OrganizationId): Promise<Row | undefined> =>
    database.read(organization, (tx) =>
      tx
        .sql<AuditTables>()
        .selectFrom('audit_check')
        .selectAll()
        .where('organizationId', '=', organization)
        .executeTakeFirst(),
    );
  const runs = ({ state, movedAt }: Row): boolean =>
    (state === 'waiting' || state === 'running') && clock.time() - new Date(movedAt).getTime() < LOST;
  const change = (access: OrganizationAccess, run: string, set: Change): Promise<boolean> =>
    database.write(access, async (tx) => {
      const { numUpdatedRows } = await tx
        .sql<AuditTables>()
        .updateTable('audit_check')
        .set({ ...set, movedAt: clock.now().toISOString() })
        .where('organizationId', '=', access.organization)
        .where('run', '=', run)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });

  const shown = (row: Row): TrailCheck => {
    const { verdict, verdictAt, verdictBy } = row;
    return {
      state: runs(row) ? row.state : row.state === 'done' ? 'done' : 'failed',
      checked: row.checked,
      total: row.total,
      found:
        verdict === null || verdictAt === null
          ? null
          : {
              at: new Date(verdictAt).toISOString(),
              by: verdictBy ?? '',
              entries: verdict.entries,
              unsealed: verdict.unsealed,
              intact: verdict.broken === null,
              fault: verdict.broken && wordsOfFault(verdict.broken),
              entry: verdict.broken?.entry ?? null,
            },
    };
  };

  return {
    async get({ organization }) {
      const row = await read(organization);
      return row ? shown(row) : null;
    },
    start: (access) =>
      database.write(access, async (tx) => {
        const sql = tx.sql<AuditTables>();
        const now = clock.now().toISOString();
        const run = newId();
        await sql
          .insertInto('audit_check')
          .values({
            organizationId: access.organization,
            state: 'failed',
            run,
            checked: 0,
            total: 0,
            startedAt: now,
            movedAt: now,
            verdict: null,
            verdictAt: null,
            verdictBy: null,
            requestedByName: access.actor.name,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const row = await sql
          .selectFrom('audit_check')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (runs(row)) return shown(row);
        const next = {
          state: 'waiting' as const,
          run,
          checked: 0,
          total: 0,
          startedAt: now,
          movedAt: now,
          requestedByName: access.actor.name,
        };
        await sql.updateTable('audit_check').set(next).where('organizationId', '=', access.organization).execute();
        await o.enqueue(access, run);
        return shown({ ...row, ...next });
      }),
    async run(access, run, { signal, last }) {
      if (!(await change(access, run, { state: 'running' }))) return;
      try {
        const verdict = await o.seal.verify(access, {
          signal,
          progress: async (checked, total) => void (await change(access, run, { checked, total })),
        });
        const { organization } = access;
        const row = await read(organization);
        await database.write(access, async () => {
          const done = await change(access, run, {
            state: 'done',
            checked: verdict.entries,
            total: verdict.entries,
            verdict: JSON.stringify(verdict),
            verdictAt: clock.now().toISOString(),
            verdictBy: row?.requestedByName ?? '',
          });
          if (done)
            o.events.emit(
              trailChecked,
              access,
              { subject: { type: 'organization', id: organization } },
              { entries: verdict.entries, intact: verdict.broken === null, by: row?.requestedByName ?? '' },
            );
        });
      } catch (error) {
        if (!last) throw error;
        o.log.warn({ organization: access.organization, reason: reasonOf(error) }, 'The trail could not be checked.');
        await change(access, run, { state: 'failed' });
      }
    },
  };
}
