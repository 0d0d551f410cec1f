/** Writing to a thread, and changing or removing what one wrote, for 15 minutes. */
import { conflict, demandMatch, forbidden, invalid, isVisible, newId, notFound } from '@dossier/sdk';
import type { Clock, Database, Emits, Fault, IfMatch, OrganizationAccess, Transaction } from '@dossier/sdk';
import type { FileRecords } from '@dossier/core/platform/files/contract';
import type { Spelling } from '@dossier/core/platform/search/contract';
import { messageRemoved, messageWritten } from './contract.ts';
import type { Message } from './contract.ts';
import type { MessageRow, MessageTables, ThreadRow } from './entities.ts';
import type { Live } from './live.ts';
import { asStaff } from './reach.ts';
import type { Reaching, Reader } from './reach.ts';
import { ownMessage } from './reading.ts';
import type { Reading } from './reading.ts';
import { filesOf, heldThread, membersOf, waitingFiles } from './rows.ts';
import { editableUntil } from './shown.ts';
import { writeTerms } from './terms.ts';

export interface NewMessage {
  readonly text: string;
  /** Files that the writer has sent before. */
  readonly fileIds?: readonly string[];
}

/** All throw 404 for what the writer does not read. */
export interface Writing {
  /**
   * Throws 422 for a text in which nothing can be seen, unless files come with it, and 409 `nobody-reads` where nobody
   * else reads the thread any more.
   */
  write(access: OrganizationAccess, threadId: string, message: NewMessage): Promise<Message>;
  /** By its author: 403 for others, 409 `too-late`, `message-removed`; 412; 422. */
  edit(access: OrganizationAccess, id: string, text: string, ifMatch: IfMatch): Promise<Message>;
  /** As `edit`. That there was one stays; its text, its terms and its files go. */
  remove(access: OrganizationAccess, id: string, ifMatch: IfMatch): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Reaching;
  readonly reading: Reading;
  readonly records: FileRecords;
  readonly spelling: Spelling;
  readonly live: Live;
  readonly log: Emits<typeof messageWritten | typeof messageRemoved>;
}

export function writing({ database, clock, reach, reading, records, spelling, live, log }: Deps): Writing {
  /** One's own, held, as long as it may be changed. */
  async function own(tx: Transaction, reader: Reader, id: string, ifMatch: IfMatch) {
    const found = await ownMessage(tx, reader, id, { hold: true });
    const { row } = found;
    if (row.byId !== reader.userId) throw forbidden('Only who wrote a message may change it.');
    demandMatch(ifMatch, row.version);
    if (row.removedAt !== null) throw conflict('message-removed', 'This message was removed.');
    if (!editableUntil(row, clock.now()))
      throw conflict('too-late', 'A message can be changed for 15 minutes. Write another one.');
    return found;
  }

  const change = (tx: Transaction, { organizationId, id }: MessageRow, to: Partial<MessageRow>) =>
    tx
      .sql<MessageTables>()
      .updateTable('message')
      .set(to)
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute();

  const tellAll = async (tx: Transaction, access: OrganizationAccess, thread: ThreadRow): Promise<void> => {
    const members = await membersOf(tx, access.organization, [thread.id]);
    await live.changed(
      access,
      thread,
      members.map(({ userId }) => userId),
    );
  };

  /** What is of no workspace happens where its writer may use messages, so that it is heard where that is on. */
  const happened = ({ id, workspaceId }: ThreadRow, { places }: Reader) => ({
    subject: { type: 'message-thread', id },
    workspace: workspaceId ?? places[0]?.workspace ?? null,
  });

  return {
    async write(access, threadId, { text, fileIds = [] }) {
      const reader = await reach.of(access);
      return database.write(asStaff(access), async (tx) => {
        const thread = await heldThread(tx, reader, threadId);
        const faults = fileIds.length > 0 ? [] : unseen(text);
        if (faults.length > 0) throw invalid(faults);
        const others = (await membersOf(tx, access.organization, [threadId]))
          .map(({ userId }) => userId)
          .filter((id) => id !== reader.userId);
        const reached = await reach.mayRead(access.organization, thread, others);
        if (reached.length === 0)
          throw conflict('nobody-reads', 'Nobody else reads this any more. Write to somebody else.');
        const at = clock.now().toISOString();
        const row: MessageRow = {
          ...{ organizationId: access.organization, id: newId(), threadId, number: thread.last + 1 },
          ...{ byId: reader.userId, byName: access.actor.name, text, at },
          ...{ editedAt: null, removedAt: null, version: 1 },
        };
        await tx.sql<MessageTables>().insertInto('message').values(row).execute();
        await tx
          .sql<MessageTables>()
          .updateTable('message_thread')
          .set({ last: row.number, lastAt: at })
          .where('organizationId', '=', access.organization)
          .where('id', '=', threadId)
          .execute();
        const names = await attach(tx, row, fileIds);
        await writeTerms(tx, row, [text, ...names], spelling);
        log.emit(messageWritten, access, happened(thread, reader), { messageId: row.id });
        await live.changedFor(access, thread, [reader.userId, ...reached]);
        return reading.one(access, row.id);
      });
    },

    async edit(access, id, text, ifMatch) {
      const reader = await reach.of(access);
      return database.write(asStaff(access), async (tx) => {
        const { row, thread } = await own(tx, reader, id, ifMatch);
        const files = await filesOf(tx, access.organization, [id]);
        const faults = files.length > 0 ? [] : unseen(text);
        if (faults.length > 0) throw invalid(faults);
        await change(tx, row, { text, editedAt: clock.now().toISOString(), version: row.version + 1 });
        await writeTerms(tx, row, [text, ...files.map(({ fileName }) => fileName)], spelling);
        await tellAll(tx, access, thread);
        return reading.one(access, id);
      });
    },

    async remove(access, id, ifMatch) {
      const reader = await reach.of(access);
      await database.write(asStaff(access), async (tx) => {
        const { row, thread } = await own(tx, reader, id, ifMatch);
        await change(tx, row, { text: '', removedAt: clock.now().toISOString(), version: row.version + 1 });
        await writeTerms(tx, row, [], spelling);
        const files = await filesOf(tx, access.organization, [id]);
        await tx
          .sql<MessageTables>()
          .deleteFrom('message_file')
          .where('organizationId', '=', access.organization)
          .where('messageId', '=', id)
          .execute();
        for (const { fileId } of files) await records.discard(access, fileId);
        log.emit(messageRemoved, access, happened(thread, reader), { messageId: id });
        await tellAll(tx, access, thread);
      });
    },
  };
}

const unseen = (text: string): readonly Fault[] =>
  isVisible(text) ? [] : [{ pointer: '/text', code: 'missing', detail: 'Write something first.' }];

/** Gives a message files that its writer has sent to the thread; resolves with their names. Throws 404 for others. */
async function attach(
  tx: Transaction,
  { organizationId, id, threadId, byId }: MessageRow,
  fileIds: readonly string[],
): Promise<readonly string[]> {
  if (fileIds.length === 0) return [];
  const waiting = await waitingFiles(tx, organizationId, { threadId, byId });
  const named = waiting.filter((one) => fileIds.includes(one.id));
  if (named.length !== new Set(fileIds).size) throw notFound();
  await tx
    .sql<MessageTables>()
    .updateTable('message_file')
    .set({ messageId: id })
    .where('organizationId', '=', organizationId)
    .where(
      'id',
      'in',
      named.map((one) => one.id),
    )
    .execute();
  return named.map(({ fileName }) => fileName);
}
