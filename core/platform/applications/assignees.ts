/** Who works on an application, as people decide it: by the rules of a template it is the workflow that assigns. */
import { conflict, invalid, isId, notFound, Problem } from '@dossier/sdk';
import type { Clock, Database, Emits, Transaction, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { People } from '../people/contract.ts';
import { decideApplications } from '../workflow/contract.ts';
import type { CaseStore } from '../workflow/contract.ts';
import { applicationAssigned, applicationReleased, assignApplications, readApplications } from './contract.ts';
import type { ApplicationTables } from './entities.ts';
import { clientsOf, listRow, selectFull } from './rows.ts';
import type { FullRow } from './rows.ts';

/** People who work on one application at a time, at most. */
const MOST_ASSIGNEES = 20;

/** Somebody who can be given applications, and how many open ones they have. */
export interface Officer {
  readonly id: UserId;
  readonly name: string;
  readonly open: number;
}

/** What became of one application of many. */
export interface Assigned {
  readonly applicationId: string;
  readonly assigned: boolean;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

/**
 * People assign themselves, and give back what is theirs, when they may decide; others need `applications.assign`. Of
 * an application that is decided nothing changes any more (409 `already-decided`).
 */
export interface Assigning {
  /**
   * Adds an assignee; one who is it already stays. Throws `invalid` (422) at `/userId`: `not-an-officer` for who may
   * not read the applications of the workspace, `applicant` for who is one of it, `too-many` beyond
   * {@link MOST_ASSIGNEES}.
   */
  add(access: WorkspaceAccess, id: string, userId: string): Promise<void>;
  /** Takes an assignee off; who is none is no fault. */
  remove(access: WorkspaceAccess, id: string, userId: string): Promise<void>;
  /** Gives what is one's own to another person. 409 `not-yours` for who is no assignee. */
  handOver(access: WorkspaceAccess, id: string, userId: string): Promise<void>;
  /**
   * Each by itself, and only as it was seen: one that has another version by now is left (`changed`). `userId` null
   * takes everybody off.
   */
  bulk(
    access: WorkspaceAccess,
    o: {
      readonly applications: readonly { readonly id: string; readonly version: number }[];
      readonly userId: string | null;
    },
  ): Promise<readonly Assigned[]>;
  /**
   * Gives the reader the application that has waited longest at an officer and has nobody, and of which they are no
   * applicant. Its id; null when there is none. Two who ask at once are given two.
   */
  takeNext(access: WorkspaceAccess): Promise<string | null>;
  /** Those who can be assigned in the workspace, by name. */
  officers(access: WorkspaceAccess): Promise<readonly Officer[]>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly grants: Pick<AccessAdministration, 'holders'>;
  readonly people: Pick<People, 'users'>;
  readonly cases: Pick<CaseStore, 'loadOf'>;
  readonly events: Emits<typeof applicationAssigned | typeof applicationReleased>;
}

export function createAssigning({ database, clock, grants, people, cases, events }: Deps): Assigning {
  const holders = (access: WorkspaceAccess): Promise<readonly UserId[]> =>
    grants.holders(access.organization, access.workspace, readApplications);

  /** The application of this workspace, which nobody else changes until the transaction ends. */
  const held = async (tx: Transaction, access: WorkspaceAccess, id: string): Promise<FullRow> => {
    const locked = isId(id)
      ? await tx
          .sql<ApplicationTables>()
          .selectFrom('application')
          .select('id')
          .where('organizationId', '=', access.organization)
          .where('workspaceId', '=', access.workspace)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
      : undefined;
    if (!locked) throw notFound();
    const row = await rowOf(tx, access, id);
    if (row.decidedAt !== null)
      throw conflict('already-decided', `This application is ${row.status} already; nobody works on it any more.`);
    return row;
  };

  const rowOf = (tx: Transaction, access: WorkspaceAccess, id: string): Promise<FullRow> =>
    selectFull(tx, access.organization).where('application.id', '=', id).executeTakeFirstOrThrow();

  const demandFor = (access: WorkspaceAccess, userId: string | null): void => {
    if (userId === null || userId !== access.actor.id) access.demand(assignApplications);
    else if (!access.can(assignApplications)) access.demand(decideApplications);
  };

  /** Writes down who came and who went, with the row as it is then. */
  const change = async (
    tx: Transaction,
    access: WorkspaceAccess,
    before: FullRow,
    { add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): Promise<void> => {
    const { organization } = access;
    const sql = tx.sql<ApplicationTables>();
    const [at, applicationId] = [clock.now().toISOString(), before.id];
    const going = before.assignees.filter((one) => remove.includes(one));
    const coming = add.filter((one) => !before.assignees.includes(one));
    if (going.length > 0)
      await sql
        .deleteFrom('assignee')
        .where('organizationId', '=', organization)
        .where('applicationId', '=', applicationId)
        .where('userId', 'in', going)
        .execute();
    // Who was assigned automatically, and takes it, has it by their own will from now on.
    if (add.length > 0)
      await sql
        .insertInto('assignee')
        .values(
          add.map((userId) => ({
            organizationId: organization,
            applicationId,
            userId,
            automatic: false,
            open: true,
            assignedAt: at,
          })),
        )
        .onConflict((conflicting) =>
          conflicting.columns(['organizationId', 'applicationId', 'userId']).doUpdateSet({ automatic: false }),
        )
        .execute();
    if (going.length === 0 && coming.length === 0) return;
    await sql
      .updateTable('application')
      .set(({ eb }) => ({
        assigned: before.assignees.length - going.length + coming.length > 0,
        version: eb('version', '+', 1),
        updatedAt: at,
      }))
      .where('organizationId', '=', organization)
      .where('id', '=', applicationId)
      .execute();
    const row = await rowOf(tx, access, applicationId);
    const about = {
      subject: { type: 'application', id: applicationId },
      workspace: row.workspaceId,
      before: { assignees: before.assignees },
      after: { assignees: row.assignees },
    };
    for (const userId of going) events.emit(applicationReleased, access, about, { row: listRow(row), userId });
    for (const userId of coming) events.emit(applicationAssigned, access, about, { row: listRow(row), userId });
  };

  const demandOfficer = async (access: WorkspaceAccess, row: FullRow, userId: string): Promise<void> => {
    const fault = (code: string, detail: string): Problem => invalid([{ pointer: '/userId', code, detail }]);
    if (!(await holders(access)).some((one) => one === userId))
      throw fault('not-an-officer', 'Choose somebody who may read the applications of this workspace.');
    if (clientsOf(row.applicants).includes(userId))
      throw fault('applicant', 'This person is an applicant of it. Choose somebody else.');
    if (!row.assignees.includes(userId) && row.assignees.length >= MOST_ASSIGNEES)
      throw fault('too-many', `At most ${MOST_ASSIGNEES} people work on an application.`);
  };

  const add = async (tx: Transaction, access: WorkspaceAccess, row: FullRow, userId: string): Promise<void> => {
    await demandOfficer(access, row, userId);
    await change(tx, access, row, { add: [userId] });
  };

  return {
    add: (access, id, userId) =>
      database.write(access, async (tx) => {
        demandFor(access, userId);
        await add(tx, access, await held(tx, access, id), userId);
      }),

    remove: (access, id, userId) =>
      database.write(access, async (tx) => {
        demandFor(access, userId);
        await change(tx, access, await held(tx, access, id), { remove: [userId] });
      }),

    handOver: (access, id, userId) =>
      database.write(access, async (tx) => {
        demandFor(access, access.actor.id);
        const row = await held(tx, access, id);
        if (!row.assignees.includes(access.actor.id))
          throw conflict('not-yours', 'You can hand over what you work on; this application is not assigned to you.');
        await demandOfficer(access, row, userId);
        if (userId !== access.actor.id) await change(tx, access, row, { add: [userId], remove: [access.actor.id] });
      }),

    async bulk(access, { applications, userId }) {
      demandFor(access, userId);
      const results = new Map<string, Assigned>();
      // Always in the same order, so that two who assign the same do not wait for each other for ever.
      for (const { id, version } of applications.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
        const problem = await database
          .write(access, () =>
            database.attempt(async (tx) => {
              const row = await held(tx, access, id);
              if (row.version !== version)
                throw conflict('changed', 'It has changed since you saw it. Look at it, and assign it again.');
              if (userId === null) await change(tx, access, row, { remove: row.assignees });
              else await add(tx, access, row, userId);
            }),
          )
          .then(
            () => null,
            (error: unknown) => {
              if (!Problem.is(error) || error.status >= 500) throw error;
              const [fault] = error.errors ?? [];
              return { code: fault?.code ?? error.code, detail: fault?.detail ?? error.message };
            },
          );
        results.set(id, { applicationId: id, assigned: problem === null, problem });
      }
      return applications.flatMap(({ id }) => results.get(id) ?? []);
    },

    takeNext: (access) =>
      database.write(access, async (tx) => {
        demandFor(access, access.actor.id);
        const { organization, workspace, actor } = access;
        const next = await tx
          .sql<ApplicationTables>()
          .selectFrom('application')
          .select('application.id')
          .where('application.organizationId', '=', organization)
          .where('application.workspaceId', '=', workspace)
          .where('application.decidedAt', 'is', null)
          .where('application.assigned', '=', false)
          .where('application.status', '=', 'InReview')
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('applicant')
                  .select('applicant.position')
                  .where('applicant.userId', '=', actor.id)
                  .whereRef('applicant.organizationId', '=', 'application.organizationId')
                  .whereRef('applicant.applicationId', '=', 'application.id'),
              ),
            ),
          )
          .orderBy('application.createdAt')
          .orderBy('application.id')
          .limit(1)
          .forUpdate('application')
          .skipLocked()
          .executeTakeFirst();
        if (!next) return null;
        await add(tx, access, await rowOf(tx, access, next.id), actor.id);
        return next.id;
      }),

    officers: (access) =>
      database.read(access, async (tx) => {
        const ids = await holders(access);
        const [known, load] = [await people.users(ids, tx), await cases.loadOf(access, ids)];
        return ids
          .flatMap((id) => {
            const user = known.get(id);
            return user ? [{ id, name: user.name, open: load.get(id) ?? 0 }] : [];
          })
          .toSorted((a, b) => a.name.localeCompare(b.name));
      }),
  };
}
