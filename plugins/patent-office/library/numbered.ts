/** What a number in an address, or in a box of a page, leads to; nothing is asked for it. */
import { notFound, Problem } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import { parseNumber } from '../numbers/parse.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { canonical, forms, spoken } from '../numbers/words.ts';
import { known } from '../patents.ts';
import type { KnownPatent } from '../patents.ts';
import type { NumberRead } from '../replies.ts';
import { patentBy } from '../saved/by-number.ts';

export interface Meant {
  readonly number: PatentNumber;
  /** Null where nobody of the organization has met it. */
  readonly patent: KnownPatent | null;
}

/**
 * Throws 404 for what is no number, and the conflict `several-publications` (409) for one without its kind of which
 * several are known.
 */
export async function meantBy(tx: Transaction, organization: OrganizationId, text: string): Promise<Meant> {
  const parsed = parseNumber(text);
  if (!parsed.ok) {
    // The office has numbers that nobody would write: those that it gave lead back to what it gave.
    const patent = (await known(tx, organization, [text])).get(text);
    if (!patent) throw notFound();
    return { number: patent.number, patent };
  }
  try {
    const patent = await patentBy(tx, organization, text);
    return { number: patent.number, patent };
  } catch (error) {
    if (Problem.is(error) && error.status === 404) return { number: parsed.number, patent: null };
    throw error;
  }
}

const one = (number: PatentNumber): NumberRead['candidates'][number] => ({
  number: canonical(number),
  spoken: spoken(number),
});

/** One number, or the question that has to be answered before a look-up. `of` are the known publications. */
export function numberRead(text: string, of: readonly PatentNumber[]): NumberRead {
  const parsed = parseNumber(text);
  if (!parsed.ok)
    return {
      ...{ number: null, spoken: null },
      question: parsed.question.text,
      candidates: parsed.question.candidates.map(one),
    };
  const [only, ...others] = of;
  if (others.length === 0) return { ...one(only ?? parsed.number), question: null, candidates: [] };
  return {
    ...{ number: null, spoken: null },
    question: `There are several publications with the number ${spoken(parsed.number)}. Which one is meant?`,
    candidates: of.map(one),
  };
}

/** Those of this number that are known; of one without its kind there may be several. */
export async function knownOf(
  tx: Transaction,
  organization: OrganizationId,
  number: PatentNumber,
): Promise<readonly PatentNumber[]> {
  const kinds = number.kind === null ? possibleKinds : [number.kind];
  const numbers = forms(number).flatMap((form) => kinds.map((kind) => canonical({ ...form, kind })));
  return [...(await known(tx, organization, numbers)).values()]
    .map((patent) => patent.number)
    .sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
}

/** Kinds of publications (ST.16): a letter, mostly with a digit. */
const possibleKinds = [...'ABCEFHPSTUWY'].flatMap((letter) => [
  letter,
  ...[...'123456789'].map((digit) => letter + digit),
]);
