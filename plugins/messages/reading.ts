/** What was written in a thread, a page at a time from the end, and up to where somebody has read it. */
import { badCursor, isId, notFound } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, Page, Transaction } from '@dossier/sdk';
import type { Message } from './contract.ts';
import type { MessageRow, MessageTables, ThreadRow } from './entities.ts';
import type { Live } from './live.ts';
import { asStaff, threadsOf } from './reach.ts';
import type { Reaching, Reader } from './reach.ts';
import { filesOf, heldThread, membersOf, ownThread } from './rows.ts';
import { asShown } from './shown.ts';

/** All throw 404 for what their reader does not read. */
export interface Reading {
  /** The newest first; one more than asked for when there are more. */
  list(access: OrganizationAccess, threadId: string, page: Page): Promise<readonly Message[]>;
  one(access: OrganizationAccess, id: string): Promise<Message>;
  /** They have read it up to this message, in all windows. What was read stays read. */
  read(access: OrganizationAccess, threadId: string, messageId: string): Promise<void>;
  /** They are writing. */
  typing(access: OrganizationAccess, threadId: string): Promise<void>;
}

/** The largest number that a message can have. */
const LAST = 2 ** 31 - 1;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Reaching;
  readonly live: Live;
}

export function createReading({ database, clock, reach, live }: Deps): Reading {
  const shown = async (tx: Transaction, { access, userId }: Reader, rows: readonly MessageRow[]) => {
    const files = await filesOf(
      tx,
      access.organization,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => asShown(row, files, { userId, now: clock.now() }));
  };

  return {
    async list(access, threadId, { limit, after }) {
      const before = after && Number(after.sort);
      if (before !== null && (!Number.isInteger(before) || before < 0 || before > LAST)) throw badCursor();
      const reader = await reach.of(access);
      return database.read(asStaff(access), async (tx) => {
        await ownThread(tx, reader, threadId);
        const rows = await tx
          .sql<MessageTables>()
          .selectFrom('message')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('threadId', '=', threadId)
          .$if(before !== null, (some) => some.where('number', '<', before))
          .orderBy('number', 'desc')
          .limit(limit + 1)
          .execute();
        return shown(tx, reader, rows);
      });
    },

    async one(access, id) {
      const reader = await reach.of(access);
      return database.read(asStaff(access), async (tx) => {
        const [only] = await shown(tx, reader, [(await ownMessage(tx, reader, id)).row]);
        if (!only) throw notFound();
        return only;
      });
    },

    async read(access, threadId, messageId) {
      const reader = await reach.of(access);
      await database.write(asStaff(access), async (tx) => {
        const { row, thread } = await ownMessage(tx, reader, messageId);
        if (row.threadId !== threadId) throw notFound();
        const moved = await tx
          .sql<MessageTables>()
          .updateTable('message_member')
          .set({ upTo: row.number })
          .where('organizationId', '=', access.organization)
          .where('threadId', '=', threadId)
          .where('userId', '=', reader.userId)
          .where('upTo', '<', row.number)
          .returning('userId')
          .executeTakeFirst();
        if (!moved) return;
        const members = await membersOf(tx, access.organization, [threadId]);
        await live.changed(
          access,
          thread,
          members.map(({ userId }) => userId),
        );
      });
    },

    async typing(access, threadId) {
      const reader = await reach.of(access);
      const { thread, members } = await database.read(asStaff(access), async (tx) => ({
        thread: await ownThread(tx, reader, threadId),
        members: await membersOf(tx, access.organization, [threadId]),
      }));
      await live.typing(
        access,
        thread,
        members.map(({ userId }) => userId),
      );
    },
  };
}

/** A message of a thread that the reader reads, and that thread; `hold` lets nobody else change either. Throws 404. */
export async function ownMessage(
  tx: Transaction,
  reader: Reader,
  id: string,
  o: { readonly hold?: true } = {},
): Promise<{ readonly row: MessageRow; readonly thread: ThreadRow }> {
  const found = isId(id)
    ? await tx
        .sql<MessageTables>()
        .selectFrom('message')
        .select('threadId')
        .where('organizationId', '=', reader.access.organization)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  const thread = o.hold
    ? await heldThread(tx, reader, found.threadId)
    : await threadsOf(tx, reader)
        .selectAll('message_thread')
        .where('message_thread.id', '=', found.threadId)
        .executeTakeFirst();
  if (!thread) throw notFound();
  const row = await tx
    .sql<MessageTables>()
    .selectFrom('message')
    .selectAll()
    .where('organizationId', '=', reader.access.organization)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { row, thread };
}
