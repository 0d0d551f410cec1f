/** By what words comments are found: those of what they say. */
import { CompiledQuery, sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { termsOf as wordsIn } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import { markdownText } from '@dossier/sdk/markdown-text';
import { termBegins } from '../search/contract.ts';
import type { Spelling } from '../search/contract.ts';
import type { CommentKind } from './contract.ts';
import type { CommentTables, StoredComment } from './entities.ts';

/** Words of one comment: a longer one is found by its beginning. */
const MOST = 1_000;

type Said = Pick<StoredComment, 'organizationId' | 'id' | 'applicationId' | 'workspaceId' | 'kind' | 'text'>;

/** Parts of a file's name are words of their own. Addresses of links and ids of people are sought by nobody. */
const searchedOf = (markdown: string): string => markdownText(markdown, { names: true }).replaceAll(/[`<>~|]+/g, ' ');

export const termsOf = (text: string): readonly string[] => [...wordsIn([searchedOf(text)])].slice(0, MOST);

const insertion = `insert into "comment_term" ("organizationId", "commentId", "term", "kind", "applicationId", "workspaceId")
  select $1::uuid, $2::uuid, t, $3::text, $4::uuid, $5::uuid from jsonb_array_elements_text($6::text::jsonb) as t`;

/** The words of a comment that is new, for those who may read it. */
export async function insertTerms(tx: Transaction, row: Said, spelling: Spelling): Promise<void> {
  const terms = termsOf(row.text);
  if (terms.length === 0) return;
  const { organizationId, id, kind, applicationId, workspaceId } = row;
  await tx.later(
    CompiledQuery.raw(insertion, [organizationId, id, kind, applicationId, workspaceId, JSON.stringify(terms)]),
  );
  await spelling.learn(tx, organizationId, { terms, audience: kind });
}

/** It is found by none any more. */
export async function removeTerms(tx: Transaction, { organizationId, id }: Said): Promise<void> {
  await tx
    .sql<CommentTables>()
    .deleteFrom('comment_term')
    .where('organizationId', '=', organizationId)
    .where('commentId', '=', id)
    .execute();
}

/** What it says now, in the place of what it said. */
export async function replaceTerms(tx: Transaction, row: Said, spelling: Spelling): Promise<void> {
  await removeTerms(tx, row);
  await insertTerms(tx, row, spelling);
}

/** Its words are for the client too from now on, and so is how they are spelled. */
export async function shareTerms(tx: Transaction, row: Said, spelling: Spelling): Promise<void> {
  await tx
    .sql<CommentTables>()
    .updateTable('comment_term')
    .set({ kind: 'external' })
    .where('organizationId', '=', row.organizationId)
    .where('commentId', '=', row.id)
    .execute();
  await spelling.learn(tx, row.organizationId, { terms: termsOf(row.text), audience: 'external' });
}

/** By what its comments are met: all of a workspace, or those of one application. */
type Scope = { readonly workspace: Expression<string> } | { readonly application: Expression<string> };

/** Does the comment have a term of these kinds that begins with one of these spellings? */
export function hasTerm(
  spellings: readonly string[],
  kinds: readonly CommentKind[],
  scope: Scope,
): Expression<SqlBool> {
  const where =
    'workspace' in scope ? sql`t."workspaceId" = ${scope.workspace}` : sql`t."applicationId" = ${scope.application}`;
  return sql<SqlBool>`exists (select from "comment_term" t where t."organizationId" = "comment"."organizationId"
    and ${termBegins(spellings)} and t."commentId" = "comment"."id"
    and t."kind" in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) and ${where})`;
}
