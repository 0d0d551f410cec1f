/** Spellings of a number, as publications that the organization has met; the office is asked nothing. */
import { conflict, notFound, Problem } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import { parseNumber } from '../numbers/parse.ts';
import type { PatentNumber, Question } from '../numbers/types.ts';
import { canonical, forms, spoken } from '../numbers/words.ts';
import { known } from '../patents.ts';
import type { KnownPatent } from '../patents.ts';
import type { NumberRead } from '../replies.ts';

export interface Meant {
  readonly number: PatentNumber;
  /** Publications that were met: none, one, or several for a number without its kind. */
  readonly publications: readonly KnownPatent[];
}

/**
 * Throws the conflict `several-publications` (409) for a spelling that may mean several numbers, and 404 for what is
 * none.
 */
export async function meantBy(tx: Transaction, organization: OrganizationId, text: string): Promise<Meant> {
  const parsed = parseNumber(text);
  if (!parsed.ok) {
    // The office has numbers that nobody would write: those that it gave lead back to what it gave.
    const patent = (await known(tx, organization, [text])).get(text);
    if (!patent) throw unclear(parsed.question);
    return { number: patent.number, publications: [patent] };
  }
  const publications = await metUnder(tx, organization, parsed.number, text);
  const [only, ...others] = publications;
  return { number: only && others.length === 0 ? only.number : parsed.number, publications };
}

/**
 * The one publication that a spelling means. Throws as {@link meantBy} does, 404 where nobody of the organization has
 * met it yet, and the conflict `several-publications` (409) for a number without its kind of which several were met.
 */
export async function patentBy(tx: Transaction, organization: OrganizationId, text: string): Promise<KnownPatent> {
  const { publications } = await meantBy(tx, organization, text);
  const [first, ...others] = publications;
  if (!first) throw notFound();
  if (others.length > 0) {
    const all = publications.map(({ line }) => line.spoken).join(', ');
    throw conflict('several-publications', `Several publications have this number: ${all}. Say which one is meant.`);
  }
  return first;
}

const unclear = ({ about, text }: Question): Problem =>
  about === 'which'
    ? conflict('several-publications', text)
    : new Problem(404, 'not-found', 'Not found', { detail: text });

const one = (number: PatentNumber): NumberRead['candidates'][number] => ({
  number: canonical(number),
  spoken: spoken(number),
});

/** Resolves with one number, or with the question that has to be answered before a look-up. */
export async function numberRead(tx: Transaction, organization: OrganizationId, text: string): Promise<NumberRead> {
  const parsed = parseNumber(text);
  if (!parsed.ok)
    return {
      ...{ number: null, spoken: null },
      question: parsed.question.text,
      candidates: parsed.question.candidates.map(one),
    };
  const met = (await metUnder(tx, organization, parsed.number, text)).map(({ number }) => number);
  const [only, ...others] = met;
  if (others.length === 0) return { ...one(only ?? parsed.number), question: null, candidates: [] };
  return {
    ...{ number: null, spoken: null },
    question: `There are several publications with the number ${spoken(parsed.number)}. Which one is meant?`,
    candidates: met.map(one),
  };
}

/** Publications of this number that were met, in its usual form first; without its kind there may be several. */
async function metUnder(
  tx: Transaction,
  organization: OrganizationId,
  number: PatentNumber,
  text: string,
): Promise<readonly KnownPatent[]> {
  const numbers =
    number.kind === null
      ? forms(number).flatMap((form) => possibleKinds.map((kind) => canonical({ ...form, kind })))
      : [text, ...forms(number).map(canonical)];
  const found = await known(tx, organization, numbers);
  const met = numbers.flatMap((docdb) => found.get(docdb) ?? []);
  return number.kind === null ? met : met.slice(0, 1);
}

/** Kinds are a letter, mostly with a digit (ST.16). Every one is looked for, as the index serves only `=`. */
const possibleKinds = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((letter) => [
  letter,
  ...[...'0123456789'].map((digit) => letter + digit),
]);
