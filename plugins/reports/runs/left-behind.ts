import type { Clock, Database, Log, OrganizationAccess, OrganizationId } from '@dossier/sdk';
import type { ReportTables } from '../entities.ts';
import type { RunEmails } from './emails.ts';
import { withoutJob } from './run-table.ts';
import type { RunTable } from './run-table.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly table: RunTable;
  readonly emails: RunEmails;
  readonly log: Log;
  system(organization: OrganizationId): Promise<OrganizationAccess>;
}

/** A run that has had its job for this long and has not ended has lost it: all tries together do not take as long. */
const LOST = 60 * 60_000;

/**
 * Looks after runs that nobody works on: those set aside by a process that died before it gave them a job, and those
 * whose job is gone. These are taken up once more; then they fail.
 */
export function leftBehind({ database, clock, table, emails, log, system }: Deps): () => Promise<void> {
  const reason = 'The run was interrupted twice and did not go on. Run the report again.';
  const takeUp = async (access: OrganizationAccess, id: string, before: Date): Promise<void> => {
    const run = await table.find(access.organization, id);
    if (run) await table.takeUp(access, id, before, { reason, email: await emails.failed(access, run, reason) });
  };

  return async () => {
    const before = new Date(clock.time() - LOST);
    const found = await database.lookUp((tx) =>
      tx
        .sql<ReportTables>()
        .selectFrom('report_run')
        .select(['organizationId', 'id', 'setAside'])
        .where((eb) => eb.or([eb.and([eb('state', '=', 'queued'), eb('setAside', '=', true)]), withoutJob(eb, before)]))
        .orderBy('id')
        .limit(1000)
        .execute(),
    );
    for (const [organization, runs] of Map.groupBy(found, ({ organizationId }) => organizationId)) {
      try {
        const access = await system(organization);
        for (const { id } of runs.filter(({ setAside }) => !setAside)) await takeUp(access, id, before);
        if (runs.some(({ setAside }) => setAside)) await table.goOn(access);
      } catch (error) {
        // One organization that fails must not keep the others waiting.
        log.error(
          { organization, reason: String(error) },
          'Runs of reports that were left behind could not be looked after; it is tried again in a minute.',
        );
      }
    }
  };
}
