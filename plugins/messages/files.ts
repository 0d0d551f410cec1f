/** Files of messages: taken in by the rules of documents, and kept with the message that their sender writes then. */
import { conflict, invalid, isId, newId, notFound, pointerTo } from '@dossier/sdk';
import type { Clock, Database, Fault, OrganizationAccess, Part, SystemAccess, Transaction } from '@dossier/sdk';
import type { Documents, TakenFile } from '@dossier/core/platform/documents/contract';
import type { FileRecords } from '@dossier/core/platform/files/contract';
import { mostOfMessages } from './contract.ts';
import type { MessageFile } from './contract.ts';
import type { MessageTables } from './entities.ts';
import { asStaff } from './reach.ts';
import type { Reaching } from './reach.ts';
import { ownMessage } from './reading.ts';
import { filesOf, ownThread, waitingFiles } from './rows.ts';
import { asFile } from './shown.ts';

/** A file in the JSON form of its upload. */
interface JsonFile {
  readonly fileName: string;
  readonly contentBase64: string;
}

/** Hours for which a file waits for its message. */
const WAITING = 24;

/** All throw 404 for what their reader does not read. */
export interface MessageFiles {
  /** Throws 413, 415 and 422 as an upload of documents does, and 409 `too-many-files`. */
  upload(access: OrganizationAccess, threadId: string, sent: AsyncIterable<Part> | JsonFile): Promise<MessageFile>;
  /** Throws as `FileRecords.read` does: 403, 409, 410. */
  content(access: OrganizationAccess, id: string): Promise<ReturnType<Documents['asDownload']>>;
  /** Takes away what waits for longer than a day, in all organizations. */
  sweep(): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly documents: Documents;
  readonly records: FileRecords;
  readonly reach: Reaching;
  readonly system: SystemAccess;
}

export function messageFiles({ database, clock, documents, records, reach, system }: Deps): MessageFiles {
  return {
    async upload(access, threadId, sent) {
      const reader = await reach.of(access);
      await database.read(asStaff(access), (tx) => ownThread(tx, reader, threadId));
      const [place] = reader.places;
      if (!place) throw notFound();
      const taken =
        'contentBase64' in sent
          ? await documents.take(place, {
              fileName: sent.fileName,
              bytes: sent.contentBase64,
              pointer: '/contentBase64',
            })
          : await ofForm(sent, (file) => documents.take(place, file));
      let isKept = false;
      try {
        const file = await database.write(asStaff(access), async (tx) => {
          const of = { threadId, byId: reader.userId };
          if ((await waitingFiles(tx, access.organization, of)).length >= 2 * mostOfMessages.files)
            throw conflict('too-many-files', 'Send the message that your files are for first.');
          const { scan } = await records.keep(access, taken, { contentType: taken.contentType, from: 'outside' });
          const { fileName, contentType, size } = taken;
          const id = newId();
          await tx
            .sql<MessageTables>()
            .insertInto('message_file')
            .values({
              ...{ organizationId: access.organization, id, ...of, messageId: null },
              ...{ fileName, fileId: taken.id, at: clock.now().toISOString() },
            })
            .execute();
          return { id, fileName, contentType, size, scan };
        });
        isKept = true;
        return file;
      } finally {
        if (!isKept) await records.giveUp(access, taken);
      }
    },

    async content(access, id) {
      const reader = await reach.of(access);
      const file = await database.read(asStaff(access), async (tx) => {
        const messageId = await messageOf(tx, access, id);
        if (messageId === null) return undefined;
        await ownMessage(tx, reader, messageId);
        return (await filesOf(tx, access.organization, [messageId])).find((one) => one.id === id);
      });
      if (!file) throw notFound();
      const bytes = await records.read(access, file.fileId, { name: file.fileName });
      return documents.asDownload(asFile(file), bytes);
    },

    async sweep() {
      const before = new Date(clock.time() - WAITING * 3_600_000).toISOString();
      const due = await database.lookUp((tx) =>
        tx
          .sql<MessageTables>()
          .selectFrom('message_file')
          .select(['organizationId', 'id'])
          .where('messageId', 'is', null)
          .where('at', '<', before)
          .orderBy('id')
          .limit(1_000)
          .execute(),
      );
      for (const { organizationId, id } of due) {
        const access = await system(organizationId);
        await database.write(access, async (tx) => {
          const gone = await tx
            .sql<MessageTables>()
            .deleteFrom('message_file')
            .where('organizationId', '=', organizationId)
            .where('id', '=', id)
            .where('messageId', 'is', null)
            .returning('fileId')
            .executeTakeFirst();
          if (gone) await records.discard(access, gone.fileId);
        });
      }
    },
  };
}

/** The message of a file; null for one that waits for its message, or that there is not. */
async function messageOf(tx: Transaction, access: OrganizationAccess, id: string): Promise<string | null> {
  if (!isId(id)) return null;
  const found = await tx
    .sql<MessageTables>()
    .selectFrom('message_file')
    .select('messageId')
    .where('organizationId', '=', access.organization)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.messageId ?? null;
}

type Take = (file: Parameters<Documents['take']>[1]) => Promise<TakenFile>;

/** The one file of a form. Throws every part that the form does not take, too. */
async function ofForm(parts: AsyncIterable<Part>, take: Take): Promise<TakenFile> {
  const faults: Fault[] = [];
  let taken: TakenFile | null = null;
  for await (const part of parts) {
    if (part.kind === 'file') taken = await take({ fileName: part.fileName, bytes: part.stream, pointer: '/file' });
    else
      faults.push({
        pointer: pointerTo(part.name.slice(0, 100)),
        code: 'additionalProperties',
        detail: 'This form takes one file and nothing else.',
      });
  }
  if (!taken) faults.push({ pointer: '/file', code: 'no-file', detail: 'Send one file.' });
  if (faults.length > 0 || !taken) throw invalid(faults);
  return taken;
}
