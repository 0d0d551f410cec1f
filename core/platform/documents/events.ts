import type { Emits, WorkspaceAccess } from '@dossier/sdk';
import { scanStateOf } from '../files/contract.ts';
import {
  documentRead,
  documentReviewed,
  documentScanned,
  documentShared,
  documentUploaded,
  documentWithdrawn,
  staffDocumentReviewed,
  staffDocumentScanned,
  staffDocumentUploaded,
} from './contract.ts';
import type { DocumentRow } from './entities.ts';

/** All events of documents. */
export type DocumentEvent =
  | typeof documentUploaded
  | typeof documentReviewed
  | typeof staffDocumentUploaded
  | typeof staffDocumentReviewed
  | typeof documentShared
  | typeof documentWithdrawn
  | typeof documentScanned
  | typeof staffDocumentScanned
  | typeof documentRead;

/**
 * Tells the trail, and who follows the application, what became of a document. `clients`, the users among the
 * applicants, get nothing of one for staff only.
 */
export interface DocumentEvents {
  uploaded(access: WorkspaceAccess, row: DocumentRow, clients: string[]): void;
  /** It was shown to the client, or taken back. */
  moved(access: WorkspaceAccess, before: DocumentRow, after: DocumentRow, clients: string[]): void;
  reviewed(access: WorkspaceAccess, before: DocumentRow, after: DocumentRow, clients: string[]): void;
  /** How its file stands with the scanners. */
  scanned(access: WorkspaceAccess, row: DocumentRow, clients: string[]): void;
  read(access: WorkspaceAccess, row: DocumentRow): void;
}

/** Tells it by this log. */
export const documentEvents = (log: Emits<DocumentEvent>): DocumentEvents => ({
  uploaded(access, row, clients) {
    const { id: documentId, fileName, requirementKey, reviewStatus, audience } = row;
    const change = {
      ...about(row),
      after: { document: documentId, fileName, requirementKey, reviewStatus, audience },
    };
    if (row.audience === 'staff') log.emit(staffDocumentUploaded, access, change, { documentId, fileName, audience });
    else log.emit(documentUploaded, access, change, { documentId, fileName, audience, clients });
  },
  moved(access, before, { id: documentId, fileName, audience }, clients) {
    const change = {
      ...about(before),
      before: { document: documentId, audience: before.audience },
      after: { document: documentId, fileName, audience },
    };
    log.emit(audience === 'client' ? documentShared : documentWithdrawn, access, change, {
      documentId,
      fileName,
      audience,
      clients,
    });
  },
  reviewed(access, before, after, clients) {
    const { id: documentId, fileName, requirementKey, reviewStatus, reason } = after;
    const change = {
      ...about(before),
      before: { document: documentId, reviewStatus: before.reviewStatus, reason: before.reason },
      after: { document: documentId, fileName, requirementKey, reviewStatus, reason },
    };
    if (after.audience === 'staff') log.emit(staffDocumentReviewed, access, change, { documentId, reviewStatus });
    else log.emit(documentReviewed, access, change, { documentId, reviewStatus, clients });
  },
  scanned(access, row, clients) {
    const { id: documentId, fileName, audience } = row;
    const scan = scanStateOf(row.scan);
    const change = { ...about(row), after: { document: documentId, fileName, scan } };
    if (audience === 'staff') log.emit(staffDocumentScanned, access, change, { documentId, fileName, audience, scan });
    else log.emit(documentScanned, access, change, { documentId, fileName, audience, scan, clients });
  },
  read(access, row) {
    const { id: documentId, fileName } = row;
    log.emit(
      documentRead,
      access,
      { ...about(row), after: { document: documentId, fileName } },
      { documentId, fileName },
    );
  },
});

const about = ({ applicationId, workspaceId }: DocumentRow) => ({
  subject: { type: 'application', id: applicationId },
  workspace: workspaceId,
});
