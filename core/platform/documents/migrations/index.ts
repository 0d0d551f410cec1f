import type { Migration } from '@dossier/sdk';

/** Documents of applications; their bytes are kept elsewhere, by content. */
const documents: Migration = {
  id: '0001-documents',
  async up(run) {
    await run(`create table "document" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "workspaceId" uuid not null,
      "applicationId" uuid not null,
      "fileName" text not null,
      "contentType" text not null,
      "size" integer not null check ("size" > 0),
      "sha256" text not null,
      "blobKey" text not null,
      "requirementKey" text,
      "reviewStatus" text not null check ("reviewStatus" in ('pending', 'approved', 'rejected')),
      "reason" text,
      "reviewedBy" uuid,
      "reviewedAt" timestamptz,
      "uploadedByKind" text not null,
      "uploadedById" text not null,
      "uploadedByName" text not null,
      "createdAt" timestamptz not null,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
    await run('create index "document_application" on "document" ("organizationId", "applicationId", "id")');
    await run('create index "document_blob" on "document" ("organizationId", "blobKey")');
  },
};

/** What an `Idempotency-Key` was used for, so that a repeated upload makes no second documents. */
const uploads: Migration = {
  id: '0002-uploads',
  async up(run) {
    await run(`create table "document_upload" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "actor" text not null,
      "key" text not null,
      "contentHash" text not null,
      "documentIds" jsonb not null,
      "at" timestamptz not null,
      primary key ("organizationId", "applicationId", "actor", "key"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
  },
};

export const migrations: readonly Migration[] = [documents, uploads];
