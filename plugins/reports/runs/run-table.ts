import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { advisoryLock, isId } from '@dossier/sdk';
import type { Clock, Database, Described, Emits, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
import { runChanged, runRequested } from '../contract.ts';
import type { ReportTables, RunRow } from '../entities.ts';
import type { Selected } from './reply.ts';

/** What a new run is. */
export type NewRun = Pick<
  Selected,
  | 'id'
  | 'workspaceId'
  | 'workspaceIds'
  | 'template'
  | 'templateName'
  | 'templateVersion'
  | 'definition'
  | 'parameters'
  | 'format'
  | 'requestedBy'
  | 'requestedByName'
  | 'personal'
  | 'scheduleId'
  | 'occurrence'
  | 'late'
  | 'repeats'
>;
type Result = Partial<
  Pick<RunRow, 'reason' | 'periodLabel' | 'fileId' | 'fileName' | 'contentType' | 'size' | 'pages' | 'notice'>
>;

/**
 * A page of runs: `after` is the id of the last one seen, `states` those that are wanted, `mine` those that the reader
 * or one of their schedules ordered.
 */
export interface RunsAsked {
  readonly limit: number;
  readonly after?: string;
  readonly schedule?: string;
  readonly states?: readonly RunRow['state'][];
  readonly mine?: boolean;
}

/** The rows of runs. Each change of state is an event in the same transaction. */
export interface RunTable {
  find(organization: OrganizationId, id: string): Promise<Selected | undefined>;
  /** Those of these that there are, by the titles of their reports. */
  described(organization: OrganizationId, ids: readonly string[]): Promise<readonly Described[]>;
  /** Newest first. Personal ones are for who ordered them. */
  page(
    organization: OrganizationId,
    o: RunsAsked & { workspace: string; reader: string },
  ): Promise<readonly Selected[]>;
  /** How many of a workspace wait or run. */
  open(tx: Transaction, organization: OrganizationId, workspace: string): Promise<number>;
  /** False when this occurrence of the schedule has a run already. */
  add(tx: Transaction, access: OrganizationAccess, run: NewRun): Promise<boolean>;
  /**
   * Begins, or begins anew after a crash. Undefined when there is nothing to do any more, or not yet: while another run
   * of the organization is at work, this one is set aside. `first` says that the job has not tried before: a run that
   * is at work then is another job's.
   */
  begin(access: OrganizationAccess, id: string, job: { readonly first: boolean }): Promise<Selected | undefined>;
  /** False when the run is running no more. */
  progress(access: OrganizationAccess, id: string, progress: number): Promise<boolean>;
  /** Gives a job to the oldest run of an organization that has none, when none is at work. */
  goOn(access: OrganizationAccess): Promise<void>;
  /**
   * Gives a new job to a run that has had none since `before`, once; the second time it ends as failed. Nothing happens
   * to one that is worked on.
   */
  takeUp(
    access: OrganizationAccess,
    id: string,
    before: Date,
    failure: { readonly reason: string; readonly email: (tx: Transaction) => Promise<void> },
  ): Promise<void>;
  /**
   * The end, once, and the beginning of the one that was set aside; `then` runs in its transaction. False when it had
   * ended already.
   */
  end(
    access: OrganizationAccess,
    id: string,
    state: 'done' | 'failed' | 'cancelled',
    result: Result,
    then?: (tx: Transaction) => Promise<void>,
  ): Promise<boolean>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Emits<typeof runRequested | typeof runChanged>;
  enqueue(access: OrganizationAccess, run: { runId: string; workspaceId: string }): Promise<void>;
}

/** A run that began longer ago has lost its process, and keeps nobody waiting: its job would have been stopped. */
const AT_WORK = 6 * 60_000;

export function runTable({ database, clock, events, enqueue }: Deps): RunTable {
  const rows = (tx: Transaction, organization: OrganizationId) =>
    tx
      .sql<ReportTables>()
      .selectFrom('report_run')
      .selectAll()
      .select(ahead)
      .where('organizationId', '=', organization);
  const change = (
    tx: Transaction,
    access: OrganizationAccess,
    id: string,
    from: readonly RunRow['state'][],
    set: Partial<Omit<RunRow, 'workspaceIds' | 'definition' | 'parameters'>>,
  ) =>
    tx
      .sql<ReportTables>()
      .updateTable('report_run')
      .set(set)
      .where('organizationId', '=', access.organization)
      .where('id', '=', id)
      .where('state', 'in', [...from])
      .returning(['workspaceId', 'state', 'progress'])
      .executeTakeFirst();
  const tell = (
    access: OrganizationAccess,
    id: string,
    before: string | null,
    { workspaceId, state, progress }: { workspaceId: string; state: string; progress: number },
  ): void =>
    events.emit(
      runChanged,
      access,
      {
        subject: { type: 'report-run', id },
        workspace: workspaceId,
        ...(before === null || before === state ? {} : { before: { state: before } }),
        after: { state },
      },
      { state, progress },
    );

  const atWork = async (tx: Transaction, { organization }: OrganizationAccess): Promise<boolean> =>
    (
      await tx
        .sql<ReportTables>()
        .selectFrom('report_run')
        .select('id')
        .where('organizationId', '=', organization)
        .where('state', '=', 'running')
        .where('startedAt', '>', new Date(clock.time() - AT_WORK).toISOString())
        .limit(1)
        .execute()
    ).length > 0;
  const goOn = async (tx: Transaction, access: OrganizationAccess): Promise<void> => {
    await turnsOf(tx, access.organization);
    if (await atWork(tx, access)) return;
    const next = await tx
      .sql<ReportTables>()
      .selectFrom('report_run')
      .select(['id', 'workspaceId'])
      .where('organizationId', '=', access.organization)
      .where('state', '=', 'queued')
      .where('setAside', '=', true)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    await change(tx, access, next.id, ['queued'], { setAside: false, jobAt: clock.now().toISOString() });
    await enqueue(access, { runId: next.id, workspaceId: next.workspaceId });
  };

  const end = async (
    tx: Transaction,
    access: OrganizationAccess,
    id: string,
    state: 'done' | 'failed' | 'cancelled',
    result: Result,
    then?: (tx: Transaction) => Promise<void>,
  ): Promise<boolean> => {
    await turnsOf(tx, access.organization);
    const before = await rows(tx, access.organization).where('id', '=', id).forUpdate().executeTakeFirst();
    const ended =
      before &&
      (await change(tx, access, id, ['queued', 'running'], {
        ...result,
        state,
        ...(state === 'done' ? { progress: 1 } : {}),
        endedAt: clock.now().toISOString(),
      }));
    if (!ended) return false;
    tell(access, id, before.state, ended);
    await then?.(tx);
    await goOn(tx, access);
    return true;
  };

  return {
    find: (organization, id) =>
      database.read(organization, async (tx) =>
        isId(id) ? rows(tx, organization).where('id', '=', id).executeTakeFirst() : undefined,
      ),

    described: (organization, ids) =>
      database.read(organization, async (tx) =>
        (
          await tx
            .sql<ReportTables>()
            .selectFrom('report_run')
            .select(['id', 'workspaceId', 'definition'])
            .where('organizationId', '=', organization)
            .where('id', 'in', ids.filter(isId))
            .execute()
        ).map(({ id, workspaceId, definition: { title } }) => ({
          id,
          title,
          workspace: workspaceId,
          path: `reports/runs/${id}`,
        })),
      ),

    page: (organization, { workspace, reader, after, limit, schedule, states, mine }) =>
      database.read(organization, (tx) => {
        /** Each by an index of its own: the personal runs of others are not read to be left out. */
        const some = (whose: Expression<SqlBool>) => {
          let page = tx
            .sql<ReportTables>()
            .selectFrom('report_run')
            .select('id')
            .where('organizationId', '=', organization)
            .where('workspaceId', '=', workspace)
            .where(whose);
          if (after !== undefined) page = page.where('id', '<', after);
          if (schedule !== undefined) page = page.where('scheduleId', '=', schedule);
          if (states !== undefined) page = page.where('state', 'in', [...states]);
          return sql`(${page.orderBy('id', 'desc').limit(limit)})`;
        };
        const own = isId(reader) ? [some(sql`"requestedBy" = ${reader}`)] : [];
        const seen = sql.join(mine && own.length > 0 ? own : [some(sql`not "personal"`), ...own], sql` union `);
        return rows(tx, organization)
          .where(sql<SqlBool>`"id" in (${seen})`)
          .orderBy('id', 'desc')
          .limit(limit)
          .execute();
      }),

    async open(tx, organization, workspace) {
      const { n } = await tx
        .sql<ReportTables>()
        .selectFrom('report_run')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('organizationId', '=', organization)
        .where('workspaceId', '=', workspace)
        .where('state', 'in', ['queued', 'running'])
        .executeTakeFirstOrThrow();
      return Number(n);
    },

    async add(tx, access, run) {
      const added = await tx
        .sql<ReportTables>()
        .insertInto('report_run')
        .values({
          ...run,
          organizationId: access.organization,
          workspaceIds: JSON.stringify(run.workspaceIds),
          definition: JSON.stringify(run.definition),
          parameters: JSON.stringify(run.parameters),
          state: 'queued',
          setAside: false,
          jobAt: clock.now().toISOString(),
          takenUp: false,
          resultDeletedAt: null,
          progress: 0,
          reason: null,
          createdAt: clock.now().toISOString(),
          startedAt: null,
          endedAt: null,
          periodLabel: null,
          fileId: null,
          fileName: null,
          contentType: null,
          size: null,
          pages: null,
          notice: null,
        })
        .onConflict((on) => on.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) return false;
      events.emit(
        runRequested,
        access,
        {
          subject: { type: 'report-run', id: run.id },
          workspace: run.workspaceId,
          after: {
            report: run.templateName,
            format: run.format,
            ...(run.scheduleId === null ? {} : { schedule: run.scheduleId }),
          },
        },
        { state: 'queued', progress: 0 },
      );
      return true;
    },

    begin: (access, id, { first }) =>
      database.write(access, async (tx) => {
        await turnsOf(tx, access.organization);
        const before = await rows(tx, access.organization).where('id', '=', id).forUpdate().executeTakeFirst();
        if (before?.state === 'queued' && (await atWork(tx, access))) {
          await change(tx, access, id, ['queued'], { setAside: true });
          return undefined;
        }
        if (before?.state === 'running' && first && (await atWork(tx, access))) return undefined;
        const begun =
          before &&
          (await change(tx, access, id, ['queued', 'running'], {
            setAside: false,
            state: 'running',
            progress: 0,
            startedAt: clock.now().toISOString(),
          }));
        if (!begun) return undefined;
        tell(access, id, before.state, begun);
        return { ...before, state: 'running' as const, ahead: null };
      }),

    progress: (access, id, progress) =>
      database.write(access, async (tx) => {
        const changed = await change(tx, access, id, ['running'], { progress });
        if (changed) tell(access, id, null, changed);
        return changed !== undefined;
      }),

    goOn: (access) => database.write(access, (tx) => goOn(tx, access)),

    takeUp: (access, id, before, { reason, email }) =>
      database.write(access, async (tx) => {
        await turnsOf(tx, access.organization);
        const lost = await rows(tx, access.organization)
          .where('id', '=', id)
          .where((eb) => withoutJob(eb, before))
          .forUpdate()
          .executeTakeFirst();
        if (!lost) return;
        if (lost.takenUp) {
          await end(tx, access, id, 'failed', { reason }, email);
          return;
        }
        const again = await change(tx, access, id, ['queued', 'running'], {
          state: 'queued',
          progress: 0,
          startedAt: null,
          jobAt: clock.now().toISOString(),
          takenUp: true,
        });
        if (again) tell(access, id, lost.state, again);
        await enqueue(access, { runId: id, workspaceId: lost.workspaceId });
      }),

    end: (access, id, state, result, then) => database.write(access, (tx) => end(tx, access, id, state, result, then)),
  };
}

/** What has not ended although it got its job, and began, before a moment. */
export const withoutJob = (
  eb: ExpressionBuilder<ReportTables, 'report_run'>,
  before: Date,
): ExpressionWrapper<ReportTables, 'report_run', SqlBool> =>
  eb.and([
    eb('state', 'in', ['queued', 'running']),
    eb('setAside', '=', false),
    eb(sql<string>`greatest("jobAt", "startedAt")`, '<', before.toISOString()),
  ]);

/** One at a time decides which run of an organization is the next, on whatever node. */
const turnsOf = (tx: Transaction, organization: OrganizationId): Promise<void> =>
  advisoryLock(tx, `reports/turns ${organization}`);

/** Runs of the same organization that were ordered before one that waits. */
const ahead = sql<
  number | null
>`case when "state" = 'queued' then (select count(*)::int from "report_run" o where o."organizationId" = "report_run"."organizationId" and o."state" in ('queued', 'running') and o."id" < "report_run"."id") end`.as(
  'ahead',
);
