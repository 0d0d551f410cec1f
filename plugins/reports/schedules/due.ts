import { newId, Problem, storedTimeZone } from '@dossier/sdk';
import type { AccessControl, Clock, Database, Log, OrganizationAccess, OrganizationId } from '@dossier/sdk';
import { reportsFeature } from '../contract.ts';
import type { Definition } from '../definition/contract.ts';
import type { ReportTables } from '../entities.ts';
import type { Prepared, RunService } from '../runs/service.ts';
import type { RunEmails } from '../runs/emails.ts';
import type { RunTable } from '../runs/run-table.ts';
import { occurrences } from './recurrence.ts';
import type { Recurrence } from './recurrence.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly control: AccessControl;
  readonly table: RunTable;
  readonly runs: RunService;
  readonly emails: RunEmails;
  readonly log: Log;
  system(organization: OrganizationId): Promise<OrganizationAccess>;
  enqueue(access: OrganizationAccess, run: { runId: string; workspaceId: string }): Promise<void>;
}

type Row = Pick<ReportTables['report_schedule'], 'organizationId' | 'id' | 'version'>;

/** A run that begins later than this after its time is marked late. */
const LATE = 10 * 60_000;

/**
 * What the clock brings. Each occurrence makes one run: the node that moves the schedule past it adds the run and its
 * job in the same transaction, and the unique index refuses a second one. Of occurrences that nobody was there for, the
 * last is made up for, once, and marked late.
 */
export function dueSchedules({
  database,
  clock,
  control,
  table,
  runs,
  emails,
  log,
  system,
  enqueue,
}: Deps): () => Promise<void> {
  const fire = async ({ organizationId, id, version }: Row): Promise<void> => {
    const access = await system(organizationId);
    const found = await database.read(organizationId, (tx) =>
      tx
        .sql<ReportTables>()
        .selectFrom('report_schedule')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    const now = clock.now();
    const schedule = found && { ...found, timeZone: storedTimeZone(found.timeZone) };
    if (
      !schedule ||
      schedule.version !== version ||
      schedule.paused ||
      schedule.nextAt === null ||
      new Date(schedule.nextAt) > now
    )
      return;
    const occurrence = lastDue(schedule, now);
    const owner = { kind: 'user' as const, id: schedule.ownerId, name: schedule.ownerName };
    const prepared = await ordered(access, owner, schedule);
    const runId = newId();
    const email = prepared?.refused
      ? await emails.failed(access, { ...prepared.run, id: runId, scheduleId: id, late: false }, prepared.refused)
      : undefined;
    await database.write(access, async (tx) => {
      const moved = await tx
        .sql<ReportTables>()
        .updateTable('report_schedule')
        .set({ nextAt: occurrences(schedule.recurrence, schedule.timeZone, now, 1)[0]?.toISOString() ?? null })
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .where('version', '=', version)
        .where('nextAt', '=', schedule.nextAt)
        .where('paused', '=', false)
        .returning('id')
        .executeTakeFirst();
      if (!moved || prepared === null) return;
      const run = {
        ...prepared.run,
        id: runId,
        format: schedule.format,
        scheduleId: id,
        occurrence: occurrence.toISOString(),
        late: now.getTime() - occurrence.getTime() > LATE,
        repeats: null,
      };
      if (!(await table.add(tx, access, run))) return;
      if (prepared.refused !== null) await table.end(access, run.id, 'failed', { reason: prepared.refused }, email);
      else await enqueue(access, { runId: run.id, workspaceId: run.workspaceId });
    });
  };

  /**
   * What the schedule orders, with the rights of its owner now; or why they may not have it any more. Null while
   * reports are switched off in the workspace.
   */
  const ordered = async (
    access: OrganizationAccess,
    owner: { kind: 'user'; id: string; name: string },
    schedule: Schedule,
  ): Promise<{ run: Prepared; refused: string | null } | null> => {
    const parameters = { ...schedule.parameters, timeZone: schedule.timeZone };
    const bare: Prepared = {
      workspaceId: schedule.workspaceId,
      workspaceIds: [schedule.workspaceId],
      template: schedule.template,
      templateName: schedule.name,
      templateVersion: null,
      definition: nothing(schedule.name),
      parameters,
      requestedBy: owner.id,
      requestedByName: owner.name,
      personal: false,
    };
    if (!(await control.atWorkspace(access, schedule.workspaceId))?.has(reportsFeature)) return null;
    const reader = await control.onBehalfOf(owner, schedule.organizationId, schedule.workspaceId);
    if (!reader)
      return {
        run: bare,
        refused: `${owner.name}, who set the schedule up, is no longer a member of the workspace. Save the schedule anew.`,
      };
    try {
      // A schedule is for its recipients, also when its report is somebody's own.
      return {
        run: {
          ...(await runs.prepare(reader, { template: schedule.template, parameters }, parameters)),
          personal: false,
        },
        refused: null,
      };
    } catch (error) {
      // What the service cannot do now it may in a minute.
      if (!Problem.is(error) || error.status >= 500) throw error;
      return {
        run: bare,
        refused: `${owner.name}, who set the schedule up, cannot run this report any more: ${error.message}`,
      };
    }
  };

  return async () => {
    const due = await database.lookUp((tx) =>
      tx
        .sql<ReportTables>()
        .selectFrom('report_schedule')
        .select(['organizationId', 'id', 'version'])
        .where('paused', '=', false)
        .where('nextAt', '<=', clock.now().toISOString())
        .orderBy('nextAt')
        .limit(1000)
        .execute(),
    );
    for (const row of due) {
      // One that cannot be run must not keep the others waiting.
      await fire(row).catch((error: unknown) =>
        log.error(
          { schedule: row.id, reason: String(error) },
          'A report schedule could not be run; it is tried again in a minute.',
        ),
      );
    }
  };
}

type Schedule = {
  organizationId: string;
  workspaceId: string;
  name: string;
  template: string;
  timeZone: string;
  parameters: Prepared['parameters'];
  recurrence: Recurrence;
  nextAt: string | null;
};

/** The last occurrence that is not in the future. */
function lastDue({ recurrence, timeZone, nextAt }: Schedule, now: Date): Date {
  let last = new Date(nextAt ?? now);
  for (;;) {
    const passed = occurrences(recurrence, timeZone, last, 50).filter((moment) => moment <= now);
    last = passed.at(-1) ?? last;
    if (passed.length < 50) return last;
  }
}

/** Stands in the row of a run that could not even be ordered. */
const nothing = (title: string): Definition => ({
  title,
  subtitle: null,
  period: { kind: 'lastMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [{ kind: 'text', paragraphs: ['This report was not made.'] }],
});
