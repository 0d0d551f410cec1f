/** Publications of an answer that has their bibliographic data. */
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { PatentDocument } from '../answers/types.ts';
import type { PatentTables } from '../entities.ts';
import { canonical } from '../numbers/words.ts';
import { noted } from '../patents.ts';
import type { KnownPatent } from '../patents.ts';
import { biblioOf } from './biblio.ts';

/**
 * Notes them, and keeps what was said of each as its part `biblio`, so that it opens without a credit. What is whole is
 * not replaced by what is not. Resolves with them by number.
 */
export async function keepDocuments(
  tx: Transaction,
  organization: OrganizationId,
  documents: readonly PatentDocument[],
  { at, whole }: { readonly at: Date; readonly whole: boolean },
): Promise<ReadonlyMap<string, KnownPatent>> {
  const patents = await noted(tx, organization, documents, at);
  const found = new Map<string, PatentDocument>();
  for (const document of documents) {
    const patent = document.number && document.status === null ? patents.get(canonical(document.number)) : undefined;
    if (patent && !found.has(patent.id)) found.set(patent.id, document);
  }
  if (found.size > 0)
    await tx
      .sql<PatentTables>()
      .insertInto('patent_part')
      .values(
        [...found].map(([patentId, document]) => ({
          ...{ organizationId: organization, patentId, part: 'biblio' as const },
          ...{ data: JSON.stringify(biblioOf(document)), whole, at: at.toISOString() },
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['organizationId', 'patentId', 'part'])
          .doUpdateSet(({ ref }) => ({
            data: ref('excluded.data'),
            whole: ref('excluded.whole'),
            at: ref('excluded.at'),
          }))
          .where((by) => by.or([by('patent_part.whole', '=', false), by.val(whole)])),
      )
      .execute();
  return patents;
}
