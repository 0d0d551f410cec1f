/** What lets saved searches look at their time. */
import { job, Type } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, Schedule, SystemAccess } from '@dossier/sdk';
import type { PatentTables } from '../entities.ts';

export const lookForPatents = job('patents/look', {
  schema: Type.Object({ watchId: Type.String() }),
  purpose: 'looking for new patents of a saved search',
  // What went wrong is kept with the search, which looks again by itself.
  retries: 0,
  // Twenty pages at the pace of the office, in seconds.
  limit: 600,
  concurrency: 2,
});

export const watchesDue = job('patents/watches-due', { schema: Type.Object({}), retries: 0, concurrency: 1 });

export const watchSchedule: Schedule = {
  id: 'patents/watches-due',
  job: watchesDue,
  cron: '*/5 * * * *',
  timeZone: 'UTC',
};

/** Saved searches that are begun at a time; the others come with the next round. */
const AT_ONCE = 500;

interface Deps {
  readonly database: Pick<Database, 'lookUp' | 'write'>;
  readonly clock: Clock;
  readonly system: SystemAccess;
  /** In the open transaction; one that waits already is enough. */
  readonly soon: (access: OrganizationAccess, watchId: string) => Promise<void>;
}

/** Lets those look whose time has come, in whatever organization. */
export function dueWatches({ database, clock, system, soon }: Deps): () => Promise<void> {
  return async () => {
    const due = await database.lookUp((tx) =>
      tx
        .sql<PatentTables>()
        .selectFrom('patent_watch')
        .select(['organizationId', 'id'])
        .where('nextAt', '<=', clock.now().toISOString())
        .orderBy('nextAt')
        .limit(AT_ONCE)
        .execute(),
    );
    for (const [organization, watches] of Map.groupBy(due, ({ organizationId }) => organizationId)) {
      const access = await system(organization);
      await database.write(access, async () => {
        for (const { id } of watches) await soon(access, id);
      });
    }
  };
}
