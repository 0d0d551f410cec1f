import type { Migration } from '@dossier/sdk';
import { termsOf } from '../terms.ts';

/** Comments whose words are made at a time. */
const AT_ONCE = 500;

/**
 * Words by which comments are found, with the kind of the comment as the wall. The words of what is there already are
 * made by the function that makes those of what comes; how they are spelled is learnt when they are written again.
 */
export const terms: Migration = {
  id: '0005-terms',
  async up(run) {
    await run(`create table "comment_term" (
      "organizationId" uuid not null,
      "commentId" uuid not null,
      "term" text collate "C" not null,
      "kind" text not null check ("kind" in ('internal', 'external')),
      "applicationId" uuid not null,
      "workspaceId" uuid not null,
      primary key ("organizationId", "commentId", "term"),
      foreign key ("organizationId", "commentId") references "comment" ("organizationId", "id")
    )`);
    for (let last: Row | undefined; ;) {
      const found = rowsOf(
        await run(`select "organizationId"::text as "organizationId", "id"::text as "id", "kind", "applicationId"::text as "applicationId", "workspaceId"::text as "workspaceId", "text"
        from "comment" where "removedAt" is null ${last ? `and ("organizationId", "id") > ('${last.organizationId}', '${last.id}')` : ''} order by "organizationId", "id" limit ${AT_ONCE}`),
      );
      const made = found.flatMap(({ id: commentId, text, ...of }) =>
        termsOf(text).map((term) => ({ ...of, commentId, term })),
      );
      if (made.length > 0)
        await run(`insert into "comment_term" ("organizationId", "commentId", "term", "kind", "applicationId", "workspaceId")
          select * from json_to_recordset('${JSON.stringify(made).replaceAll("'", "''")}') as t("organizationId" uuid, "commentId" uuid, "term" text, "kind" text, "applicationId" uuid, "workspaceId" uuid)`);
      last = found.at(-1);
      if (found.length < AT_ONCE) break;
    }
    await run(
      'create index "comment_search" on "comment_term" ("organizationId", "kind", "workspaceId", "term", "commentId")',
    );
    await run('create index "comment_newest" on "comment" ("organizationId", "workspaceId", "id" desc)');
  },
};

type Row = Readonly<Record<'organizationId' | 'id' | 'kind' | 'applicationId' | 'workspaceId' | 'text', string>>;

/** What a statement of a migration answers with is its rows; none when it is only rehearsed. */
const rowsOf = (answer: unknown): readonly Row[] =>
  typeof answer === 'object' && answer !== null && 'rows' in answer ? (answer.rows as Row[]) : [];
