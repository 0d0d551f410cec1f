/** Rows of patents that are saved to applications. */
import type { Selectable } from 'kysely';
import { utc } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { PatentLine, SavedPatent } from '../contract.ts';
import type { PatentTables } from '../entities.ts';

export type SavedRow = Selectable<PatentTables['patent_saved']>;

export const savedShown = (row: SavedRow, patent: PatentLine): SavedPatent => ({
  patent,
  tag: row.tag,
  reason: row.reason,
  by: { id: row.byId, name: row.byName },
  at: utc(row.at),
  version: row.version,
});

/** To an application, the last that was saved first. */
export const savedTo = (
  tx: Transaction,
  organization: OrganizationId,
  applicationId: string,
): Promise<readonly SavedRow[]> =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_saved')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('applicationId', '=', applicationId)
    .orderBy('at', 'desc')
    .orderBy('patentId', 'desc')
    .execute();

/** The applications to which a patent is saved, not only those that the reader sees, the newest first. */
export const savingsOf = (tx: Transaction, organization: OrganizationId, patentId: string) =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_saved')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('patentId', '=', patentId)
    .orderBy('at', 'desc')
    .orderBy('applicationId')
    .limit(100)
    .execute();

export const savedRow = (
  tx: Transaction,
  organization: OrganizationId,
  o: { readonly applicationId: string; readonly patentId: string },
): Promise<SavedRow | undefined> =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_saved')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('applicationId', '=', o.applicationId)
    .where('patentId', '=', o.patentId)
    .executeTakeFirst();
