import { defineEntity, p } from '@mikro-orm/core';
import type { ReviewStatus } from './contract.ts';

export const DocumentEntity = defineEntity({
  name: 'Document',
  tableName: 'document',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    applicationId: p.uuid(),
    fileName: p.text(),
    contentType: p.text(),
    size: p.integer(),
    sha256: p.text(),
    blobKey: p.text(),
    requirementKey: p.text().nullable(),
    reviewStatus: p.text(),
    reason: p.text().nullable(),
    reviewedBy: p.uuid().nullable(),
    reviewedAt: p.datetime().nullable(),
    uploadedByKind: p.text(),
    uploadedById: p.text(),
    uploadedByName: p.text(),
    createdAt: p.datetime(),
  },
});

/** An upload that was sent with an `Idempotency-Key`, and the documents it made. */
export const UploadKeyEntity = defineEntity({
  name: 'DocumentUpload',
  tableName: 'document_upload',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    actor: p.text().primary(),
    key: p.text().primary(),
    contentHash: p.text(),
    documentIds: p.json(),
    at: p.datetime(),
  },
});

/** The tables as the query builder sees them; times are text in and out. `workspaceId` is where the application was submitted. */
export interface DocumentTables {
  readonly document: DocumentRow;
  readonly document_upload: UploadKeyRow;
}

/** `actor` is kind and id: `key:…`. */
export interface UploadKeyRow {
  organizationId: string; applicationId: string; actor: string; key: string; contentHash: string; documentIds: string[]; at: string;
}

export interface DocumentRow {
  organizationId: string; id: string; workspaceId: string; applicationId: string;
  fileName: string; contentType: string; size: number; sha256: string; blobKey: string; requirementKey: string | null;
  reviewStatus: ReviewStatus; reason: string | null; reviewedBy: string | null; reviewedAt: string | null;
  uploadedByKind: string; uploadedById: string; uploadedByName: string; createdAt: string;
}
