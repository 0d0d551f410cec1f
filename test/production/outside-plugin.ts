/**
 * A plugin as others write it, with a table of its own. A test copies it into a folder outside of the project, where
 * its packages are those of the platform.
 */
import { defineEntity, EntityManager, p } from '@mikro-orm/core';
import { Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { Templates } from '@dossier/core/platform/templates/contract';
import { Database, definePlugin, inOrganization, newId, Problem, tenantTable, Type as TypeOfSdk } from '@dossier/sdk';
import type { TableOf } from '@dossier/sdk';

const Shelf = defineEntity({
  name: 'Shelf',
  tableName: 'outside_shelf',
  properties: { organizationId: p.uuid().primary(), id: p.uuid().primary(), name: p.text() },
});
interface Tables {
  readonly outside_shelf: TableOf<typeof Shelf>;
}
const Name = Type.Object({ name: Type.String({ maxLength: 100 }) });

const routes = {
  create: {
    method: 'POST',
    url: '/outside/shelves',
    body: Name,
    reply: Type.Object({ byEntity: Type.Integer(), byQuery: Type.Integer() }),
    gate: inOrganization(),
    summary: 'Keeps a shelf and counts all of them',
  },
  copies: {
    method: 'GET',
    url: '/outside/copies',
    reply: Type.Record(Type.String(), Type.Boolean()),
    gate: inOrganization(),
    summary: 'Whether what the platform hands over is of the packages that this file imports',
  },
} as const;

export default definePlugin({
  id: 'outside',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database, templates: Templates },
  tables: [tenantTable(Shelf)],
  migrations: [
    {
      id: '0001-shelves',
      async up(run: (statement: string) => Promise<unknown>) {
        await run(`create table "outside_shelf" (
          "organizationId" uuid not null, "id" uuid not null, "name" text not null,
          primary key ("organizationId", "id"))`);
      },
    },
  ],
  routes,
  setup({ database, templates }, plugin) {
    plugin.routes({
      create: ({ access, body }) =>
        database.write(access, async (tx) => {
          tx.em.create(Shelf, { organizationId: access.organization, id: newId(), name: body.name });
          await tx.em.flush();
          const counted = tx
            .sql<Tables>()
            .selectFrom('outside_shelf')
            .select(sql<string>`count(*)`.as('count'));
          const { count } = await counted.executeTakeFirstOrThrow();
          return { byEntity: await tx.em.count(Shelf, {}), byQuery: Number(count) };
        }),
      async copies({ access }) {
        const refusal: unknown = await templates.publish(access, newId()).catch((error: unknown) => error);
        return database.read(access, async (tx) => ({
          kysely: tx.sql() instanceof Kysely,
          'mikro-orm': tx.em instanceof EntityManager,
          typebox: TypeOfSdk === Type,
          sdk: refusal instanceof Problem,
        }));
      },
    });
  },
});
