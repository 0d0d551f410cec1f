import { t } from '@dossier/core/testing/t';
import { createEvents, since } from '../../facilities/events/index.ts';
import { accessChanged } from '../../facilities/events/access-changed.ts';
import { newId } from '@dossier/sdk';
import { actingIn, openBench, silent, subjectOf, submitted, personal } from '../events/support.ts';
import { eventually } from '../../testing/waiting.ts';
import { connect, person, staffAddress, startNode, topics } from './support.ts';
import type { Listener } from './support.ts';

// One process on the embedded database, from the transaction to the browser's MQTT client.
const { open, organization } = await openBench();
const node = await startNode();
const start = async () => {
  const events = createEvents({
    personal,
    database: open.database,
    scope: open.scope,
    log: silent,
    single: true,
    check: true,
    topics,
    publisher: node.broker.publisher,
    isReady: () => true,
    accessFor: async (_, event) => actingIn(event.organization),
    onAccessChange: node.broker.revoke,
  });
  const heard: number[] = [];
  events.consumers.add({
    plugin: 'test',
    name: 'all',
    event: submitted,
    gate: { open: 'to members' },
    handle: (event) => void heard.push((event.payload as { n: number }).n),
  });
  await events.start();
  return { events, heard };
};
let running = await start();
t.teardown(async () => {
  await running.events.stop();
  await node.close();
  await open.close();
});

const emit = async (numbers: readonly number[], workspace: string | null = null) => {
  await open.database.write(organization, async () => {
    for (const n of numbers)
      running.events.writer.emit(
        submitted,
        actingIn(organization, workspace),
        { subject: { type: 'thing', id: subjectOf(n) } },
        { n },
      );
  });
};
const everything = `dossier/1/o/${organization}/all`;
/** Ids of the events a client has heard of, also those in merged messages. */
const idsOf = (listener: Listener) =>
  listener.got.flatMap(({ text }) => {
    const message: { id: string; data: { events?: string[] } } = JSON.parse(text);
    return message.data.events ?? [message.id];
  });
const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

t.test('a commit reaches the subscriptions of plugins and the connected clients', async (t) => {
  const ada = await connect(node, person(organization));
  await ada.subscribe(everything);
  await emit([1]);
  await eventually('both heard of it', () => [ada.got.length, running.heard], [1, [1]]);
  t.match(JSON.parse(ada.got[0]!.text), { specversion: '1.0', data: { n: 1 }, subject: `thing/${subjectOf(1)}` });
  await ada.end();
});

t.test('a burst of 1,000 events arrives whole, and in few messages', async (t) => {
  const ada = await connect(node, person(organization));
  await ada.subscribe(everything);
  const begun = Date.now();
  for (let i = 0; i < 100; i++) {
    await emit(range(1000 + i * 10, 10));
    // Requests arrive through the event loop; a loop on the embedded database alone would never let it turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually('all are heard of', () => idsOf(ada).length >= 1000);
  // In each second it passes on about a hundred before it gathers, however many seconds the machine takes for all.
  const most = Math.max(300, 104 * (1 + Math.ceil((Date.now() - begun) / 1000)));
  t.equal(new Set(idsOf(ada)).size, 1000);
  t.equal(idsOf(ada).length, 1000, 'none twice');
  t.ok(ada.got.length < most, `${ada.got.length} messages`);
  await ada.end();
});

t.test('a client that was away catches up by its place: all of it, none twice', async (t) => {
  const who = person(organization);
  const before = await connect(node, who);
  await before.subscribe(everything);
  await emit([5000]);
  await eventually('the first is heard', () => before.got.length, 1);
  let place: string = JSON.parse(before.got[0]!.text).seq;
  await before.end();
  await emit(range(5001, 250));
  const after = await connect(node, who);
  await after.subscribe(everything);
  await emit(range(5251, 5));
  await eventually('the last five are heard', () => idsOf(after).length >= 5);
  const caught: string[] = [];
  for (let more = true; more;) {
    const missed = await open.database.read({ organization, audience: 'staff' }, (tx) =>
      since(tx, organization, place, { now: new Date(), personal, limit: 100 }),
    );
    if (missed.kind !== 'events') return t.fail('no resync is needed');
    caught.push(...missed.events.map((event) => event.id));
    ({ place, more } = missed);
  }
  t.equal(caught.length, 255);
  t.equal(
    new Set([...caught, ...idsOf(after)]).size,
    255,
    'what was pushed is among what was read, and is dropped by id',
  );
  await after.end();
});

t.test('what commits after a revocation is not forwarded, through the log itself', async (t) => {
  const ada = person(organization);
  const workspace = newId();
  node.rights.add(`${ada.actor.id}/${workspace}`);
  const listener = await connect(node, ada);
  t.same(await listener.subscribe(staffAddress(organization, workspace), everything), [0, 0]);
  const from = await open.database.write(organization, async () => {
    running.events.writer.emit(
      submitted,
      actingIn(organization, workspace),
      { subject: { type: 'thing', id: subjectOf(6000) } },
      { n: 6000 },
    );
  });
  t.equal(from, undefined);
  node.rights.clear();
  await open.database.write(organization, async () => {
    running.events.writer.emit(
      accessChanged,
      actingIn(organization),
      { subject: { type: 'workspace', id: workspace } },
      { workspace },
    );
  });
  await emit([6001], workspace);
  await eventually('the later one is heard', () =>
    listener.got.some(({ address, text }) => address === everything && text.includes('6001')),
  );
  t.notOk(listener.got.some(({ address, text }) => address !== everything && text.includes('6001')));
  await listener.end();
});

t.test('after a stop and a start everything goes on where it stood', async (t) => {
  await eventually('the subscription heard all so far', () => running.heard.length, 1 + 1000 + 256 + 2);
  t.same(
    running.heard,
    [...running.heard].sort((a, b) => a - b),
    'in order',
  );
  await running.events.stop();
  const last = running;
  running = await start();
  const ada = await connect(node, person(organization));
  await ada.subscribe(everything);
  await emit([7000]);
  await eventually('both heard of it', () => [ada.got.length, running.heard.length], [1, 1]);
  t.same(running.heard, [7000]);
  t.equal(last.heard.length, 1259);
  await ada.end();
});
