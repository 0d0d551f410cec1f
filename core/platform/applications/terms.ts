/** By what words an application is found. */
import { CompiledQuery, sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { termsOf as wordsIn } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import { termBegins } from '../search/contract.ts';
import type { ApplicationTables } from './entities.ts';
import type { FullRow } from './rows.ts';

interface Named extends Pick<FullRow, 'templateName' | 'applicantName'> {
  readonly applicants: readonly { readonly firstName: string; readonly lastName: string; readonly email?: string }[];
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

/**
 * An amount as a term: no word begins with a mark of punctuation, and no other amount is begun by it, so that it is
 * found as a whole alone.
 */
export const amountTerm = (amount: number): string => `#${amount}#`;

/** Those of its name, of its template, and of each of its applicants and their e-mail addresses. */
export const termsOf = ({ templateName, applicantName, applicants }: Named): ReadonlySet<string> =>
  new Set(
    [
      ...wordsIn([
        templateName,
        applicantName,
        ...applicants.flatMap(({ firstName, lastName, email }) =>
          email === undefined ? [firstName, lastName] : [firstName, lastName, email],
        ),
      ]),
    ].slice(0, MOST),
  );

/** One statement for any number of terms: one for each number would take the places of all that are kept prepared. */
const insertion = `insert into "application_term" ("organizationId", "applicationId", "term", "audience", "workspaceId")
  select $1::uuid, $2::uuid, t, 'external', $3::uuid from jsonb_array_elements_text($4::text::jsonb) as t`;

type Found = Named & Pick<FullRow, 'id' | 'number' | 'workspaceId' | 'amount'>;

/** What an application that was revised is found by, in the place of what it was found by. */
export async function replaceTerms(
  tx: Transaction,
  organizationId: OrganizationId,
  row: Found,
  answers: readonly string[],
): Promise<ReadonlySet<string>> {
  await tx
    .sql<ApplicationTables>()
    .deleteFrom('application_term')
    .where('organizationId', '=', organizationId)
    .where('applicationId', '=', row.id)
    .execute();
  return insertTerms(tx, organizationId, row, answers);
}

/**
 * Writes the terms of an application that is new, with what else is written; answers with those that are words.
 * `answers` are the texts of those by which its template says that it is found.
 */
export async function insertTerms(
  tx: Pick<Transaction, 'later'>,
  organizationId: OrganizationId,
  row: Found,
  answers: readonly string[],
): Promise<ReadonlySet<string>> {
  const words = new Set([...termsOf(row), ...[...wordsIn(answers)].slice(0, MOST)]);
  const amount = row.amount === null ? [] : [amountTerm(row.amount)];
  const terms = [...new Set([...words, ...numberTerms(row.number), ...amount])];
  if (terms.length > 0)
    await tx.later(CompiledQuery.raw(insertion, [organizationId, row.id, row.workspaceId, JSON.stringify(terms)]));
  return words;
}

/**
 * Does the application have a term that begins with one of these spellings? In a workspace by its terms; else by its
 * own, among those that clients and sources may know.
 */
export function hasTerm(spellings: readonly string[], workspace: Expression<string> | null): Expression<SqlBool> {
  const begins = sql`t."organizationId" = "application"."organizationId" and ${termBegins(spellings)}`;
  return workspace === null
    ? sql<SqlBool>`exists (select from "application_term" t where ${begins} and t."applicationId" = "application"."id" and t."audience" = 'external')`
    : sql<SqlBool>`exists (select from "application_term" t where ${begins} and t."applicationId" = "application"."id" and t."audience" in ('external', 'internal') and t."workspaceId" = ${workspace})`;
}
