import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { builtOnce, idArray, insertOf, isId } from '@dossier/sdk';
import type { Database, OrganizationId } from '@dossier/sdk';
import type { Reason, Step, StepState, WorkflowCase } from './contract.ts';
import type { StepRow, WorkflowTables } from './entities.ts';

/** The rows of a new case, all pending. */
export const freshSteps = (subject: WorkflowCase): StepRow[] =>
  subject.template.workflow.map((step, position) => ({
    organizationId: subject.organization,
    applicationId: subject.id,
    key: step.key,
    position,
    name: step.name,
    kind: step.kind,
    handler: step.handler ?? null,
    state: 'pending',
    reasons: [],
    startedAt: null,
    endedAt: null,
    visit: 0,
    attempt: 0,
    dueAt: null,
    rechecks: null,
  }));

/**
 * Takes a step to a state. Times belong to the state, not to the check: a check that comes to the same result again
 * keeps the time at which this result was first reached, so that what came of it never begins before. Returns
 * whether the state changed.
 */
export function enter(row: StepRow, state: StepState, now: string, reasons: readonly Reason[] = []): boolean {
  row.reasons = state === 'pending' ? [] : reasons;
  if (row.state === state) return false;
  const open = state === 'running' || state === 'waiting';
  // Of an officer's step that turns out needless nothing came: it did not begin before the check that made it so has
  // ended.
  if (state === 'pending' || (state === 'skipped' && row.kind === 'MANUAL')) row.startedAt = null;
  else if (state === 'running' || (state !== 'skipped' && row.startedAt === null)) row.startedAt = now;
  row.endedAt = open || state === 'pending' ? null : now;
  row.state = state;
  return true;
}

/** A step as replies show it. */
export const asStep = ({ key, name, kind, handler, state, reasons, startedAt, endedAt }: Step): Step => ({
  key,
  name,
  kind,
  handler,
  state,
  reasons,
  startedAt,
  endedAt,
});

const rowsOfCases = builtOnce((db: Kysely<WorkflowTables>) =>
  db
    .selectFrom('workflow_step')
    .selectAll()
    .where('organizationId', '=', '')
    .where('applicationId', '=', sql<string>`any(${''}::uuid[])`)
    .orderBy('applicationId')
    .orderBy('position'),
);

const stepsOfCases = builtOnce((db: Kysely<WorkflowTables>) =>
  db
    .selectFrom('workflow_step')
    .select(['applicationId', 'key', 'name', 'kind', 'handler', 'state', 'reasons', 'startedAt', 'endedAt'])
    .where('organizationId', '=', '')
    .where('applicationId', '=', sql<string>`any(${''}::uuid[])`)
    .orderBy('position'),
);

const written = (
  row: StepRow,
): Omit<StepRow, 'reasons' | 'rechecks'> & { reasons: string; rechecks: string | null } => ({
  ...row,
  reasons: JSON.stringify(row.reasons),
  rechecks: row.rechecks && JSON.stringify(row.rechecks),
});

/** Written as the index has it. */
const dependsOnHandler = sql<boolean>`"kind" = 'SYSTEM' and ("state" = 'waiting' or ("state" = 'failed' and "reasons" @> '[{"code": "no-handler"}]'))`;

/** The table of steps. Every call joins the open transaction. */
export const stepTable = (database: Database) => ({
  /** All rows of a case in one statement. */
  insert: (organization: OrganizationId, rows: readonly StepRow[]): Promise<void> =>
    database.write(organization, async (tx) => {
      await tx.later(insertOf<WorkflowTables>('workflow_step', rows.map(written)));
    }),

  /** The steps of a case become these. */
  replace: (organization: OrganizationId, id: string, rows: readonly StepRow[]): Promise<void> =>
    database.write(organization, async (tx) => {
      await tx
        .sql<WorkflowTables>()
        .deleteFrom('workflow_step')
        .where('organizationId', '=', organization)
        .where('applicationId', '=', id)
        .execute();
      await tx.later(insertOf<WorkflowTables>('workflow_step', rows.map(written)));
    }),

  update: (organization: OrganizationId, rows: readonly StepRow[]): Promise<void> =>
    database.write(organization, async (tx) => {
      for (const row of rows) {
        const { state, reasons, startedAt, endedAt, visit, attempt, dueAt, rechecks } = written(row);
        await tx
          .sql<WorkflowTables>()
          .updateTable('workflow_step')
          .set({ state, reasons, startedAt, endedAt, visit, attempt, dueAt, rechecks })
          .where('organizationId', '=', organization)
          .where('applicationId', '=', row.applicationId)
          .where('key', '=', row.key)
          .execute();
      }
    }),

  /** Steps of cases, each in order. */
  of: (organization: OrganizationId, ids: readonly string[]): Promise<Map<string, StepRow[]>> =>
    database.read(organization, async (tx) => {
      const byCase = new Map<string, StepRow[]>(ids.map((id) => [id, []]));
      const known = ids.filter(isId);
      if (known.length === 0) return byCase;
      for (const row of await rowsOfCases(tx, [organization, idArray(known)]))
        byCase.get(row.applicationId)?.push({ ...row });
      return byCase;
    }),

  /**
   * Steps of cases as replies show them, each in order; a page of cases is read often, so nothing else is fetched. A
   * case without steps is absent.
   */
  shown: (organization: OrganizationId, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Step[]>> =>
    database.read(organization, async (tx) => {
      const byCase = new Map<string, Step[]>();
      const known = ids.filter(isId);
      if (known.length === 0) return byCase;
      for (const row of await stepsOfCases(tx, [organization, idArray(known)])) {
        const steps = byCase.get(row.applicationId);
        if (steps) steps.push(asStep(row));
        else byCase.set(row.applicationId, [asStep(row)]);
      }
      return byCase;
    }),

  /** The steps of these cases that wait for an answer. */
  waiting: (
    organization: OrganizationId,
    ids: readonly string[],
  ): Promise<readonly Pick<StepRow, 'applicationId' | 'handler' | 'rechecks'>[]> =>
    database.read(organization, async (tx) => {
      const known = ids.filter(isId);
      return known.length === 0
        ? []
        : tx
            .sql<WorkflowTables>()
            .selectFrom('workflow_step')
            .select(['applicationId', 'handler', 'rechecks'])
            .where('organizationId', '=', organization)
            .where('applicationId', 'in', known)
            .where('state', '=', 'waiting')
            .execute();
    }),

  /** Cases of which a step waits for an answer, or halted for want of a check, by id. */
  onHandlers: (organization: OrganizationId, after: string | null, limit: number): Promise<string[]> =>
    database.read(organization, async (tx) =>
      (
        await tx
          .sql<WorkflowTables>()
          .selectFrom('workflow_step')
          .select('applicationId')
          .distinct()
          .where('organizationId', '=', organization)
          .where(dependsOnHandler)
          .$if(after !== null, (query) => query.where('applicationId', '>', after))
          .orderBy('applicationId')
          .limit(limit)
          .execute()
      ).map(({ applicationId }) => applicationId),
    ),

  /** Organizations with a step that waits for a check which is not among these, or halted for want of one which is. */
  turned: (ids: readonly string[]): Promise<OrganizationId[]> =>
    database.lookUp(async (tx) =>
      (
        await tx
          .sql<WorkflowTables>()
          .selectFrom('workflow_step')
          .select('organizationId')
          .distinct()
          .where(dependsOnHandler)
          .where(sql<boolean>`("state" = 'waiting') <> ("handler" = any(${[...ids]}::text[]))`)
          .execute()
      ).map(({ organizationId }) => organizationId),
    ),

  /** Checks of all organizations whose answer was expected before `before`, the longest overdue first. */
  overdue: (
    before: string,
    limit: number,
  ): Promise<readonly Pick<StepRow, 'organizationId' | 'applicationId' | 'key' | 'visit'>[]> =>
    database.lookUp((tx) =>
      tx
        .sql<WorkflowTables>()
        .selectFrom('workflow_step')
        .select(['organizationId', 'applicationId', 'key', 'visit'])
        .where('kind', '=', 'SYSTEM')
        .where('state', '=', 'running')
        .where('dueAt', '<', before)
        .orderBy('dueAt')
        .limit(limit)
        .execute(),
    ),
});

export type StepTable = ReturnType<typeof stepTable>;
