/** Files of comments: taken in by the rules of documents, and kept with the comment that their sender writes then. */
import { conflict, forbidden, invalid, newId, notFound, pointerTo } from '@dossier/sdk';
import type { Clock, Database, Fault, Part, WorkspaceAccess } from '@dossier/sdk';
import type { Documents, TakenFile } from '../documents/contract.ts';
import type { FileRecords } from '../files/contract.ts';
import { mostOfComment } from './contract.ts';
import type { CommentFile } from './contract.ts';
import type { CommentTables } from './entities.ts';
import type { CommentEvents } from './events.ts';
import type { Meeting } from './meeting.ts';
import { mayWrite } from './reading.ts';
import type { Reading } from './reading.ts';
import { filesOf, waitingFiles } from './rows.ts';
import { asFile } from './shown.ts';

/** A file in the JSON form of its upload. */
interface JsonFile {
  readonly fileName: string;
  readonly contentBase64: string;
}

/** Hours for which a file waits for its comment. */
const WAITING = 24;

export interface CommentFiles {
  /** Throws 413, 415 and 422 as an upload of documents does, and 409 `too-many-files`. */
  upload(access: WorkspaceAccess, applicationId: string, sent: AsyncIterable<Part> | JsonFile): Promise<CommentFile>;
  /** That staff was given it to read is an entry of the trail. Throws as `FileRecords.read` does: 403, 409, 410. */
  content(access: WorkspaceAccess, commentId: string, id: string): Promise<ReturnType<Documents['asDownload']>>;
  /** Takes away what waits for longer than a day, in all organizations. */
  sweep(): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly documents: Documents;
  readonly records: FileRecords;
  readonly meeting: Meeting;
  readonly reading: Reading;
  readonly events: CommentEvents;
  readonly system: (organization: string) => Promise<Parameters<FileRecords['discard']>[0]>;
}

export function commentFiles(deps: Deps): CommentFiles {
  const { database, clock, documents, records, meeting, reading, events, system } = deps;
  return {
    async upload(access, applicationId, sent) {
      const met = await meeting.meet(access, applicationId);
      const kind = met.as === 'staff' ? 'internal' : 'external';
      if (!mayWrite(access, met, kind)) throw forbidden('Your role does not include to write comments.');
      const taken =
        'contentBase64' in sent
          ? await documents.take(access, { ...sent, bytes: sent.contentBase64, pointer: '/contentBase64' })
          : await ofForm(sent, (file) => documents.take(access, file));
      let isKept = false;
      try {
        const file = await database.write(met.reader, async (tx) => {
          const of = { applicationId, byId: access.actor.id };
          if ((await waitingFiles(tx, access.organization, of)).length >= 2 * mostOfComment.files)
            throw conflict('too-many-files', 'Write the comment that your files are for first.');
          const { scan } = await records.keep(access, taken, { contentType: taken.contentType, from: 'outside' });
          const { fileName, contentType, size } = taken;
          const id = newId();
          await tx
            .sql<CommentTables>()
            .insertInto('comment_file')
            .values({
              ...{ organizationId: access.organization, id, ...of, commentId: null, kind },
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

    async content(access, commentId, id) {
      const { row, met } = await reading.seen(access, commentId);
      const reader = { ...met.reader, organization: access.organization };
      const all = await database.read(reader, (tx) => filesOf(tx, access.organization, [commentId]));
      const file = all.find((one) => one.id === id);
      if (!file) throw notFound();
      const bytes = await records.read(access, file.fileId, { name: file.fileName });
      const { organization, audience } = access;
      // Who only reads is noted as a reader all the same.
      if (met.as === 'staff')
        await database.write({ organization, audience }, async () => events.fileRead(access, row, file));
      return documents.asDownload(asFile(file), bytes);
    },

    async sweep() {
      const before = new Date(clock.time() - WAITING * 3_600_000).toISOString();
      const due = await database.lookUp((tx) =>
        tx
          .sql<CommentTables>()
          .selectFrom('comment_file')
          .select(['organizationId', 'id'])
          .where('commentId', 'is', null)
          .where('at', '<', before)
          .orderBy('id')
          .limit(1_000)
          .execute(),
      );
      for (const { organizationId, id } of due) {
        const access = await system(organizationId);
        await database.write(access, async (tx) => {
          const gone = await tx
            .sql<CommentTables>()
            .deleteFrom('comment_file')
            .where('organizationId', '=', organizationId)
            .where('id', '=', id)
            .where('commentId', 'is', null)
            .returning('fileId')
            .executeTakeFirst();
          if (gone) await records.discard(access, gone.fileId);
        });
      }
    },
  };
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
