/** What another node commits rings no bell here: the look at the log finds it, and tells the relay. */
import { t } from '@dossier/core/testing/t';
import { inOrganization, topic } from '@dossier/sdk';
import { createEvents, topicsOf } from '../../facilities/events/index.ts';
import { eventually } from '../../testing/waiting.ts';
import { actingIn, manualTiming, openBench, rememberingPublisher, silent, submitted, personal } from './support.ts';

const { open, emit } = await openBench();
t.teardown(() => open.close());

const things = topic('test/things', {
  title: 'Things',
  address: 'dossier/1/o/{organizationId}/things',
  gate: inOrganization(),
  events: [submitted],
  data: (event) => event.payload,
});

t.test('what was committed elsewhere is found by the look at the log, and published', async (t) => {
  const timing = manualTiming();
  const publisher = rememberingPublisher();
  const events = createEvents({
    personal,
    database: open.database,
    scope: open.scope,
    log: silent,
    timing,
    single: false,
    check: true,
    topics: topicsOf([things]),
    publisher,
    isReady: () => true,
    accessFor: async (_, event) => actingIn(event.organization),
    onAccessChange: () => undefined,
  });
  t.teardown(() => events.stop());
  await events.start();
  /** Time passes, but so little that the relay does not look by itself. */
  const published = (count: number): Promise<number> =>
    eventually(
      'so many are published',
      () => {
        timing.advance(20);
        return publisher.sent.length;
      },
      count,
    );
  await emit([1]);
  t.equal(await published(1), 1);
  await emit([2, 3]);
  t.equal(await published(3), 3);
});
