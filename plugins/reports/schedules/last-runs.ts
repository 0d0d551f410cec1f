import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { ReportTables } from '../entities.ts';

/** The newest run of a schedule; `occurrence` is the moment it was planned for, ISO 8601 UTC. */
export interface LastRun {
  readonly id: string;
  readonly state: string;
  readonly late: boolean;
  readonly occurrence: string;
}

/** By the id of the schedule; one that never ran is not in it. */
export async function lastRuns(
  tx: Transaction,
  organization: OrganizationId,
  schedules: readonly string[],
): Promise<ReadonlyMap<string, LastRun>> {
  if (schedules.length === 0) return new Map();
  const found = await tx
    .sql<ReportTables>()
    .selectFrom('report_run')
    .distinctOn('scheduleId')
    .select(['scheduleId', 'id', 'state', 'late', 'occurrence'])
    .where('organizationId', '=', organization)
    .where('scheduleId', 'in', [...schedules])
    .orderBy('scheduleId')
    .orderBy('occurrence', 'desc')
    .execute();
  return new Map(
    found.flatMap(({ scheduleId, occurrence, ...run }) =>
      scheduleId === null || occurrence === null ? [] : [[scheduleId, { ...run, occurrence }] as const],
    ),
  );
}
