/** Comments that are there already are found by their words, page by page, those that were removed by none. */
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
  CommentTermEntity,
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
const audience = { column: 'kind', open: ['external'] };
const entities = [CommentEntity, CommentRevisionEntity, CommentMentionEntity, CommentFileEntity, CommentMarkEntity];
const tables = entities.map((entity) => tenantTable(entity, { audience }));
const place = migrations.findIndex(({ id }) => id === '0005-terms');
const before: PluginData = { id: 'comments', tables, migrations: migrations.slice(0, place) };
const now: PluginData = {
  id: 'comments',
  tables: [...tables, tenantTable(CommentTermEntity, { audience })],
  migrations: migrations.slice(0, place + 1),
};

/** More than a page of the migration. */
const MANY = 1_100;

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: [others, before] });
  const [organization, workspace, application, officer] = [newId(), newId(), newId(), newId()];
  await old.asOwner(async (owner) => {
    for (const name of ['workspace', 'application', 'comment'])
      await owner.run(`alter table "${name}" no force row level security`);
    await owner.run('insert into "workspace" values ($1, $2)', [organization, workspace]);
    await owner.run('insert into "application" values ($1, $2)', [organization, application]);
    await owner.run(
      `insert into "comment" ("organizationId", "id", "applicationId", "workspaceId", "kind", "text", "byKind", "byId", "byName", "byStaff", "turn", "at", "removedAt", "version")
       select $1::uuid, gen_random_uuid(), $2::uuid, $3::uuid, case when n % 2 = 0 then 'internal' else 'external' end,
         case when n % 10 = 0 then '' else 'It''s Zoë''s \\ number' || n end, 'user', $4, 'Somebody', true, gen_random_uuid(), now(), case when n % 10 = 0 then now() end, 1
       from generate_series(1, $5::int) n`,
      [organization, application, workspace, officer, MANY],
    );
    for (const name of ['workspace', 'application', 'comment'])
      await owner.run(`alter table "${name}" force row level security`);
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, { ...place, plugins: [others, now] });
  const found = (who: 'staff' | 'client', term: string) =>
    next.database.read({ organization, audience: who }, async (tx) =>
      (
        await tx
          .sql<CommentTables>()
          .selectFrom('comment_term')
          .select('kind')
          .where('term', '=', term)
          .where('applicationId', '=', application)
          .execute()
      ).map(({ kind }) => kind),
    );
  t.strictSame(await found('staff', 'number1'), ['external']);
  t.strictSame(await found('staff', `number${MANY - 2}`), ['internal']);
  t.strictSame(await found('client', `number${MANY - 2}`), [], 'the wall stands for the words, too');
  t.equal((await found('staff', 'zoes')).length, MANY * 0.9);
  t.equal((await found('client', 'zoes')).length, MANY * 0.5);
});
