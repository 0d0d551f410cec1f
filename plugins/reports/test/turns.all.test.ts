/** Many runs at once: one at a time of each organization, nobody else starved, and those that wait say so. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, Problem, Type } from '@dossier/sdk';
import { bank } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { sectionKinds } from '../contract.ts';
import { stage } from './stage.ts';

/** What is at work, by organization, and in which order it began. */
const work = { now: new Map<string, number>(), most: 0, mostOfOne: 0, order: [] as string[] };
/** The broken one works until it is made to fail. */
const breaks = Promise.withResolvers<void>();
const counting = definePlugin({
  id: 'counting',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [sectionKinds],
  setup: (_needs, plugin) =>
    plugin.contribute(
      sectionKinds,
      'counting',
      { open: 'to members' },
      {
        title: 'Counting',
        schema: Type.Object({ kind: Type.Literal('counting'), name: Type.String() }, { additionalProperties: false }),
        uses: () => [],
        async compute(section, { organization }) {
          work.order.push(String(section['name']));
          work.now.set(organization, (work.now.get(organization) ?? 0) + 1);
          work.most = Math.max(
            work.most,
            [...work.now.values()].reduce((a, b) => a + b, 0),
          );
          work.mostOfOne = Math.max(work.mostOfOne, ...work.now.values());
          for (let i = 0; i < 50; i++) await new Promise((done) => setImmediate(done));
          work.now.set(organization, work.now.get(organization)! - 1);
          if (section['name'] === 'broken') await breaks.promise;
          if (section['name'] === 'broken') throw new Error('It is broken.');
          if (section['name'] === 'away' && work.order.filter((name) => name === 'away').length < 3)
            throw new Problem(503, 'database-unavailable', 'Away', { detail: 'The database is away.' });
          if (section['name'] === 'refused')
            throw new Problem(403, 'forbidden', 'Forbidden', { detail: 'You may not.' });
          return { kind: 'text', paragraphs: ['Counted.'] };
        },
      },
    ),
});
// The order is exact where one statement runs at a time; several connections may take two orders of a moment either
// way.
const { platform, acme, base } = await stage({ plugins: [counting], embedded: true });
t.teardown(() => platform.stop());
const globex = await bank(platform, 'globex');
const elsewhere = `/api/v1/workspaces/${globex.staffWorkspace}`;
const order = (name: string): object => ({
  format: 'csv',
  definition: {
    title: name,
    period: { kind: 'lastWeek' },
    compare: false,
    filters: {},
    grouping: 'auto',
    targetDays: 10,
    sections: [{ kind: 'counting', name }],
  },
});
const ask = async (answer: Promise<Json>): Promise<Json> => {
  const { status, body, text } = await answer;
  if (status !== 201 && status !== 200) throw new Error(text);
  return body;
};

t.test(
  'a pile of runs of one organization is worked off in its order, and the run of another one is not behind it',
  async (t) => {
    const pile: Json[] = [];
    for (let i = 0; i < 12; i++) pile.push(await ask(acme.officer.post(`${base}/report-runs`, order(`pile ${i}`))));
    t.equal(pile[0].ahead, 0);
    t.ok(
      pile.some(({ state, ahead }) => state === 'queued' && ahead > 0),
      'one that waits says how many come first',
    );
    await ask(globex.admin.post(`${elsewhere}/report-runs`, order('elsewhere')));
    await platform.settle();
    const runs = (await acme.officer.get(`${base}/report-runs?limit=100`)).body;
    t.strictSame(new Set(runs.map(({ state, ahead }: Json) => `${state} ${ahead}`)), new Set(['done null']));
    t.strictSame(
      work.order.filter((name) => name !== 'elsewhere'),
      pile.map((_, i) => `pile ${i}`),
      'in the order of their orders, each once',
    );
    t.ok(work.order.indexOf('elsewhere') < 11, 'the other organization did not wait for all of them');
    t.equal(work.mostOfOne, 1, 'one at a time of one organization');
    t.ok(work.most <= 2, 'and two on one node');
  },
);

t.test('one that fails or is cancelled lets the next one go on', async (t) => {
  const [broken, cancelled, last] = [
    await ask(acme.officer.post(`${base}/report-runs`, order('broken'))),
    await ask(acme.officer.post(`${base}/report-runs`, order('cancelled'))),
    await ask(acme.officer.post(`${base}/report-runs`, order('last'))),
  ];
  t.match(await acme.officer.post(`/api/v1/report-runs/${cancelled.id}/cancel`), {
    status: 200,
    body: { state: 'cancelled' },
  });
  breaks.resolve();
  for (let i = 0; i < 8; i++) {
    await platform.settle();
    platform.clock.advance(60_000);
  }
  const states = await Promise.all(
    [broken, cancelled, last].map(async ({ id }) => (await acme.officer.get(`/api/v1/report-runs/${id}`)).body.state),
  );
  t.strictSame(states, ['failed', 'cancelled', 'done']);
  t.notOk(work.order.includes('cancelled'), 'nothing was made of it');
});

t.test('what the service could not do for a while is tried again, and what one may not do is not', async (t) => {
  const [away, refused] = [
    await ask(acme.officer.post(`${base}/report-runs`, order('away'))),
    await ask(acme.officer.post(`${base}/report-runs`, order('refused'))),
  ];
  for (let i = 0; i < 8; i++) {
    await platform.settle();
    platform.clock.advance(60_000);
  }
  t.equal((await acme.officer.get(`/api/v1/report-runs/${away.id}`)).body.state, 'done');
  t.match((await acme.officer.get(`/api/v1/report-runs/${refused.id}`)).body, {
    state: 'failed',
    reason: 'You may not.',
  });
  t.equal(work.order.filter((name) => name === 'refused').length, 1);
});

t.test('files are kept for as long as the organization wants, and the run stays', async (t) => {
  const kept = await ask(acme.officer.post(`${base}/report-runs`, order('kept')));
  await platform.settle();
  const url = `/api/v1/report-runs/${kept.id}`;
  t.equal((await acme.officer.get(`${url}/content`)).status, 200);
  platform.clock.advance(89 * 86_400_000);
  await platform.settle();
  t.equal((await acme.officer.get(`${url}/content`)).status, 200, 'for 90 days when nobody said anything');
  platform.clock.advance(2 * 86_400_000);
  await platform.settle();
  t.match(
    (await acme.officer.get(url)).body,
    { state: 'done', fileName: 'kept 2', resultDeletedAt: String },
    'the run says what it was',
  );
  t.match(await acme.officer.get(`${url}/content`), {
    status: 410,
    body: { code: 'result-deleted', detail: /Run the report again/ },
  });
  const again = await ask(acme.officer.post(`${url}/repeat`));
  await platform.settle();
  t.equal((await acme.officer.get(`/api/v1/report-runs/${again.id}/content`)).status, 200, 'and can be run again');

  t.equal((await acme.admin.put('/api/v1/integrations/reports', { values: { keepDays: 1 } })).status, 200);
  platform.clock.advance(2 * 86_400_000);
  await platform.settle();
  t.equal(
    (await acme.officer.get(`/api/v1/report-runs/${again.id}/content`)).status,
    410,
    'after the organization’s own time',
  );
  t.equal((await acme.officer.get(`/api/v1/report-runs/${again.id}`)).body.state, 'done');
});
