/** Takes notices that wait for a mail, so that each goes by one. */
import { sql } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { OrganizationAccess, Transaction } from '@dossier/sdk';
import type { MailState, NoticeRow, NoticeTables } from './entities.ts';

/**
 * Takes these from those that wait, in the transaction in which their mail is written. Resolves with the ids of those
 * that are to be in it: of which something can be `said`, and which were not seen in the meantime. The others get none.
 */
export async function take(
  tx: Transaction,
  { organization }: OrganizationAccess,
  from: 'due' | 'daily',
  o: { readonly rows: readonly NoticeRow[]; readonly said: ReadonlyMap<string, unknown>; readonly now: Date },
): Promise<ReadonlySet<string>> {
  const isSent = sql<boolean>`"id" = any(${idArray([...o.said.keys()])}::uuid[]) and "seenAt" is null and "doneAt" is null`;
  const taken = await tx
    .sql<NoticeTables>()
    .updateTable('notice')
    .set({
      mail: sql<MailState>`case when ${isSent} then 'sent' else 'dropped' end`,
      mailedAt: sql<string | null>`case when ${isSent} then ${o.now.toISOString()}::timestamptz end`,
    })
    .where('organizationId', '=', organization)
    .where('id', '=', sql<string>`any(${idArray(o.rows.map(({ id }) => id))}::uuid[])`)
    .where('mail', '=', from)
    .returning(['id', 'mail'])
    .execute();
  return new Set(taken.filter(({ mail }) => mail === 'sent').map(({ id }) => id));
}
