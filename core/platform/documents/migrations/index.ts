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

/**
 * Who a document is for. Of those that are there, what a client or a key sent, and what was asked for, stays as it is;
 * what staff added in addition to that is for staff from now on: it was shown to clients because nothing asked. A
 * client is an applicant, or the maker of an application that no STAFF workspace handles.
 */
const audience: Migration = {
  id: '0003-audience',
  async up(run) {
    await run(
      `alter table "document" add column "audience" text not null default 'client' check ("audience" in ('staff', 'client'))`,
    );
    // Whose application it is stands in tables of other modules, whose rows are hidden from who migrates.
    await run(`do $$
      declare
        walled text[] := array(select relname::text from pg_class
          where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname in ('applicant', 'application', 'workspace'));
        name text;
      begin
        foreach name in array walled loop execute format('alter table %I no force row level security', name); end loop;
        update "document" as d set "audience" = 'staff'
        where d."uploadedByKind" <> 'key' and d."requirementKey" is null
        and not exists (select 1 from "applicant" c
          where c."organizationId" = d."organizationId" and c."applicationId" = d."applicationId" and c."userId"::text = d."uploadedById")
        and not exists (select 1 from "application" a join "workspace" w on w."organizationId" = a."organizationId" and w."id" = a."workspaceId"
          where a."organizationId" = d."organizationId" and a."id" = d."applicationId"
          and a."sourceKind" = 'user' and a."sourceId" = d."uploadedById" and w."type" <> 'STAFF');
        foreach name in array walled loop execute format('alter table %I force row level security', name); end loop;
      end $$`);
    await run('alter table "document" alter column "audience" drop default');
  },
};

/**
 * As what somebody sent a file. Nullable and without a default, so that the table is neither read nor written anew, and
 * nodes of the version before go on.
 */
const sender: Migration = {
  id: '0004-sender',
  up: async (run) => void (await run('alter table "document" add column "bySender" text')),
};

/**
 * Where the bytes are stands in the records of files from now on, which that module has made: one for each content,
 * which documents of the same content share. A document says what it replaces.
 */
const fileRecords: Migration = {
  id: '0005-file-records',
  async up(run) {
    await run('alter table "document" add column "fileId" uuid, add column "replaces" uuid');
    // The rows of another module are hidden from who migrates.
    await run(`do $$
      declare
        walled boolean := (select relforcerowsecurity from pg_class
          where relnamespace = 'public'::regnamespace and relname = 'file');
      begin
        if walled then alter table "file" no force row level security; end if;
        update "document" as d set "fileId" = f."id" from "file" f
        where f."organizationId" = d."organizationId" and f."store" = 'disk' and f."key" = d."blobKey";
        if walled then alter table "file" force row level security; end if;
      end $$`);
    await run(`alter table "document" alter column "fileId" set not null,
      add foreign key ("organizationId", "fileId") references "file" ("organizationId", "id"),
      add foreign key ("organizationId", "replaces") references "document" ("organizationId", "id"),
      drop column "contentType", drop column "size", drop column "sha256", drop column "blobKey"`);
    await run('create index "document_file" on "document" ("organizationId", "fileId")');
    await run('create index "document_replaced" on "document" ("organizationId", "replaces")');
  },
};

/**
 * Words by which documents are found, met by their beginning. Of names that are there already, small letters will do:
 * what they have of accents is found when the document is replaced.
 */
const terms: Migration = {
  id: '0006-terms',
  async up(run) {
    await run(`create table "document_term" (
      "organizationId" uuid not null,
      "documentId" uuid not null,
      "term" text collate "C" not null,
      "audience" text not null check ("audience" in ('staff', 'client')),
      "workspaceId" uuid not null,
      primary key ("organizationId", "documentId", "term"),
      foreign key ("organizationId", "documentId") references "document" ("organizationId", "id")
    )`);
    await run(`insert into "document_term" ("organizationId", "documentId", "term", "audience", "workspaceId")
      select distinct d."organizationId", d."id", left(word, 64), d."audience", d."workspaceId"
      from "document" d cross join lateral regexp_split_to_table(lower(d."fileName"), '[^[:alnum:]]+') as word
      where word <> ''`);
    await run(
      'create index "document_search" on "document_term" ("organizationId", "audience", "workspaceId", "term", "documentId")',
    );
    await run('create index "document_newest" on "document" ("organizationId", "workspaceId", "id" desc)');
  },
};

export const migrations: readonly Migration[] = [documents, uploads, audience, sender, fileRecords, terms];
