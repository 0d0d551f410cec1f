/** What another node commits rings no bell here: the look at the log finds it, and tells the relay. */
import { t } from '@dossier/core/testing/t';
import { inOrganization, topic } from '@dossier/sdk';
import { createEvents, topicsOf } from '../../facilities/events/index.ts';
import { actingIn, manualTiming, openBench, rememberingPublisher, silent, submitted, personal } from './support.ts';

const { open, organization, emit } = await openBench();
t.teardown(() => open.close());

const things = topic('test/things', {
  title: 'Things',
  address: 'dossier/1/o/{organizationId}/things',
  gate: inOrganization(),
  events: [submitted],
  data: (event) => event.payload,
});

t.test('what was committed elsewhere is published within a second or two', async (t) => {
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
  /** Time passes in pieces, and the database answers between them, until so much was published. */
  const published = async (count: number, milliseconds: number): Promise<number> => {
    let passed = 0;
    for (; publisher.sent.length < count && passed < milliseconds; passed += 250) {
      timing.advance(250);
      for (let i = 0; i < 20; i++) await open.database.read(organization, async () => undefined);
    }
    return publisher.sent.length;
  };
  await published(1, 1000);
  await emit([1]);
  t.equal(await published(1, 2000), 1);
  await emit([2, 3]);
  t.equal(await published(3, 2000), 3);
});
