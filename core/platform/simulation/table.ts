import { advisoryLock, conflict, insertOf, isId, newId } from '@dossier/sdk';
import type { Clock, Database, Emits, OrganizationAccess, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import type { TemplateVersion } from '../templates/contract.ts';
import { simulationChanged } from './contract.ts';
import type { Group, NotTried, SimulationRow, SimulationTables } from './entities.ts';
import { tally } from './tally.ts';
import type { Changed, PastTrial } from './tally.ts';

/** A simulation as it is read: without what is tried, which may be large. */
export type Selected = Omit<SimulationRow, 'template' | 'notTried' | 'groups'> & {
  readonly notTried: readonly NotTried[];
  readonly groups: readonly Group[];
};
/** With the draft as it was when it was started. */
export type Begun = Selected & { readonly template: TemplateVersion };
export type ChangedRow = Changed & { readonly position: number };

/** Events that say how far it is; the more, the more the log has to keep. */
const TOLD = 10;

const open = ['waiting', 'running'] as const;
const shown = [
  'organizationId',
  'id',
  'templateId',
  'workspaceId',
  'requestedBy',
  'requestedByName',
  'state',
  'total',
  'tried',
  'same',
  'different',
  'notTried',
  'groups',
  'after',
  'reason',
  'createdAt',
  'startedAt',
  'endedAt',
  'movedAt',
] as const satisfies readonly (keyof SimulationRow)[];

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Emits<typeof simulationChanged>;
}

/** The rows of simulations. Each change of state is an event in the same transaction. */
export function simulationTable({ database, clock, events }: Deps) {
  const now = (): string => clock.now().toISOString();
  const tell = (
    access: OrganizationAccess,
    before: string | null,
    { id, workspaceId, requestedBy, state, tried, total }: Selected,
  ): void =>
    events.emit(
      simulationChanged,
      access,
      {
        subject: { type: 'simulation', id },
        workspace: workspaceId,
        ...(before === null || before === state ? {} : { before: { state: before } }),
        after: { state },
      },
      { userId: requestedBy, state, tried, total },
    );

  const find = (organization: OrganizationId, id: string): Promise<Selected | undefined> =>
    database.read(organization, async (tx) =>
      isId(id)
        ? tx
            .sql<SimulationTables>()
            .selectFrom('simulation')
            .select(shown)
            .where('organizationId', '=', organization)
            .where('id', '=', id)
            .executeTakeFirst()
        : undefined,
    );

  return {
    find,

    /**
     * Adds one, unless the person has one of the template that has not ended: the same one is returned, another one is
     * `simulation-running` (409).
     */
    add: (
      access: WorkspaceAccess,
      template: TemplateVersion,
      total: number,
      isSame: (other: Begun) => boolean,
    ): Promise<{ readonly row: Selected; readonly added: boolean }> =>
      database.write(access, async (tx) => {
        const { organization, workspace, actor } = access;
        await advisoryLock(tx, `simulation ${organization} ${actor.id} ${template.templateId}`);
        const other = await tx
          .sql<SimulationTables>()
          .selectFrom('simulation')
          .selectAll()
          .where('organizationId', '=', organization)
          .where('templateId', '=', template.templateId)
          .where('requestedBy', '=', actor.id)
          .where('state', 'in', open)
          .executeTakeFirst();
        if (other && isSame(other)) return { row: other, added: false };
        if (other)
          throw conflict(
            'simulation-running',
            'You are trying this template out already. Wait for the end of that trial, or cancel it.',
          );
        const at = now();
        const row = {
          id: newId(),
          templateId: template.templateId,
          workspaceId: workspace,
          requestedBy: actor.id,
          requestedByName: actor.name,
          state: 'waiting' as const,
          total,
          tried: 0,
          same: 0,
          different: 0,
          after: null,
          reason: null,
          createdAt: at,
          startedAt: null,
          endedAt: null,
          movedAt: at,
        };
        const lists = { notTried: [], groups: [] };
        await tx
          .sql<SimulationTables>()
          .insertInto('simulation')
          .values({
            organizationId: organization,
            ...row,
            template: JSON.stringify(template),
            notTried: JSON.stringify(lists.notTried),
            groups: JSON.stringify(lists.groups),
          })
          .execute();
        const added = { organizationId: organization, ...row, ...lists };
        tell(access, null, added);
        return { row: added, added: true };
      }),

    /** Begins, or goes on after a crash; undefined when there is nothing to do any more. */
    begin: (access: OrganizationAccess, id: string): Promise<Begun | undefined> =>
      database.write(access, async (tx) => {
        const at = now();
        const row = await tx
          .sql<SimulationTables>()
          .updateTable('simulation')
          .set(({ fn, val }) => ({ state: 'running', startedAt: fn.coalesce('startedAt', val(at)), movedAt: at }))
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .where('state', 'in', open)
          .returningAll()
          .executeTakeFirst();
        if (row) tell(access, null, row);
        return row;
      }),

    /**
     * Writes what a page of trials came to; the last one ends it. Undefined when it was cancelled meanwhile, or another
     * process has looked at the same page.
     */
    advance: (
      access: OrganizationAccess,
      before: Selected,
      trials: readonly PastTrial[],
      next: string | null,
    ): Promise<Selected | undefined> =>
      database.write(access, async (tx) => {
        const { counts, changed } = tally(before, trials);
        const ended = next === null || counts.tried >= before.total;
        const at = now();
        const row = await tx
          .sql<SimulationTables>()
          .updateTable('simulation')
          .set({
            ...counts,
            notTried: JSON.stringify(counts.notTried),
            groups: JSON.stringify(counts.groups),
            after: next,
            movedAt: at,
            // Fewer than there were at first, when somebody may read no more of them.
            ...(ended ? { state: 'done', endedAt: at, total: counts.tried } : {}),
          })
          .where('organizationId', '=', access.organization)
          .where('id', '=', before.id)
          .where('state', '=', 'running')
          .where('tried', '=', before.tried)
          .returning(shown)
          .executeTakeFirst();
        if (!row) return undefined;
        if (changed.length > 0)
          await tx.later(
            insertOf<SimulationTables>(
              'simulation_case',
              changed.map(({ reasons, ...one }, i) => ({
                organizationId: access.organization,
                simulationId: before.id,
                position: before.different + i,
                ...one,
                reasons: JSON.stringify(reasons),
              })),
            ),
          );
        const tenth = (tried: number): number => Math.floor((tried * TOLD) / Math.max(before.total, 1));
        if (ended || tenth(row.tried) > tenth(before.tried)) tell(access, before.state, row);
        return row;
      }),

    /** Ends it; undefined when it has ended already. */
    end: (
      access: OrganizationAccess,
      id: string,
      state: 'cancelled' | 'failed',
      reason: string | null = null,
      unmovedSince?: string,
    ): Promise<Selected | undefined> =>
      database.write(access, async (tx) => {
        const at = now();
        const row = await tx
          .sql<SimulationTables>()
          .updateTable('simulation')
          .set({ state, reason, endedAt: at, movedAt: at })
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .where('state', 'in', open)
          .$if(unmovedSince !== undefined, (some) => some.where('movedAt', '<', unmovedSince ?? ''))
          .returning(shown)
          .executeTakeFirst();
        if (row) tell(access, 'running', row);
        return row;
      }),

    /** Those that end differently, in the order in which they were looked at. */
    cases: (
      organization: OrganizationId,
      id: string,
      o: { readonly after: number; readonly limit: number; readonly from?: string; readonly to?: string },
    ): Promise<readonly ChangedRow[]> =>
      database.read(organization, (tx) =>
        tx
          .sql<SimulationTables>()
          .selectFrom('simulation_case')
          .select(['applicationId', 'number', 'applicantName', 'then', 'now', 'reasons', 'position'])
          .where('organizationId', '=', organization)
          .where('simulationId', '=', id)
          .where('position', '>', o.after)
          .$if(o.from !== undefined, (some) => some.where('then', '=', o.from ?? ''))
          .$if(o.to !== undefined, (some) => some.where('now', '=', o.to ?? ''))
          .orderBy('position')
          .limit(o.limit)
          .execute(),
      ),

    /** Of all organizations: those that have not moved since, open or ended. */
    unmoved: (
      before: string,
      which: 'open' | 'ended',
    ): Promise<readonly Pick<SimulationRow, 'organizationId' | 'id'>[]> =>
      database.lookUp((tx) =>
        tx
          .sql<SimulationTables>()
          .selectFrom('simulation')
          .select(['organizationId', 'id'])
          .where('movedAt', '<', before)
          .where('state', which === 'open' ? 'in' : 'not in', open)
          .orderBy('movedAt')
          .limit(500)
          .execute(),
      ),

    /** Takes it away with all that was found. */
    remove: (access: OrganizationAccess, ids: readonly string[]): Promise<void> =>
      database.write(access, async (tx) => {
        await tx
          .sql<SimulationTables>()
          .deleteFrom('simulation')
          .where('organizationId', '=', access.organization)
          .where('id', 'in', ids)
          .execute();
      }),
  };
}
export type SimulationTable = ReturnType<typeof simulationTable>;
