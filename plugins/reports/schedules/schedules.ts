import { isDeepStrictEqual } from 'node:util';
import { canonicalTimeZone, forbidden, isId, newId, notFound, Problem, storedTimeZone } from '@dossier/sdk';
import type { Clock, Database, Emits, OrganizationId, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import { manageOrganization } from '@dossier/core/platform/tenancy/contract';
import { scheduleDeleted, scheduleSaved } from '../contract.ts';
import type { Parameters } from '../definition/contract.ts';
import type { ReportTables } from '../entities.ts';
import { demandAll, demandNone } from '../faults.ts';
import type { RunService } from '../runs/service.ts';
import { lastRuns } from './last-runs.ts';
import type { LastRun } from './last-runs.ts';
import type { ReportSchedule, ScheduleDraft } from './schedule.ts';
import { demandRecurrence, occurrences } from './recurrence.ts';
import type { Recurrence } from './recurrence.ts';
import { readersOf } from '../audience.ts';

export interface Schedules {
  list(access: WorkspaceAccess): Promise<readonly ReportSchedule[]>;
  get(access: WorkspaceAccess, id: string): Promise<ReportSchedule>;
  create(access: WorkspaceAccess, draft: ScheduleDraft): Promise<ReportSchedule>;
  /**
   * Replaces it. Throws `forbidden` (403) and `stale` (412). Taken up after a pause, it goes on with the next
   * occurrence.
   */
  change(
    access: WorkspaceAccess,
    id: string,
    o: ScheduleDraft & { readonly version?: number },
  ): Promise<ReportSchedule>;
  remove(access: WorkspaceAccess, id: string): Promise<void>;
  /** The next moments, ISO 8601 UTC. Throws `invalid` (422). */
  preview(o: { readonly recurrence: Recurrence; readonly timeZone: string }): readonly string[];
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly grants: AccessAdministration;
  readonly runs: RunService;
  /** What the organization has set. */
  timeZone(organization: OrganizationId): Promise<string | undefined>;
  readonly events: Emits<typeof scheduleSaved | typeof scheduleDeleted>;
}

type Row = Omit<ReportTables['report_schedule'], 'parameters' | 'recurrence' | 'recipients'> & {
  parameters: Parameters;
  recurrence: Recurrence;
  recipients: readonly string[];
};
const NEXT = 5;

type Zoned = ScheduleDraft & { readonly timeZone: string };

/** What is no zone stays as it is, to be refused. */
const named = (zone: string | undefined): string | undefined =>
  zone === undefined ? undefined : (canonicalTimeZone(zone) ?? zone);

/** All that a schedule says, but whether it rests. */
const saidBy = ({
  name,
  template,
  parameters,
  format,
  recurrence,
  timeZone,
  recipients,
}: Row | Zoned): readonly unknown[] => [
  name.trim(),
  template,
  parameters ?? {},
  format,
  recurrence,
  storedTimeZone(timeZone),
  recipients,
];

export function createSchedules({ database, clock, grants, runs, timeZone, events }: Deps): Schedules {
  const rows = (tx: Transaction, { organization, workspace }: WorkspaceAccess) =>
    tx
      .sql<ReportTables>()
      .selectFrom('report_schedule')
      .selectAll()
      .where('organizationId', '=', organization)
      .where('workspaceId', '=', workspace);
  const next = (recurrence: Recurrence, zone: string, count: number): readonly string[] =>
    occurrences(recurrence, zone, clock.now(), count).map((moment) => moment.toISOString());

  const shown = (
    {
      id,
      workspaceId,
      name,
      template,
      parameters,
      format,
      recurrence,
      timeZone: stored,
      recipients,
      paused,
      ownerId,
      ownerName,
      version,
      updatedAt,
    }: Row,
    last: ReadonlyMap<string, LastRun>,
    zone = storedTimeZone(stored),
  ): ReportSchedule => ({
    id,
    workspaceId,
    name,
    template,
    parameters,
    format,
    recurrence,
    timeZone: zone,
    recipients,
    paused,
    owner: { id: ownerId, name: ownerName },
    lastRun: last.get(id) ?? null,
    next: paused ? [] : next(recurrence, zone, NEXT),
    version,
    updatedAt,
  });

  const find = async (tx: Transaction, access: WorkspaceAccess, id: string): Promise<Row> => {
    const row = isId(id) ? await rows(tx, access).where('id', '=', id).executeTakeFirst() : undefined;
    if (!row) throw notFound();
    return row;
  };

  const one = async (tx: Transaction, access: WorkspaceAccess, id: string): Promise<ReportSchedule> =>
    shown(await find(tx, access, id), await lastRuns(tx, access.organization, [id]));

  const own = async (tx: Transaction, access: WorkspaceAccess, id: string): Promise<Row> => {
    const row = await find(tx, access, id);
    if (row.ownerId !== access.actor.id && !access.can(manageOrganization))
      throw forbidden(`${row.ownerName} set this schedule up. Make one of your own.`);
    return row;
  };

  const zoned = async ({ organization }: WorkspaceAccess, draft: ScheduleDraft): Promise<Zoned> => ({
    ...draft,
    timeZone: named(draft.timeZone) ?? (await timeZone(organization)) ?? 'UTC',
  });

  /**
   * Everything that can be wrong with a schedule. The report is tried as an order, so that it is refused now and not at
   * night.
   */
  const checked = async (access: WorkspaceAccess, draft: Zoned, before?: Row): Promise<void> => {
    const holders = new Set(await readersOf(grants, access.organization, access.workspace));
    await demandAll(
      async () => demandRecurrence(draft.recurrence, draft.timeZone),
      // Its own zone has a place of its own; one among the parameters would have no effect.
      async () => {
        await runs.prepare(
          access,
          { template: draft.template, parameters: { ...draft.parameters, timeZone: storedTimeZone(draft.timeZone) } },
          before?.parameters,
        );
      },
      async () =>
        demandNone(
          draft.recipients.flatMap((id, i) =>
            holders.has(id)
              ? []
              : [
                  {
                    pointer: `/recipients/${i}`,
                    code: 'not-a-reader',
                    detail: 'Only members of this workspace who may view reports receive them.',
                  },
                ],
          ),
        ),
    );
  };

  const columnsOf = (access: WorkspaceAccess, draft: Zoned) => {
    const paused = draft.paused ?? false;
    return {
      name: draft.name.trim(),
      template: draft.template,
      parameters: JSON.stringify(draft.parameters ?? {}),
      format: draft.format,
      recurrence: JSON.stringify(draft.recurrence),
      timeZone: draft.timeZone,
      recipients: JSON.stringify(draft.recipients),
      paused,
      nextAt: paused ? null : (next(draft.recurrence, draft.timeZone, 1)[0] ?? null),
      ownerId: access.actor.id,
      ownerName: access.actor.name,
      updatedAt: clock.now().toISOString(),
    };
  };

  const saved = (access: WorkspaceAccess, id: string, draft: Zoned, before?: Row): void =>
    events.emit(
      scheduleSaved,
      access,
      {
        subject: { type: 'report-schedule', id },
        ...(before
          ? { before: { recurrence: before.recurrence, paused: before.paused, recipients: before.recipients } }
          : {}),
        after: {
          name: draft.name.trim(),
          template: draft.template,
          recurrence: draft.recurrence,
          timeZone: draft.timeZone,
          paused: draft.paused ?? false,
          recipients: draft.recipients,
        },
      },
      { name: draft.name.trim() },
    );

  return {
    list: (access) =>
      database.read(access, async (tx) => {
        const found = await rows(tx, access).orderBy('id').limit(500).execute();
        const last = await lastRuns(
          tx,
          access.organization,
          found.map(({ id }) => id),
        );
        return found.map((row) => shown(row, last));
      }),
    get: (access, id) => database.read(access, (tx) => one(tx, access, id)),

    async create(access, given) {
      const draft = await zoned(access, given);
      await checked(access, draft);
      return database.write(access, async (tx) => {
        const id = newId();
        await tx
          .sql<ReportTables>()
          .insertInto('report_schedule')
          .values({
            ...columnsOf(access, draft),
            organizationId: access.organization,
            id,
            workspaceId: access.workspace,
            version: 1,
            createdAt: clock.now().toISOString(),
          })
          .execute();
        saved(access, id, draft);
        return one(tx, access, id);
      });
    },

    async change(access, id, { version, ...given }) {
      const there = await database.read(access, (tx) => own(tx, access, id));
      const draft = await zoned(access, given);
      // Everybody who may change it may stop it, even without access to its report. It stays its owner's, who can
      // resume it.
      const stops = draft.paused === true && isDeepStrictEqual(saidBy(there), saidBy(draft));
      if (!stops) await checked(access, draft, there);
      return database.write(access, async (tx) => {
        // Of two who save at once, the second sees what the first has saved.
        await rows(tx, access).where('id', '=', id).forUpdate().execute();
        const before = await own(tx, access, id);
        if ((version !== undefined && version !== before.version) || (stops && there.version !== before.version))
          throw new Problem(412, 'stale', 'Changed meanwhile', {
            detail: 'Somebody changed this schedule since you opened it. Open it again.',
          });
        await tx
          .sql<ReportTables>()
          .updateTable('report_schedule')
          .set({
            ...columnsOf(access, draft),
            ...(stops ? { ownerId: before.ownerId, ownerName: before.ownerName } : {}),
            version: before.version + 1,
          })
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        saved(access, id, draft, before);
        return one(tx, access, id);
      });
    },

    remove: (access, id) =>
      database.write(access, async (tx) => {
        const { name } = await own(tx, access, id);
        await tx
          .sql<ReportTables>()
          .deleteFrom('report_schedule')
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        events.emit(scheduleDeleted, access, { subject: { type: 'report-schedule', id }, before: { name } }, { name });
      }),

    preview({ recurrence, timeZone: zone }) {
      demandRecurrence(recurrence, zone);
      return next(recurrence, storedTimeZone(zone), NEXT);
    },
  };
}
