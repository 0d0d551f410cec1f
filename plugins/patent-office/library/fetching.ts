/** Parts that are asked of the office, and kept. */
import type { Clock, Database, OrganizationAccess } from '@dossier/sdk';
import type { DocumentsAnswer } from '../answers/types.ts';
import type { Asking } from '../asking.ts';
import type { PatentPart } from '../contract.ts';
import { canonical, forms } from '../numbers/words.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { known, met, noted } from '../patents.ts';
import type { ImageParts } from '../pdf/images.ts';
import type { OfficeClient } from '../service/client.ts';
import { OfficeError } from '../service/errors.ts';
import { asks } from './asks.ts';
import type { KeptAnswer } from './asks.ts';
import { isReadable } from './kept.ts';
import { isFresh, isRepeated } from './lifetimes.ts';
import { keepPart, partRows } from './rows.ts';

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly asking: Pick<Asking, 'shared'>;
  readonly images: Pick<ImageParts, 'asked'>;
}

export interface Fetching {
  /**
   * Has a part of a publication, with its kind, kept: asked for where it is not there, not whole, or too old, or
   * `again`. Resolves with the credits that it cost. Throws {@link OfficeError}; that the office has none is no error,
   * but for the bibliographic data of what it does not know.
   */
  part(
    access: OrganizationAccess,
    o: {
      readonly number: PatentNumber;
      readonly part: PatentPart;
      readonly again: boolean;
      readonly client: OfficeClient;
    },
  ): Promise<number>;
}

export function createFetching({ database, clock, asking, images }: Deps): Fetching {
  const none = (access: OrganizationAccess, number: PatentNumber, part: PatentPart): Promise<void> =>
    database.write(access, async (tx) => {
      const at = clock.now();
      const patentId = await met(tx, access.organization, number, at);
      await keepPart(tx, access.organization, { patentId, part, at, data: null, whole: true });
    });

  const kept: Fetching['part'] = async (access, { number, part, again, client }) => {
    const docdb = canonical(number);
    const begun = clock.now();
    let answered = false;
    const there = (): Promise<true | null> =>
      database.read(access, async (tx) => {
        const patent = (await known(tx, access.organization, [docdb])).get(docdb);
        const row = patent && (await partRows(tx, access.organization, patent.id)).get(part);
        if (!row) return null;
        // What came while this one waited is the answer to it, whole or not.
        if (answered || row.at > begun) return true;
        const isNone = row.data === null;
        if (!isNone && !isReadable(part, row)) return null;
        const now = clock.now();
        const isSettled = isFresh({ ...row, isNone }, now) && (!again || (!isNone && isRepeated(row.at, now)));
        return isSettled ? true : null;
      });
    if (part === 'images') return (await there()) === null ? (await images.asked(access, number, client)).used : 0;
    const ask = asks[part];
    const { used } = await asking.shared(access, {
      key: `${part} ${docdb}`,
      purchase: { what: part, about: docdb, credits: 1 },
      kept: there,
      client,
      call: async (asked): Promise<KeptAnswer> => {
        const family = await database.read(
          access,
          async (tx) => (await known(tx, access.organization, [docdb])).get(docdb)?.line.family,
        );
        return ask(asked, { number, family: family ?? null });
      },
      keep: async (tx, { data, whole, documents }) => {
        const at = clock.now();
        const patentId = await met(tx, access.organization, number, at);
        await noted(tx, access.organization, documents, at);
        await keepPart(tx, access.organization, { patentId, part, at, data, whole });
        answered = true;
        return 1;
      },
    });
    return used;
  };

  return {
    part: async (access, o) => {
      try {
        return await kept(access, o);
      } catch (error) {
        if (!isNone(error) || o.part === 'biblio') throw error;
        await none(access, o.number, o.part);
        return 0;
      }
    },
  };
}

/** The office says that there is none, which costs nothing. */
const isNone = (error: unknown): boolean =>
  error instanceof OfficeError && (error.reason === 'not-found' || error.reason === 'no-text');

/** Bibliographic data of all publications that have this number, in whichever of its forms the office keeps it. */
export async function publications(
  client: Pick<OfficeClient, 'biblio'>,
  number: PatentNumber,
): Promise<DocumentsAnswer> {
  const [usual = number, other] = forms(number);
  try {
    return await client.biblio(usual);
  } catch (error) {
    if (!other || !(error instanceof OfficeError && error.reason === 'not-found')) throw error;
    return client.biblio(other);
  }
}
