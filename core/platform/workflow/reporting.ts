/** What reports know of the steps of workflows. */
import { sql } from 'kysely';
import type { CommunicationSource, ReportSource } from '../reporting/contract.ts';

/** The last visit of each step that has begun. */
const steps: ReportSource = {
  title: 'Steps',
  within: 'applicationId',
  key: 'id',
  newest: 'startedAt',
  columns: {
    name: { title: 'Step', type: 'text' },
    kind: { title: 'Kind', type: 'text' },
    state: { title: 'State', type: 'text' },
    startedAt: { title: 'Begun', type: 'time' },
    endedAt: { title: 'Ended', type: 'time' },
    duration: { title: 'Time in the step', type: 'duration' },
  },
  measures: {
    ended: { title: 'Steps done', how: 'rows', at: 'endedAt', where: { state: ['passed', 'failed'] }, better: 'none' },
    median: {
      title: 'Time in the step (median)',
      how: 'median',
      column: 'duration',
      at: 'endedAt',
      where: { state: ['passed', 'failed'] },
      better: 'down',
    },
    p90: {
      title: 'Time in the step (90th percentile)',
      how: 'p90',
      column: 'duration',
      at: 'endedAt',
      where: { state: ['passed', 'failed'] },
      better: 'down',
    },
    active: {
      title: 'In the step now',
      how: 'rows',
      at: null,
      where: { state: ['running', 'waiting'] },
      better: 'down',
    },
  },
  relation: ({ organization }) => sql`
    select s."organizationId", s."applicationId", s."applicationId" || '/' || s."key" as "id", s."name", s."kind",
      s."state", s."startedAt", s."endedAt",
      extract(epoch from s."endedAt" - s."startedAt")::float8 as "duration"
    from "workflow_step" s where s."organizationId" = ${organization}::uuid and s."startedAt" is not null`,
};

/** One row for each reason each time that a SYSTEM step failed, also when it has passed since. */
const halts: ReportSource = {
  title: 'Halts',
  within: 'applicationId',
  key: 'id',
  newest: 'at',
  columns: {
    at: { title: 'Halted', type: 'time' },
    step: { title: 'Step', type: 'text' },
    reason: { title: 'Reason', type: 'text' },
    code: { title: 'Code', type: 'text' },
    haltId: { title: 'Halt', type: 'id', hidden: true },
  },
  measures: {
    halts: { title: 'Halts', how: 'distinct', column: 'haltId', at: 'at', better: 'down' },
    reasons: { title: 'Reasons', how: 'rows', at: 'at', better: 'down' },
  },
  relation: ({ organization }) => sql`
    select e."organizationId", e."subjectId"::uuid as "applicationId", e."id" || '/' || r."n" as "id", e."id"
      as "haltId", e."at", s."name" as "step",
      left(r."value" ->> 'text', 120) as "reason", r."value" ->> 'code' as "code"
    from "event" e
    join "workflow_step" s on s."organizationId" = e."organizationId" and s."applicationId" = e."subjectId"::uuid
      and s."kind" = 'SYSTEM'
      and case when e."payload" ? 'key' then s."key" = e."payload" ->> 'key'
        else s."position" = (e."payload" ->> 'position')::int end
    cross join lateral jsonb_array_elements(coalesce(e."after" -> 'reasons',
      '[{"code":"unknown","text":"No reason was given"}]'::jsonb)) with ordinality as r("value", "n")
    where e."organizationId" = ${organization}::uuid and e."type" = 'workflow/step-changed@1'
      and e."after" ->> 'state' = 'failed'`,
};

/**
 * What is asked of the client stands on their page: what a step waits for, and what is wrong with their documents.
 * Other reasons of a failed step stay inside.
 */
export const communications: CommunicationSource = {
  kinds: {
    asked: { title: 'Asked of the client', direction: 'to the client' },
    'paper-asked': { title: 'Document asked for', direction: 'to the client' },
  },
  relation: ({ organization }) => sql`
    select e."id" || '/' || (e."after" ->> 'state') as "id", e."subjectId"::uuid as "applicationId", e."at",
      case when e."after" ->> 'state' = 'waiting' then 'asked' else 'paper-asked' end as "kind", null::text as "person",
      (select string_agg(x ->> 'text', ' ') from jsonb_array_elements(e."after" -> 'reasons') x
        where e."after" ->> 'state' = 'waiting' or x ->> 'pointer' like '/documents%') as "about"
    from "event" e
    where e."organizationId" = ${organization}::uuid and e."type" = 'workflow/step-changed@1'
      and e."after" ->> 'state' in ('waiting', 'failed')
      and case when e."after" ->> 'state' = 'waiting' then jsonb_path_exists(e."after", '$.reasons[*].text')
        else jsonb_path_exists(e."after", '$.reasons[*] ? (@.pointer starts with "/documents").text') end`,
};

export const reported = { steps, halts };
