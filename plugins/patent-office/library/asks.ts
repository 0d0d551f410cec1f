/** How each part is asked for, and what is kept of the answer. */
import type { PatentDocument } from '../answers/types.ts';
import type { PatentPart } from '../contract.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { canonical, isMeant } from '../numbers/words.ts';
import type { OfficeClient } from '../service/client.ts';
import { OfficeError } from '../service/errors.ts';
import { biblioOf } from './biblio.ts';
import { eventsOf, membersOf } from './family.ts';
import { claimsOf, ownTexts, paragraphsOf } from './wording.ts';

/** Citing publications that are listed: the newest. */
const CITING = 100;

export interface KeptAnswer {
  /** Null where the answer has nothing: that is no word that there is none. */
  readonly data: NonNullable<unknown> | null;
  /** Nothing of what was promised is missing. */
  readonly whole: boolean;
  /** Publications that it tells of. */
  readonly documents: readonly PatentDocument[];
}

interface About {
  readonly number: PatentNumber;
  /** Its simple family, as far as it is known. */
  readonly family: string | null;
}

/** Each is one call. They throw {@link OfficeError}. */
export type Ask = (client: OfficeClient, about: About) => Promise<KeptAnswer>;

export const asks: Readonly<Record<Exclude<PatentPart, 'images'>, Ask>> = {
  biblio: async (client, { number }) => {
    const { documents, partial } = await client.biblio(number);
    const own = documents.find((one) => one.number && isMeant(one.number, number));
    // An answer about another publication is none, and costs nothing.
    if (!own) throw new OfficeError('unreadable', { code: 'another' });
    if (own.status !== null) throw new OfficeError('not-found', { code: own.status });
    return { data: biblioOf(own), whole: !partial, documents: [own] };
  },
  claims: async (client, { number }) => {
    const answer = ownTexts(await client.claims(number), number);
    const sets = claimsOf(answer);
    const whole = sets.length > 0 && !answer.partial && sets.every(({ isPartial }) => !isPartial);
    return { data: sets.length > 0 ? sets : null, whole, documents: [] };
  },
  description: async (client, { number }) => {
    const answer = ownTexts(await client.description(number), number);
    const texts = paragraphsOf(answer);
    return { data: texts.length > 0 ? texts : null, whole: texts.length > 0 && !answer.partial, documents: [] };
  },
  family: async (client, { number, family }) => {
    const answer = await client.family(number);
    const own = answer.members.find(
      ({ publication }) => publication?.docdb && canonical(publication.docdb) === canonical(number),
    );
    const members = membersOf(answer, own?.familyId ?? family);
    return { data: members.length > 0 ? members : null, whole: members.length > 0 && !answer.partial, documents: [] };
  },
  legal: async (client, { number }) => {
    const answer = await client.legal(number);
    // That nothing has happened is an answer.
    return { data: answer.members.length > 0 ? eventsOf(answer) : null, whole: !answer.partial, documents: [] };
  },
  citing: async (client, { number }) => {
    const answer = await client.search(`ct=${number.country}${number.number}`, { from: 1, size: CITING });
    const documents = answer.documents.filter((one) => one.number?.kind && one.status === null);
    const numbers = documents.flatMap((one) => (one.number ? [canonical(one.number)] : []));
    const data = { total: answer.total ?? numbers.length, numbers };
    return { data, whole: !answer.partial, documents };
  },
};
