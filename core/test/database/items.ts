/** Two organizations with items, emptied before each test: what tests of transactions and of streams write and read. */
import type { Test } from 'tap';
import { newId } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { OpenDatabase } from '../../facilities/database/index.ts';
import type { EngineUnderTest } from './engines.ts';
import { organizations } from './sample.ts';
import type { Tables } from './sample.ts';

const { a, b } = organizations;

interface Items {
  readonly db: OpenDatabase;
  add(tx: Transaction, name: string, organizationId?: OrganizationId): Promise<unknown>;
  /** In their order. */
  names(organization?: OrganizationId): Promise<readonly string[]>;
}

export async function openItems(t: Test, engine: EngineUnderTest): Promise<Items> {
  const db = await engine.open(t, { pool: 5 });
  const { database } = db;
  for (const id of [a, b])
    await database.write(id, (tx) => tx.sql<Tables>().insertInto('shop').values({ id, slug: id }).execute());
  t.beforeEach(() =>
    Promise.all([a, b].map((id) => database.write(id, (tx) => tx.sql<Tables>().deleteFrom('item').execute()))),
  );
  return {
    db,
    add: (tx, name, organizationId = a) =>
      tx
        .sql<Tables>()
        .insertInto('item')
        .values({ organizationId, id: newId(), name, createdAt: '2026-11-20T10:00:00Z' })
        .execute(),
    names: (organization = a) =>
      database.read(organization, async (tx) =>
        (await tx.sql<Tables>().selectFrom('item').select('name').orderBy('name').execute()).map((row) => row.name),
      ),
  };
}
