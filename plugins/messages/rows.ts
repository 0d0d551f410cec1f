/** Threads and messages as they are stored. */
import { sql } from 'kysely';
import { idArray, isId, notFound } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { StoredScan } from '@dossier/core/platform/files/contract';
import type { MemberRow, MessageRow, MessageTables, ThreadRow } from './entities.ts';
import { threadsOf } from './reach.ts';
import type { Reader } from './reach.ts';

/** A thread as it is for its reader. */
export interface OwnThread extends ThreadRow {
  /** Number of the last message that they have read. */
  readonly upTo: number;
  readonly muted: boolean;
  /** Messages of others after it that are still there. */
  readonly unread: number;
}

/** How many a reader has not read of the thread of the row. */
export const unread = sql<number>`(select count(*)::int from "message" u
  where u."organizationId" = "message_thread"."organizationId" and u."threadId" = "message_thread"."id"
    and u."number" > "me"."upTo" and u."byId" <> "me"."userId" and u."removedAt" is null)`;

/** Of those that the reader reads. */
export const ownThreads = (tx: Transaction, reader: Reader) =>
  threadsOf(tx, reader)
    .selectAll('message_thread')
    .select(['me.upTo', 'me.muted', unread.as('unread')]);

/** One of them. Throws 404. */
export async function ownThread(tx: Transaction, reader: Reader, id: string): Promise<OwnThread> {
  if (!isId(id)) throw notFound();
  const row = await ownThreads(tx, reader).where('message_thread.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** One of them, to which nobody else adds anything until the open transaction ends. Throws 404. */
export async function heldThread(tx: Transaction, reader: Reader, id: string): Promise<ThreadRow> {
  if (!isId(id)) throw notFound();
  const row = await threadsOf(tx, reader)
    .selectAll('message_thread')
    .where('message_thread.id', '=', id)
    .forUpdate(['message_thread', 'me'])
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Who is of these threads. */
export const membersOf = (
  tx: Transaction,
  organization: OrganizationId,
  threadIds: readonly string[],
): Promise<readonly MemberRow[]> =>
  tx
    .sql<MessageTables>()
    .selectFrom('message_member')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('threadId', '=', sql<string>`any(${idArray(threadIds)}::uuid[])`)
    .where('leftAt', 'is', null)
    .orderBy('userId')
    .execute();

/** The newest message of each of these threads that has one. */
export const newestOf = (
  tx: Transaction,
  organization: OrganizationId,
  threads: readonly Pick<ThreadRow, 'id'>[],
): Promise<readonly MessageRow[]> =>
  tx
    .sql<MessageTables>()
    .selectFrom('message')
    .innerJoin('message_thread as t', (join) =>
      join
        .onRef('t.organizationId', '=', 'message.organizationId')
        .onRef('t.id', '=', 'message.threadId')
        .onRef('t.last', '=', 'message.number'),
    )
    .selectAll('message')
    .where('message.organizationId', '=', organization)
    .where('t.organizationId', '=', organization)
    .where('t.id', '=', sql<string>`any(${idArray(threads.map(({ id }) => id))}::uuid[])`)
    .execute();

/** A file of a message, or one that waits for its message. */
export interface FileRow {
  readonly id: string;
  readonly messageId: string | null;
  readonly fileName: string;
  readonly fileId: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly scan: StoredScan;
}

const files = (tx: Transaction, organization: OrganizationId) =>
  tx
    .sql<MessageTables>()
    .selectFrom('message_file as m')
    .innerJoin('file as f', (join) =>
      join.onRef('f.organizationId', '=', 'm.organizationId').onRef('f.id', '=', 'm.fileId'),
    )
    .select(['m.id', 'm.messageId', 'm.fileName', 'm.fileId', 'f.scan'])
    .select(({ ref }) => [ref('f.contentType').$notNull().as('contentType'), ref('f.size').$notNull().as('size')])
    .where('m.organizationId', '=', organization)
    .orderBy('m.id');

/** Files of these messages, in the order in which they came. */
export const filesOf = async (
  tx: Transaction,
  organization: OrganizationId,
  messageIds: readonly string[],
): Promise<readonly FileRow[]> =>
  messageIds.length === 0
    ? []
    : files(tx, organization)
        .where('m.messageId', '=', sql<string>`any(${idArray(messageIds)}::uuid[])`)
        .execute();

/** Those that somebody has sent to a thread, and not written for yet. */
export const waitingFiles = (
  tx: Transaction,
  organization: OrganizationId,
  of: { readonly threadId: string; readonly byId: string },
): Promise<readonly FileRow[]> =>
  files(tx, organization)
    .where('m.messageId', 'is', null)
    .where('m.threadId', '=', of.threadId)
    .where('m.byId', '=', of.byId)
    .execute();
