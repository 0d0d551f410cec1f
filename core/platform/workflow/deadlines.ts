/** By when an officer decides: reckoned by the organization's calendar from when the case halted. */
import { Problem, utc } from '@dossier/sdk';
import type { Clock, Database, Log, OrganizationAccess, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import type { Calendar } from '../calendar/contract.ts';
import type { ManualRules } from '../templates/contract.ts';
import type { DueRow, Wait, WorkflowTables } from './entities.ts';

/** Working hours before it is due at which somebody is reminded; half of the time where that is shorter. */
const REMINDER = 8;

type Span = NonNullable<ManualRules['due']>;
/** What a due time follows from. */
type Given = Pick<DueRow, 'haltedAt' | 'span' | 'waits'>;
type Reckoned = Pick<DueRow, 'remindAt' | 'dueAt'>;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly log: Log;
}

/** Every call joins the open transaction. */
export interface Deadlines {
  /** The case halts at a step that is to be decided in so much time. Null when there is no such time at all. */
  begin(
    access: WorkspaceAccess,
    o: { readonly id: string; readonly key: string; readonly span: Span },
  ): Promise<string | null>;
  /** The client is waited for from now on. */
  stop(access: OrganizationAccess, id: string): Promise<void>;
  /** They were waited for. When it is due now; undefined where nothing is kept of it. */
  start(access: OrganizationAccess, id: string, wait: Wait): Promise<string | undefined>;
  /** Reckons again, as the calendar is now. When it is due, if that is another time than before. */
  again(access: OrganizationAccess, id: string): Promise<string | undefined>;
  find(organization: OrganizationId, id: string): Promise<DueRow | undefined>;
  /** What was done about it. */
  done(row: DueRow, what: { readonly remindedAt: string; readonly escalatedAt?: string }): Promise<void>;
  /** Nothing is to be decided any more. */
  end(row: DueRow): Promise<void>;
  /** Ids of a page of an organization's. */
  page(organization: OrganizationId, after: string | null, limit: number): Promise<readonly string[]>;
  /** Those of all organizations about which there is something to do, the longest waiting first. */
  upcoming(
    before: string,
    limit: number,
  ): Promise<readonly Pick<DueRow, 'organizationId' | 'applicationId' | 'workspaceId'>[]>;
}

/** The next moment at which there is something to do. */
const nextOf = (
  row: Pick<DueRow, 'stoppedAt' | 'remindAt' | 'dueAt' | 'remindedAt' | 'escalatedAt'>,
): string | null => {
  if (row.stoppedAt !== null || row.escalatedAt !== null) return null;
  return row.remindedAt === null ? row.remindAt : row.dueAt;
};

export function deadlines({ database, clock, calendar, log }: Deps): Deadlines {
  const now = (): string => clock.now().toISOString();

  const reckon = async (organization: OrganizationId, { haltedAt, span, waits }: Given): Promise<Reckoned> => {
    const base = await calendar.due(organization, haltedAt, span);
    const lead = Math.min(REMINDER, (await calendar.hours(organization, { from: haltedAt, to: base })) / 2);
    let dueAt = base;
    for (const wait of waits) dueAt = await calendar.postponed(organization, dueAt, wait);
    return { dueAt, remindAt: await calendar.before(organization, dueAt, lead) };
  };

  const find: Deadlines['find'] = (organization, id) =>
    database.read(organization, async (tx) => {
      const row = await tx
        .sql<WorkflowTables>()
        .selectFrom('workflow_due')
        .selectAll()
        .where('organizationId', '=', organization)
        .where('applicationId', '=', id)
        .executeTakeFirst();
      return row && shaped(row);
    });

  const write = (row: DueRow): Promise<void> =>
    database.write(row.organizationId, async (tx) => {
      const stored = {
        ...row,
        span: JSON.stringify(row.span),
        waits: JSON.stringify(row.waits),
        nextAt: nextOf(row),
      };
      await tx
        .sql<WorkflowTables>()
        .insertInto('workflow_due')
        .values(stored)
        .onConflict((there) => there.columns(['organizationId', 'applicationId']).doUpdateSet(stored))
        .execute();
    });

  /** Null where the calendar has not so much working time: then nobody can be late. */
  const reckoned = async (organization: OrganizationId, given: Given): Promise<Reckoned | null> => {
    try {
      return await reckon(organization, given);
    } catch (error) {
      if (!Problem.is(error) || error.status !== 409) throw error;
      log.warn({ organization, reason: error.message }, 'A due time could not be reckoned.');
      return null;
    }
  };

  return {
    find,

    async begin({ organization, workspace }, { id, key, span }) {
      const given = { haltedAt: now(), span, waits: [] };
      const times = await reckoned(organization, given);
      if (times === null) return null;
      const fresh = { stoppedAt: null, remindedAt: null, escalatedAt: null, nextAt: null };
      await write({
        organizationId: organization,
        applicationId: id,
        workspaceId: workspace,
        key,
        ...given,
        ...times,
        ...fresh,
      });
      return times.dueAt;
    },

    async stop({ organization }, id) {
      const row = await find(organization, id);
      if (row && row.stoppedAt === null) await write({ ...row, stoppedAt: now() });
    },

    async start({ organization }, id, wait) {
      const row = await find(organization, id);
      if (!row) return undefined;
      const waits = [...row.waits, { from: later(wait.from, row.haltedAt), to: wait.to }];
      const next = { ...row, waits, stoppedAt: null };
      const times = (await reckoned(organization, next)) ?? { dueAt: row.dueAt, remindAt: row.remindAt };
      await write({ ...next, ...times });
      return times.dueAt;
    },

    async again({ organization }, id) {
      const row = await find(organization, id);
      const times = row && (await reckoned(organization, row));
      if (!row || !times || (times.dueAt === row.dueAt && times.remindAt === row.remindAt)) return undefined;
      await write({ ...row, ...times });
      return times.dueAt === row.dueAt ? undefined : times.dueAt;
    },

    done: (row, what) => write({ ...row, ...what }),

    end: ({ organizationId, applicationId }) =>
      database.write(organizationId, async (tx) => {
        await tx
          .sql<WorkflowTables>()
          .deleteFrom('workflow_due')
          .where('organizationId', '=', organizationId)
          .where('applicationId', '=', applicationId)
          .execute();
      }),

    page: (organization, after, limit) =>
      database.read(organization, async (tx) => {
        const rows = await tx
          .sql<WorkflowTables>()
          .selectFrom('workflow_due')
          .select('applicationId')
          .where('organizationId', '=', organization)
          .$if(after !== null, (query) => query.where('applicationId', '>', after))
          .orderBy('applicationId')
          .limit(limit)
          .execute();
        return rows.map(({ applicationId }) => applicationId);
      }),

    upcoming: (before, limit) =>
      database.lookUp((tx) =>
        tx
          .sql<WorkflowTables>()
          .selectFrom('workflow_due')
          .select(['organizationId', 'applicationId', 'workspaceId'])
          .where('nextAt', '<=', before)
          .orderBy('nextAt')
          .limit(limit)
          .execute(),
      ),
  };
}

const later = (one: string, other: string): string => (Date.parse(one) < Date.parse(other) ? other : one);

const shaped = (row: DueRow): DueRow => ({
  ...row,
  haltedAt: utc(row.haltedAt),
  stoppedAt: row.stoppedAt && utc(row.stoppedAt),
  remindAt: utc(row.remindAt),
  dueAt: utc(row.dueAt),
  remindedAt: row.remindedAt && utc(row.remindedAt),
  escalatedAt: row.escalatedAt && utc(row.escalatedAt),
});
