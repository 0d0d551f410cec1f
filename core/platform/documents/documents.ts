import type { Clock, Database, Emits, WorkspaceAccess } from '@dossier/sdk';
import type { Applications } from '../applications/contract.ts';
import type { FileRecords, Files } from '../files/contract.ts';
import type { Spelling } from '../search/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { CaseStore, Workflow } from '../workflow/contract.ts';
import { casesOf } from './cases.ts';
import type { UploadRule } from './contract.ts';
import type { DocumentService } from './service.ts';
import { faultsOfJson } from './faults.ts';
import { reading } from './reading.ts';
import { scanned } from './scanned.ts';
import { receiving } from './receiving.ts';
import { reviewing } from './reviewing.ts';
import { asStaff, storedRows } from './rows.ts';
import { asDocument } from './shown.ts';
import { documentEvents } from './events.ts';
import type { DocumentEvent } from './events.ts';
import { attaching } from './attaching.ts';
import { asDownload } from './download.ts';
import { uploading } from './uploading.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly records: FileRecords;
  readonly files: Files;
  readonly applications: Applications;
  readonly templates: Templates;
  readonly workflow: Workflow;
  readonly store: CaseStore;
  /** What others have to say of uploads in this place. */
  readonly rules: (access: WorkspaceAccess) => readonly UploadRule[];
  readonly spelling: Spelling;
  readonly log: Emits<DocumentEvent>;
  /** Largest file in bytes. */
  readonly limit: number;
}

/** Uploads, readers and reviews of documents, put together from a file with the rules of each. */
export function createDocuments({ store, log, files, ...deps }: Deps): DocumentService {
  const { database, limit } = deps;
  const rows = storedRows(database);
  const parts = {
    ...deps,
    rows,
    cases: casesOf(store),
    events: documentEvents(log),
    receive: receiving({ files, limit }),
  };
  const uploadOnce = uploading(parts);
  const change = reviewing(parts);
  return {
    ...reading(parts),
    ...attaching(parts),
    asDownload,
    of: async (organization, applicationId) => (await rows.of(asStaff(organization), [applicationId])).map(asDocument),
    ofCases: async (organization, ids) =>
      Map.groupBy((await rows.of(asStaff(organization), ids)).map(asDocument), ({ applicationId }) => applicationId),
    whereIs: async (organization, id) => (await rows.find(asStaff(organization), id)) ?? null,
    upload: async (access, applicationId, incoming) =>
      (await uploadOnce(access, applicationId, incoming, undefined)).documents,
    uploadOnce,
    faults: faultsOfJson(parts),
    scanned: scanned(parts),
    change,
    review: change,
  };
}
