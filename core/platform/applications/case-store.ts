import { isDecided } from '../workflow/contract.ts';
import { isId } from '@dossier/sdk';
import type { Access, Clock, Database, Emits, OrganizationId, Transaction } from '@dossier/sdk';
import type { Templates } from '../templates/contract.ts';
import type { CaseStore } from '../workflow/contract.ts';
import {
  applicationAssigned,
  applicationChanged,
  applicationReleased,
  applicationTimed,
  applicationUnassigned,
} from './contract.ts';
import { clearFlag, setFlag } from './flags.ts';
import type { ApplicationTables } from './entities.ts';
import { clientsOf, listRow, selectFull } from './rows.ts';
import type { CaseFlag } from './contract.ts';
import type { FullRow } from './rows.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly templates: Templates;
  readonly events: Emits<
    | typeof applicationChanged
    | typeof applicationAssigned
    | typeof applicationReleased
    | typeof applicationUnassigned
    | typeof applicationTimed
  >;
}

/**
 * How the workflow reaches applications. Each change of a row raises its version and emits an event with the whole row,
 * except that nobody works on it any more: the event of its changed status in the same transaction covers that.
 */
export function caseStore({ database, clock, templates, events }: Deps): CaseStore {
  const reload = (tx: Transaction, organization: OrganizationId, id: string): Promise<FullRow> =>
    selectFull(tx, organization).where('application.id', '=', id).executeTakeFirstOrThrow();

  const changed = (tx: Transaction, access: Access & { organization: OrganizationId }, id: string) =>
    tx
      .sql<ApplicationTables>()
      .updateTable('application')
      .where('organizationId', '=', access.organization)
      .where('id', '=', id)
      .set(({ eb }) => ({ version: eb('version', '+', 1), updatedAt: clock.now().toISOString() }));

  return {
    load: (access, id) =>
      database.read(access, async (tx) => {
        const row = isId(id)
          ? await selectFull(tx, access.organization).where('application.id', '=', id).executeTakeFirst()
          : undefined;
        if (!row) return null;
        const template = await templates.version(access.organization, row.templateId, row.templateVersion);
        return {
          id,
          organization: access.organization,
          workspace: row.workspaceId,
          template,
          answers: row.answers,
          applicants: row.applicants,
          status: row.status,
        };
      }),

    lock: (access, id) =>
      database.write(access, async (tx) => {
        if (!isId(id)) return null;
        const sql = tx.sql<ApplicationTables>();
        const row = await sql
          .selectFrom('application')
          .select(['status', 'decidedByKind', 'decidedByName', 'decidedAt', 'number'])
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return null;
        const assignees = await sql
          .selectFrom('assignee')
          .select(['userId', 'automatic'])
          .where('organizationId', '=', access.organization)
          .where('applicationId', '=', id)
          .execute();
        const { status, decidedByKind, decidedByName, decidedAt, number } = row;
        const by = decidedByKind === 'system' ? 'The system' : (decidedByName ?? '');
        return {
          status,
          claimed: assignees.some(({ automatic }) => !automatic),
          number,
          assignees: assignees.map(({ userId }) => userId),
          decided: decidedAt === null ? null : { by, at: decidedAt },
        };
      }),

    settle: (access, id, status, { reason, at }) =>
      database.write(access, async (tx) => {
        const before = await reload(tx, access.organization, id);
        const decided = isDecided(status);
        await changed(tx, access, id)
          .set({
            status,
            ...(status === 'InReview' ? {} : { dueAt: null }),
            ...(decided
              ? {
                  decidedAt: at,
                  decidedByKind: access.actor.kind,
                  decidedById: access.actor.id,
                  decidedByName: access.actor.name,
                  decisionReason: reason,
                  waitingSince: null,
                  waitingUntil: null,
                }
              : {}),
          })
          .execute();
        if (decided && before.assignees.length > 0) await closeAssignments(tx, access.organization, id);
        if (decided)
          for (const flag of before.flags.filter((one) => untilDecided.has(one)))
            await clearFlag(tx, access.organization, id, flag);
        const row = await reload(tx, access.organization, id);
        events.emit(
          applicationChanged,
          access,
          {
            subject: { type: 'application', id },
            workspace: row.workspaceId,
            before: { status: before.status },
            // Clients read this, and no note with an approval: the step has that, for staff.
            after: { status, ...(reason === null || status === 'Approved' ? {} : { reason }) },
          },
          { row: listRow(row), clients: clientsOf(row.applicants) },
        );
      }),

    assign: (access, id, userId) =>
      database.write(access, async (tx) => {
        const sql = tx.sql<ApplicationTables>();
        const taken = await sql
          .selectFrom('assignee')
          .select('userId')
          .where('organizationId', '=', access.organization)
          .where('applicationId', '=', id)
          .limit(1)
          .executeTakeFirst();
        if (taken) return;
        await sql
          .insertInto('assignee')
          .values({
            organizationId: access.organization,
            applicationId: id,
            userId,
            automatic: true,
            able: true,
            open: true,
            assignedAt: clock.now().toISOString(),
          })
          .execute();
        await changed(tx, access, id).set({ assigned: true }).execute();
        await clearFlag(tx, access.organization, id, 'nobody-available');
        const row = await reload(tx, access.organization, id);
        events.emit(
          applicationAssigned,
          access,
          {
            subject: { type: 'application', id },
            workspace: row.workspaceId,
            before: { assignees: [] },
            after: { assignees: row.assignees },
          },
          { row: listRow(row), userId },
        );
      }),

    withdraw: (access, id) =>
      database.write(access, async (tx) => {
        const before = await reload(tx, access.organization, id);
        const gone = await tx
          .sql<ApplicationTables>()
          .deleteFrom('assignee')
          .where('organizationId', '=', access.organization)
          .where('applicationId', '=', id)
          .where('automatic', '=', true)
          .returning('userId')
          .execute();
        if (gone.length === 0) return;
        const { workspaceId, assignees } = await reload(tx, access.organization, id);
        await changed(tx, access, id)
          .set({ assigned: assignees.length > 0 })
          .execute();
        events.emit(
          applicationUnassigned,
          access,
          {
            subject: { type: 'application', id },
            workspace: workspaceId,
            before: { assignees: before.assignees },
            after: { assignees },
          },
          { userIds: gone.map(({ userId }) => userId) },
        );
      }),

    release: (access, id, users) =>
      database.write(access, async (tx) => {
        if (users.length === 0) return;
        const before = await reload(tx, access.organization, id);
        const gone = await tx
          .sql<ApplicationTables>()
          .deleteFrom('assignee')
          .where('organizationId', '=', access.organization)
          .where('applicationId', '=', id)
          .where('userId', 'in', [...users])
          .returning('userId')
          .execute();
        if (gone.length === 0) return;
        const left = before.assignees.length - gone.length;
        await changed(tx, access, id)
          .set({ assigned: left > 0 })
          .execute();
        const row = await reload(tx, access.organization, id);
        const about = {
          subject: { type: 'application', id },
          workspace: row.workspaceId,
          before: { assignees: before.assignees },
          after: { assignees: row.assignees },
        };
        for (const { userId } of gone) events.emit(applicationReleased, access, about, { row: listRow(row), userId });
      }),

    flag: ({ organization }, id, flag, on) =>
      database.write(organization, (tx) =>
        on ? setFlag(tx, organization, id, flag) : clearFlag(tx, organization, id, flag),
      ),

    times: (access, id) =>
      database.read(access, async (tx) => {
        const row = isId(id)
          ? await tx
              .sql<ApplicationTables>()
              .selectFrom('application')
              .select(['dueAt', 'waitingSince', 'waitingUntil'])
              .where('organizationId', '=', access.organization)
              .where('id', '=', id)
              .executeTakeFirst()
          : undefined;
        return row ?? null;
      }),

    setTimes: (access, id, times) =>
      database.write(access, async (tx) => {
        const before = await reload(tx, access.organization, id);
        await changed(tx, access, id).set(times).execute();
        const row = await reload(tx, access.organization, id);
        const shown = ({ dueAt, waitingSince, waitingUntil }: FullRow) => ({ dueAt, waitingSince, waitingUntil });
        events.emit(
          applicationTimed,
          access,
          {
            subject: { type: 'application', id },
            workspace: row.workspaceId,
            before: shown(before),
            after: shown(row),
          },
          { row: listRow(row) },
        );
      }),

    undecided: (access, ids) =>
      database.read(access, async (tx) => {
        if (ids.length === 0) return new Map();
        const rows = await tx
          .sql<ApplicationTables>()
          .selectFrom('application')
          .select(['id', 'workspaceId'])
          .where('organizationId', '=', access.organization)
          .where('id', 'in', [...ids])
          .where('status', 'in', ['Draft', 'Submitted', 'InReview'])
          .execute();
        return new Map(rows.map(({ id, workspaceId }) => [id, workspaceId]));
      }),

    loadOf: (access, users) =>
      database.read(access, async (tx) => {
        if (users.length === 0) return new Map();
        const rows = await tx
          .sql<ApplicationTables>()
          .selectFrom('assignee')
          .innerJoin('application', (join) =>
            join
              .onRef('application.organizationId', '=', 'assignee.organizationId')
              .onRef('application.id', '=', 'assignee.applicationId'),
          )
          .where('assignee.organizationId', '=', access.organization)
          .where('assignee.userId', 'in', [...users])
          .where('application.status', 'in', ['Draft', 'Submitted', 'InReview'])
          .groupBy('assignee.userId')
          .select(({ fn }) => ['assignee.userId', fn.countAll<string>().as('open')])
          .execute();
        return new Map(rows.map(({ userId, open }) => [userId, Number(open)]));
      }),
  };
}

/** What says that somebody has something to do. */
const untilDecided: ReadonlySet<CaseFlag> = new Set(['second-approval', 'nobody-available', 'escalated', 'corrected']);

/** What is decided is no open work of its assignees any more; they stay on record. */
const closeAssignments = (tx: Transaction, organization: OrganizationId, id: string) =>
  tx
    .sql<ApplicationTables>()
    .updateTable('assignee')
    .set({ open: false })
    .where('organizationId', '=', organization)
    .where('applicationId', '=', id)
    .execute();
