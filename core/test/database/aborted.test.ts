/** Reading that nobody waits for any more. */
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { onBothEngines } from './engines.ts';
import { organizations } from './sample.ts';
import type { Transaction } from '@dossier/sdk';
import type { OpenDatabase } from '../../facilities/database/index.ts';

const { a } = organizations;
const enough = new Error('Nobody waits for it any more.');
const forEver = sql<{ n: number }>`select n, pg_sleep(600) from generate_series(1, 3) n`;

/**
 * Comes as soon as a statement like this runs, or none does any more. Asked anew without a pause: each question takes
 * longer than a statement to begin.
 */
async function busy({ asOwner }: OpenDatabase, like: string, wanted: boolean): Promise<void> {
  for (;;) {
    const { rows } = await asOwner((owner) =>
      owner.run(`select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like $1`, [
        like,
      ]),
    );
    if (rows.length > 0 === wanted) return;
  }
}

await onBothEngines(t, async (t, engine) => {
  const place = await engine.empty();
  // The migrating login is asked what the serving login is doing: a superuser sees it.
  const db = await engine.open(t, { ...place, ...(place.superUrl ? { adminUrl: place.superUrl } : {}), pool: 2 });
  const { database } = db;
  const works = () => database.read(a, async (tx) => (await sql<{ n: number }>`select 1 as n`.execute(tx.sql())).rows);
  const pages = async (signal: AbortSignal, each: () => void = () => undefined) => {
    for await (const _ of database.stream(
      a,
      1,
      async (tx) => sql`select n from generate_series(1, 3) n`.compile(tx.sql()),
      signal,
    ))
      each();
  };

  await t.test('nothing is begun for a signal that is aborted, and what has ended is not touched', async (t) => {
    const ended = new AbortController();
    t.same(await database.read(a, async (tx) => (await sql`select 1 as n`.execute(tx.sql())).rows, ended.signal), [
      { n: 1 },
    ]);
    ended.abort(enough);
    await t.rejects(
      database.read(a, () => t.fail('was begun') as never, ended.signal),
      enough,
    );
    await t.rejects(pages(ended.signal), enough);
    t.same(await works(), [{ n: 1 }]);
  });

  await t.test(
    'a reading that took too long says so, one that others kept from its rows says that, and neither speaks of what was changed; a change that did says that nothing was changed',
    async (t) => {
      const late = (tx: Transaction, state: string) =>
        sql.raw(`do $$ begin raise exception 'late' using errcode = '${state}'; end $$`).execute(tx.sql());
      const overtaken = /^What was asked for is being changed at the moment\. Ask again/;
      for (const [state, message] of [
        ['57014', /took too long.*Ask for less/],
        ['55P03', overtaken],
        ['40001', overtaken],
      ] as const) {
        const reading = { status: 503, code: 'busy', message, headers: { 'retry-after': '2' } };
        await t.rejects(
          database.read(a, (tx) => late(tx, state)),
          reading,
          state,
        );
        await t.rejects(
          (async () => {
            for await (const _ of database.stream(a, 1, async (tx) => {
              await late(tx, state);
              return sql`select 1`.compile(tx.sql());
            }))
              t.fail('a row came');
          })(),
          reading,
          state,
        );
      }
      await t.rejects(
        database.write(a, (tx) => late(tx, '57014')),
        { status: 503, code: 'busy', message: /took too long.*Nothing was changed/ },
      );
      await t.rejects(
        database.write(a, (tx) => late(tx, '55P03')),
        { status: 503, code: 'busy', message: /Nothing was changed/ },
      );
    },
  );

  await t.test('a stream ends between two pages', async (t) => {
    const stop = new AbortController();
    let seen = 0;
    const reading = pages(stop.signal, () => {
      if (++seen === 1) stop.abort(enough);
    });
    // The embedded database has given all rows before the first is seen.
    if (engine.kind === 'postgresql') await t.rejects(reading, enough);
    else await reading;
    t.equal(seen, engine.kind === 'postgresql' ? 1 : 3);
    t.same(await works(), [{ n: 1 }]);
  });

  if (engine.kind === 'postgresql') {
    const statement = async (signal: AbortSignal): Promise<void> =>
      void (await database.read(a, (tx) => forEver.execute(tx.sql()), signal));
    const page = async (signal: AbortSignal): Promise<void> => {
      for await (const _ of database.stream(a, 1, async (tx) => forEver.compile(tx.sql()), signal))
        t.fail('a row came');
    };
    for (const [name, begin, like] of [
      ['a statement', statement, '%pg_sleep(600)%'],
      ['a page of a stream', page, 'fetch 1 from pages'],
    ] as const) {
      await t.test(`${name} is given up by PostgreSQL too, and its connection serves the next`, async (t) => {
        // Twice as often as there are connections: none is lost, and nobody else's statement is hit.
        for (let time = 0; time < 4; time++) {
          const stop = new AbortController();
          const refused = t.rejects(begin(stop.signal), enough);
          await busy(db, like, true);
          stop.abort(enough);
          await refused;
          await busy(db, like, false);
          t.same(await Promise.all([works(), works(), works()]), [[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
        }
      });
    }
  }
});
