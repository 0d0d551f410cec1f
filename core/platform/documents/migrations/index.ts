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

export const migrations: readonly Migration[] = [documents];
