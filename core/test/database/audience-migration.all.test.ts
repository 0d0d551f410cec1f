/** Who the documents of an older version are for, on a database whose owner is behind its walls too. */
import { defineEntity, p } from '@mikro-orm/core';
import { t } from '@dossier/core/testing/t';
import { newId, tenantTable } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';
import { onBothEngines } from './engines.ts';
import { DocumentEntity, UploadKeyEntity } from '../../platform/documents/entities.ts';
import type { DocumentTables } from '../../platform/documents/entities.ts';
import { migrations } from '../../platform/documents/migrations/index.ts';

const key = { organizationId: p.uuid().primary(), id: p.uuid().primary() };
const [Workspace, Application] = ['workspace', 'application'].map((tableName) =>
  defineEntity({ name: tableName, tableName, properties: key }),
);
const Applicant = defineEntity({
  name: 'applicant',
  tableName: 'applicant',
  properties: { organizationId: p.uuid().primary(), applicationId: p.uuid().primary(), userId: p.uuid().primary() },
});
/** As much of the other modules' tables as is asked. */
const others: PluginData = {
  id: 'others',
  tables: [tenantTable(Workspace!), tenantTable(Application!), tenantTable(Applicant)],
  migrations: [
    {
      id: '0001',
      async up(run) {
        await run(
          'create table "workspace" ("organizationId" uuid, "id" uuid, "type" text, primary key ("organizationId", "id"))',
        );
        await run(
          'create table "application" ("organizationId" uuid, "id" uuid, "workspaceId" uuid, "sourceKind" text, "sourceId" text, primary key ("organizationId", "id"))',
        );
        await run('create table "applicant" ("organizationId" uuid, "applicationId" uuid, "userId" uuid)');
      },
    },
  ],
};
const tables = [tenantTable(DocumentEntity), tenantTable(UploadKeyEntity, { jobsMay: ['select', 'delete'] })];
const before: PluginData = { id: 'documents', tables, migrations: migrations.slice(0, 2) };
/** Later ones need more of other modules. */
const now: PluginData = { id: 'documents', tables, migrations: migrations.slice(0, 4) };

await onBothEngines(t, async (t, engine) => {
  // Its owner is no superuser: row-level security holds for it too.
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: [others, before] });
  const [organization, staff, portal, client, officer, broker] = [newId(), newId(), newId(), newId(), newId(), newId()];
  const [loan, own] = [newId(), newId()];
  await old.asOwner(async (owner) => {
    for (const name of ['workspace', 'application', 'applicant', 'document'])
      await owner.run(`alter table "${name}" no force row level security`);
    await owner.run(`insert into "workspace" values ($1, $2, 'STAFF'), ($1, $3, 'CLIENT')`, [
      organization,
      staff,
      portal,
    ]);
    await owner.run(`insert into "application" values ($1, $2, $3, 'user', $4), ($1, $5, $6, 'user', $7)`, [
      organization,
      loan,
      staff,
      officer,
      own,
      portal,
      broker,
    ]);
    await owner.run('insert into "applicant" values ($1, $2, $3)', [organization, loan, client]);
    const papers: readonly (readonly [string, string, string, string, string | null])[] = [
      ['of the client', loan, 'user', client, null],
      ['of the partner', loan, 'key', newId(), null],
      ['asked for', loan, 'user', officer, 'income'],
      ['of an officer', loan, 'user', officer, null],
      ['of another officer', loan, 'user', newId(), null],
      ['of the maker', own, 'user', broker, null],
    ];
    for (const [fileName, application, kind, id, requirement] of papers) {
      await owner.run(
        `insert into "document" values ($1, $2, $3, $4, $5, 'text/plain', 1, '', '', $6, 'pending', null, null, null, $7, $8, '', now())`,
        [organization, newId(), application === loan ? staff : portal, application, fileName, requirement, kind, id],
      );
    }
    for (const name of ['workspace', 'application', 'applicant', 'document'])
      await owner.run(`alter table "${name}" force row level security`);
  });
  const place2 = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, { ...place2, plugins: [others, now] });
  const found = await next.database.read(organization, (tx) =>
    tx.sql<DocumentTables>().selectFrom('document').select(['fileName', 'audience']).execute(),
  );
  t.strictSame(Object.fromEntries(found.map(({ fileName, audience }) => [fileName, audience])), {
    'of the client': 'client',
    'of the partner': 'client',
    'asked for': 'client',
    'of an officer': 'staff',
    'of another officer': 'staff',
    'of the maker': 'client',
  });
  const forced = await next.asOwner((owner) =>
    owner.run(
      `select relname from pg_class where relname in ('workspace', 'application', 'applicant', 'document') and relforcerowsecurity`,
    ),
  );
  t.equal(forced.rows.length, 4, 'and every wall stands again');
});
