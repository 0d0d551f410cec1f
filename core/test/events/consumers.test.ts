import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { eventStream, newId } from '@dossier/sdk';
import type { Delivered, EventType, LoggedEvent } from '@dossier/sdk';
import { createConsumers } from '../../facilities/events/consumers.ts';
import { newest } from '../../facilities/events/reader.ts';
import { createLease } from '../../facilities/events/lease.ts';
import { eventually } from '../../testing/waiting.ts';
import { actingIn, manualTiming, noted, openBench, silent, submitted, personal } from './support.ts';

const bench = await openBench();
const { open, organization, emit } = bench;
t.teardown(() => open.close());

let ready = true;
let looks = 0;
const start = async (
  name: string,
  handle: (event: LoggedEvent) => void | Promise<void>,
  o: {
    gate?: (event: LoggedEvent) => boolean;
    limit?: number;
    handleBatch?: (delivered: readonly Delivered[]) => void | Promise<void>;
    types?: () => readonly EventType<unknown>[];
  } = {},
) => {
  const timing = manualTiming();
  const lease = createLease({ database: open.database, timing, log: silent, single: true });
  await lease.refresh();
  const consumers = createConsumers({
    personal,
    database: open.database,
    lease,
    timing,
    log: silent,
    isReady() {
      looks += 1;
      return ready;
    },
    tries: 3,
    backoff: 1000,
    limit: o.limit ?? 30_000,
    accessFor: async (_, event) => (o.gate && !o.gate(event) ? null : actingIn(event.organization)),
  });
  const undo = consumers.add({
    plugin: 'test',
    name,
    event: o.types ? eventStream(`test/${name}`, { audience: 'external', gate: { open: 'to members' } }) : submitted,
    gate: { open: 'to members' },
    handle,
    ...(o.types && { types: o.types }),
    ...(o.handleBatch && { handleBatch: o.handleBatch }),
  });
  consumers.start();
  /** Lets time pass until the condition holds. */
  const until = (isDone: () => boolean) =>
    eventually('it came', () => {
      timing.advance(1_000);
      return isDone();
    });
  /** Until all is delivered that has committed and needs no time to pass. */
  const drained = async () => consumers.drain(await open.systemTransaction('app_jobs', newest));
  return {
    consumers,
    lease,
    timing,
    undo,
    until,
    drained,
    stop: async () => {
      await consumers.stop();
      await lease.stop();
    },
  };
};
const numberOf = (event: LoggedEvent) => (event.payload as { n: number }).n;
const dead = async () =>
  (
    await open.systemTransaction('app_jobs', (tx) =>
      sql<{
        consumer: string;
        error: string;
        attempts: number;
      }>`select consumer, error, attempts from dead_event order by id`.execute(tx.sql()),
    )
  ).rows;

t.test('a subscription gets its events in order, and keeps its place across a restart', async (t) => {
  const got: number[] = [];
  await emit([1, 2]);
  const first = await start('orderly', (event) => void got.push(numberOf(event)));
  await first.until(() => got.length === 2);
  await emit([3], { type: noted });
  await emit([4]);
  first.consumers.wake(new Set([submitted.id]));
  await first.until(() => got.length === 3);
  await first.stop();
  await emit([5]);
  const second = await start('orderly', (event) => void got.push(numberOf(event)));
  await second.until(() => got.length === 4);
  await second.stop();
  t.same(got, [1, 2, 4, 5]);
});

t.test('a failing delivery is repeated before the next one, and set aside after the last try', async (t) => {
  const got: string[] = [];
  let failing = 2;
  const one = await start('stubborn', (event) => {
    const n = numberOf(event);
    got.push(`try ${n}`);
    if (n === 1 && failing-- > 0) throw new Error('not yet');
    if (n === 4) throw new Error('never');
  });
  await one.until(() => got.includes('try 5'));
  await one.drained();
  t.same(got, ['try 1', 'try 1', 'try 1', 'try 2', 'try 4', 'try 4', 'try 4', 'try 5']);
  t.match(await dead(), [{ consumer: 'test/stubborn', error: 'never', attempts: 3 }]);
  await one.stop();
});

t.test('a delivery that hangs counts as failed when its time is over', async (t) => {
  let tries = 0;
  const hung = await start(
    'hanging',
    (event) => (numberOf(event) === 1 && ++tries < 2 ? new Promise(() => {}) : undefined),
    { limit: 5000 },
  );
  await hung.until(() => tries === 2);
  t.equal(tries, 2);
  await hung.stop();
});

t.test('events whose gate is closed are passed over; a plugin that is not ready is waited for', async (t) => {
  const got: number[] = [];
  ready = false;
  const one = await start('gated', (event) => void got.push(numberOf(event)), {
    gate: (event) => numberOf(event) !== 2,
  });
  const before = looks;
  await one.until(() => looks > before + 1);
  t.same(got, []);
  ready = true;
  await one.until(() => got.length === 3);
  t.same(got, [1, 4, 5]);
  await one.undo();
  await emit([6]);
  one.consumers.wake(new Set([submitted.id]));
  await one.drained();
  t.same(got, [1, 4, 5], 'a withdrawn subscription gets nothing more');
  await one.stop();
});

t.test('two subscriptions of one name are refused', async (t) => {
  const one = await start('twice', () => undefined);
  t.throws(
    () =>
      one.consumers.add({
        plugin: 'test',
        name: 'twice',
        event: submitted,
        gate: { open: 'to members' },
        handle: () => undefined,
      }),
    /K_DUPLICATE_SUBSCRIPTION/,
  );
  await one.stop();
});

/** Lets new subscriptions begin with what happens from now on. */
const fromNowOn = () =>
  open.systemTransaction('app_jobs', (tx) =>
    sql`update relay_position set xid = pg_snapshot_xmin(pg_current_snapshot()) where id = 'relay'`.execute(tx.sql()),
  );

t.test('a new subscription of an older installation begins with what happens from then on', async (t) => {
  await fromNowOn();
  const got: number[] = [];
  const one = await start('late', (event) => void got.push(numberOf(event)));
  await emit([77], { organization });
  one.consumers.wake(new Set([submitted.id]));
  await one.until(() => got.length > 0);
  t.same(got, [77]);
  await one.stop();
});

t.test('events are handled many at once: in order, those of each organization together, and not again', async (t) => {
  const other = newId();
  const got: number[][] = [];
  const batches = {
    gate: (event: LoggedEvent) => numberOf(event) !== 83,
    handleBatch: (delivered: readonly Delivered[]) => {
      t.ok(delivered.every(({ event, access }) => event.organization === access.organization));
      got.push(delivered.map(({ event }) => numberOf(event)));
    },
  };
  const single = () => void t.fail('what is handled with others does not come by itself');
  await fromNowOn();
  await emit([80, 81]);
  await emit([90, 91], { organization: other });
  await emit([82, 83, 84]);
  const first = await start('many', single, batches);
  await first.until(() => got.length === 2);
  await first.stop();
  await emit([85]);
  const second = await start('many', single, batches);
  await second.until(() => got.length === 3);
  await second.stop();
  t.same(got, [[80, 81, 82, 84], [90, 91], [85]]);
});

t.test('of a stream only the types come that are wanted at the time', async (t) => {
  const got: number[] = [];
  let wanted: readonly EventType<unknown>[] = [noted];
  await fromNowOn();
  await emit([200]);
  const one = await start('choosy', (event) => void got.push(numberOf(event)), { types: () => wanted });
  await one.drained();
  t.same(got, []);
  wanted = [noted, submitted];
  await emit([201]);
  // Of the other audience.
  await emit([202], { type: noted });
  one.consumers.wake('any');
  await one.until(() => got.length === 1);
  await one.stop();
  t.same(got, [201]);
});

t.test('of events that fail together each comes by itself, and only the faulty one is set aside', async (t) => {
  const got: (number | readonly number[])[] = [];
  await fromNowOn();
  await emit([100, 101, 102]);
  const one = await start(
    'in-parts',
    (event) => {
      got.push(numberOf(event));
      if (numberOf(event) === 101) throw new Error('faulty');
    },
    {
      handleBatch: (delivered) => {
        const numbers = delivered.map(({ event }) => numberOf(event));
        got.push(numbers);
        if (numbers.includes(101)) throw new Error('faulty');
      },
    },
  );
  await one.until(() => got.includes(102));
  await one.drained();
  await emit([103, 104]);
  one.consumers.wake(new Set([submitted.id]));
  await one.until(() => got.length > 6);
  t.same(got, [[100, 101, 102], 100, 101, 101, 101, 102, [103, 104]]);
  t.match((await dead()).at(-1), { consumer: 'test/in-parts', error: 'faulty', attempts: 3 });
  await one.stop();
});
