/** Queries of one transaction that are begun without waiting for each other. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { CompiledQuery, sql } from 'kysely';
import { newId } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import { onBothEngines } from './engines.ts';
import { organizations } from './sample.ts';
import type { Tables } from './sample.ts';

const { a } = organizations;
const say = (tx: Transaction, word: string) =>
  tx.execute<{ word: string }>(CompiledQuery.raw('select $1::text as word', [word]));
const count = async (tx: Transaction): Promise<number> =>
  Number((await tx.execute<{ n: string }>(CompiledQuery.raw('select count(*) as n from item', []))).at(0)?.n);
const insert = (tx: Transaction, name: string) =>
  tx
    .sql<Tables>()
    .insertInto('item')
    .values({ organizationId: a, id: newId(), name, createdAt: '2026-11-20T10:00:00Z' })
    .compile();

await onBothEngines(t, async (t, engine) => {
  const { database } = await engine.open(t, { pool: 2 });
  await database.write(a, (tx) => tx.sql<Tables>().insertInto('shop').values({ id: a, slug: a }).execute());

  await t.test('each gets its own answer, and runs in the order in which it was begun', async (t) => {
    const answers = await database.write(a, async (tx) => {
      await tx.later(insert(tx, 'first'));
      return Promise.all([
        count(tx),
        tx.later(insert(tx, 'second')),
        count(tx),
        tx.execute(insert(tx, 'third')),
        count(tx),
        say(tx, 'hello'),
      ]);
    });
    t.strictSame(
      answers,
      [1, undefined, 2, [], 3, [{ word: 'hello' }]],
      'what was kept for later is written before the next one',
    );
    t.strictSame(
      await database.read(a, (tx) =>
        Promise.all([
          say(tx, 'x'),
          sql<{ word: string }>`select 'y' as word`.execute(tx.sql()).then(({ rows }) => rows),
          say(tx, 'z'),
        ]),
      ),
      [[{ word: 'x' }], [{ word: 'y' }], [{ word: 'z' }]],
      'next to one of the query builder too',
    );
  });

  await t.test('when one fails its error is thrown, nothing is kept, and an attempt is undone alone', async (t) => {
    const broken = (tx: Transaction) => tx.execute(CompiledQuery.raw('select 1 / 0', []));
    await t.rejects(
      database.write(a, (tx) => Promise.all([tx.execute(insert(tx, 'lost')), broken(tx), say(tx, 'after it')])),
      /division by zero/,
    );
    await t.rejects(
      database.write(a, async (tx) => {
        const [failed, refused] = await Promise.allSettled([broken(tx), say(tx, 'after it')]);
        t.match(
          [failed, refused],
          [
            { status: 'rejected', reason: /division by zero/ },
            { status: 'rejected', reason: /division by zero/ },
          ],
          'also to those that were refused because of it',
        );
        throw new Error('seen');
      }),
      /seen/,
    );
    await database.write(a, async (tx) => {
      await tx.later(insert(tx, 'kept'));
      await t.rejects(
        database.attempt((inner) =>
          Promise.all([inner.execute(insert(inner, 'lost')), broken(inner), say(inner, 'after it')]),
        ),
        /division by zero/,
      );
      t.strictSame(await say(tx, 'it goes on'), [{ word: 'it goes on' }]);
    });
    t.strictSame(
      (
        await database.read(a, (tx) => tx.sql<Tables>().selectFrom('item').select('name').orderBy('name').execute())
      ).map(({ name }) => name),
      ['first', 'kept', 'second', 'third'],
    );
  });

  await t.test('a transaction that has ended runs nothing', async (t) => {
    let kept: Transaction | undefined;
    await database.read(a, async (tx) => {
      kept = tx;
    });
    await t.rejects(say(kept!, 'late'), { code: 'K_QUERY_OUTSIDE_TRANSACTION' });
    await t.rejects(kept!.later(CompiledQuery.raw('select 1', [])), { code: 'K_QUERY_OUTSIDE_TRANSACTION' });
    await database.write(a, async () => {
      await t.rejects(
        database.attempt(async (tx) => {
          kept = tx;
          throw new Error('undone');
        }),
        /undone/,
      );
      await t.rejects(say(kept!, 'undone'), { code: 'K_QUERY_OUTSIDE_TRANSACTION' });
    });
  });

  if (engine.kind === 'postgresql') {
    await t.test('they leave without waiting for an answer', async (t) => {
      const { url = '', adminUrl = '' } = await engine.empty();
      const line = await slowLine(t, new URL(url));
      const far = await engine.open(t, { url: line.url, adminUrl });
      await far.database.read(a, async (tx) => {
        await say(tx, 'the transaction is open');
        line.silence();
        const answers = Promise.all(['one-of-three', 'two-of-three', 'three-of-three'].map((word) => say(tx, word)));
        // Were one waiting for the answer to another, this would never come.
        await line.heard('three-of-three');
        line.speak();
        t.strictSame(
          (await answers).flat().map(({ word }) => word),
          ['one-of-three', 'two-of-three', 'three-of-three'],
        );
      });
    });
  }
});

/** A line to the server whose answers can be held back. */
async function slowLine(t: Test, { hostname, port, username, password, pathname, search }: URL) {
  const clients = new Set<Socket>();
  const servers = new Set<Socket>();
  let said = '';
  let listening: { word: string; resolve: () => void } | undefined;
  const socketPath = new URLSearchParams(search).get('host');
  const proxy = createServer((client) => {
    const server = socketPath
      ? connect(`${socketPath}/.s.PGSQL.${port || 5432}`)
      : connect(Number(port || 5432), hostname);
    clients.add(client);
    servers.add(server);
    client.on('data', (data) => {
      said += data.toString('latin1');
      if (listening && said.includes(listening.word)) listening.resolve();
      server.write(data);
    });
    server.on('data', (data) => client.write(data));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => {
    for (const socket of [...clients, ...servers]) socket.destroy();
    proxy.close();
  });
  return {
    url: `postgres://${username}${password ? `:${password}` : ''}@127.0.0.1:${(proxy.address() as AddressInfo).port}${pathname}`,
    silence: () => servers.forEach((server) => server.pause()),
    speak: () => servers.forEach((server) => server.resume()),
    heard: (word: string) =>
      new Promise<void>((resolve) => {
        if (said.includes(word)) resolve();
        else listening = { word, resolve };
      }),
  };
}
