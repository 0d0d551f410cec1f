import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { Problem } from '@dossier/sdk';
import { onBothEngines } from './engines.ts';
import { openItems } from './items.ts';
import { organizations } from './sample.ts';

const { a, b } = organizations;

await onBothEngines(t, async (t, engine) => {
  const { db, add, names } = await openItems(t, engine);
  const { database } = db;

  const stream = (
    size: number,
    query = sql<{ name: string }>`select "name" from "item" order by "name"`,
    organization = a,
  ) => database.stream(organization, size, async (tx) => query.compile(tx.sql()));
  const pagesOf = async (pages: AsyncIterable<readonly { name: string }[]>) => {
    const all: string[] = [];
    for await (const page of pages) all.push(page.map((row) => row.name).join(''));
    return all;
  };

  await t.test('a stream gives the rows of its organization, so many at a time, in their order', async (t) => {
    await database.write(a, async (tx) => {
      for (const name of 'edcba') await add(tx, name);
    });
    await database.write(b, (tx) => add(tx, 'x', b));
    t.strictSame(await pagesOf(stream(2)), ['ab', 'cd', 'e']);
    t.strictSame(await pagesOf(stream(5)), ['abcde']);
    t.strictSame(await pagesOf(stream(5, sql`select "name" from "item" where "name" = ${'c'}`)), ['c']);
    t.strictSame(await pagesOf(stream(5, sql`select "name" from "item" where false`)), []);
  });

  await t.test(
    'between two pages of a stream its reader may write and read, and the stream stays as it was',
    async (t) => {
      await database.write(a, async (tx) => {
        for (const name of 'abc') await add(tx, name);
      });
      const seen: string[] = [];
      for await (const page of stream(1)) {
        seen.push(...page.map((row) => row.name));
        await database.write(a, (tx) => add(tx, `${seen.length}`));
      }
      t.strictSame(seen, ['a', 'b', 'c']);
      t.equal((await names()).length, 6);
    },
  );

  await t.test('a stream that is left, that fails, or that would write, gives its connection back', async (t) => {
    await database.write(a, async (tx) => {
      for (const name of 'abc') await add(tx, name);
    });
    for (let i = 0; i < 7; i++) {
      const left = stream(1);
      t.strictSame((await left.next()).value, [{ name: 'a' }]);
      await left.return?.();
      await t.rejects(
        pagesOf(
          stream(
            1,
            sql`select 1 / (case when "name" = 'b' then 0 else 1 end) as "name" from (select * from "item" order by "name") i`,
          ),
        ),
        { code: '22012' },
      );
      await t.rejects(
        pagesOf(
          database.stream(a, 1, async (tx) => {
            await add(tx, 'x');
            return sql<{ name: string }>`select 1`.compile(tx.sql());
          }),
        ),
        { code: '25006' },
      );
    }
    t.strictSame(await names(), ['a', 'b', 'c'], 'more often than there are connections');
  });

  await t.test('a stream cannot begin inside a transaction, nor for what is no organization', async (t) => {
    await database.read(a, () => t.rejects(pagesOf(stream(1)), { code: 'K_STREAM_INSIDE' }));
    await t.rejects(async () => pagesOf(stream(1, undefined, 'no organization')), { code: 'K_NOT_AN_ORGANIZATION' });
    await t.rejects(pagesOf(stream(0)), { code: 'K_STREAM_SIZE' });
  });

  await t.test('a refusal that a stream meets shows in the health', async (t) => {
    const fresh = await engine.open(t, { pool: 5 });
    t.equal(await fresh.health(), 'up');
    const refusal = new Problem(503, 'database-unavailable', 'Away', { detail: 'The database is away.' });
    await t.rejects(pagesOf(fresh.database.stream(a, 1, () => Promise.reject(refusal))), {
      code: 'database-unavailable',
    });
    t.equal(await fresh.health(), 'degraded');
  });
});
