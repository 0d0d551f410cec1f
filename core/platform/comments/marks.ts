/**
 * Up to where people have read the conversation of a case: one row for a person and a kind of comments, walled by that
 * kind. What is unread is what stands after it.
 */
import { sql } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { OrganizationId, Transaction, UserId } from '@dossier/sdk';
import type { CommentKind } from './contract.ts';
import type { CommentTables } from './entities.ts';

/** Who has read the external comments of a case, and the turn of the last one. */
export interface Mark {
  readonly userId: UserId;
  readonly byStaff: boolean;
  readonly upTo: string;
  readonly readAt: string;
}

export interface ReadUpTo extends Omit<Mark, 'readAt'> {
  readonly organizationId: OrganizationId;
  readonly applicationId: string;
  readonly kind: CommentKind;
  readonly readAt: Date;
}

/** Of each kind that this transaction sees, the last turn among a comment of a case and those before it. */
export const turnsUpTo = (
  tx: Transaction,
  organization: OrganizationId,
  { id, applicationId }: { readonly id: string; readonly applicationId: string },
) =>
  tx
    .sql<CommentTables>()
    .selectFrom('comment')
    .distinctOn('kind')
    .select(['kind', 'turn'])
    .where('organizationId', '=', organization)
    .where('applicationId', '=', applicationId)
    .where('id', '<=', id)
    .orderBy('kind')
    .orderBy('turn', 'desc')
    .execute();

/** Moves a mark on; false when they had read as far before. */
export async function moveMark(tx: Transaction, { readAt, ...mark }: ReadUpTo): Promise<boolean> {
  const moved = await tx
    .sql<CommentTables>()
    .insertInto('comment_mark')
    .values({ ...mark, readAt: readAt.toISOString() })
    .onConflict((on) =>
      on
        .columns(['organizationId', 'applicationId', 'kind', 'userId'])
        .doUpdateSet({ upTo: mark.upTo, readAt: readAt.toISOString(), byStaff: mark.byStaff })
        .where('comment_mark.upTo', '<', mark.upTo),
    )
    .returning('userId')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Of the external comments of a case; who reads what is internal is nobody's question. */
export const marksOf = (
  tx: Transaction,
  organization: OrganizationId,
  applicationId: string,
): Promise<readonly Mark[]> =>
  tx
    .sql<CommentTables>()
    .selectFrom('comment_mark')
    .select(['userId', 'byStaff', 'upTo', 'readAt'])
    .where('organizationId', '=', organization)
    .where('applicationId', '=', applicationId)
    .where('kind', '=', 'external')
    .orderBy('readAt')
    .orderBy('userId')
    .execute();

interface Asked {
  readonly userId: UserId;
  readonly applicationIds: readonly string[];
  readonly kinds: readonly CommentKind[];
}

/**
 * How many comments of others a person has not read, by the id of the case; a case without any is not in it. One
 * statement for any number of cases, that looks of each only at the comments after the mark, by an index. What was
 * removed is not counted.
 */
export async function unreadOf(
  tx: Transaction,
  organization: OrganizationId,
  { userId, applicationIds, kinds }: Asked,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; unread: number }>`
    select a."id", sum(c."unread")::int as "unread"
    from unnest(${idArray(applicationIds)}::uuid[]) as a("id")
    cross join unnest(${`{${kinds.join(',')}}`}::text[]) as k("kind")
    left join "comment_mark" m on m."organizationId" = ${organization} and m."applicationId" = a."id"
      and m."kind" = k."kind" and m."userId" = ${userId}
    cross join lateral (
      select count(*) as "unread" from "comment" c
      where c."organizationId" = ${organization} and c."applicationId" = a."id" and c."kind" = k."kind"
        and c."turn" > coalesce(m."upTo", '00000000-0000-0000-0000-000000000000')
        and c."byId" <> ${userId} and c."removedAt" is null
    ) c
    group by a."id" having sum(c."unread") > 0`.execute(tx.sql<CommentTables>());
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}
