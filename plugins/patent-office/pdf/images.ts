/** Which pages and drawings the office has of a publication: asked once, kept as the part `images` of the patent. */
import type { Clock, Database, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
import type { Asking, Shared } from '../asking.ts';
import type { PatentTables } from '../entities.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { canonical } from '../numbers/words.ts';
import { met } from '../patents.ts';
import type { OfficeClient } from '../service/client.ts';
import { imagesIn, inquiry, isWhole } from './inquiry.ts';
import type { Images } from './inquiry.ts';

export interface KnownImages {
  readonly patentId: string;
  readonly full: Images | null;
  readonly clipping: Images | null;
}

export interface ImageParts {
  /** What is kept; null where nobody has asked yet. */
  kept(tx: Transaction, organization: OrganizationId, number: PatentNumber): Promise<KnownImages | null>;
  /** The same, asked for where it is not there or not whole: 1 credit. Throws {@link OfficeError}. */
  asked(access: OrganizationAccess, number: PatentNumber, client: OfficeClient): Promise<Shared<KnownImages>>;
}

export function imageParts(o: {
  readonly database: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly asking: Pick<Asking, 'shared'>;
}): ImageParts {
  const kept = async (
    tx: Transaction,
    organization: OrganizationId,
    number: PatentNumber,
    since: string | null = null,
  ): Promise<KnownImages | null> => {
    const row = await tx
      .sql<PatentTables>()
      .selectFrom('patent as p')
      .innerJoin('patent_part as i', (join) =>
        join.onRef('i.organizationId', '=', 'p.organizationId').onRef('i.patentId', '=', 'p.id'),
      )
      .select(['p.id', 'i.data'])
      .where('p.organizationId', '=', organization)
      .where('p.docdb', '=', canonical(number))
      .where('i.part', '=', 'images')
      // What is not whole serves who has just asked for it, and nobody who comes later.
      .$if(since !== null, (query) =>
        query.where((by) => by.or([by('i.whole', '=', true), by('i.at', '>=', since ?? '')])),
      )
      .executeTakeFirst();
    if (!row || !inquiry.fits(row.data)) return null;
    return {
      patentId: row.id,
      full: imagesIn(row.data, number, 'FullDocument'),
      clipping: imagesIn(row.data, number, 'FirstPageClipping'),
    };
  };

  return {
    kept: (tx, organization, number) => kept(tx, organization, number),
    asked: (access, number, client) => {
      const about = canonical(number);
      const since = o.clock.now().toISOString();
      return o.asking.shared(access, {
        key: `images ${about}`,
        purchase: { what: 'images', about, credits: 1 },
        kept: () => o.database.read(access, (tx) => kept(tx, access.organization, number, since)),
        client,
        call: (asked) => asked.images(number),
        keep: async (tx, answer) => {
          const at = o.clock.now();
          const patentId = await met(tx, access.organization, number, at);
          const row = { data: JSON.stringify(answer), whole: isWhole(answer), at: at.toISOString() };
          await tx
            .sql<PatentTables>()
            .insertInto('patent_part')
            .values({ organizationId: access.organization, patentId, part: 'images', ...row })
            .onConflict((conflict) => conflict.columns(['organizationId', 'patentId', 'part']).doUpdateSet(row))
            .execute();
          return 1;
        },
      });
    },
  };
}
