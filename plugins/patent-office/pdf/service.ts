/** All that the plugin does with pages: wired in one place. */
import type { Clock, Database, JobRun, OrganizationAccess, OrganizationId } from '@dossier/sdk';
import type { FileRecords, Files } from '@dossier/core/platform/files/contract';
import type { Asking } from '../asking.ts';
import type { OfficeClient } from '../service/client.ts';
import { contentOf } from './content.ts';
import type { ReadDocument } from './content.ts';
import { createDocuments } from './documents.ts';
import type { PatentDocuments } from './documents.ts';
import { createDrawings } from './drawing.ts';
import type { Drawings } from './drawing.ts';
import { fetching } from './fetching.ts';
import type { DocumentJob, Progress } from './fetching.ts';
import { imageParts } from './images.ts';
import { publicationOf } from './inquiry.ts';
import { createMerging } from './merging.ts';
import { getPage } from './one-page.ts';
import { roomMaker, useNoter } from './room.ts';
import { sectionsOf } from './sections.ts';

export interface PdfService {
  readonly documents: PatentDocuments;
  readonly drawings: Drawings;
  readonly content: ReadDocument;
  /** Handler of the job {@link fetchDocument}. */
  readonly work: (run: JobRun<DocumentJob>) => Promise<void>;
}

export interface PdfDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly asking: Asking;
  readonly files: Pick<Files, 'look'>;
  readonly records: FileRecords;
  /** The client of an organization; null where it has set up no account. */
  readonly office: (organization: OrganizationId) => Promise<OfficeClient | null>;
  /** Bytes that an organization may keep of documents. */
  readonly limit: (organization: OrganizationId) => Promise<number>;
  /** Enqueues {@link fetchDocument} in the open transaction, once for each document, after so many seconds. */
  readonly enqueue: (access: OrganizationAccess, payload: DocumentJob, o: { after: number }) => Promise<void>;
  /** Sends the hint `documentChanged`. */
  readonly tell: (access: OrganizationAccess, progress: Progress) => void;
}

export function createPdf(deps: PdfDeps): PdfService {
  const { database, enqueue, limit } = deps;
  const images = imageParts(deps);
  const makeRoom = roomMaker({ ...deps, limit: ({ organization }) => limit(organization) });
  const noteUse = useNoter(deps);
  const merging = createMerging({
    ...deps,
    makeRoom,
    bookmarks: async (access, { docdb, pages }) => {
      const known = await database.read(access, (tx) => images.kept(tx, access.organization, publicationOf(docdb)));
      return sectionsOf(known?.full?.sections ?? {}, pages);
    },
  });
  const documents = createDocuments({
    ...deps,
    images,
    noteUse,
    enqueue: (access, payload) => enqueue(access, payload, { after: 0 }),
  });
  return {
    documents,
    drawings: createDrawings({ ...deps, images, noteUse, makeRoom }),
    content: contentOf({ ...deps, documents, merging }),
    work: fetching({ ...deps, merging, getPage: (access, wanted) => getPage(deps, access, wanted) }),
  };
}
