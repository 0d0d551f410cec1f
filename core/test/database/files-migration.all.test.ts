/**
 * Documents and results of reports of an older version are given records of their files, on a database whose owner is
 * behind its walls too.
 */
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { t } from '@dossier/core/testing/t';
import { globalTable, newId, tenantTable } from '@dossier/sdk';
import type { Migration } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';
import { onBothEngines } from './engines.ts';
import { DocumentEntity, TermEntity, UploadKeyEntity } from '../../platform/documents/entities.ts';
import { migrations as ofDocuments } from '../../platform/documents/migrations/index.ts';
import { FileEntity, FileScannerEntity } from '../../platform/files/entities.ts';
import { migrations as ofFiles } from '../../platform/files/migrations/index.ts';

const key = { organizationId: p.uuid().primary(), id: p.uuid().primary() };
/** As much of the other modules' tables as migrations of documents ask. */
const others: PluginData = {
  id: 'others',
  tables: ['workspace', 'application', 'applicant', 'report_run'].map((tableName) =>
    tenantTable(defineEntity({ name: tableName, tableName, properties: key })),
  ),
  migrations: [
    {
      id: '0001',
      async up(run) {
        for (const name of ['workspace', 'application'])
          await run(
            `create table "${name}" ("organizationId" uuid, "id" uuid, "workspaceId" uuid, "sourceKind" text, "sourceId" text, "type" text, primary key ("organizationId", "id"))`,
          );
        await run(
          'create table "report_run" ("organizationId" uuid, "id" uuid, "workspaceId" uuid, "blobKey" text, "contentType" text, "size" integer, "createdAt" timestamptz)',
        );
        await run('create table "applicant" ("organizationId" uuid, "id" uuid, "applicationId" uuid, "userId" uuid)');
      },
    },
  ],
};
const tables = [tenantTable(DocumentEntity), tenantTable(UploadKeyEntity, { jobsMay: ['select', 'delete'] })];
const documents = (migrations: readonly Migration[], newer: PluginData['tables'] = []): PluginData => ({
  id: 'documents',
  tables: [...tables, ...newer],
  migrations,
});
const files: PluginData = {
  id: 'files',
  tables: [
    tenantTable(FileEntity, { jobsMay: ['select'] }),
    globalTable(FileScannerEntity, { why: 'Scanners serve the whole installation.', appMay: ['select'] }),
  ],
  migrations: ofFiles,
};
const walled = ['workspace', 'application', 'document', 'report_run'];

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: [others, documents(ofDocuments.slice(0, 4))] });
  const [north, south, workspace, application, run] = [newId(), newId(), newId(), newId(), newId()];
  const digest = 'a'.repeat(64);
  const papers: readonly (readonly [string, string, string, string, string])[] = [
    [north, 'contract.pdf', 'application/pdf', digest, 'staff'],
    [north, 'the same.pdf', 'application/pdf', digest, 'client'],
    [north, 'other.txt', 'text/plain', 'b'.repeat(64), 'client'],
    [south, 'theirs.pdf', 'application/pdf', digest, 'client'],
  ];
  await old.asOwner(async (owner) => {
    for (const name of walled) await owner.run(`alter table "${name}" no force row level security`);
    for (const organization of [north, south]) {
      await owner.run('insert into "workspace" ("organizationId", "id") values ($1, $2)', [organization, workspace]);
      await owner.run('insert into "application" ("organizationId", "id") values ($1, $2)', [
        organization,
        application,
      ]);
    }
    for (const [organization, fileName, contentType, sha256, audience] of papers)
      await owner.run(
        `insert into "document" ("organizationId", "id", "workspaceId", "applicationId", "fileName", "contentType", "size", "sha256", "blobKey", "reviewStatus", "uploadedByKind", "uploadedById", "uploadedByName", "createdAt", "audience")
         values ($1, $2, $3, $4, $5, $6, 12, $7, $7, 'pending', 'user', '1', 'Ada Okafor', now(), $8)`,
        [organization, newId(), workspace, application, fileName, contentType, sha256, audience],
      );
    await owner.run(
      `insert into "report_run" values ($1, $2, $3, $4, 'text/csv', 100, now()), ($1, $5, $3, null, null, null, now())`,
      [north, run, workspace, 'c'.repeat(64), newId()],
    );
    for (const name of walled) await owner.run(`alter table "${name}" force row level security`);
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, {
    ...place,
    plugins: [others, files, documents(ofDocuments, [tenantTable(TermEntity)])],
  });
  const found = async (organization: string) =>
    next.database.read({ organization, audience: 'staff' }, (tx) =>
      sql<
        Readonly<Record<string, unknown>>
      >`select d."fileName", d."audience", d."replaces", f."store", f."key", f."state", f."contentType", f."size", f."scan", d."fileId"
        from "document" d join "file" f on f."organizationId" = d."organizationId" and f."id" = d."fileId" order by d."fileName"`
        .execute(tx.sql())
        .then(({ rows }) => rows),
    );
  const kept = { store: 'disk', state: 'kept', size: 12, scan: 'unscanned', replaces: null };
  const ours = await found(north);
  t.match(ours, [
    { ...kept, fileName: 'contract.pdf', audience: 'staff', key: digest, contentType: 'application/pdf' },
    { ...kept, fileName: 'other.txt', audience: 'client', key: 'b'.repeat(64), contentType: 'text/plain' },
    { ...kept, fileName: 'the same.pdf', audience: 'client', key: digest, contentType: 'application/pdf' },
  ]);
  t.equal(ours[0]?.['fileId'], ours[2]?.['fileId'], 'contents that were kept once are one file');
  const theirs = await found(south);
  t.match(theirs, [{ ...kept, fileName: 'theirs.pdf', key: digest }]);
  t.not(theirs[0]?.['fileId'], ours[0]?.['fileId'], 'of each organization its own');
  const results = await next.database.read(north, (tx) =>
    tx.em.find(FileEntity, { organizationId: north, scan: 'exempt' }),
  );
  t.match(results, [
    { id: run, store: 'disk', key: 'c'.repeat(64), state: 'kept', contentType: 'text/csv', size: 137 },
  ]);
  const forced = await next.asOwner((owner) =>
    owner.run(
      `select relname from pg_class where relname in ('file', 'document', 'report_run') and relforcerowsecurity`,
    ),
  );
  t.equal(forced.rows.length, 3, 'and every wall stands again');
});
