import { inAnyWorkspace, inOrganization, inWorkspace, ofSubject } from '@dossier/sdk';
import type {
  FieldResolver,
  FieldResolvers,
  GraphqlSpec,
  OrganizationId,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import type { People } from '../people/contract.ts';
import { decideApplications } from '../workflow/contract.ts';
import { manageTemplates } from '../templates/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { Shown } from './answer-columns.ts';
import type { ApplicationService, WholeApplication } from './applications.ts';
import { assignApplications, readApplications, readOwnApplications } from './contract.ts';
import type { Answers } from './contract.ts';
import { writeCursor } from './cursor.ts';
import type { Reach } from './list.ts';
import { newestFirst } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import type { QueueService } from './queue/queue.ts';
import { reachAt } from './reach.ts';
import { listRow } from './rows.ts';

/** What a list may be asked for. */
const narrowing = `view: String, status: [String!], search: String, templateId: ID, assignee: ID, source: ID, createdFrom: String, createdTo: String, decidedFrom: String, decidedTo: String,
        dueFrom: String, dueTo: String, flag: [String!], amountFrom: Float, amountTo: Float, sort: String`;

/** What the web reads. Types of other modules extend `Application` with their own members. */
export const graphql = {
  sdl: `
    "Who or what acted."
    type Actor { kind: String! id: ID! name: String! }
    type ApplicationRow {
      "The number by which people call it, unique in its organization: 2026-000123."
      number: String!
      id: ID! workspaceId: ID! templateId: ID! templateName: String! status: String! applicantName: String! source: Actor! assignees: [ID!]!
      "The answer that the template names as the amount, and its currency (ISO 4217)."
      amount: Float currency: String
      createdAt: String! updatedAt: String! decidedAt: String version: Int!
      "When an officer is to decide it; null where nothing says so."
      dueAt: String
      "Since when the client is waited for, and by when they were asked to answer."
      waitingSince: String waitingUntil: String
      "Cursor to go on from behind this row, in a list that is newest first."
      place: String!
      "Answers that the list was asked to show, by the id of their column; null where it was asked for none."
      shown: JSON
    }
    "How many applications the views of a queue have."
    type ApplicationCounts { mine: Int! unassigned: Int! waiting: Int! overdue: Int! open: Int! decided: Int! all: Int!
      "What the viewer may do with the cases of the workspace: take, assign."
      can: [String!]!
    }
    "A page of a list. \`next\` is the cursor of the page after it; \`total\` is counted only when it is asked for."
    type ApplicationPage { rows: [ApplicationRow!]! next: String total: Int }
    "Its neighbours in a list, and which of how many it is, counted up to 1,000; no position when the list does not hold it any more."
    type ApplicationPlace { previous: ID next: ID position: Int total: Int! }
    type Applicant { type: String! firstName: String! lastName: String! email: String! }
    type StepReason { code: String! text: String! pointer: String }
    type WorkflowStep { key: ID! name: String! kind: String! handler: String state: String! reasons: [StepReason!]! startedAt: String endedAt: String }
    type Decision { by: Actor reason: String }
    type Approval { by: Actor! at: String! note: String }
    type Tick { by: Actor! at: String! }
    type ChecklistPoint { key: ID! text: String! ticked: Tick }
    "What was answered, at one time."
    type AnswerRevision { revision: Int! templateVersion: Int! answers: JSON! by: Actor! at: String! }
    type FailedCheck { step: String! reasons: [StepReason!]! }
    "The MANUAL step at which an application is, as the viewer may act on it."
    type DecisionStep {
      key: ID! name: String!
      "Only members of a role of this name decide it."
      role: String
      "Whether the viewer may approve it: by their rights and role, no applicant, and not the first approver."
      mayDecide: Boolean!
      dueAt: String
      "A check failed, and approving all the same takes a reason."
      noteRequired: Boolean!
      "Two people approve it."
      secondApprover: Boolean!
      "Of those who have approved already, while another one must."
      approvals: [Approval!]!
      checklist: [ChecklistPoint!]!
      failed: [FailedCheck!]!
    }
    type Application {
      "The number by which people call it, unique in its organization: 2026-000123."
      number: String!
      id: ID! workspaceId: ID! templateId: ID! templateName: String! templateVersion: Int! status: String! applicantName: String! applicants: [Applicant!]! answers: JSON!
      "The answer that the template names as the amount, and its currency (ISO 4217)."
      amount: Float currency: String
      "When an officer is to decide it; null where nothing says so."
      dueAt: String
      "Since when the client is waited for, and by when they were asked to answer."
      waitingSince: String waitingUntil: String
      "What is remarkable about it, for staff."
      flags: [String!]!
      source: Actor! assignees: [ID!]! createdAt: String! submittedAt: String decidedAt: String decision: Decision updatedAt: String! version: Int! steps: [WorkflowStep!]!
      "The version that it was made from."
      template: TemplateVersion!
      "The officers who work on it, the first assigned first; null for those who meet it from outside."
      officers: [Actor!]
      "All that was answered, the first one first; null for those who meet it from outside."
      revisions: [AnswerRevision!]
      "Null at no MANUAL step, and for those who meet it from outside."
      decisionStep: DecisionStep
      "What the viewer may do with it now: approve, reject, take, assign, review, upload, confirm, withdraw."
      can: [String!]!
    }
    "How many undecided applications a version of a template has."
    type TemplateRunning { version: Int! count: Int! }
    extend type Query {
      "Of those that the viewer may read, for who manages templates."
      templateRunning(templateId: ID!): [TemplateRunning!]!
      "A page of a workspace's applications; for a client their own."
      applications(
        workspaceId: ID!, ${narrowing}, columns: [String!], first: Int, after: String
      ): ApplicationPage!
      "How many applications each view of the workspace has, counted up to 1,000; for a client their own."
      applicationCounts(workspaceId: ID!): ApplicationCounts!
      application(id: ID!): Application
      "Where an application stands in a list of its workspace, for who goes through it case by case; null when it is not seen there."
      applicationPlace(id: ID!, ${narrowing}): ApplicationPlace
      "Where the viewer is an applicant, or which they made, newest first, at most 100 rows a page. \`after\` is the \`place\` of the last row seen."
      myApplications(first: Int = 100, after: String): [ApplicationRow!]!
      "Ids of the applications that wait for the viewer's word as their client, which they may give in this workspace."
      awaitingMe(workspaceId: ID!): [ID!]!
    }`,
  fields: {
    'Query.applications': inWorkspace({
      anyOf: [readApplications, readOwnApplications],
      at: { in: 'query', name: 'workspaceId' },
    }),
    'Query.applicationCounts': inWorkspace({
      anyOf: [readApplications, readOwnApplications],
      at: { in: 'query', name: 'workspaceId' },
    }),
    'Query.application': ofSubject('application', { anyOf: [readApplications, readOwnApplications], in: 'query' }),
    'Query.applicationPlace': ofSubject('application', { permission: readApplications, in: 'query' }),
    'Query.myApplications': inAnyWorkspace({ permission: readOwnApplications }),
    'Query.awaitingMe': inWorkspace({
      anyOf: [readApplications, readOwnApplications],
      at: { in: 'query', name: 'workspaceId' },
    }),
    'Query.templateRunning': inOrganization({ permission: manageTemplates }),
    'ApplicationCounts.can': 'inherit',
    'ApplicationPage.total': 'inherit',
    'ApplicationRow.place': 'inherit',
    'Application.template': 'inherit',
    'Application.officers': 'inherit',
    'Application.revisions': 'inherit',
    'Application.can': 'inherit',
  },
} satisfies GraphqlSpec;

type Narrowing =
  | 'view'
  | 'search'
  | 'templateId'
  | 'assignee'
  | 'source'
  | 'createdFrom'
  | 'createdTo'
  | 'decidedFrom'
  | 'decidedTo'
  | 'dueFrom'
  | 'dueTo'
  | 'sort';
type Narrowed = {
  readonly status?: readonly string[] | null;
  readonly flag?: readonly string[] | null;
  readonly amountFrom?: number | null;
  readonly amountTo?: number | null;
} & { readonly [name in Narrowing]?: string | null };
interface ListArgs extends Narrowed {
  readonly workspaceId: WorkspaceId;
  readonly columns?: readonly string[] | null;
  readonly first?: number | null;
  readonly after?: string | null;
}

/** What was given of what a list may be asked for. */
const narrowed = (args: Narrowed): Omit<ListQuery, 'limit' | 'cursor'> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== undefined));

/** A page remembers what it was asked for, for the total. */
interface PageParent {
  readonly organization: OrganizationId;
  readonly reach: Reach;
  readonly query: ListQuery;
}

interface Services {
  readonly service: ApplicationService;
  readonly templates: Templates;
  readonly people: People;
  readonly answers: Pick<Answers, 'revisions'>;
  readonly queue: Pick<QueueService, 'shown'>;
}

export function resolvers({ service, templates, people, answers, queue }: Services): FieldResolvers {
  const applications: FieldResolver<ListArgs> = async (_parent, { workspaceId: _, first, after, ...args }, access) => {
    const reach = reachAt(access);
    const query: ListQuery = { ...narrowed(args), limit: first ?? undefined, cursor: after ?? undefined };
    const { rows, next } = await service.rows(access, reach, query);
    const outside = 'client' in reach;
    // Answers stand in the rows of staff; a client reads their own where they gave them.
    const shown = outside ? new Map<string, Shown>() : await queue.shown(access, rows, query.columns ?? []);
    return {
      rows: rows.map((row) =>
        outside ? forClients(listRow(row)) : { ...listRow(row), shown: shown.get(row.id) ?? null },
      ),
      next,
      organization: access.organization,
      reach,
      query,
    };
  };
  const total: FieldResolver<Record<string, never>, PageParent> = ({ reach, query }, _args, access) =>
    service.count(access, reach, query);
  const application: FieldResolver<{ id: string }> = (_parent, { id }, access) => service.whole(access, id);
  const queuePlace: FieldResolver<{ id: string } & Narrowed> = (_parent, { id, ...args }, access) =>
    service.place(access, id, narrowed(args));
  const own: FieldResolver<{ first?: number | null; after?: string | null }> = async (
    _parent,
    { first, after },
    access,
  ) =>
    (
      await service.rows(
        access,
        { client: access.actor.id },
        { sort: newestFirst, limit: first ?? 100, cursor: after ?? undefined },
      )
    ).rows.map((row) => forClients(listRow(row)));
  const place: FieldResolver<Record<string, never>, { id: string; createdAt: string }> = ({ id, createdAt }) =>
    writeCursor({ sort: newestFirst, value: createdAt, id });
  const template: FieldResolver<Record<string, never>, WholeApplication> = (
    { templateId, templateVersion },
    _args,
    { organization },
  ) => templates.version(organization, templateId, templateVersion);
  const awaiting: FieldResolver = (_parent, _args, access) => service.awaiting(access);
  const isInside = ({ workspaceId }: WholeApplication, access: WorkspaceAccess): boolean =>
    access.workspace === workspaceId && access.can(readApplications);
  const officers: FieldResolver<Record<string, never>, WholeApplication> = async (application, _args, access) => {
    if (!isInside(application, access)) return null;
    const { assignees } = application;
    const known = await people.users(assignees);
    return assignees.flatMap((id) => {
      const user = known.get(id);
      return user ? [{ kind: 'user', id, name: user.name }] : [];
    });
  };
  const revisions: FieldResolver<Record<string, never>, WholeApplication> = (application, _args, access) =>
    isInside(application, access) ? answers.revisions(access, application.id) : null;
  const can: FieldResolver<Record<string, never>, WholeApplication> = (application, _args, access) =>
    service.actions(access, application);
  return {
    'Query.applications': applications,
    'ApplicationPage.total': total,
    'ApplicationRow.place': place,
    'ApplicationCounts.can': (_parent, _args, access) => [
      ...(access.can(decideApplications) ? ['take'] : []),
      ...(access.can(assignApplications) ? ['assign'] : []),
    ],
    'Query.applicationCounts': (_parent, _args, access) => service.counts(access),
    'Query.application': application,
    'Query.applicationPlace': queuePlace,
    'Query.myApplications': own,
    'Query.awaitingMe': awaiting,
    'Application.template': template,
    'Application.officers': officers,
    'Application.revisions': revisions,
    'Application.can': can,
  };
}

/** Who works on it inside the house is not for clients. */
const forClients = <R extends { assignees: string[] }>(row: R): R => ({ ...row, assignees: [] });
