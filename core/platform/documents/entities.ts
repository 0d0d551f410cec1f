import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';
import type { FileTables, StoredScan } from '../files/contract.ts';
import type { Audience, ReviewStatus } from './contract.ts';

export const DocumentEntity = defineEntity({
  name: 'Document',
  tableName: 'document',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Where the application was submitted. */
    workspaceId: p.uuid(),
    applicationId: p.uuid(),
    fileName: p.text(),
    /** The record of its file, which says what it is and where its bytes are. */
    fileId: p.uuid(),
    /** The document of the same application that it was sent in the place of. */
    replaces: p.uuid().nullable(),
    requirementKey: p.text().nullable(),
    audience: p.text().$type<Audience>(),
    /**
     * Who a file of its sender is for unless they say otherwise: what a client sent stays theirs. Null where a version
     * that did not write it down took the file.
     */
    bySender: p.text().$type<Audience>().nullable(),
    reviewStatus: p.text().$type<ReviewStatus>(),
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
    /** Kind and id: `key:…`. */
    actor: p.text().primary(),
    key: p.text().primary(),
    contentHash: p.text(),
    documentIds: p.json<readonly string[]>(),
    at: p.datetime(),
  },
});

/** A word by the beginning of which a document is found. */
export const TermEntity = defineEntity({
  name: 'DocumentTerm',
  tableName: 'document_term',
  properties: {
    organizationId: p.uuid().primary(),
    documentId: p.uuid().primary(),
    term: p.text().primary(),
    audience: p.text().$type<Audience>(),
    workspaceId: p.uuid(),
  },
});

/** The tables as the query builder sees them. */
export interface DocumentTables extends FileTables {
  readonly document: TableOf<typeof DocumentEntity>;
  readonly document_upload: TableOf<typeof UploadKeyEntity>;
  readonly document_term: TableOf<typeof TermEntity>;
}

export type StoredDocument = DocumentTables['document'];

/** A document with what the record of its file says, and who may see the one that it replaces. */
export interface DocumentRow extends StoredDocument {
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly scan: StoredScan;
  /** Null where it replaces none. */
  readonly replacedAudience: Audience | null;
}
