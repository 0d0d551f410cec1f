/** One file of all pages, kept in their place; and one of those that are there, for who reads it now. */
import type { Database, OrganizationAccess, Transaction } from '@dossier/sdk';
import { tooLarge } from '@dossier/core/platform/files/contract';
import type { FileRecords, ReceivedFile } from '@dossier/core/platform/files/contract';
import type { PatentTables } from '../entities.ts';
import { parseNumber } from '../numbers/parse.ts';
import { spoken } from '../numbers/words.ts';
import { takeBack } from './keeping.ts';
import type { Bookmark } from './merge.ts';
import { inOnePiece } from './one-page.ts';
import { pagesOf } from './page-rows.ts';
import type { StoredPage } from './page-rows.ts';
import { countBytes, documentOf } from './rows.ts';
import type { StoredDocument } from './rows.ts';
import { openThread, UnreadablePage } from './thread.ts';
import type { PdfThread } from './thread.ts';

/** Bytes of a merged file; the longest documents have a fifth of it. */
const MOST = 256 * 1024 * 1024;

export interface Merging {
  /**
   * Merges and keeps what has all its pages; a page that cannot be taken is named then, and the others stay. False when
   * nothing has changed: one is missing, or it was done before.
   */
  whole(access: OrganizationAccess, documentId: string, thread: PdfThread): Promise<boolean>;
  /** What is there, with a sheet for each page that is not. It is not kept. */
  partial(access: OrganizationAccess, document: StoredDocument, pages: readonly StoredPage[]): Promise<Uint8Array>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly records: FileRecords;
  /** Of the patent whose document it is. */
  readonly bookmarks: (access: OrganizationAccess, document: StoredDocument) => Promise<readonly Bookmark[]>;
  readonly makeRoom: (access: OrganizationAccess, documentId: string) => Promise<void>;
}

export function createMerging({ database, records, bookmarks, makeRoom }: Deps): Merging {
  /** One partial file is made at a time: each is held in memory. */
  let before: Promise<unknown> = Promise.resolve();

  const bytesOf = async (access: OrganizationAccess, fileId: string, name: string): Promise<Uint8Array> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await records.read(access, fileId, { name })) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  const merged = async (
    access: OrganizationAccess,
    thread: PdfThread,
    document: StoredDocument,
    pages: readonly StoredPage[],
  ): Promise<Uint8Array> => {
    const name = nameOf(document);
    let size = 0;
    for (const { page, fileId } of pages) {
      if (fileId === null) {
        const lines = [`Page ${page} of ${document.pages} is missing.`, `${name}: not the whole document.`];
        await thread.gap({ lines });
        continue;
      }
      const bytes = await bytesOf(access, fileId, `Page ${page} of ${name}`);
      size += bytes.length;
      if (size > MOST) throw tooLarge(MOST);
      await thread.add(bytes).catch((error: unknown) => {
        throw error instanceof UnreadablePage ? new InDoubt(page) : error;
      });
    }
    const there = pages.filter(({ fileId }) => fileId !== null).length;
    const title = there === document.pages ? name : `${name} (${there} of ${document.pages} pages)`;
    const file = await thread.end({ title, bookmarks: await bookmarks(access, document) });
    if (file.pages !== document.pages)
      throw new Error(`The file of ${name} has ${file.pages} pages, and the document ${document.pages}.`);
    return file.bytes;
  };

  return {
    async whole(access, documentId, thread) {
      const { organization } = access;
      const { document, pages } = await database.read(access, async (tx) => ({
        document: await documentOf(tx, organization, documentId),
        pages: await pagesOf(tx, organization, documentId),
      }));
      if (!document || document.fileId !== null || !areAllThere(document, pages)) return false;
      let bytes: Uint8Array;
      try {
        bytes = await merged(access, thread, document, pages);
      } catch (error) {
        if (!(error instanceof InDoubt)) throw error;
        const wrong = pages.filter(({ page }) => page === error.page);
        await database.write(access, (tx) =>
          takeBack(tx, records, access, { documentId, pages: wrong, trouble: 'broken' }),
        );
        return true;
      }
      const file = await records.receive(access, inOnePiece(bytes), { limit: MOST });
      let isKept = false;
      try {
        isKept = await database.write(access, (tx) => keepWhole(tx, records, access, { documentId, pages, file }));
      } finally {
        if (!isKept) await records.giveUp(access, file);
      }
      if (isKept) await makeRoom(access, documentId);
      return isKept;
    },

    partial: (access, document, pages) => {
      const made = before.then(async () => {
        const thread = openThread();
        try {
          return await merged(access, thread, document, pages);
        } finally {
          await thread.close();
        }
      });
      before = made.catch(() => undefined);
      return made;
    },
  };
}

/** A page that was there cannot be taken. */
class InDoubt extends Error {
  override readonly name = 'InDoubt';
  readonly page: number;
  constructor(page: number) {
    super(`Page ${page} of a document cannot be merged.`);
    this.page = page;
  }
}

/** In the place of its pages. False when another run was quicker, or a page was asked for anew meanwhile. */
async function keepWhole(
  tx: Transaction,
  records: Pick<FileRecords, 'keep' | 'discard'>,
  access: OrganizationAccess,
  o: { readonly documentId: string; readonly pages: readonly StoredPage[]; readonly file: ReceivedFile },
): Promise<boolean> {
  const { organization } = access;
  const now = await documentOf(tx, organization, o.documentId, { locked: true });
  const still = await pagesOf(tx, organization, o.documentId);
  if (!now || now.fileId !== null || !sameFiles(o.pages, still)) return false;
  await records.keep(access, o.file, { contentType: 'application/pdf', from: 'here' });
  await tx
    .sql<PatentTables>()
    .updateTable('patent_document')
    .set({ fileId: o.file.id })
    .where('organizationId', '=', organization)
    .where('id', '=', o.documentId)
    .execute();
  await tx
    .sql<PatentTables>()
    .updateTable('patent_page')
    .set({ fileId: null })
    .where('organizationId', '=', organization)
    .where('documentId', '=', o.documentId)
    .execute();
  for (const { fileId } of still) if (fileId !== null) await records.discard(access, fileId);
  await countBytes(tx, organization, o.documentId);
  return true;
}

const areAllThere = (document: StoredDocument, pages: readonly StoredPage[]): boolean =>
  pages.length === document.pages && pages.every(({ state, fileId }) => state === 'there' && fileId !== null);

/** None of them was asked for anew meanwhile. */
const sameFiles = (before: readonly StoredPage[], now: readonly StoredPage[]): boolean =>
  before.length === now.length && before.every(({ fileId }, at) => fileId === now[at]?.fileId);

/** As people write it. */
export function nameOf({ docdb }: Pick<StoredDocument, 'docdb'>): string {
  const parsed = parseNumber(docdb);
  return parsed.ok ? spoken(parsed.number) : docdb;
}
