/**
 * Delivery begins when the rest of a start is over; what happens before is not lost, and a stop before that leaves
 * nothing running.
 */
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { createEvents, topicsOf } from '../../facilities/events/index.ts';
import { eventually } from '../../testing/waiting.ts';
import { actingIn, openBench, rememberingPublisher, silent, subjectOf, submitted, personal } from './support.ts';

const { open, organization } = await openBench();
t.teardown(() => open.close());

/** A node with one subscription, whose start is over when the test says so. */
async function starting(t: Test) {
  const heard: number[] = [];
  const publisher = rememberingPublisher();
  const events = createEvents({
    personal,
    database: open.database,
    scope: open.scope,
    log: silent,
    single: true,
    check: true,
    topics: topicsOf([]),
    publisher,
    isReady: () => true,
    accessFor: async (_, event) => actingIn(event.organization),
    onAccessChange: () => undefined,
  });
  events.consumers.add({
    plugin: 'test',
    name: 'all',
    event: submitted,
    gate: { open: 'to members' },
    handle: (event) => void heard.push((event.payload as { n: number }).n),
  });
  const over = Promise.withResolvers<void>();
  await events.start(over.promise);
  t.teardown(() => events.stop());
  return {
    events,
    heard,
    publisher,
    over: over.resolve,
    emit: (n: number) =>
      open.database.write(organization, async () =>
        events.writer.emit(submitted, actingIn(organization), { subject: { type: 'thing', id: subjectOf(n) } }, { n }),
      ),
    /** Long enough for a delivery, had it begun: the database has answered what comes after it. */
    settled: async () => {
      for (let i = 0; i < 20; i++) await open.database.read(organization, async () => undefined);
    },
  };
}

t.test('what happens before is delivered then', async (t) => {
  const { heard, over, emit, settled } = await starting(t);
  await emit(1);
  await settled();
  t.strictSame(heard, [], 'the rest of the start comes first');
  over();
  await eventually('the first is delivered', () => heard.length > 0);
  await emit(2);
  await eventually('the second is delivered', () => heard.length > 1);
  t.strictSame(heard, [1, 2]);
});

t.test('after a stop nothing begins', async (t) => {
  const { events, heard, publisher, over, emit, settled } = await starting(t);
  await emit(1);
  await events.stop();
  over();
  await settled();
  t.strictSame([heard, publisher.sent, events.leads()], [[], [], false]);
});
