/** What reports know of documents. */
import { sql } from 'kysely';
import type { CommunicationSource, ReportSource } from '../reporting/contract.ts';

const documents: ReportSource = {
  title: 'Documents',
  within: 'applicationId',
  key: 'id',
  newest: 'createdAt',
  columns: {
    fileName: { title: 'File', type: 'text' },
    requirementKey: { title: 'Required as', type: 'text' },
    reviewStatus: { title: 'Review', type: 'text' },
    createdAt: { title: 'Uploaded', type: 'time' },
    uploadedByName: { title: 'Uploaded by', type: 'text' },
    reviewedAt: { title: 'Reviewed', type: 'time' },
    reviewedBy: { title: 'Reviewed by', type: 'person' },
    reviewTime: { title: 'Time to review', type: 'duration' },
    reason: { title: 'Reason', type: 'text' },
  },
  measures: {
    uploaded: { title: 'Documents uploaded', how: 'rows', at: 'createdAt', better: 'none' },
    reviewed: { title: 'Documents reviewed', how: 'rows', at: 'reviewedAt', better: 'up' },
    approved: {
      title: 'Documents approved',
      how: 'rows',
      at: 'reviewedAt',
      where: { reviewStatus: ['approved'] },
      better: 'none',
    },
    rejected: {
      title: 'Documents rejected',
      how: 'rows',
      at: 'reviewedAt',
      where: { reviewStatus: ['rejected'] },
      better: 'down',
    },
    pending: {
      title: 'Waiting for review',
      how: 'rows',
      at: null,
      where: { reviewStatus: ['pending'] },
      better: 'down',
    },
    reviewMedian: {
      title: 'Time to review (median)',
      how: 'median',
      column: 'reviewTime',
      at: 'reviewedAt',
      better: 'down',
    },
  },
  relation: ({ organization }) => sql`
    select d."organizationId", d."applicationId", d."id", d."fileName", d."requirementKey", d."reviewStatus", d."createdAt", d."uploadedByName", d."reviewedAt", d."reviewedBy", d."reason",
      extract(epoch from d."reviewedAt" - d."createdAt")::float8 as "reviewTime"
    from "document" d where d."organizationId" = ${organization}::uuid`,
};

/**
 * Each review as it was announced, also one that was changed later. What an officer uploads is not a message of the
 * client's; of what is for staff only they learn nothing.
 */
export const communications: CommunicationSource = {
  kinds: {
    uploaded: { title: 'Document sent by the client', direction: 'from the client' },
    'document-approved': { title: 'Document accepted', direction: 'to the client' },
    'document-rejected': { title: 'Another document asked for', direction: 'to the client' },
  },
  relation: ({ organization }) => sql`
    select e."id"::text as "id", e."subjectId"::uuid as "applicationId", e."at", 'uploaded' as "kind", coalesce(d."uploadedByName", e."actorName") as "person", coalesce(d."fileName", e."payload" ->> 'fileName') as "about"
    from "event" e left join "document" d on d."organizationId" = e."organizationId" and d."id"::text = e."payload" ->> 'documentId'
    where e."organizationId" = ${organization}::uuid and e."type" = 'documents/uploaded@1'
      and (e."actorKind" = 'key' or jsonb_exists(e."payload" -> 'clients', e."actorId"))
    union all
    select e."id"::text, e."subjectId"::uuid, e."at", 'document-' || (e."after" ->> 'reviewStatus'), null, concat_ws(': ', d."fileName", e."after" ->> 'reason')
    from "event" e join "document" d on d."organizationId" = e."organizationId" and d."id"::text = e."payload" ->> 'documentId' and d."audience" = 'client'
    where e."organizationId" = ${organization}::uuid and e."type" = 'documents/reviewed@1' and e."after" ->> 'reviewStatus' in ('approved', 'rejected')`,
};

export const reported = { documents };
