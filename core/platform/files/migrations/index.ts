import type { Migration } from '@dossier/sdk';

/**
 * Records of files: which store has the bytes, under which key. `incoming` are on their way, `leaving` on their way
 * out; neither is seen by anybody but the sweep.
 */
const files: Migration = {
  id: '0001-files',
  async up(run) {
    await run(`create table "file" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "store" text not null,
      "key" text not null,
      "state" text not null check ("state" in ('incoming', 'kept', 'leaving')),
      "contentType" text,
      "size" integer,
      "sha256" text,
      "scan" text not null check ("scan" in ('exempt', 'unscanned', 'pending', 'clean', 'infected', 'failed')),
      "threat" text,
      "scannedAt" timestamptz,
      "createdAt" timestamptz not null,
      "workspaceId" uuid,
      primary key ("organizationId", "id"),
      unique ("organizationId", "store", "key"),
      check ("state" <> 'kept' or ("contentType" is not null and "size" is not null and "sha256" is not null))
    )`);
    await run(`create index "file_unsettled" on "file" ("createdAt") where "state" <> 'kept'`);
    await run(
      `create index "file_unscanned" on "file" ("createdAt") where "scan" in ('unscanned', 'pending', 'failed')`,
    );
  },
};

/**
 * Files that were there before they had records: documents, which shared contents by their digest, and results of
 * reports, whose first 37 bytes are a mark. A plugin changes its own tables alone, so the records are made here; the
 * modules refer to them in migrations of their own, which come after this. Rows of others are hidden from the one who
 * migrates.
 */
const takenOver: Migration = {
  id: '0002-taken-over',
  async up(run) {
    await run(`do $$
      declare
        columns text := '"organizationId", "id", "store", "key", "state", "contentType", "size", "sha256", "scan", "createdAt", "workspaceId"';
        present text[] := array(select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid
          where c.relnamespace = 'public'::regnamespace and c.relname in ('document', 'report_run')
          and a.attname = 'blobKey' and not a.attisdropped);
        walled text[] := array(select relname::text from pg_class
          where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname = any(present));
        name text;
      begin
        foreach name in array walled loop execute format('alter table %I no force row level security', name); end loop;
        if 'document' = any(present) then
          execute 'insert into "file" (' || columns || ')
            select distinct on ("organizationId", "blobKey") "organizationId", "id", ''disk'', "blobKey", ''kept'',
              "contentType", "size", "sha256", ''unscanned'', "createdAt", "workspaceId"
            from "document" order by "organizationId", "blobKey", "id"';
        end if;
        if 'report_run' = any(present) then
          execute 'insert into "file" (' || columns || ')
            select "organizationId", "id", ''disk'', "blobKey", ''kept'',
              coalesce("contentType", ''application/octet-stream''), coalesce("size", 0) + 37, "blobKey", ''exempt'', "createdAt", "workspaceId"
            from "report_run" where "blobKey" is not null';
        end if;
        foreach name in array walled loop execute format('alter table %I force row level security', name); end loop;
      end $$`);
  },
};

/**
 * Scanners in use, since a plugin that cannot be loaded says of itself nothing at all. Where files were judged before,
 * there was one; its name is written by the next start at which every plugin is there.
 */
const scannersInUse: Migration = {
  id: '0003-scanners-in-use',
  async up(run) {
    await run(`create table "file_scanner" ("id" text primary key)`);
    await run(`alter table "file" no force row level security`);
    await run(
      `insert into "file_scanner" ("id") select '?' where exists (select from "file" where "scan" in ('clean', 'infected'))`,
    );
    await run(`alter table "file" force row level security`);
  },
};

export const migrations: readonly Migration[] = [files, takenOver, scannersInUse];
