/** What holds no more is taken back. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OrganizationAccess, Transaction } from '@dossier/sdk';
import type { Ended } from '@dossier/core/platform/notices/contract';
import { unsent } from './conditions.ts';
import type { NoticeRow } from './entities.ts';

type TakenBack = Pick<NoticeRow, 'userId' | 'workspaceId'>;

/** The columns of what ended, and the notices that it ends. */
const byKey = sql`e("once" text, "except" uuid[])
  where n."once" = e."once" and n."userId" != all(e."except")`;
/** The key is the id of its event; ids are in the order of time. */
const byRecord = sql`e("subject" jsonb, "before" text, "of" uuid, "why" text)
  where n."subjectType" = e."subject" ->> 'type' and n."subjectId" = e."subject" ->> 'id' and n."doneAt" is null
    and n."once" collate "C" < e."before" and (e."of" is null or n."userId" = e."of")
    and (e."why" is null or n."why" = e."why")`;

/**
 * Resolves with those who hear of it no more. What was said stays known: if it is to be said again, it is what it was,
 * and goes by no second mail. A statement for all of a kind: each decision ends notices of several kinds.
 */
export async function takeBack(
  tx: Transaction,
  { organization }: OrganizationAccess,
  kind: string,
  ended: readonly Ended[],
  now: Date,
): Promise<readonly TakenBack[]> {
  const update = async (some: readonly Ended[], which: RawBuilder<unknown>): Promise<readonly TakenBack[]> => {
    if (some.length === 0) return [];
    const { rows } = await sql<TakenBack>`update "notice" n
      set "takenBackAt" = ${now.toISOString()}::timestamptz, "inPage" = false, "mail" = ${unsent}
      from jsonb_to_recordset(${JSON.stringify(some)}::text::jsonb) as ${which}
        and n."organizationId" = ${organization}::text::uuid and n."kind" = ${kind} and n."takenBackAt" is null
      returning n."userId", n."workspaceId"`.execute(tx.sql());
    return rows;
  };
  const isKey = (one: Ended): boolean => 'once' in one;
  return [
    ...(await update(ended.filter(isKey), byKey)),
    ...(await update(
      ended.filter((one) => !isKey(one)),
      byRecord,
    )),
  ];
}
