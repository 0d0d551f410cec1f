/** A number in an address, however it is spelled, as the one patent that the organization knows by it. */
import { conflict, notFound } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { PatentTables } from '../entities.ts';
import { parseNumber } from '../numbers/parse.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { canonical, forms } from '../numbers/words.ts';
import { known } from '../patents.ts';
import type { KnownPatent } from '../patents.ts';

/**
 * Throws 404 for what is no number, and for a patent that nobody of the organization has met yet; and the conflict
 * `several-publications` (409) for a number without its kind of which several are known.
 */
export async function patentBy(tx: Transaction, organization: OrganizationId, text: string): Promise<KnownPatent> {
  const parsed = parseNumber(text);
  // The office has numbers that nobody would write: what it gave leads back to what it is of.
  const spellings = parsed.ok ? forms(parsed.number) : [];
  const isVague = parsed.ok && parsed.number.kind === null;
  const numbers = isVague
    ? await withKinds(tx, organization, spellings)
    : [...new Set([text, ...spellings.map(canonical)])];
  const found = await known(tx, organization, numbers);
  const [first, ...others] = numbers.flatMap((number) => found.get(number) ?? []);
  if (!first) throw notFound();
  if (isVague && others.length > 0)
    throw conflict(
      'several-publications',
      `Several publications have this number: ${[first, ...others].map(({ line }) => line.spoken).join(', ')}. Say which one is meant.`,
    );
  return first;
}

/** Those that are known of a number that came without its kind. */
async function withKinds(
  tx: Transaction,
  organization: OrganizationId,
  spellings: readonly PatentNumber[],
): Promise<readonly string[]> {
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent')
    .select('docdb')
    .where('organizationId', '=', organization)
    .where(
      'docdb',
      'in',
      spellings.flatMap((number) => kinds.map((kind) => canonical({ ...number, kind }))),
    )
    .orderBy('docdb')
    .execute();
  return rows.map(({ docdb }) => docdb);
}

/** Kinds of publications (ST.16): a letter, mostly with a digit. Each is looked for, as the index serves only `=`. */
const kinds = [...'ABCEFHPSTUWY'].flatMap((letter) => [letter, ...[...'123456789'].map((digit) => letter + digit)]);
