/** What reports know of saved patents; notes are their authors' alone, and not among it. */
import { sql } from 'kysely';
import type { ReportSource } from '@dossier/core/platform/reporting/contract';
import { notGiven } from './export/words.ts';

export const savedPatentsSource: ReportSource = {
  title: 'Saved patents',
  within: 'applicationId',
  key: 'id',
  newest: 'savedAt',
  columns: {
    number: { title: 'Number', type: 'text' },
    title: { title: 'Title', type: 'text' },
    applicants: { title: 'Applicants', type: 'text' },
    published: { title: 'Published', type: 'text' },
    tag: { title: 'Tag', type: 'text' },
    reason: { title: 'Reason', type: 'text' },
    savedBy: { title: 'Saved by', type: 'person' },
    savedAt: { title: 'Saved', type: 'time' },
  },
  measures: {
    saved: { title: 'Patents saved', how: 'rows', at: 'savedAt', better: 'none' },
    all: { title: 'Saved patents', how: 'rows', at: null, better: 'none' },
    patents: { title: 'Different patents saved', how: 'distinct', column: 'number', at: 'savedAt', better: 'none' },
    applications: {
      title: 'Applications with saved patents',
      how: 'distinct',
      column: 'applicationId',
      at: null,
      better: 'none',
    },
  },
  relation: ({ organization }) => sql`
    select s."organizationId", s."applicationId", s."applicationId" || '/' || s."patentId" as "id",
      p."docdb" as "number", coalesce(p."title", ${notGiven.title}::text) as "title",
      coalesce((select string_agg(a."name", '; ' order by a."place")
        from jsonb_array_elements_text(p."applicants") with ordinality as a("name", "place")),
        ${notGiven.applicants}::text) as "applicants",
      coalesce(to_char(p."publishedOn", 'YYYY-MM-DD'), ${notGiven.publishedOn}::text) as "published",
      s."tag", s."reason", s."byId" as "savedBy", s."at" as "savedAt"
    from "patent_saved" s join "patent" p on p."organizationId" = s."organizationId" and p."id" = s."patentId"
      where s."organizationId" = ${organization}::uuid`,
};
