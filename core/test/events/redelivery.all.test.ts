/** What a subscription failed at and was set aside is delivered again when it is asked for, on both engines. */
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { sql } from 'kysely';
import type { LoggedEvent } from '@dossier/sdk';
import { newId } from '@dossier/sdk';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import { tellFailed } from '../../commands/failed.ts';
import { givenUpWork } from '../../commands/given-up.ts';
import { createConsumers } from '../../facilities/events/consumers.ts';
import { allSetAside, askAgain } from '../../facilities/events/index.ts';
import { createLease } from '../../facilities/events/lease.ts';
import { eventually } from '../../testing/waiting.ts';
import { actingIn, manualTiming, openBench, silent, submitted, personal } from './support.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const numberOf = (event: LoggedEvent): number => (event.payload as { n: number }).n;

const server = await sharedPostgres();
if (server) t.teardown(() => server.stop());
await t.test('on PGlite', (t) => onEngine(t));
if (server) await t.test('on PostgreSQL', async (t) => onEngine(t, await server.createDatabase('redelivery')));

async function onEngine(t: Test, place?: { readonly url: string; readonly adminUrl: string }): Promise<void> {
  const { open, organization, emit } = await openBench(place);
  t.teardown(() => open.close());
  const system = <T>(work: Parameters<typeof open.systemTransaction<T>>[1]): Promise<T> =>
    open.systemTransaction('app_jobs', work);
  /** Lets time pass for these nodes until the condition holds. */
  const until = (
    timings: readonly ReturnType<typeof manualTiming>[],
    isSo: () => boolean | Promise<boolean>,
  ): Promise<unknown> =>
    eventually('it came', () => {
      for (const timing of timings) timing.advance(500);
      return isSo();
    });
  /** Subscriptions `test/a` and `test/b` on one node, which try twice. */
  const node = async (handle: (name: string, n: number) => void | Promise<void>, o: { single?: boolean } = {}) => {
    const timing = manualTiming();
    const lease = createLease({ database: open.database, timing, log: silent, single: o.single ?? true });
    await lease.refresh();
    const consumers = createConsumers({
      personal,
      database: open.database,
      lease,
      timing,
      log: silent,
      isReady: () => true,
      tries: 2,
      backoff: 1000,
      accessFor: async (_, event) => actingIn(event.organization),
    });
    for (const name of ['a', 'b'])
      consumers.add({
        plugin: 'test',
        name,
        event: submitted,
        gate: { open: 'to members' },
        handle: (event) => handle(name, numberOf(event)),
      });
    consumers.start();
    return {
      timing,
      until: (isSo: () => boolean | Promise<boolean>) => until([timing], isSo),
      stop: async () => {
        await consumers.stop();
        await lease.stop();
      },
    };
  };
  const setAside = async (): Promise<readonly string[]> =>
    (await system(allSetAside))
      .map(
        ({ consumer, attempts, reason, waits }) => `${consumer} ${reason} after ${attempts}${waits ? ', waits' : ''}`,
      )
      .toSorted();
  const rows = () =>
    system(
      async (tx) =>
        (
          await sql<{
            consumer: string;
            error: string | null;
            settled: boolean;
          }>`select consumer, error, "settledAt" is not null as settled from redelivery order by "askedAt", id`.execute(
            tx.sql(),
          )
        ).rows,
    );
  const jobs = { deadLetters: async () => [], redrive: async () => 0 };
  const work = givenUpWork({ database: open, jobs }, [], () => now);
  const told = async (...args: readonly string[]): Promise<readonly [number, string]> => {
    const lines: string[] = [];
    return [await tellFailed(work, ['again', ...args], (line) => lines.push(line)), lines.join('\n')];
  };

  let broken = true;
  const got: string[] = [];
  const fragile = (name: string, n: number): void => {
    if (n < 10 && broken) throw new Error(`no ${n}`);
    got.push(`${name} ${n}`);
  };

  await t.test(
    'nothing is delivered again that nobody asked for; what fails once more stays set aside, with what it failed of',
    async (t) => {
      await emit([1, 2, 3, 10]);
      const one = await node(fragile);
      await one.until(() => got.length === 2);
      t.same(await setAside(), [
        'test/a no 1 after 2',
        'test/a no 2 after 2',
        'test/a no 3 after 2',
        'test/b no 1 after 2',
        'test/b no 2 after 2',
        'test/b no 3 after 2',
      ]);
      const [second] = (await system(allSetAside)).filter(
        ({ consumer, reason }) => consumer === 'test/a' && reason === 'no 2',
      );
      t.same(await told('test/a', second!.id), [
        0,
        '0 jobs and 1 event are tried again. What fails once more stands under dossier failed.',
      ]);
      t.same((await setAside())[1], 'test/a no 2 after 2, waits');
      await one.until(async () => (await rows())[0]!.settled);
      t.same((await setAside()).slice(0, 3), ['test/a no 1 after 2', 'test/a no 2 after 3', 'test/a no 3 after 2']);
      t.same(got.toSorted(), ['a 10', 'b 10']);
      await one.stop();
    },
  );

  await t.test(
    'all of a subscription come in the order of the log, each once, however many ask; those of another stay',
    async (t) => {
      broken = false;
      got.length = 0;
      const asked = await Promise.all([told('test/a'), told('test/a')]);
      t.same(asked.map(([code, text]) => [code, text.split(' ')[3]]).toSorted(), [
        [0, '0'],
        [0, '3'],
      ]);
      const one = await node(fragile);
      await one.until(() => got.length === 3);
      t.same(got, ['a 1', 'a 2', 'a 3']);
      await one.until(async () => (await setAside()).length === 3);
      t.same(await setAside(), ['test/b no 1 after 2', 'test/b no 2 after 2', 'test/b no 3 after 2']);
      t.match(await told('test/a'), [0, /and 0 events/], 'what was delivered is not asked for again');
      await one.stop();
      await emit([11]);
      const next = await node(fragile);
      await next.until(() => got.length === 5);
      t.same(got.slice(3).toSorted(), ['a 11', 'b 11'], 'the place of the subscription is where it was');
      await next.stop();
    },
  );

  await t.test(
    'a node that lost the lead while it delivered notes nothing: the next one delivers, and there is one success',
    async (t) => {
      got.length = 0;
      const [first] = (await system(allSetAside)).filter(({ reason }) => reason === 'no 1');
      await told('test/b', first!.id);
      const lost = await node(async (name, n) => {
        await system((tx) => sql`update relay_position set fence = fence + 1 where id = 'relay'`.execute(tx.sql()));
        fragile(name, n);
      });
      await lost.until(() => got.length > 0);
      await lost.stop();
      t.match(await setAside(), ['test/b no 1 after 2, waits', 'test/b no 2 after 2', 'test/b no 3 after 2']);
      await system((tx) =>
        sql`update relay_position set holder = null, until = null where id = 'relay'`.execute(tx.sql()),
      );
      got.length = 0;
      const one = await node(fragile);
      await one.until(async () => (await setAside()).length === 2);
      t.same(got, ['b 1']);
      t.same(
        (await rows()).filter(({ consumer, error, settled }) => consumer === 'test/b' && settled && error === null)
          .length,
        1,
      );
      await one.stop();
    },
  );

  if (place)
    await t.test('of two nodes the one that leads delivers', async (t) => {
      got.length = 0;
      await told('test/b');
      const nodes = [await node(fragile, { single: false }), await node(fragile, { single: false })];
      await until(
        nodes.map(({ timing }) => timing),
        async () => (await setAside()).length === 0,
      );
      t.same(got, ['b 2', 'b 3']);
      for (const one of nodes) await one.stop();
    });

  await t.test('an event is set aside whatever its handler threw, and the next one follows', async (t) => {
    const nonsense: readonly unknown[] = [
      new Error('the bureau said \0 and \ud800.'),
      Object.create(null),
      Object.assign(new Error(), { message: { not: 'a text' } }),
      Symbol('no text'),
    ];
    got.length = 0;
    const stop = await node((name, n) => {
      if (n >= 20 && n < 30) throw nonsense[n % 10];
      fragile(name, n);
    });
    await emit([20, 21, 22, 23, 30]);
    await stop.until(() => got.length === 2);
    t.same(got.toSorted(), ['a 30', 'b 30']);
    const of = async () => (await setAside()).filter((line) => line.startsWith('test/a ') && !line.includes(' no '));
    const words = [
      'test/a Nothing was said about the reason. after 2',
      'test/a Nothing was said about the reason. after 2',
      'test/a Symbol(no text) after 2',
      'test/a the bureau said \ufffd and \ufffd. after 2',
    ];
    t.same(await of(), words);
    await told('test/a');
    await stop.until(async () => (await of()).every((line) => line.endsWith('3')));
    t.same(
      await of(),
      words.map((line) => line.replace(/2$/, '3')),
      'and when it fails once more',
    );
    await stop.stop();
  });

  await t.test('no organization changes what was noted, or sees that of another', async (t) => {
    const count = (of: string): Promise<number> =>
      open.database.read(
        { organization: of, audience: 'staff' },
        async (tx) => (await sql`select 1 from redelivery`.execute(tx.sql())).rows.length,
      );
    t.same([(await count(organization)) > 0, await count(newId())], [true, 0]);
    await t.rejects(
      open.database.write(organization, (tx) => sql`update redelivery set error = 'x'`.execute(tx.sql())),
      /permission denied/,
    );
    await t.rejects(
      open.database.write(organization, (tx) => sql`delete from redelivery`.execute(tx.sql())),
      /permission denied/,
    );
    await t.rejects(
      system((tx) => sql`delete from redelivery`.execute(tx.sql())),
      /permission denied/,
    );
    const [row] = await system(
      async (tx) =>
        (
          await sql<{
            consumer: string;
            eventId: string;
          }>`select consumer, "eventId" from redelivery where error is null limit 1`.execute(tx.sql())
        ).rows,
    );
    t.equal(
      await system((tx) => askAgain(tx, now, { consumer: row!.consumer, events: [row!.eventId] })),
      0,
      'nor does a success come twice',
    );
  });

  await t.test(
    'a call without a subscription gets the list of them; one of a plugin that is not installed is still one',
    async (t) => {
      t.same(await told('test/nobody'), [
        1,
        'There is no job or subscription "test/nobody". Known are test/a, test/b.',
      ]);
      t.match(await told('test/nobody', newId()), [1, /^There is no job or subscription/]);
      const [event] = await system(
        async (tx) => (await sql<{ id: string }>`select id::text as id from event limit 1`.execute(tx.sql())).rows,
      );
      await system((tx) =>
        sql`insert into dead_event ("organizationId", id, consumer, "eventId", attempts, error, at) values (${organization}::text::uuid, ${newId()}::text::uuid, 'gone/mail', ${event!.id}::text::uuid, 6, 'No.', now())`.execute(
          tx.sql(),
        ),
      );
      t.match(await told('gone/mail'), [0, /and 1 event are/]);
      t.match(await told('test/nobody'), [1, /Known are gone\/mail, test\/a, test\/b\./]);
    },
  );
}
