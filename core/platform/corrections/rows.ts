/** Rounds as they are stored. */
import { isId, notFound } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { CorrectionTables, StoredItem, StoredRound } from './entities.ts';

const rounds = (tx: Transaction, organization: OrganizationId) =>
  tx.sql<CorrectionTables>().selectFrom('correction_round').selectAll().where('organizationId', '=', organization);

/** One round; undefined when there is none. */
export const findRound = async (
  tx: Transaction,
  organization: OrganizationId,
  id: string,
): Promise<StoredRound | undefined> =>
  isId(id) ? rounds(tx, organization).where('id', '=', id).executeTakeFirst() : undefined;

/** One round, which nobody else changes until the open transaction ends. Throws 404. */
export async function lockRound(tx: Transaction, organization: OrganizationId, id: string): Promise<StoredRound> {
  const row = isId(id) ? await rounds(tx, organization).where('id', '=', id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw notFound();
  return row;
}

/** The rounds of an application, the first one first. */
export const roundsOf = (tx: Transaction, organization: OrganizationId, applicationId: string) =>
  rounds(tx, organization).where('applicationId', '=', applicationId).orderBy('number').execute();

/** What is asked in rounds, in its order. */
export const itemsOf = async (
  tx: Transaction,
  organization: OrganizationId,
  roundIds: readonly string[],
): Promise<readonly StoredItem[]> =>
  roundIds.length === 0
    ? []
    : tx
        .sql<CorrectionTables>()
        .selectFrom('correction_item')
        .selectAll()
        .where('organizationId', '=', organization)
        .where('roundId', 'in', [...roundIds])
        .orderBy('roundId')
        .orderBy('position')
        .execute();

/** Changes a round that was locked; its version grows. */
export async function updateRound(
  tx: Transaction,
  { organizationId, id, version }: StoredRound,
  set: Partial<Omit<StoredRound, 'answers' | 'typed'>> & { readonly answers?: string; readonly typed?: string },
): Promise<void> {
  await tx
    .sql<CorrectionTables>()
    .updateTable('correction_round')
    .set({ ...set, version: version + 1 })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}
