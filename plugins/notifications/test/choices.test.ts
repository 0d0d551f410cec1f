/** What people choose to hear of, queues of their teams, and records of which they want to hear no more. */
import { t } from '@dossier/core/testing/t';
import { bank, eventually, testPlatform } from '@dossier/core/testing';
import type { Json, TestAnswer } from '@dossier/core/testing';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { ringing } from './ringing.ts';

const box = ringing();
const platform = await testPlatform({
  plugins: [box.plugin, '@dossier/workflow-handlers', '@dossier/notifications'],
});
t.teardown(() => platform.stop());
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const priya = await acme.person('Priya Nandan', 'officer');
const url = '/api/v1/notifications/choices';
const faultsOf = ({ status, body }: TestAnswer): readonly string[] => [
  String(status),
  ...(body.errors ?? []).map(({ pointer, code }: Json) => `${pointer} ${code}`),
];
const count = async (): Promise<number> => (await priya.get('/api/v1/notifications/count')).body.unread;
const told = async (unread: number): Promise<void> => {
  await platform.settle();
  t.equal(await count(), unread);
};
/** The number of what came to the teams of somebody. */
const ofQueues = async (who: Pick<typeof priya, 'get'>): Promise<number> =>
  (await who.get('/api/v1/notifications/queues')).body.reduce((sum: number, { count: n }: Json) => sum + n, 0);
const bell = (name: string) => ({ type: 'bell', id: box.idOf(name) });
const ring = (about: string, ...more: readonly string[]) =>
  box.ring(
    acme.organization,
    acme.staffWorkspace,
    ...[about, ...more].map((about) => ({ kind: 'daily', about, to: [priya.id] }) as const),
  );

t.test('each chooses for themselves among what may reach them; what is left out stays', async (t) => {
  const { body } = await priya.get(url);
  t.match(body, { quiet: null, dailyAt: '08:00', timeZone: String });
  const kind = (of: Json, id: string) => of.kinds.find((one: Json) => one.kind === id);
  t.match(kind(body, 'daily'), { page: true, mail: 'daily', insists: false, usual: { page: true, mail: 'daily' } });
  t.match(kind(body, 'insisted'), { page: true, mail: 'at-once', insists: true });
  const chosen = { kinds: [{ kind: 'daily', page: false, mail: 'off' }], quiet: { from: '20:00', to: '07:00' } };
  t.equal((await priya.put(url, chosen)).status, 204);
  t.equal((await priya.put(url, { dailyAt: '17:30' })).status, 204);
  const after = (await priya.get(url)).body;
  t.match(after, { quiet: { from: '20:00', to: '07:00' }, dailyAt: '17:30' });
  t.match(kind(after, 'daily'), { page: false, mail: 'off', usual: { page: true, mail: 'daily' } });
  t.match(kind((await acme.officer.get(url)).body, 'daily'), { page: true }, 'another person has their own');
  t.equal(kind((await acme.client.get(url)).body, 'daily'), undefined, 'who may not hear of it has no choice');
  await priya.put(url, { kinds: [{ kind: 'daily', page: true, mail: 'off' }], quiet: null });
  t.match((await priya.get(url)).body, { quiet: null, dailyAt: '17:30' });
});

t.test('what is wrong with a choice is said at once, by its place', async (t) => {
  const off = { page: true, mail: 'off' };
  t.strictSame(
    faultsOf(
      await priya.put(url, {
        kinds: [
          { kind: 'nothing', ...off },
          { kind: 'insisted', ...off },
          { kind: 'daily', ...off },
          { kind: 'daily', ...off },
        ],
        quiet: { from: '07:00', to: '07:00' },
        dailyAt: '25:00',
      }),
    ).toSorted(),
    [
      '/dailyAt pattern',
      '/kinds/0/kind unknown-kind',
      '/kinds/1/kind insisted',
      '/kinds/3/kind named-twice',
      '/quiet/to no-hours',
      '422',
    ],
  );
  t.strictSame(faultsOf(await acme.client.put(url, { kinds: [{ kind: 'daily', ...off }] })), [
    '422',
    '/kinds/0/kind unknown-kind',
  ]);
  t.strictSame(
    faultsOf(
      await priya.post('/api/v1/notifications/snooze', {
        subject: bell('x'),
        until: platform.clock.now().toISOString(),
      }),
    ),
    ['422', '/until bad-moment'],
  );
});

t.test(
  'a team hears of what came to it, with a place of their own for each, and nobody of what they brought',
  async (t) => {
    const template = await acme.template(['DocumentCompletenessCheckHandler']);
    const { body: before } = await priya.get('/api/v1/notifications/queues');
    t.strictSame(before, []);
    platform.clock.advance(1000);
    await acme.key.post('/api/v1/applications', acme.record(template));
    await acme.key.post('/api/v1/applications', acme.record(template));
    const { body } = await priya.get('/api/v1/notifications/queues');
    t.match(body, [
      {
        workspaceId: acme.staffWorkspace,
        workspace: 'Lending',
        title: 'New applications',
        path: 'applications',
        count: 2,
      },
    ]);
    t.equal(await ofQueues(priya), 2);
    t.equal(await count(), 0, 'it is for nobody by name');
    const seen = (workspaceId: string, queue: string) =>
      priya.post('/api/v1/notifications/queues/seen', { workspaceId, queue });
    t.equal((await seen(acme.staffWorkspace, body[0].queue)).status, 204);
    t.strictSame((await priya.get('/api/v1/notifications/queues')).body, []);
    t.equal(await ofQueues(acme.officer), 2, 'others have not looked');
    t.equal(await ofQueues(acme.client), 0);
    t.equal(await ofQueues(beta.officer), 0);
    t.equal((await seen(beta.staffWorkspace, body[0].queue)).status, 404);
    t.strictSame(faultsOf(await seen(acme.staffWorkspace, 'nothing')), ['422', '/queue unknown-queue']);
    platform.clock.advance(1000);
    const { status } = await priya.post('/api/v1/applications', acme.record(template));
    t.equal(status < 300 ? await ofQueues(priya) : 0, 0, 'what one brought is not new to oneself');
    await acme.grant('officer', readApplications, false);
    t.equal(await ofQueues(acme.officer), 0, 'who may read them no more');
    await acme.grant('officer', readApplications, true);
  },
);

t.test('what is put off comes back unseen, at the bell too, and by no mail', async (t) => {
  await priya.put(url, { kinds: [{ kind: 'daily', page: true, mail: 'daily' }] });
  await ring('late');
  await told(1);
  const { body } = await priya.get('/api/v1/notifications/inbox');
  await priya.post('/api/v1/notifications/read', { ids: [body.groups[0].notices[0].id] });
  t.equal(await count(), 0);
  const until = new Date(platform.clock.time() + 3 * 86_400_000).toISOString();
  t.equal((await priya.post('/api/v1/notifications/snooze', { subject: bell('late'), until })).status, 204);
  platform.clock.advance(2 * 86_400_000);
  await platform.settle();
  t.equal(await count(), 0);
  t.strictSame(
    box.mails.filter(({ kind }) => kind === 'notice-daily'),
    [],
  );
  platform.clock.advance(86_400_001);
  t.equal(await count(), 1);
  const answer = await priya.post('/api/v1/notifications/done', { done: true });
  t.equal(await count(), 0);
  await priya.post('/api/v1/notifications/done', { done: false, at: answer.body.at });
  t.match(
    (await priya.get('/api/v1/notifications/inbox')).body.groups,
    [{ subject: bell('late') }],
    'it is brought back',
  );
  await priya.post('/api/v1/notifications/done', { done: true });
});

t.test(
  'a kind that fails keeps its own from its reader, and nothing else; when it is mended they are there',
  async (t) => {
    const names = async () => {
      const { status, body } = await priya.get('/api/v1/notifications/inbox');
      t.equal(status, 200);
      return body.groups.map(({ subject }: Json) => subject.title);
    };
    await box.ring(
      acme.organization,
      acme.staffWorkspace,
      ...(['daily', 'once'] as const).map((kind) => ({ kind, about: `of ${kind}`, to: [priya.id] })),
    );
    await told(2);
    const all = (await priya.get('/api/v1/notifications?unread=true')).body;
    const { id } = all.find(({ kind }: Json) => kind === 'daily');
    box.broken.add('of daily');
    t.strictSame(await names(), ['of once']);
    t.equal((await priya.get('/api/v1/notifications?unread=true')).body.length, 1);
    t.equal((await priya.put(`/api/v1/notifications/${id}`, { read: true })).status, 404);
    t.equal(await count(), 2, 'it was not read');
    box.broken.clear();
    t.strictSame((await names()).toSorted(), ['of daily', 'of once']);
    await priya.post('/api/v1/notifications/done', { done: true });
  },
);

t.test('records that are muted are listed, each by what may be known of it', async (t) => {
  await ring('open', 'secret');
  await told(2);
  for (const id of ['open', 'secret'])
    t.equal((await priya.post('/api/v1/notifications/mute', { subject: bell(id), muted: true })).status, 204);
  t.equal(await count(), 0);
  box.closed.add('secret');
  const { body } = await priya.get('/api/v1/notifications/muted');
  t.match(
    new Set(body.map(({ title, path }: Json) => `${title} ${path}`)),
    new Set(['open bells', 'No longer open to you null']),
  );
  t.strictSame((await acme.officer.get('/api/v1/notifications/muted')).body, []);
  await ring('open', 'heard');
  await told(1);
  for (const id of ['open', 'secret'])
    await priya.post('/api/v1/notifications/mute', { subject: bell(id), muted: false });
  await priya.post('/api/v1/notifications/done', { done: true });
});

t.test('two hundred events at once are each heard of once', async (t) => {
  await ring('first', ...Array.from({ length: 199 }, (_, i) => `event ${i}`));
  await told(100);
  const all = async (): Promise<ReadonlySet<string>> => {
    const ids = new Set<string>();
    for (let before: string | null = ''; before !== null;) {
      const { body }: { body: Json } = await priya.get(
        `/api/v1/notifications/inbox${before === '' ? '' : `?before=${before}`}`,
      );
      for (const { subject, notices } of body.groups) {
        t.equal(notices.length, 1);
        ids.add(subject.id);
      }
      before = body.next;
    }
    return ids;
  };
  await eventually('all are heard of', async () => (await all()).size, 200);
  t.equal(await count(), 100, 'counted up to a hundred');
});
