import type { Migration } from '@dossier/sdk';
import { termsOf } from '../terms.ts';

/** Applications whose terms are made at a time. */
const AT_ONCE = 1_000;

/**
 * Row-level security lets an index serve only operators that tell nothing of a row (`like` is none of them), so that a
 * search by parts of names reads every application of the organization. Words are rows here, met by their beginning
 * with `>=` and `<` in the order of their bytes: by staff in their workspace, and of one application by its key. The
 * words of what is there already are made by the function that makes those of what comes.
 */
export const terms: Migration = {
  id: '0003-terms',
  async up(run) {
    await run(`create table "application_term" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "term" text collate "C" not null,
      "audience" text not null check ("audience" in ('internal', 'external')),
      "workspaceId" uuid not null,
      primary key ("organizationId", "applicationId", "term"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
    for (let last: Row | undefined; ;) {
      const found = rowsOf(
        await run(`select a."organizationId"::text as "organizationId", a."id"::text as "id", a."workspaceId"::text as "workspaceId", a."templateName" as "templateName", a."applicantName" as "applicantName",
        (select coalesce(json_agg(json_build_array(p."firstName", p."lastName")), '[]'::json)::text from "applicant" p where p."organizationId" = a."organizationId" and p."applicationId" = a."id") as "names"
        from "application" a ${last ? `where (a."organizationId", a."id") > ('${last.organizationId}', '${last.id}')` : ''} order by a."organizationId", a."id" limit ${AT_ONCE}`),
      );
      const made = found.flatMap(
        ({ organizationId, id: applicationId, workspaceId, templateName, applicantName, names }) =>
          [...termsOf({ templateName, applicantName, applicants: applicantsIn(names) })].map((term) => ({
            organizationId,
            applicationId,
            term,
            audience: 'external',
            workspaceId,
          })),
      );
      if (made.length > 0) {
        await run(`insert into "application_term" ("organizationId", "applicationId", "term", "audience", "workspaceId")
          select * from json_to_recordset('${JSON.stringify(made).replaceAll("'", "''")}') as t("organizationId" uuid, "applicationId" uuid, "term" text, "audience" text, "workspaceId" uuid)`);
      }
      last = found.at(-1);
      if (found.length < AT_ONCE) break;
    }
    await run(
      'create index "application_search" on "application_term" ("organizationId", "audience", "workspaceId", "term", "applicationId")',
    );
    await run(
      'create index "application_updated" on "application" ("organizationId", "workspaceId", "updatedAt" desc, "id" desc)',
    );
  },
};

type Row = Readonly<
  Record<'organizationId' | 'id' | 'workspaceId' | 'templateName' | 'applicantName' | 'names', string>
>;

/** What a statement of a migration answers with is its rows; none when it is only rehearsed. */
const rowsOf = (answer: unknown): readonly Row[] =>
  typeof answer === 'object' && answer !== null && 'rows' in answer ? (answer.rows as Row[]) : [];

const applicantsIn = (names: string): { firstName: string; lastName: string }[] =>
  (JSON.parse(names) as [string, string][]).map(([firstName, lastName]) => ({ firstName, lastName }));
