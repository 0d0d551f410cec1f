import { isDecided } from '../workflow/contract.ts';
import { conflict, demandMatch, fingerprint, forbidden, isId, notFound, Problem } from '@dossier/sdk';
import type {
  Clock,
  Contributions,
  Database,
  Emits,
  EventLog,
  IfMatch,
  OrganizationAccess,
  Transaction,
  WorkspaceAccess,
} from '@dossier/sdk';
import type { Templates } from '../templates/contract.ts';
import type { CaseStatus, Step, Workflow } from '../workflow/contract.ts';
import type { DecisionStep } from '../workflow/decision/contract.ts';
import { answersOf } from './answer-revisions.ts';
import type { ClientLinks } from './clients.ts';
import { confirmations } from './confirmations.ts';
import {
  applicationConfirmed,
  confirmApplications,
  createApplications,
  readApplications,
  submitApplications,
} from './contract.ts';
import type {
  Application,
  ApplicationPart,
  Applications,
  Confirmations,
  SubmissionRecord,
  Submitting,
} from './contract.ts';
import type { ApplicationTables } from './entities.ts';
import { listApplications } from './list.ts';
import type { Page, Reach, Reader } from './list.ts';
import type { ListQuery, View } from './list-query.ts';
import { placeOf } from './place.ts';
import type { QueuePlace } from './place.ts';
import { reachAt } from './reach.ts';
import type { Reached } from './reach.ts';
import { actionsFor } from './actions.ts';
import type { Action } from './actions.ts';
import { withPeople } from './people.ts';
import { clientsOf, selectFull } from './rows.ts';
import type { FullRow, RowColumns } from './rows.ts';
import { view, viewerOf } from './viewer.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<EventLog, 'latest'>;
  readonly templates: Pick<Templates, 'version'>;
  readonly workflow: Workflow;
  readonly clients: ClientLinks;
  readonly parts: Contributions<ApplicationPart>;
  readonly events: Emits<typeof applicationConfirmed>;
  submit(access: WorkspaceAccess, record: SubmissionRecord, o?: Submitting): Promise<Application>;
  faults: Applications['faults'];
}

/** An application with the members that other modules add, for example `documents`. */
export type WholeApplication = Application & Readonly<Record<string, unknown>>;

interface Member {
  readonly name: string;
  readonly values: ReadonlyMap<string, unknown>;
}

/** Applications of a view are counted up to this: nobody reads more at a glance, and more would take its time. */
export const COUNTED = 1_000;

/** What routes and fields ask for, in addition to what other modules may. */
export interface ApplicationService extends Applications {
  submit(access: WorkspaceAccess, record: SubmissionRecord, o?: Submitting): Promise<WholeApplication>;
  /** Null when unknown, or not visible to this actor. */
  whole(access: WorkspaceAccess, id: string): Promise<WholeApplication | null>;
  /**
   * Applications that wait for the viewer's word, which they may give in this workspace: all of them, or whether this
   * one does.
   */
  awaiting(access: WorkspaceAccess, id?: string): Promise<readonly string[]>;
  /** What the viewer may do with it now. */
  actions(access: WorkspaceAccess, application: WholeApplication): Promise<readonly Action[]>;
  list(access: OrganizationAccess, reached: Reached, query: ListQuery): Promise<Page<WholeApplication>>;
  rows(access: OrganizationAccess, reach: Reach, query: ListQuery): Promise<Page<RowColumns>>;
  count(access: OrganizationAccess, reach: Reach, query: ListQuery): Promise<number>;
  /** Where it stands in a list of the workspace, counted up to {@link COUNTED}; null when it is not seen there. */
  place(access: WorkspaceAccess, id: string, query: ListQuery): Promise<QueuePlace | null>;
  /** How many applications of the workspace each view has, counted up to {@link COUNTED}. */
  counts(access: WorkspaceAccess): Promise<Readonly<Record<View, number>>>;
  /**
   * The officer's decision. Throws `already-decided` and `not-at-manual-step` (409), and with `ifMatch` `stale` (412)
   * when anything of it is other than what was read.
   */
  decide(
    access: WorkspaceAccess,
    id: string,
    decision: 'approve' | 'reject',
    reason: string | null,
    ifMatch?: IfMatch,
  ): Promise<WholeApplication>;
  /**
   * The client's confirmation. Throws `already-decided` and `nothing-to-confirm` (409), and with `ifMatch` `stale`
   * (412) when anything of it that they see has changed since they read it.
   */
  confirm(access: WorkspaceAccess, id: string, ifMatch?: IfMatch): Promise<WholeApplication>;
  readonly confirmations: Confirmations;
}

/** Applications as people and keys meet them. The course of their workflow is decided by the workflow module. */
export function createApplicationService({
  database,
  clock,
  log,
  templates,
  workflow,
  clients,
  parts,
  events,
  submit,
  faults,
}: Deps): ApplicationService {
  const listed = listApplications(database);
  const reading = ({ organization, actor }: OrganizationAccess, reach: Reach): Reader => ({
    organization,
    reach,
    id: actor.id,
    now: clock.now().toISOString(),
  });

  const find = (access: OrganizationAccess, id: string): Promise<FullRow | undefined> =>
    database.read(access, async (tx) =>
      isId(id) ? selectFull(tx, access.organization).where('application.id', '=', id).executeTakeFirst() : undefined,
    );

  /**
   * Nobody else changes the application until the open transaction ends. Its status now; undefined when there is none.
   */
  const hold = async (tx: Transaction, access: OrganizationAccess, id: string): Promise<CaseStatus | undefined> =>
    (
      await tx
        .sql<ApplicationTables>()
        .selectFrom('application')
        .select('status')
        .where('organizationId', '=', access.organization)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    )?.status;

  /** What this actor may see of these rows, in their order, with steps. */
  const seen = async (access: WorkspaceAccess, rows: readonly FullRow[]): Promise<Application[]> => {
    const steps = await workflow.steps(
      access,
      rows.map(({ id }) => id),
    );
    return rows.flatMap((row) => {
      const viewer = viewerOf(access, row);
      return viewer === null ? [] : [view(row, steps.get(row.id) ?? [], viewer)];
    });
  };

  /** What other modules know of these applications. */
  const membersOf = (access: WorkspaceAccess, ids: readonly string[]): Promise<Member[]> =>
    Promise.all(
      parts.list(access).map(async ({ value }) => ({
        name: value.member,
        values: ids.length > 0 ? await value.load(access, ids) : new Map<string, unknown>(),
      })),
    );

  /** Adds its members to an application freshly made by {@link view}. */
  const complete = (application: Application, members: readonly Member[]): WholeApplication =>
    Object.assign(application, ...members.map(({ name, values }) => ({ [name]: values.get(application.id) ?? [] })));

  /** For staff; the key and the client of an application decide nothing. */
  const decisionStepOf = async (
    access: WorkspaceAccess,
    row: FullRow,
    steps: readonly Step[],
  ): Promise<DecisionStep | null> =>
    viewerOf(access, row) === 'staff' && steps.some(({ kind, state }) => kind === 'MANUAL' && state === 'running')
      ? workflow.decisionStep(access, {
          id: row.id,
          workspace: row.workspaceId,
          template: await templates.version(access.organization, row.templateId, row.templateVersion),
          clients: clientsOf(row.applicants),
          steps,
          dueAt: row.dueAt,
        })
      : null;

  /** Throws `stale` (412), and says who was quicker where it was a person who changed it. */
  const demandUnchanged = async (
    access: WorkspaceAccess,
    ifMatch: IfMatch,
    application: WholeApplication,
  ): Promise<void> => {
    try {
      demandMatch(ifMatch, fingerprint(application));
    } catch (error) {
      if (!Problem.is(error) || error.status !== 412) throw error;
      const latest = await log.latest(access, { subject: { type: 'application', id: application.id } }, { limit: 20 });
      const by = latest.find(({ actor }) => actor.kind === 'user' && actor.id !== access.actor.id)?.actor.name;
      if (by === undefined || by === '') throw error;
      throw new Problem(412, error.code, error.title, {
        detail: `${by} was quicker and changed this since you read it. Read it again before you decide.`,
      });
    }
  };

  const service: ApplicationService = {
    async submit(access, record, o) {
      access.demand(access.actor.kind === 'key' ? submitApplications : createApplications);
      const made = await submit(access, record, o);
      const row = access.can(readApplications) ? await find(access, made.id) : undefined;
      return {
        ...made,
        // Nothing of other modules can belong to it yet.
        ...Object.fromEntries(parts.list(access).map(({ value }) => [value.member, []])),
        decisionStep: row ? await decisionStepOf(access, row, made.steps) : null,
      };
    },

    faults,

    get: (access, id) =>
      database.read(access, async () => {
        const row = await find(access, id);
        return row && viewerOf(access, row) !== null ? ((await seen(access, [row]))[0] ?? null) : null;
      }),

    awaiting: (access, id) =>
      database.read(access, async (tx) => {
        if (!access.can(confirmApplications) || access.workspaceType === 'STAFF' || access.actor.kind !== 'user')
          return [];
        const mine = await tx
          .sql<ApplicationTables>()
          .selectFrom('application')
          .select('application.id')
          .distinct()
          .innerJoin('applicant', (join) =>
            join
              .onRef('applicant.organizationId', '=', 'application.organizationId')
              .onRef('applicant.applicationId', '=', 'application.id'),
          )
          .where('application.organizationId', '=', access.organization)
          .where('applicant.userId', '=', access.actor.id)
          .where('application.status', 'in', ['Submitted', 'InReview'])
          .$if(id !== undefined, (query) => query.where('application.id', '=', id ?? ''))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('confirmation')
                  .select('confirmation.userId')
                  .where('confirmation.userId', '=', access.actor.id)
                  .whereRef('confirmation.organizationId', '=', 'application.organizationId')
                  .whereRef('confirmation.applicationId', '=', 'application.id'),
              ),
            ),
          )
          .execute();
        return [
          ...(await workflow.awaiting(
            access,
            mine.map(({ id }) => id),
            'confirmation',
          )),
        ];
      }),

    actions: (access, application) =>
      database.read(access, async () => {
        const row = await find(access, application.id);
        return row
          ? actionsFor(access, application, {
              clients: clientsOf(row.applicants),
              awaited: (await service.awaiting(access, application.id)).length > 0,
            })
          : [];
      }),

    whole: (access, id) =>
      database.read(access, async () => {
        const row = await find(access, id);
        const [application] = row ? await seen(access, [row]) : [];
        if (!row || !application) return null;
        const whole = complete(application, await membersOf(access, [id]));
        return Object.assign(whole, { decisionStep: await decisionStepOf(access, row, application.steps) });
      }),

    list: (access, { reach, at }, query) =>
      database.read(access, async (tx) => {
        const { rows, next } = await listed.page(reading(access, reach), query);
        const places = [...Map.groupBy(rows, at)].flatMap(([there, some]) =>
          there ? [{ there, ids: some.map(({ id }) => id) }] : [],
        );
        // Asked for side by side: the database is waited for once.
        const [whole, answers, known] = await Promise.all([
          withPeople(tx, access.organization, rows),
          query.answers
            ? answersOf(
                tx,
                access.organization,
                rows.map(({ id }) => id),
              )
            : new Map<string, FullRow['answers']>(),
          Promise.all(
            places.map(async ({ there, ids }) => {
              const [steps, members] = await Promise.all([workflow.steps(there, ids), membersOf(there, ids)]);
              return [there, { steps, members }] as const;
            }),
          ),
        ]);
        const knownAt = new Map(known);
        return {
          rows: whole.flatMap((row) => {
            const there = at(row);
            const viewer = there ? viewerOf(there, row) : null;
            if (!there || viewer === null) return [];
            const { steps, members } = knownAt.get(there)!;
            const full = Object.assign(row, { answers: answers.get(row.id) ?? {} });
            return [complete(view(full, steps.get(row.id) ?? [], viewer), members)];
          }),
          next,
        };
      }),

    rows: (access, reach, query) => listed.rows(reading(access, reach), query),
    count: (access, reach, query) => listed.count(reading(access, reach), query),
    place: async (access, id, query) =>
      isId(id) ? placeOf(database, reading(access, reachAt(access)), query, { id, most: COUNTED }) : null,
    counts: (access) => listed.counts(reading(access, reachAt(access)), COUNTED),

    decide: (access, id, decision, reason, ifMatch) =>
      database.write(access, async (tx) => {
        if (ifMatch !== undefined && isId(id)) await hold(tx, access, id);
        const row = await find(access, id);
        // What one cannot see one cannot decide; where it is not handled nobody decides it; and nobody decides their
        // own.
        if (!row || viewerOf(access, row) !== 'staff') throw notFound();
        if (clientsOf(row.applicants).includes(access.actor.id))
          throw forbidden('You are an applicant of this application: another officer decides it.');
        // That it is decided is the better answer to who comes second.
        if (ifMatch !== undefined && row.decidedAt === null)
          await demandUnchanged(access, ifMatch, (await service.whole(access, id))!);
        await workflow.decide(access, id, decision, { reason });
        return (await service.whole(access, id))!;
      }),

    confirm: (access, id, ifMatch) =>
      database.write(access, async (tx) => {
        const row = await find(access, id);
        if (!row || viewerOf(access, row) === null) throw notFound();
        access.demand(confirmApplications);
        const { actor } = access;
        if (actor.kind !== 'user' || !clientsOf(row.applicants).includes(actor.id))
          throw forbidden('Only the client confirms their own application.');
        if (access.workspaceType === 'STAFF') throw forbidden('An application is confirmed in the client workspace.');
        const sql = tx.sql<ApplicationTables>();
        const status = await hold(tx, access, id);
        const at = clock.now().toISOString();
        const known = await sql
          .selectFrom('confirmation')
          .select('userId')
          .where('organizationId', '=', access.organization)
          .where('applicationId', '=', id)
          .where('userId', '=', actor.id)
          .executeTakeFirst();
        if (known) return (await service.whole(access, id))!;
        if (status && isDecided(status)) throw conflict('already-decided', `This application is ${status} already.`);
        if (!(await workflow.dependsOn(access, id, 'confirmation')))
          throw conflict('nothing-to-confirm', 'Nothing in this application asks for your confirmation.');
        if (ifMatch !== undefined) demandMatch(ifMatch, fingerprint((await service.whole(access, id))!));
        await sql
          .insertInto('confirmation')
          .values({ organizationId: access.organization, applicationId: id, userId: actor.id, at })
          .execute();
        events.emit(
          applicationConfirmed,
          access,
          { subject: { type: 'application', id }, workspace: row.workspaceId, after: { confirmedBy: actor.id } },
          { userId: actor.id },
        );
        await workflow.recheck(access, id, 'confirmation');
        return (await service.whole(access, id))!;
      }),

    linkApplicants: (access, user, email) => clients.link(access, user, email),

    confirmations: confirmations(database),
  };
  return service;
}
