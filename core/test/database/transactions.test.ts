import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { newId } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import { onBothEngines } from './engines.ts';
import { openItems } from './items.ts';
import { Item, organizations } from './sample.ts';
import type { Tables } from './sample.ts';

const { a, b } = organizations;

await onBothEngines(t, async (t, engine) => {
  const { db, add, names } = await openItems(t, engine);
  const { database, scope } = db;

  await t.test('entities and queries share the transaction, and both see the other’s writes', async (t) => {
    await database.write(a, async (tx) => {
      tx.em.create(Item, { organizationId: a, id: newId(), name: 'entity' });
      await tx.em.flush();
      await add(tx, 'query');
      t.equal((await tx.em.find(Item, {})).length, 2);
    });
    t.strictSame(await names(), ['entity', 'query']);
  });

  const later = (tx: Transaction, name: string, organizationId = a) =>
    tx.later(
      tx
        .sql<Tables>()
        .insertInto('item')
        .values({ organizationId, id: newId(), name, createdAt: '2026-11-20T10:00:00Z' })
        .compile(),
    );

  await t.test('what is written later is there for the next query, and with the commit', async (t) => {
    await database.write(a, async (tx) => {
      await later(tx, 'first');
      await later(tx, 'second');
      t.equal((await tx.sql<Tables>().selectFrom('item').select('name').execute()).length, 2);
      await later(tx, 'third');
    });
    t.strictSame(await names(), ['first', 'second', 'third']);
  });

  await t.test('what fails after a commit undoes nothing and keeps nobody', async (t) => {
    const after: string[] = [];
    t.equal(
      await database.write(a, async (tx) => {
        await later(tx, 'committed');
        database.afterCommit(() => {
          throw new Error('no');
        });
        database.afterCommit(() => void after.push('next'));
        return 'done';
      }),
      'done',
    );
    t.strictSame(after, ['next']);
    t.ok((await names()).includes('committed'));
    await database.write(
      a,
      async (tx) => void (await tx.sql<Tables>().deleteFrom('item').where('name', '=', 'committed').execute()),
    );
  });

  await t.test(
    'what is written later in an attempt goes with it, sent or not; what was written before stays',
    async (t) => {
      await database.write(a, async (tx) => {
        await later(tx, 'before');
        await t.rejects(
          database.attempt(async (inner) => {
            await later(inner, 'unsent');
            throw new Error('no');
          }),
          { message: 'no' },
        );
        await later(tx, 'between');
        await t.rejects(
          database.attempt(async (inner) => {
            await later(inner, 'sent');
            await inner.sql<Tables>().selectFrom('item').selectAll().execute();
            await later(inner, 'after it');
            throw new Error('no');
          }),
          { message: 'no' },
        );
        await database.attempt((inner) => later(inner, 'kept'));
      });
      t.strictSame(await names(), ['before', 'between', 'kept']);
    },
  );

  await t.test(
    'what is written later cannot cross the tenant wall, and takes the rest of its transaction with it',
    async (t) => {
      await t.rejects(
        database.write(a, async (tx) => {
          await add(tx, 'mine');
          await later(tx, 'foreign', b);
        }),
        { code: '42501' },
      );
      t.strictSame(await names(), []);
      t.strictSame(await names(b), []);
    },
  );

  await t.test('what throws leaves nothing behind', async (t) => {
    await t.rejects(
      database.write(a, async (tx) => {
        await add(tx, 'gone');
        throw new Error('no');
      }),
      { message: 'no' },
    );
    t.strictSame(await names(), []);
  });

  await t.test('a nested write for the same organization joins, and is undone with the outer one', async (t) => {
    await t.rejects(
      database.write(a, async (tx) => {
        await database.write(a, async (inner) => {
          t.equal(inner, tx);
          await add(inner, 'inner');
        });
        t.equal(
          (await database.read(a, (inner) => inner.sql<Tables>().selectFrom('item').selectAll().execute())).length,
          1,
          'a nested read sees it',
        );
        throw new Error('no');
      }),
    );
    t.strictSame(await names(), []);
  });

  await t.test('another organization, a look-up, and a write inside a read are refused', async (t) => {
    await database.write(a, async () => {
      await t.rejects(
        database.write(b, async () => undefined),
        { code: 'K_OTHER_ORGANIZATION' },
      );
      await t.rejects(
        database.lookUp(async () => undefined),
        { code: 'K_OTHER_ORGANIZATION' },
      );
    });
    await database.read(a, async () => {
      await t.rejects(
        database.write(a, async () => undefined),
        { code: 'K_WRITE_INSIDE_READ' },
      );
    });
    await t.rejects(
      database.read(a, (tx) => add(tx, 'x')),
      { code: '25006' },
      'a read cannot write by SQL either',
    );
    await t.rejects(
      database.write(`${a}'; reset role; --`, async () => undefined),
      { code: 'K_NOT_AN_ORGANIZATION' },
    );
  });

  await t.test('a query outside of the open transaction throws at once instead of waiting', async (t) => {
    await database.write(a, async (tx) => {
      await t.rejects(tx.em.fork().find(Item, {}), { code: 'K_QUERY_OUTSIDE_TRANSACTION' }, 'a fork');
      await t.rejects(
        sql`select 1`.execute(tx.em.fork().getKysely()),
        { code: 'K_QUERY_OUTSIDE_TRANSACTION' },
        'its query builder',
      );
      await t.rejects(tx.em.fork().begin(), { code: 'K_QUERY_OUTSIDE_TRANSACTION' }, 'a second transaction');
      await t.rejects(
        tx.em.getConnection().execute('select 1'),
        { code: 'K_QUERY_OUTSIDE_TRANSACTION' },
        'the bare connection',
      );
      await t.resolves(sql`select 1`.execute(tx.sql()), 'the transaction itself still works');
    });
  });

  await t.test('a handle used after its transaction has ended throws', async (t) => {
    const kept = await database.write(a, async (tx) => ({ tx, kysely: tx.sql<Tables>() }));
    await t.rejects(async () => kept.kysely.selectFrom('item').selectAll().execute(), /committed/);
    await t.rejects(async () => kept.tx.sql<Tables>().selectFrom('item').selectAll().execute(), {
      code: 'K_QUERY_OUTSIDE_TRANSACTION',
    });
    await t.rejects(kept.tx.em.find(Item, {}), { code: 'K_QUERY_OUTSIDE_TRANSACTION' });
    await database.write(a, async () =>
      t.rejects(kept.tx.em.find(Item, {}), { code: 'K_QUERY_OUTSIDE_TRANSACTION' }, 'inside another one too'),
    );
  });

  await t.test('an attempt that throws undoes its own writes only, and the transaction goes on', async (t) => {
    const events: string[] = [];
    const note = scope.buffer<string>(async (_tx, items) => void events.push(...items));
    await database.write(a, async (tx) => {
      const kept = tx.em.create(Item, { organizationId: a, id: newId(), name: 'before' });
      note('before');
      await t.rejects(
        database.attempt(async (inner) => {
          inner.em.create(Item, { organizationId: a, id: newId(), name: 'undone' });
          note('undone');
          await inner.em.flush();
          await database.write(a, (joined) => add(joined, 'undone too'));
          await sql`select 1/0`.execute(inner.sql());
        }),
        { code: '22012' },
      );
      await database.attempt(async (inner) => {
        const same = await inner.em.findOneOrFail(Item, { id: kept.id });
        same.name = 'changed';
        note('inside');
      });
      t.equal(kept.name, 'changed', 'the outer EntityManager sees what the attempt changed');
      note('after');
    });
    t.strictSame(await names(), ['changed']);
    t.strictSame(events, ['before', 'inside', 'after'], 'what the failed attempt collected is forgotten');
  });

  await t.test('attempts nest; side by side they are refused', async (t) => {
    await database.write(a, async (tx) => {
      await database.attempt(async () => {
        await database
          .attempt(async (inner) => {
            await add(inner, 'x');
            throw new Error('inner');
          })
          .catch(() => undefined);
        await add(tx, 'kept');
      });
      const two = await Promise.allSettled([
        database.attempt(async () => sql`select 1`.execute(tx.sql())),
        database.attempt(async () => undefined),
      ]);
      t.match(two, [{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'K_PARALLEL_ATTEMPTS' } }]);
    });
    t.strictSame(await names(), ['kept']);
    await t.rejects(
      database.attempt(async () => undefined),
      { code: 'K_NO_TRANSACTION' },
    );
  });

  await t.test('a failed statement whose error was swallowed cannot be committed unnoticed', async (t) => {
    await t.rejects(
      database.write(a, async (tx) => {
        await add(tx, 'lost');
        await sql`select 1/0`.execute(tx.sql()).catch(() => undefined);
      }),
      { code: 'K_TRANSACTION_BROKEN' },
    );
    t.strictSame(await names(), []);
  });

  await t.test(
    'hooks run before commit inside the transaction, after commit outside of it, and never after a rollback',
    async (t) => {
      const order: string[] = [];
      await database.write(a, async (tx) => {
        tx.em.create(Item, { organizationId: a, id: newId(), name: 'entity' });
        scope.beforeCommit(async (inner) => {
          order.push(`before, sees ${(await inner.sql<Tables>().selectFrom('item').selectAll().execute()).length}`);
          scope.beforeCommit(() => void order.push('added by a hook'));
        });
        database.afterCommit(() => order.push(scope.current() === undefined ? 'after, outside' : 'after, inside'));
        order.push('work');
      });
      t.strictSame(order, ['work', 'before, sees 1', 'added by a hook', 'after, outside']);
      await t.rejects(
        database.write(a, async () => {
          database.afterCommit(() => order.push('never'));
          throw new Error('no');
        }),
      );
      t.notOk(order.includes('never'));
      t.throws(() => scope.openTransaction(), { code: 'K_NO_TRANSACTION' });
    },
  );

  await t.test(
    'a serialization failure is tried again, three times, and then the client is asked to come back',
    async (t) => {
      let runs = 0;
      const collide = sql`do $$ begin raise exception 'collision' using errcode = '40001'; end $$`;
      t.equal(
        await database.write(a, async (tx) => {
          await add(tx, `run ${++runs}`);
          if (runs < 3) await collide.execute(tx.sql());
          return runs;
        }),
        3,
      );
      t.strictSame(await names(), ['run 3'], 'only the last run stays');
      runs = 0;
      await t.rejects(
        database.write(a, async () => {
          runs++;
          await database.write(a, (inner) => collide.execute(inner.sql()));
        }),
        { name: 'Problem', status: 503, code: 'busy', headers: { 'retry-after': '2' } },
      );
      t.equal(runs, 4);
    },
  );

  await t.test('times come back as ISO 8601 in UTC, and values are the same on both engines', async (t) => {
    const row = await database.read(
      a,
      async (tx) =>
        (
          await sql`select '2026-11-20T14:43:48.12+01'::timestamptz as "time", '2026-11-20T13:43:48.123456Z'::timestamptz as "micro", 9007199254740993::bigint as "big", 1.10::numeric as "exact",
      date '2026-11-20' as "day", ${['a"b', 'c\\']}::text[] as "list", ${JSON.stringify({ a: [1] })}::jsonb as "json", ${Buffer.from('hé')}::bytea as "bytes", ${true}::boolean as "yes", ${null}::text as "none", ${7}::int as "int", ${new Date(0)}::timestamptz as "epoch"`.execute(
            tx.sql(),
          )
        ).rows[0],
    );
    t.strictSame(row, {
      time: '2026-11-20T13:43:48.120Z',
      micro: '2026-11-20T13:43:48.123456Z',
      big: '9007199254740993',
      exact: '1.10',
      day: '2026-11-20',
      list: ['a"b', 'c\\'],
      json: { a: [1] },
      bytes: Buffer.from('hé'),
      yes: true,
      none: null,
      int: 7,
      epoch: '1970-01-01T00:00:00.000Z',
    });
    const given = [
      '2026-11-20 13:43:48',
      '2026-11-20 13:43:48.1',
      '2026-11-20 13:43:48.123',
      '2026-11-20 13:43:48.1234',
      'infinity',
      '-infinity',
      '0044-03-15 12:00:00 BC',
      '10000-01-01 00:00:00',
    ];
    const { rows } = await database.read(a, async (tx) =>
      sql<{
        time: string;
      }>`select "time"::timestamptz from unnest(${given}::text[]) with ordinality as t("time", n) order by n`.execute(
        tx.sql(),
      ),
    );
    t.strictSame(
      rows.map(({ time }) => time),
      [
        '2026-11-20T13:43:48.000Z',
        '2026-11-20T13:43:48.100Z',
        '2026-11-20T13:43:48.123Z',
        '2026-11-20T13:43:48.1234Z',
        'infinity',
        '-infinity',
        '0044-03-15 12:00:00+00 BC',
        '10000-01-01 00:00:00+00',
      ],
      'milliseconds are filled up, and what ISO 8601 has no year for stays as PostgreSQL writes it',
    );
  });

  await t.test('parallel requests of two organizations and of none never see each other', async (t) => {
    for (const id of [a, b]) await database.write(id, (tx) => add(tx, id === a ? 'of a' : 'of b', id));
    const total = engine.kind === 'pglite' ? 90 : 400;
    const wrong: unknown[] = [];
    await Promise.all(
      Array.from({ length: total }, async (_, i) => {
        const organization = [a, b, newId()][i % 3] ?? a;
        const expected = [['of a'], ['of b'], []][i % 3];
        const first = await database.read(organization, async (tx) => {
          await sql`select 1`.execute(tx.sql());
          return (await tx.sql<Tables>().selectFrom('item').select('name').execute()).map((row) => row.name);
        });
        if (JSON.stringify(first) !== JSON.stringify(expected)) wrong.push({ i, first, expected });
      }),
    );
    t.strictSame(wrong, []);
  });
});
