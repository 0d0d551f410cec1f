/** Comments of before marks have their turn; who wrote one has read what came before it, as staff or as a client. */
import { defineEntity, p } from '@mikro-orm/core';
import { t } from '@dossier/core/testing/t';
import { newId, tenantTable } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';
import {
  CommentEntity,
  CommentFileEntity,
  CommentMarkEntity,
  CommentMentionEntity,
  CommentRevisionEntity,
} from '../../platform/comments/entities.ts';
import type { CommentTables } from '../../platform/comments/entities.ts';
import { migrations } from '../../platform/comments/migrations/index.ts';
import { onBothEngines } from './engines.ts';

const key = { organizationId: p.uuid().primary(), id: p.uuid().primary() };
const names = ['workspace', 'application', 'file'];
/** As much of the other modules' tables as comments refer to. */
const others: PluginData = {
  id: 'others',
  tables: names.map((tableName) => tenantTable(defineEntity({ name: tableName, tableName, properties: key }))),
  migrations: [
    {
      id: '0001',
      async up(run) {
        for (const name of names)
          await run(
            `create table "${name}" ("organizationId" uuid not null, "id" uuid not null, primary key ("organizationId", "id"))`,
          );
      },
    },
  ],
};
/** It was there then. */
const CommentReaderEntity = defineEntity({
  name: 'CommentReader',
  tableName: 'comment_reader',
  properties: { ...key, userId: p.uuid() },
});
const audience = { column: 'kind', open: ['external'] };
const present = [CommentEntity, CommentRevisionEntity, CommentMentionEntity, CommentFileEntity];
const tables = [...present.map((entity) => tenantTable(entity, { audience })), tenantTable(CommentReaderEntity)];
const before: PluginData = { id: 'comments', tables, migrations: migrations.slice(0, 1) };
const now: PluginData = {
  id: 'comments',
  tables: [...tables, tenantTable(CommentMarkEntity, { audience })],
  migrations: migrations.slice(0, 2),
};

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: [others, before] });
  const [organization, workspace, application, officer, client] = [newId(), newId(), newId(), newId(), newId()];
  const [asked, noted, answered, last] = [newId(), newId(), newId(), newId()];
  await old.asOwner(async (owner) => {
    for (const name of ['workspace', 'application', 'comment'])
      await owner.run(`alter table "${name}" no force row level security`);
    await owner.run('insert into "workspace" values ($1, $2)', [organization, workspace]);
    await owner.run('insert into "application" values ($1, $2)', [organization, application]);
    for (const [id, kind, byKind, by, byStaff] of [
      [asked, 'external', 'user', officer, true],
      [noted, 'internal', 'user', officer, true],
      [answered, 'external', 'user', client, false],
      [last, 'external', 'user', officer, true],
    ] as const)
      await owner.run(
        `insert into "comment" ("organizationId", "id", "applicationId", "workspaceId", "kind", "text", "byKind", "byId", "byName", "byStaff", "at", "version")
         values ($1, $2, $3, $4, $5, 'Hello', $6, $7, 'Somebody', $8, now(), 1)`,
        [organization, id, application, workspace, kind, byKind, by, byStaff],
      );
    for (const name of ['workspace', 'application', 'comment'])
      await owner.run(`alter table "${name}" force row level security`);
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, { ...place, plugins: [others, now] });
  const read = (who: 'staff' | 'client') =>
    next.database.read({ organization, audience: who }, async (tx) => ({
      turns: await tx.sql<CommentTables>().selectFrom('comment').select(['id', 'turn']).orderBy('id').execute(),
      marks: await tx
        .sql<CommentTables>()
        .selectFrom('comment_mark')
        .select(['userId', 'kind', 'byStaff', 'upTo'])
        .orderBy('kind')
        .orderBy('upTo')
        .execute(),
    }));
  const theirs = [
    { userId: client, kind: 'external', byStaff: false, upTo: answered },
    { userId: officer, kind: 'external', byStaff: true, upTo: last },
  ];
  t.strictSame(await read('staff'), {
    turns: [asked, noted, answered, last].map((id) => ({ id, turn: id })),
    marks: [...theirs, { userId: officer, kind: 'internal', byStaff: true, upTo: noted }],
  });
  t.strictSame((await read('client')).marks, theirs, 'the wall stands again');
  t.equal((await read('client')).turns.length, 3);
});
