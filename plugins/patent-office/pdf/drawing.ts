/** The drawing of the first page, as the office cuts it out: asked for once, and kept. */
import { conflict, notFound, Problem } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, OrganizationId } from '@dossier/sdk';
import type { FileRecords, Files, ReceivedFile } from '@dossier/core/platform/files/contract';
import type { Asking } from '../asking.ts';
import type { PatentTables } from '../entities.ts';
import { notSetUp, problemOf } from '../problems.ts';
import type { OfficeClient } from '../service/client.ts';
import { OfficeError } from '../service/errors.ts';
import { sizeOf } from './content.ts';
import type { ImageParts } from './images.ts';
import { publicationOf } from './inquiry.ts';
import { inOnePiece } from './one-page.ts';
import type { UseNoter } from './room.ts';
import { countBytes, documentAt, noteDocument } from './rows.ts';

/** Bytes of a picture. */
const MOST = 8 * 1024 * 1024;

export interface Drawings {
  /** Asks for it where it is not kept: 1 credit, and one more where nobody knows what there is. 409 `no-drawing`. */
  ask(access: OrganizationAccess, number: string): Promise<void>;
  /** As PNG. 404 where it is not there. */
  read(
    access: OrganizationAccess,
    number: string,
  ): Promise<{ readonly bytes: AsyncIterable<Uint8Array>; readonly size: number }>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly asking: Pick<Asking, 'shared'>;
  readonly images: ImageParts;
  readonly files: Pick<Files, 'look'>;
  readonly records: FileRecords;
  readonly office: (organization: OrganizationId) => Promise<OfficeClient | null>;
  readonly noteUse: UseNoter;
  readonly makeRoom: (access: OrganizationAccess, documentId: string) => Promise<void>;
}

export function createDrawings(o: Deps): Drawings {
  const { database, clock, images, records } = o;
  const kept = (access: OrganizationAccess, link: string) =>
    database.read(access, async (tx) => {
      const document = await documentAt(tx, access.organization, link);
      return document && document.fileId !== null ? { id: document.id, fileId: document.fileId } : null;
    });

  /** What it calls a picture is looked through as an upload is: it is shown as it came. */
  const received = async (access: OrganizationAccess, bytes: Uint8Array): Promise<ReceivedFile> => {
    const types: string[] = [];
    const looked = o.files.look(inOnePiece(bytes), {
      fileName: '',
      pointer: '',
      judge: () => undefined,
      found: ({ type }) => void types.push(type),
    });
    const file = await records.receive(access, looked, { limit: MOST }).catch((error: unknown) => {
      const isRefused = Problem.is(error) && [413, 415, 422].includes(error.status);
      throw isRefused ? new OfficeError('unreadable', { code: 'drawing' }) : error;
    });
    if (types.includes('image/png')) return file;
    await records.giveUp(access, file);
    throw new OfficeError('unreadable', { code: 'drawing' });
  };

  return {
    async ask(access, text) {
      const number = publicationOf(text);
      const { organization } = access;
      const known = await database.read(access, (tx) => images.kept(tx, organization, number));
      if (known?.clipping && (await kept(access, known.clipping.link))) return;
      const client = await o.office(organization);
      if (!client) throw notSetUp();
      const come: ReceivedFile[] = [];
      try {
        const { clipping, patentId } = (await images.asked(access, number, client)).there;
        if (!clipping?.formats.includes('image/png')) throw noDrawing();
        const { link, pages } = clipping;
        const { there: document } = await o.asking.shared(access, {
          key: `drawing ${link}`,
          purchase: { what: 'drawing', about: text, credits: 1 },
          kept: () => kept(access, link),
          client,
          call: async (asked) => {
            const file = await received(access, await asked.page(link, 1, 'png'));
            come.push(file);
            return file;
          },
          keep: async (tx, file) => {
            const id = await noteDocument(tx, clock, { organization, patentId, link, pages, by: access.actor });
            const first = await tx
              .sql<PatentTables>()
              .updateTable('patent_document')
              .set({ fileId: file.id })
              .where('organizationId', '=', organization)
              .where('id', '=', id)
              .where('fileId', 'is', null)
              .returning('id')
              .executeTakeFirst();
            if (!first) return 0;
            await records.keep(access, file, { contentType: 'image/png', from: 'here' });
            await countBytes(tx, organization, id);
            return 1;
          },
        });
        await o.makeRoom(access, document.id);
      } catch (error) {
        throw error instanceof OfficeError && error.reason === 'not-found' ? noDrawing() : problemOf(error);
      } finally {
        for (const file of come) await records.giveUp(access, file);
      }
    },

    async read(access, text) {
      const number = publicationOf(text);
      const { organization } = access;
      const known = await database.read(access, (tx) => images.kept(tx, organization, number));
      const document = known?.clipping ? await kept(access, known.clipping.link) : null;
      if (!document) throw notFound();
      await o.noteUse(access, document.id);
      const bytes = await records.read(access, document.fileId, { name: 'The drawing' });
      return { bytes, size: await sizeOf(database, access, document.fileId) };
    },
  };
}

const noDrawing = () =>
  conflict('no-drawing', 'The patent office has no drawing of the first page of this publication.');
