/** By what words an application is found. */
import { CompiledQuery, sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { termsOf as wordsIn } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { FullRow } from './rows.ts';

interface Named extends Pick<FullRow, 'templateName' | 'applicantName'> {
  readonly applicants: readonly { readonly firstName: string; readonly lastName: string }[];
}

/** Terms of one application: beyond these it is not found by further names. Fifty people have fewer. */
const MOST = 500;

/**
 * A number is found as it is written, with or without what stands before the dash, and by its count alone: a search for
 * `2026-000123` has two words.
 */
const numberTerms = (number: string): readonly string[] => {
  const [year = '', count = ''] = number.split('-');
  return [...new Set([`${year}${count}`, count, count.replace(/^0+/, '')])];
};

/** Those of its name, of its template, and of each of its applicants. */
export const termsOf = ({ templateName, applicantName, applicants }: Named): ReadonlySet<string> =>
  new Set(
    [
      ...wordsIn([
        templateName,
        applicantName,
        ...applicants.flatMap(({ firstName, lastName }) => [firstName, lastName]),
      ]),
    ].slice(0, MOST),
  );

/** One statement for any number of terms: one for each number would take the places of all that are kept prepared. */
const insertion = `insert into "application_term" ("organizationId", "applicationId", "term", "audience", "workspaceId")
  select $1::uuid, $2::uuid, t, 'external', $3::uuid from jsonb_array_elements_text($4::text::jsonb) as t`;

/** Writes the terms of an application that is new, with what else is written. */
export async function insertTerms(
  tx: Pick<Transaction, 'later'>,
  organizationId: OrganizationId,
  row: Named & Pick<FullRow, 'id' | 'number' | 'workspaceId'>,
): Promise<void> {
  const terms = [...new Set([...termsOf(row), ...numberTerms(row.number)])];
  if (terms.length > 0)
    await tx.later(CompiledQuery.raw(insertion, [organizationId, row.id, row.workspaceId, JSON.stringify(terms)]));
}

/** No character of a term comes behind this one, which is none. */
const END = '\u{10FFFF}';

/**
 * Does the application have a term that begins with `word`? In a workspace by its terms; else by its own, among those
 * that clients and sources may know.
 */
export function hasTerm(word: string, workspace: Expression<string> | null): Expression<SqlBool> {
  const begins = sql`t."organizationId" = "application"."organizationId" and t."term" >= ${word}::text and t."term" < ${word + END}::text`;
  return workspace === null
    ? sql<SqlBool>`exists (select from "application_term" t where ${begins} and t."applicationId" = "application"."id" and t."audience" = 'external')`
    : sql<SqlBool>`exists (select from "application_term" t where ${begins} and t."applicationId" = "application"."id" and t."audience" in ('external', 'internal') and t."workspaceId" = ${workspace})`;
}
