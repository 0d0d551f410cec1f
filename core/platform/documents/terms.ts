/** By what words documents are found: those of their file names. */
import { CompiledQuery, sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { termsOf } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import { termBegins } from '../search/contract.ts';
import type { Spelling } from '../search/contract.ts';
import type { DocumentTables, StoredDocument } from './entities.ts';

/** Terms of one document: longer names are found by their beginning. */
const MOST = 50;

const insertion = `insert into "document_term" ("organizationId", "documentId", "term", "audience", "workspaceId")
  select $1::uuid, $2::uuid, t, $3::text, $4::uuid from jsonb_array_elements_text($5::text::jsonb) as t`;

/** Writes documents, and the words by which they are found. */
export async function insertDocuments(
  tx: Transaction,
  rows: readonly StoredDocument[],
  spelling: Spelling,
): Promise<void> {
  await tx.sql<DocumentTables>().insertInto('document').values(rows).execute();
  for (const { organizationId, id, fileName, audience, workspaceId } of rows) {
    const terms = [...termsOf([fileName])].slice(0, MOST);
    await tx.later(CompiledQuery.raw(insertion, [organizationId, id, audience, workspaceId, JSON.stringify(terms)]));
    await spelling.learn(tx, organizationId, { terms, audience: audience === 'client' ? 'external' : 'internal' });
  }
}

/** Does the document have a term that begins with one of these spellings? */
export function hasTerm(spellings: readonly string[], workspace: Expression<string>): Expression<SqlBool> {
  return sql<SqlBool>`exists (select from "document_term" t where t."organizationId" = "document"."organizationId"
    and ${termBegins(spellings)} and t."documentId" = "document"."id"
    and t."audience" in ('client', 'staff') and t."workspaceId" = ${workspace})`;
}
