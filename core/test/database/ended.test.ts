/** What was begun inside a transaction or an attempt and goes on after its end. */
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { newId } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import { scope } from '../../facilities/database/scope.ts';
import { onBothEngines } from './engines.ts';
import { Item, organizations } from './sample.ts';
import type { Tables } from './sample.ts';

const { a, b } = organizations;
const item = (name: string, organizationId = a) => ({
  organizationId,
  id: newId(),
  name,
  createdAt: '2026-11-20T10:00:00Z',
});
const insert = (tx: Transaction, name: string) => tx.sql<Tables>().insertInto('item').values(item(name));
const refused = { status: 'rejected', reason: { code: 'K_TRANSACTION_ENDED' } };

await onBothEngines(t, async (t, engine) => {
  const { database } = await engine.open(t, { pool: 1 });
  for (const id of [a, b])
    await database.write(id, (tx) => tx.sql<Tables>().insertInto('shop').values({ id, slug: id }).execute());
  const names = (organization = a) =>
    database.read(organization, async (tx) =>
      (await tx.sql<Tables>().selectFrom('item').select('name').orderBy('name').execute()).map((row) => row.name),
    );
  t.beforeEach(() =>
    Promise.all([a, b].map((id) => database.write(id, (tx) => tx.sql<Tables>().deleteFrom('item').execute()))),
  );

  /** Everything by which a statement can be sent. */
  const everyWay = (
    tx: Transaction,
    em: Transaction['em'],
    kysely: ReturnType<typeof tx.sql<Tables>>,
    name: string,
  ): readonly (() => Promise<unknown>)[] => [
    () => tx.execute(insert(tx, `${name} by execute`).compile()),
    () => tx.later(insert(tx, `${name} later`).compile()),
    () => insert(tx, `${name} by query`).execute(),
    () =>
      kysely
        .insertInto('item')
        .values(item(`${name} by a kept query builder`))
        .execute(),
    () =>
      kysely.executeQuery(
        kysely
          .insertInto('item')
          .values(item(`${name} by a compiled query`))
          .compile(),
      ),
    () => em.insert(Item, { organizationId: a, id: newId(), name: `${name} by an EntityManager` }),
    () => em.getConnection().execute(`delete from "item"`, [], 'run', em.getTransactionContext()),
  ];
  const all = (ways: readonly (() => Promise<unknown>)[]) => Promise.allSettled(ways.map(async (one) => one()));
  const codes = (settled: readonly PromiseSettledResult<unknown>[]) =>
    settled.map((one) =>
      one.status === 'rejected' ? ((one.reason as { code?: string }).code ?? String(one.reason)) : 'it was sent',
    );
  const ended = (settled: readonly PromiseSettledResult<unknown>[]) =>
    codes(settled).filter((code) => !['K_TRANSACTION_ENDED', 'K_QUERY_OUTSIDE_TRANSACTION'].includes(code));

  for (const entities of [false, true]) {
    await t.test(
      `what an undone attempt left running writes nothing into the transaction around it${entities ? ', with entities' : ''}`,
      async (t) => {
        await database.write(a, async (tx) => {
          if (entities) tx.em.create(Item, item('entity'));
          const given = Promise.withResolvers<void>();
          let left: Promise<readonly PromiseSettledResult<unknown>[]> | undefined;
          await t.rejects(
            database.attempt(async (inner) => {
              const [outer, own] = [
                everyWay(tx, tx.em, tx.sql<Tables>(), 'outer'),
                everyWay(inner, inner.em, inner.sql<Tables>(), 'inner'),
              ];
              left = given.promise.then(() => all([...outer, ...own]));
              throw new Error('given up');
            }),
            /given up/,
          );
          given.resolve();
          t.strictSame(ended(await left!), []);
          await insert(tx, 'kept').execute();
        });
        t.strictSame(await names(), entities ? ['entity', 'kept'] : ['kept']);
      },
    );

    await t.test(
      `what was kept of an attempt that has ended is refused to the code around it too${entities ? ', with entities' : ''}`,
      async (t) => {
        await database.write(a, async (tx) => {
          if (entities) tx.em.create(Item, item('entity'));
          const ways = await database.attempt(async (inner) => everyWay(inner, inner.em, inner.sql<Tables>(), 'kept'));
          t.strictSame(ended(await all(ways)), []);
        });
        t.strictSame(await names(), entities ? ['entity'] : []);
      },
    );
  }

  await t.test('a query that waits its turn when its attempt is undone is not sent', async (t) => {
    await database.write(a, async (tx) => {
      let left: Promise<unknown> | undefined;
      await t.rejects(
        database.attempt(async (inner) => {
          left = Promise.allSettled([
            insert(inner, 'sent').execute(),
            insert(inner, 'waiting').execute(),
            insert(tx, 'waiting outside').execute(),
          ]);
          throw new Error('given up');
        }),
        /given up/,
      );
      t.match(await left, [{ status: 'fulfilled' }, refused, refused]);
    });
    t.strictSame(await names(), []);
  });

  await t.test('nor is one on the connection of somebody else when its transaction has ended', async (t) => {
    let left: Promise<unknown> | undefined;
    await t.rejects(
      database.write(a, async (tx) => {
        left = Promise.allSettled([insert(tx, 'sent').execute(), insert(tx, 'waiting').execute()]);
        throw new Error('given up');
      }),
      /given up/,
    );
    await database.write(b, async (tx) => {
      await tx.sql<Tables>().insertInto('item').values(item('of b', b)).execute();
      t.match(await left, [{}, refused]);
    });
    t.strictSame([await names(), await names(b)], [[], ['of b']]);
  });

  await t.test('an attempt that outlives its transaction undoes nothing of the next one', async (t) => {
    const given = Promise.withResolvers<void>();
    let left: Promise<unknown> | undefined;
    await t.rejects(
      database.write(a, async () => {
        const begun = Promise.withResolvers<void>();
        left = database
          .attempt(async (inner) => {
            await insert(inner, 'undone').execute();
            begun.resolve();
            await given.promise;
            throw new Error('late');
          })
          .catch((error: unknown) => error);
        await begun.promise;
        throw new Error('given up');
      }),
      /given up/,
    );
    await database.write(b, (tx) =>
      database.attempt(async (inner) => {
        await inner.sql<Tables>().insertInto('item').values(item('of b', b)).execute();
        given.resolve();
        await left;
        await sql`select 1`.execute(tx.sql());
      }),
    );
    t.strictSame([await names(), await names(b)], [[], ['of b']]);
  });

  await t.test(
    'a transaction whose attempt still runs, or of which a statement failed that nobody waited for, is not kept',
    async (t) => {
      const given = Promise.withResolvers<void>();
      let left: Promise<unknown> | undefined;
      await t.rejects(
        database.write(a, async (tx) => {
          await insert(tx, 'before').execute();
          left = database.attempt(() => given.promise).catch((error: unknown) => error);
        }),
        { code: 'K_ATTEMPT_OPEN' },
      );
      given.resolve();
      await left;
      await t.rejects(
        database.write(a, async (tx) => {
          await insert(tx, 'before').execute();
          sql`select 1 / 0`.execute(tx.sql()).catch(() => undefined);
        }),
        { code: 'K_TRANSACTION_BROKEN' },
      );
      t.strictSame(await names(), []);
    },
  );

  await t.test('nor is one with an attempt that began as the transaction was to end', async (t) => {
    const failing = async (begun: () => void, given: Promise<void>): Promise<unknown> =>
      database
        .attempt(async (inner) => {
          await insert(inner, 'half').execute();
          begun();
          await given;
          throw new Error('given up');
        })
        .catch((error: unknown) => error);
    const [hooked, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let left: Promise<unknown> | undefined;
    // Begun by a hook, and by what was left running while hooks run.
    await t.rejects(
      database.write(a, async (tx) => {
        await insert(tx, 'outer').execute();
        scope.beforeCommit(() => {
          left = failing(hooked.resolve, given.promise);
          return hooked.promise;
        });
      }),
      { code: 'K_ATTEMPT_OPEN' },
    );
    given.resolve();
    await left;
    const [hook, inside, late] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    await t.rejects(
      database.write(a, async (tx) => {
        await insert(tx, 'outer').execute();
        scope.beforeCommit(() => {
          hook.resolve();
          return inside.promise;
        });
        left = hook.promise.then(() => failing(inside.resolve, late.promise));
      }),
      { code: 'K_ATTEMPT_OPEN' },
    );
    late.resolve();
    await left;
    t.strictSame(await names(), []);
  });

  await t.test(
    'what is added while the last of a transaction is sent is kept with it, and what comes later is refused',
    async (t) => {
      const flushed: string[] = [];
      const add = scope.buffer<string>(async (tx, items) => {
        flushed.push(...items);
        for (const one of items) await tx.later(insert(tx, one).compile());
      });
      for (let turns = 0; turns < 30; turns++) {
        const refusals: unknown[] = [];
        const before = flushed.length;
        await database.write(a, async () => {
          add('first');
          scope.beforeCommit(() => {
            void (async () => {
              for (let turn = 0; turn < turns; turn++) await null;
              add('second');
            })().catch((error: unknown) => refusals.push(error));
          });
        });
        const kept = flushed.length - before;
        t.equal(kept + refusals.length, 2, `${turns} turns later: ${kept === 2 ? 'kept' : 'refused'}`);
        t.match(
          refusals,
          refusals.map(() => ({ code: /K_TRANSACTION_ENDED|K_NO_TRANSACTION/ })),
        );
      }
      t.equal((await names()).length, flushed.length);
    },
  );
});
