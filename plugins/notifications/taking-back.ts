/** What holds no more is taken back. */
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { OrganizationAccess, Transaction, UserId } from '@dossier/sdk';
import type { Ended } from '@dossier/core/platform/notices/contract';
import { unsent } from './conditions.ts';
import type { NoticeRow, NoticeTables } from './entities.ts';

/**
 * Resolves with those who hear of it no more. What was said stays known: if it is to be said again, it is what it was,
 * and goes by no second mail.
 */
export async function takeBack(
  tx: Transaction,
  { organization }: OrganizationAccess,
  kind: string,
  ended: Ended,
  now: Date,
): Promise<readonly Pick<NoticeRow, 'userId' | 'workspaceId'>[]> {
  const waiting = tx
    .sql<NoticeTables>()
    .updateTable('notice')
    .set({ takenBackAt: now.toISOString(), inPage: false, mail: unsent })
    .where('organizationId', '=', organization)
    .where('kind', '=', kind)
    .where('takenBackAt', 'is', null);
  const some =
    'once' in ended
      ? waiting.where('once', '=', ended.once).where('userId', '!=', sql<UserId>`all(${idArray(ended.except)}::uuid[])`)
      : waiting
          .where('subjectType', '=', ended.subject.type)
          .where('subjectId', '=', ended.subject.id)
          .where('doneAt', 'is', null)
          // The key is the id of its event; ids are in the order of time.
          .where(sql<SqlBool>`"once" collate "C" < ${ended.before}`)
          .$if(ended.of !== undefined, (query) => query.where('userId', '=', ended.of!))
          .$if(ended.why !== undefined, (query) => query.where('why', '=', ended.why!));
  return some.returning(['userId', 'workspaceId']).execute();
}
