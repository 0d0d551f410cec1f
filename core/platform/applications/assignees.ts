/** Who works on an application, as people decide it: by the rules of a template it is the workflow that assigns. */
import { sql } from 'kysely';
import { conflict, invalid, isId, notFound, Problem } from '@dossier/sdk';
import type { Clock, Database, Emits, Transaction, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { People } from '../people/contract.ts';
import { decideApplications } from '../workflow/contract.ts';
import type { CaseStore, Workflow } from '../workflow/contract.ts';
import { applicationAssigned, applicationReleased, assignApplications, readApplications } from './contract.ts';
import type { ApplicationTables } from './entities.ts';
import { clearFlag } from './flags.ts';
import { clientsOf, listRow, selectFull, selectRows } from './rows.ts';
import type { FullRow } from './rows.ts';

/** People who work on one application at a time, at most. */
const MOST_ASSIGNEES = 20;

/** Of those that wait for somebody so many are looked at at a time, and in all, for one that the reader may decide. */
const LOOKED_AT = 20;
const MOST_LOOKED_AT = 500;

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
  /** Its state by now, where it was left; null where it was not, or is none of the workspace. */
  readonly now: Standing | null;
}

/** State of an application, for who saw it otherwise. */
export interface Standing {
  readonly version: number;
  readonly status: string;
  readonly assignees: readonly { readonly id: UserId; readonly name: string }[];
}

/** Ids of applications of the workspace that wait for an officer and have none. */
const unassigned = (tx: Transaction, { organization, workspace }: WorkspaceAccess) =>
  tx
    .sql<ApplicationTables>()
    .selectFrom('application')
    .select('application.id')
    .where('application.organizationId', '=', organization)
    .where('application.workspaceId', '=', workspace)
    .where('application.decidedAt', 'is', null)
    .where('application.assigned', '=', false)
    .where('application.status', '=', 'InReview')
    .where('application.waitingSince', 'is', null);

/**
 * People assign themselves, and give back what is theirs, when they may decide; others need `applications.assign`. Of
 * an application that is decided nothing changes any more (409 `already-decided`).
 */
export interface Assigning {
  /**
   * Adds an assignee; one who is it already stays. Throws `invalid` (422) at `/userId`: `not-an-officer` for who may
   * not read the applications of the workspace, `applicant` for who is one of it, `approved-already` for who
   * has approved it first, `too-many` beyond {@link MOST_ASSIGNEES}.
   */
  add(access: WorkspaceAccess, id: string, userId: string): Promise<void>;
  /** Takes an assignee off; who is none is no fault. */
  remove(access: WorkspaceAccess, id: string, userId: string): Promise<void>;
  /** Gives what is one's own to another person. 409 `not-yours` for who is no assignee. */
  handOver(access: WorkspaceAccess, id: string, userId: string): Promise<void>;
  /**
   * Each by itself, and only as it was seen: one that has another version by now is left (`changed`), with how it
   * stands now. `userId` null takes everybody off.
   */
  bulk(
    access: WorkspaceAccess,
    o: {
      readonly applications: readonly { readonly id: string; readonly version: number }[];
      readonly userId: string | null;
    },
  ): Promise<readonly Assigned[]>;
  /**
   * Gives the reader the most urgent application that waits for an officer, not for its client, and has nobody: what is
   * due first, then what is oldest. One that they may decide by the rules of its step, and of which they are no
   * applicant. Its id; null when there is none. Two who ask at once are given two.
   */
  takeNext(access: WorkspaceAccess): Promise<string | null>;
  /** Takes it for the reader, without asking for a right: another module has asked for one. */
  claim(access: WorkspaceAccess, id: string): Promise<void>;
  /** Those who can be assigned in the workspace, by name. */
  officers(access: WorkspaceAccess): Promise<readonly Officer[]>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly grants: Pick<AccessAdministration, 'holders'>;
  readonly people: Pick<People, 'users'>;
  readonly cases: Pick<CaseStore, 'loadOf'>;
  readonly workflow: Pick<Workflow, 'approvers' | 'mayTake'>;
  readonly events: Emits<typeof applicationAssigned | typeof applicationReleased>;
}

export function createAssigning({ database, clock, grants, people, cases, workflow, events }: Deps): Assigning {
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

  /** States of these applications of the workspace, by id. */
  const standing = (access: WorkspaceAccess, ids: readonly string[]): Promise<ReadonlyMap<string, Standing>> =>
    database.read(access, async (tx) => {
      const rows = await selectRows(tx, access.organization)
        .where('application.workspaceId', '=', access.workspace)
        .where('application.id', 'in', ids)
        .execute();
      const known = await people.users([...new Set(rows.flatMap(({ assignees }) => assignees))], tx);
      return new Map(
        rows.map(({ id, version, status, assignees }) => [
          id,
          { version, status, assignees: assignees.map((one) => ({ id: one, name: known.get(one)?.name ?? '' })) },
        ]),
      );
    });

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
    const db = tx.sql<ApplicationTables>();
    const [at, applicationId] = [clock.now().toISOString(), before.id];
    const going = before.assignees.filter((one) => remove.includes(one));
    const coming = add.filter((one) => !before.assignees.includes(one));
    if (going.length > 0)
      await db
        .deleteFrom('assignee')
        .where('organizationId', '=', organization)
        .where('applicationId', '=', applicationId)
        .where('userId', 'in', going)
        .execute();
    const deciders: readonly string[] =
      coming.length > 0 ? await grants.holders(organization, before.workspaceId, decideApplications) : [];
    // Who was assigned automatically, and takes it, has it by their own will from now on.
    if (add.length > 0)
      await db
        .insertInto('assignee')
        .values(
          add.map((userId) => ({
            organizationId: organization,
            applicationId,
            userId,
            automatic: false,
            able: deciders.includes(userId),
            open: true,
            assignedAt: at,
          })),
        )
        .onConflict((conflicting) =>
          conflicting.columns(['organizationId', 'applicationId', 'userId']).doUpdateSet({ automatic: false }),
        )
        .execute();
    if (coming.length > 0 && before.flags.includes('nobody-available'))
      await clearFlag(tx, organization, applicationId, 'nobody-available');
    if (going.length === 0 && coming.length === 0) return;
    await db
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
    if ((await workflow.approvers(access, row.id)).some((one) => one === userId))
      throw fault('approved-already', 'This person has approved it already. Somebody else must approve it too.');
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

    claim: (access, id) =>
      database.write(access, async (tx) => add(tx, access, await held(tx, access, id), access.actor.id)),

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
      const problems = new Map<string, Assigned['problem']>();
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
        problems.set(id, problem);
      }
      const left = applications.flatMap(({ id }) => (isId(id) && problems.get(id) ? [id] : []));
      const now = left.length === 0 ? new Map<string, Standing>() : await standing(access, left);
      return applications.map(({ id }) => {
        const problem = problems.get(id) ?? null;
        return { applicationId: id, assigned: problem === null, problem, now: now.get(id) ?? null };
      });
    },

    takeNext: (access) =>
      database.write(access, async (tx) => {
        demandFor(access, access.actor.id);
        const waiting = (after: number) =>
          unassigned(tx, access)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('applicant')
                    .select('applicant.position')
                    .where('applicant.userId', '=', access.actor.id)
                    .whereRef('applicant.organizationId', '=', 'application.organizationId')
                    .whereRef('applicant.applicationId', '=', 'application.id'),
                ),
              ),
            )
            .orderBy(sql`coalesce("application"."dueAt", 'infinity')`)
            .orderBy('application.createdAt')
            .orderBy('application.id')
            .offset(after)
            .limit(LOOKED_AT)
            .execute();
        for (let after = 0; after < MOST_LOOKED_AT; after += LOOKED_AT) {
          const page = await waiting(after);
          for (const { id } of page) {
            if (!(await workflow.mayTake(access, id))) continue;
            const free = await unassigned(tx, access)
              .where('application.id', '=', id)
              .forUpdate('application')
              .skipLocked()
              .executeTakeFirst();
            if (!free) continue;
            await add(tx, access, await rowOf(tx, access, id), access.actor.id);
            return id;
          }
          if (page.length < LOOKED_AT) break;
        }
        return null;
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
