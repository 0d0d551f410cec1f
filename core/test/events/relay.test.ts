import { t } from '@dossier/core/testing/t';
import { inOrganization, newId, topic } from '@dossier/sdk';
import { createLease } from '../../facilities/events/lease.ts';
import { newest } from '../../facilities/events/reader.ts';
import { createRelay } from '../../facilities/events/relay.ts';
import { createTopicTable, kernelTopics } from '../../facilities/events/topics.ts';
import { accessChanged } from '../../facilities/events/access-changed.ts';
import { eventually } from '../../testing/waiting.ts';
import {
  actingIn,
  manualTiming,
  noted,
  openBench,
  rememberingPublisher,
  silent,
  submitted,
  personal,
} from './support.ts';

const bench = await openBench();
const { open, organization, emit } = bench;
t.teardown(() => open.close());

const things = topic('test/things', {
  title: 'Things',
  address: 'dossier/1/o/{organizationId}/things',
  gate: inOrganization(),
  events: [submitted, noted],
  data: (event) => event.payload,
});
const faulty = topic('test/faulty', {
  title: 'Faulty',
  address: 'dossier/1/o/{organizationId}/faulty',
  gate: inOrganization(),
  events: [submitted],
  data: () => {
    throw new Error('bad topic');
  },
});
const topics = createTopicTable([...kernelTopics, things, faulty]);

const node = (o: { single?: boolean } = {}) => {
  const timing = manualTiming();
  const publisher = rememberingPublisher();
  const lease = createLease({ database: { ...open.database }, timing, log: silent, single: o.single ?? false });
  const relay = createRelay({
    personal,
    database: open.database,
    lease,
    publisher,
    topics,
    timing,
    log: silent,
    poll: 500,
  });
  return { timing, publisher, lease, relay };
};
const numbers = (sent: readonly { data: unknown }[]) => sent.map(({ data }) => data);

t.test(
  'what has committed is published once, in order, with its place; a faulty topic does not stop the others',
  async (t) => {
    const { lease, relay, publisher } = node();
    await lease.refresh();
    await emit([1, 2]);
    t.equal(await relay.round(), 2);
    t.equal(await relay.round(), 0);
    t.same(numbers(publisher.sent), [{ n: 1 }, { n: 2 }]);
    t.match(publisher.sent[0], {
      address: `dossier/1/o/${organization}/things`,
      type: 'dossier.test.submitted.v1',
      seq: /^\d+-\d+$/,
    });
    await lease.stop();
  },
);

t.test('while the broker is away nothing is lost, and the position stays', async (t) => {
  const { lease, relay, publisher } = node();
  await lease.refresh();
  publisher.fail = true;
  await emit([3]);
  await t.rejects(relay.round(), /away/);
  await emit([4]);
  publisher.fail = false;
  await relay.round();
  t.same(numbers(publisher.sent), [{ n: 3 }, { n: 4 }]);
  await lease.stop();
});

t.test(
  'one node relays at a time; the next takes over after a stop at once, after a crash when the lease has ended',
  async (t) => {
    const [a, b] = [node(), node()];
    await a.lease.refresh();
    t.equal(await b.lease.refresh(), null);
    await emit([5]);
    t.equal(await b.relay.round(), 0);
    t.equal(await a.relay.round(), 1);
    await a.lease.stop();
    t.ok(await b.lease.refresh());
    await emit([6]);
    await b.relay.round();
    t.same(numbers(b.publisher.sent), [{ n: 6 }], 'it goes on where the first one stood');
    // A node that lost its lease to another without noticing cannot move the position.
    const c = node({ single: true });
    await c.lease.refresh();
    await emit([7]);
    await c.relay.round();
    await emit([8]);
    await b.relay.round();
    await c.relay.round();
    t.same(numbers(c.publisher.sent), [{ n: 7 }, { n: 8 }]);
    t.equal(b.lease.held(), null, 'it learns that it was replaced');
    await c.lease.stop();
  },
);

t.test('a burst for one address becomes few messages that name all', async (t) => {
  const { lease, relay, publisher } = node();
  await lease.refresh();
  await emit(Array.from({ length: 230 }, (_, n) => 1000 + n));
  await relay.round();
  t.equal(publisher.sent.length, 3);
  const ids = publisher.sent.flatMap(({ data }) => (data as { ids: string[] }).ids);
  t.equal(new Set(ids).size, 230);
  t.ok(publisher.sent.every(({ type }) => type === 'dossier.changes.v1'));
  await lease.stop();
});

t.test('a change of access travels in its place among the events, with a hint for whom it concerns', async (t) => {
  const { lease, relay, publisher } = node();
  await lease.refresh();
  const user = newId();
  await open.database.write(organization, async () => {
    bench.log.emit(
      accessChanged,
      actingIn(organization),
      { subject: { type: 'organization', id: organization } },
      { user },
    );
  });
  await relay.round();
  t.same(publisher.changes, [{ organization, user }]);
  t.match(publisher.sent, [
    { address: `dossier/1/o/${organization}/u/${user}/inbox`, type: 'dossier.kernel.access-changed.v1', data: {} },
  ]);
  await lease.stop();
});

t.test('a started relay publishes on wake and on poll', async (t) => {
  const { lease, relay, publisher, timing } = node({ single: true });
  await lease.refresh();
  const until = (count: number) =>
    eventually(
      'so many are published',
      () => {
        timing.advance(500);
        return publisher.sent.length;
      },
      count,
    );
  await emit([9]);
  relay.start();
  await until(1);
  await emit([10]);
  relay.wake();
  await until(2);
  await emit([11]);
  await lease.refresh();
  await until(3);
  await emit([12]);
  await relay.drain(await open.systemTransaction('app_jobs', newest));
  t.same(numbers(publisher.sent), [{ n: 9 }, { n: 10 }, { n: 11 }, { n: 12 }], 'and at once where a test asks for it');
  await relay.stop();
  await lease.stop();
});
