/** What reports know of applications, and who may read all of them may read these. */
import { decidedStatuses } from '../workflow/contract.ts';
import { sql } from 'kysely';
import type { CommunicationSource, ReportColumn, ReportSource } from '../reporting/contract.ts';

const open = ['Draft', 'Submitted', 'InReview'];

const status: ReportColumn = { title: 'Status', type: 'text', label: 'statusName', list: 'status' };
const statusName: ReportColumn = { title: 'Status', type: 'text', hidden: true };
/** As people are shown it everywhere. */
const statusInWords = sql`case a."status" when 'InReview' then 'In review' else a."status" end as "statusName"`;
const created: ReportColumn = { title: 'Received', type: 'time', list: ['createdFrom', 'createdTo'] };
const decided: ReportColumn = { title: 'Closed', type: 'time', list: ['decidedFrom', 'decidedTo'] };

/** The columns by which reports are filtered stand here: status, templateId, sourceId, assignees. */
const applications: ReportSource = {
  title: 'Applications',
  within: 'workspaceId',
  key: 'id',
  newest: 'createdAt',
  lists: [],
  columns: {
    applicantName: { title: 'Applicant', type: 'text' },
    status,
    statusName,
    templateId: { title: 'Template', type: 'id', label: 'templateName', list: 'templateId' },
    templateName: { title: 'Template', type: 'text', hidden: true },
    sourceId: { title: 'Source', type: 'id', label: 'sourceName', list: 'source' },
    sourceName: { title: 'Source', type: 'text', hidden: true },
    assignees: { title: 'Officers', type: 'people', list: 'assignee' },
    createdAt: created,
    decidedAt: decided,
    updatedAt: { title: 'Last change', type: 'time' },
    decisionTime: { title: 'Time to decision', type: 'duration' },
    inTime: { title: 'In time', type: 'flag' },
    automatic: { title: 'Without an officer', type: 'flag' },
    id: { title: 'Number', type: 'id' },
  },
  measures: {
    received: { title: 'Received', how: 'rows', at: 'createdAt', better: 'none' },
    closed: { title: 'Closed', how: 'rows', at: 'decidedAt', where: { status: decidedStatuses }, better: 'up' },
    approved: { title: 'Approved', how: 'rows', at: 'decidedAt', where: { status: ['Approved'] }, better: 'none' },
    rejected: { title: 'Rejected', how: 'rows', at: 'decidedAt', where: { status: ['Rejected'] }, better: 'none' },
    open: { title: 'Open now', how: 'rows', at: null, where: { status: open }, better: 'down' },
    all: { title: 'Applications', how: 'rows', at: null, better: 'none' },
    decisionMedian: {
      title: 'Time to decision (median)',
      how: 'median',
      column: 'decisionTime',
      at: 'decidedAt',
      better: 'down',
    },
    decisionP90: {
      title: 'Time to decision (90th percentile)',
      how: 'p90',
      column: 'decisionTime',
      at: 'decidedAt',
      better: 'down',
    },
    deadlineKept: { title: 'Decided in time', how: 'share', column: 'inTime', at: 'decidedAt', better: 'up' },
    automatic: {
      title: 'Decided without an officer',
      how: 'share',
      column: 'automatic',
      at: 'decidedAt',
      better: 'up',
    },
  },
  relation: ({ organization, targetSeconds }) => sql`
    select a."organizationId", a."workspaceId", a."id", a."applicantName", a."status", ${statusInWords},
      a."templateId", a."templateName", a."sourceId", a."sourceName", a."createdAt", a."decidedAt", a."updatedAt",
      array(select s."userId"::text from "assignee" s where s."organizationId" = a."organizationId"
        and s."applicationId" = a."id" order by s."assignedAt", s."userId") as "assignees",
      extract(epoch from a."decidedAt" - coalesce(a."submittedAt", a."createdAt"))::float8 as "decisionTime",
      extract(epoch from a."decidedAt" - coalesce(a."submittedAt", a."createdAt")) <= ${targetSeconds}::float8
        as "inTime",
      case when a."decidedAt" is not null then a."decidedByKind" = 'system' end as "automatic"
    from "application" a where a."organizationId" = ${organization}::uuid`,
};

/** One row for each officer of each application. Of one officer they are applications, as the list shows them. */
const assignments: ReportSource = {
  title: 'Assignments',
  within: 'applicationId',
  key: 'id',
  newest: 'assignedAt',
  lists: ['userId'],
  columns: {
    userId: { title: 'Officer', type: 'person', list: 'assignee' },
    applicantName: { title: 'Applicant', type: 'text' },
    status,
    statusName,
    assignedAt: { title: 'Assigned', type: 'time' },
    decidedAt: decided,
    decisionTime: { title: 'Time to decision', type: 'duration' },
  },
  measures: {
    assigned: { title: 'Assigned', how: 'rows', at: 'assignedAt', better: 'none' },
    open: { title: 'Open now', how: 'rows', at: null, where: { status: open }, better: 'down' },
    closed: { title: 'Closed', how: 'rows', at: 'decidedAt', where: { status: decidedStatuses }, better: 'up' },
    decisionMedian: {
      title: 'Time to decision (median)',
      how: 'median',
      column: 'decisionTime',
      at: 'decidedAt',
      better: 'down',
    },
  },
  relation: ({ organization }) => sql`
    select s."organizationId", s."applicationId", s."applicationId" || '/' || s."userId" as "id", s."userId",
      s."assignedAt", a."applicantName", a."status", ${statusInWords}, a."decidedAt",
      extract(epoch from a."decidedAt" - coalesce(a."submittedAt", a."createdAt"))::float8 as "decisionTime"
    from "assignee" s join "application" a on a."organizationId" = s."organizationId" and a."id" = s."applicationId"
      where s."organizationId" = ${organization}::uuid`,
};

/**
 * The first thing that the house did and the client can know of: the decision, or whatever a person other than the
 * client did before. Joins only: of `not exists` for each event PostgreSQL expects so much work that any order of the
 * other joins seems as good to it, also one that takes minutes. What people did has an index of its own in the log.
 */
const firstResponses: ReportSource = {
  title: 'First responses',
  within: 'applicationId',
  key: 'applicationId',
  newest: 'respondedAt',
  columns: {
    applicationId: { title: 'Application', type: 'id' },
    respondedAt: { title: 'First response', type: 'time' },
    responseTime: { title: 'Time to first response', type: 'duration' },
  },
  measures: {
    responded: { title: 'First responses', how: 'rows', at: 'respondedAt', better: 'none' },
    median: {
      title: 'First response (median)',
      how: 'median',
      column: 'responseTime',
      at: 'respondedAt',
      better: 'down',
    },
    p90: {
      title: 'First response (90th percentile)',
      how: 'p90',
      column: 'responseTime',
      at: 'respondedAt',
      better: 'down',
    },
  },
  relation: ({ organization }) => sql`
    select a."organizationId", a."id" as "applicationId", f."respondedAt",
      extract(epoch from f."respondedAt" - coalesce(a."submittedAt", a."createdAt"))::float8 as "responseTime"
    from "application" a left join (
      select e."subjectId"::uuid as "id", min(e."at") as "at"
      from "event" e left join "applicant" self on self."organizationId" = e."organizationId"
        and self."applicationId" = e."subjectId"::uuid and self."userId"::text = e."actorId"
      where e."organizationId" = ${organization}::uuid and e."subjectType" = 'application'
        and e."audience" = 'external' and e."actorKind" = 'user' and e."type" <> 'applications/submitted@1'
        and self."applicationId" is null
      group by e."subjectId"::uuid
    ) as e on e."id" = a."id"
    cross join lateral (select least(case when a."status" in ('Approved', 'Rejected') then a."decidedAt" end, e."at")
      as "respondedAt") as f
    where a."organizationId" = ${organization}::uuid`,
};

/** Clients do not see who decided, but they see the reason. */
export const communications: CommunicationSource = {
  kinds: {
    confirmed: { title: 'Confirmed by the client', direction: 'from the client' },
    approved: { title: 'Approval sent', direction: 'to the client' },
    rejected: { title: 'Rejection sent', direction: 'to the client' },
  },
  relation: ({ organization }) => sql`
    select 'confirmed/' || c."applicationId" || '/' || c."userId" as "id", c."applicationId", c."at", 'confirmed'
      as "kind", p."name" as "person", null::text as "about"
    from "confirmation" c left join lateral (
      select concat_ws(' ', p."firstName", p."lastName") as "name" from "applicant" p
      where p."organizationId" = c."organizationId" and p."applicationId" = c."applicationId"
        and p."userId" = c."userId" order by p."position" limit 1
    ) p on true
    where c."organizationId" = ${organization}::uuid
    union all
    select 'decided/' || a."id", a."id", a."decidedAt", lower(a."status"), null,
      case when a."status" = 'Rejected' then a."decisionReason" end
    from "application" a where a."organizationId" = ${organization}::uuid and a."decidedAt" is not null
      and a."status" in ('Approved', 'Rejected')`,
};

export const reported = { applications, assignments, 'first-responses': firstResponses };
