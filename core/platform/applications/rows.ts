/** How stored applications are read: the columns of the list, and everything of one. */
import { sql } from 'kysely';
import type { OrganizationId, Static, Transaction } from '@dossier/sdk';
import { newestAnswers } from './answer-revisions.ts';
import type { CaseFlag, ListRow } from './contract.ts';
import type { ApplicationTables } from './entities.ts';

type Tables = ApplicationTables;
type Stored = Tables['application'];

/** The columns that the staff list shows. */
export type RowColumns = Pick<
  Stored,
  | 'id'
  | 'number'
  | 'workspaceId'
  | 'templateId'
  | 'templateName'
  | 'status'
  | 'applicantName'
  | 'amount'
  | 'currency'
  | 'sourceKind'
  | 'sourceId'
  | 'sourceName'
  | 'createdAt'
  | 'updatedAt'
  | 'decidedAt'
  | 'dueAt'
  | 'waitingSince'
  | 'waitingUntil'
  | 'version'
> & { readonly assignees: readonly string[] };

/** An applicant as stored; `userId` when they are known as a client. */
export type StoredApplicant = Pick<Tables['applicant'], 'type' | 'firstName' | 'lastName' | 'email' | 'userId'>;

/** One application with its applicants. */
export type FullRow = RowColumns &
  Pick<
    Stored,
    'templateVersion' | 'submittedAt' | 'decidedByKind' | 'decidedById' | 'decidedByName' | 'decisionReason'
  > & {
    readonly answers: Readonly<Record<string, unknown>>;
    readonly flags: readonly CaseFlag[];
    readonly applicants: readonly StoredApplicant[];
  };

/** One application of a page, to which people and answers are added. */
export type PageRow = Omit<FullRow, 'applicants' | 'assignees' | 'answers' | 'flags'>;

const assignees = sql<
  readonly string[]
>`(select coalesce(json_agg(a."userId" order by a."assignedAt", a."userId"), '[]'::json) from "assignee" a
  where a."organizationId" = "application"."organizationId" and a."applicationId" = "application"."id")`.as(
  'assignees',
);

const applicants = sql<
  readonly StoredApplicant[]
>`(select coalesce(json_agg(json_build_object('type', p."type", 'firstName', p."firstName", 'lastName', p."lastName", 'email', p."email", 'userId', p."userId") order by p."position"), '[]'::json)
  from "applicant" p where p."organizationId" = "application"."organizationId" and p."applicationId" = "application"."id")`.as(
  'applicants',
);

/** What is remarkable about each. */
export const flags = sql<
  readonly CaseFlag[]
>`(select coalesce(json_agg(f."flag" order by f."flag"), '[]'::json) from "application_flag" f
  where f."organizationId" = "application"."organizationId" and f."applicationId" = "application"."id")`.as('flags');

/** Selects applications of an organization without the people who belong to them. */
const selectPlain = (tx: Transaction, organization: OrganizationId) =>
  tx
    .sql<Tables>()
    .selectFrom('application')
    .where('application.organizationId', '=', organization)
    .select([
      'id',
      'number',
      'workspaceId',
      'templateId',
      'templateName',
      'status',
      'applicantName',
      'amount',
      'currency',
      'sourceKind',
      'sourceId',
      'sourceName',
      'createdAt',
      'updatedAt',
      'decidedAt',
      'dueAt',
      'waitingSince',
      'waitingUntil',
      'version',
    ]);

const more = [
  'templateVersion',
  'submittedAt',
  'decidedByKind',
  'decidedById',
  'decidedByName',
  'decisionReason',
] as const;

/** Selects list rows of an organization. */
export const selectRows = (tx: Transaction, organization: OrganizationId) =>
  selectPlain(tx, organization).select(assignees);

/** Selects whole applications of an organization. */
export const selectFull = (tx: Transaction, organization: OrganizationId) =>
  selectRows(tx, organization).select([...more, newestAnswers, applicants, flags]);

/** What a page of applications shows, without people, flags and answers: the whole page is given them at once. */
export const selectPage = (tx: Transaction, organization: OrganizationId) =>
  selectPlain(tx, organization).select([...more]);

/** A row as lists and topics show it. */
export const listRow = ({
  id,
  number,
  workspaceId,
  templateId,
  templateName,
  status,
  applicantName,
  amount,
  currency,
  sourceKind,
  sourceId,
  sourceName,
  assignees,
  createdAt,
  updatedAt,
  decidedAt,
  dueAt,
  waitingSince,
  waitingUntil,
  version,
}: RowColumns): Static<typeof ListRow> => ({
  id,
  number,
  workspaceId,
  templateId,
  templateName,
  status,
  applicantName,
  amount,
  currency,
  source: { kind: sourceKind, id: sourceId, name: sourceName },
  assignees: [...assignees],
  createdAt,
  updatedAt,
  decidedAt,
  dueAt,
  waitingSince,
  waitingUntil,
  version,
});

/** The users among the applicants, each once. */
export const clientsOf = (applicants: readonly { readonly userId: string | null }[]): string[] => [
  ...new Set(applicants.flatMap(({ userId }) => userId ?? [])),
];
