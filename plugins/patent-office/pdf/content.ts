/** The file of a document, as it is read: the merged one, or what is there. */
import { conflict, notFound } from '@dossier/sdk';
import type { Database, OrganizationAccess } from '@dossier/sdk';
import type { FileRecords, FileTables } from '@dossier/core/platform/files/contract';
import type { PatentDocuments } from './documents.ts';
import type { Merging } from './merging.ts';
import { nameOf } from './merging.ts';
import { inOnePiece } from './one-page.ts';

export interface DocumentFile {
  readonly fileName: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly size: number;
  /** Numbers of the pages for which a sheet stands that says so; empty of the whole document. */
  readonly missing: readonly number[];
}

/** 404 for what nobody has asked for, 409 while no page is there, 410 when the file is no longer kept. */
export type ReadDocument = (access: OrganizationAccess, number: string) => Promise<DocumentFile>;

export function contentOf(o: {
  readonly database: Pick<Database, 'read'>;
  readonly records: Pick<FileRecords, 'read'>;
  readonly documents: Pick<PatentDocuments, 'opened'>;
  readonly merging: Pick<Merging, 'partial'>;
}): ReadDocument {
  const kept = async (access: OrganizationAccess, number: string): Promise<DocumentFile | null> => {
    const opened = await o.documents.opened(access, number);
    if (!opened) throw notFound();
    const { document } = opened;
    if (document.fileId === null) return null;
    const name = nameOf(document);
    const size = await sizeOf(o.database, access, document.fileId);
    const bytes = await o.records.read(access, document.fileId, { name });
    return { fileName: `${document.docdb}.pdf`, bytes, size, missing: [] };
  };

  const partial = async (access: OrganizationAccess, number: string): Promise<DocumentFile> => {
    const opened = await o.documents.opened(access, number);
    if (!opened) throw notFound();
    const { document, pages } = opened;
    const missing = pages.filter(({ fileId }) => fileId === null).map(({ page }) => page);
    if (missing.length === document.pages)
      throw conflict('no-pages', 'No page of this document is there yet. Ask for them first.');
    const bytes = await o.merging.partial(access, document, pages);
    return {
      fileName: `${document.docdb} (not all pages).pdf`,
      bytes: inOnePiece(bytes),
      size: bytes.length,
      missing,
    };
  };

  return async (access, number) => {
    const whole = await kept(access, number);
    if (whole) return whole;
    try {
      return await partial(access, number);
    } catch (error) {
      // It may have become whole meanwhile, and its pages are gone then.
      const now = await kept(access, number);
      if (now) return now;
      throw error;
    }
  };
}

export async function sizeOf(
  database: Pick<Database, 'read'>,
  access: OrganizationAccess,
  fileId: string,
): Promise<number> {
  const row = await database.read(access, (tx) =>
    tx
      .sql<FileTables>()
      .selectFrom('file')
      .select('size')
      .where('organizationId', '=', access.organization)
      .where('id', '=', fileId)
      .executeTakeFirst(),
  );
  return row?.size ?? 0;
}
