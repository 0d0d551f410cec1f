/** Rows of what is kept of a patent. */
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { PatentPart } from '../contract.ts';
import type { PatentTables } from '../entities.ts';
import type { KeptAnswer } from './asks.ts';

export interface PartRow {
  readonly part: PatentPart;
  readonly data: unknown;
  readonly whole: boolean;
  readonly at: Date;
}

export async function partRows(
  tx: Transaction,
  organization: OrganizationId,
  patentId: string,
): Promise<ReadonlyMap<PatentPart, PartRow>> {
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent_part')
    .select(['part', 'data', 'whole', 'at'])
    .where('organizationId', '=', organization)
    .where('patentId', '=', patentId)
    .execute();
  return new Map(rows.map(({ at, ...row }) => [row.part, { ...row, at: new Date(at) }]));
}

/** What is whole is not replaced by what is not, nor what is there by nothing: an answer that was cut is no news. */
export async function keepPart(
  tx: Transaction,
  organization: OrganizationId,
  o: { readonly patentId: string; readonly part: PatentPart; readonly at: Date } & Pick<KeptAnswer, 'data' | 'whole'>,
): Promise<void> {
  const row = { data: o.data === null ? null : JSON.stringify(o.data), whole: o.whole, at: o.at.toISOString() };
  await tx
    .sql<PatentTables>()
    .insertInto('patent_part')
    .values({ organizationId: organization, patentId: o.patentId, part: o.part, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'patentId', 'part'])
        .doUpdateSet(row)
        .where((by) =>
          o.data === null
            ? by('patent_part.data', 'is', null)
            : by.or([by('patent_part.data', 'is', null), by('patent_part.whole', '=', false), by.val(o.whole)]),
        ),
    )
    .execute();
}
