/** Two nodes on one PostgreSQL do the same work at the same time: of what happened one hears once, by one mail. */
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { bank, eventually, testClock, testPlatform } from '@dossier/core/testing';
import type { Json, TestPlatform } from '@dossier/core/testing';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import { ringing } from './ringing.ts';

const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());
const MINUTE = 60_000;

t.test('two nodes notify once', { skip: postgres === null }, async (t) => {
  const clock = testClock();
  const box = ringing();
  const database = await postgres!.createDatabase('notices');
  const running: TestPlatform[] = [];
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<TestPlatform> => {
    const node = await testPlatform({
      plugins: [box.plugin, '@dossier/notifications'],
      clock,
      env: { ...database.overseen, ...env },
    });
    running.push(node);
    return node;
  };
  t.teardown(async () => {
    for (const node of running.toReversed()) await node.stop();
  });
  const first = await start();
  await start({ DATA_DIR: first.dataDir });
  const acme = await bank(first);
  const priya = await acme.person('Priya Nandan', 'officer');
  const names = Array.from({ length: 12 }, (_, i) => `bell ${i}`);
  const settle = (): Promise<unknown> => Promise.all(running.map((node) => node.settle()));
  const own = () => box.mails.filter(({ kind }) => kind.startsWith('notice-'));
  const count = async (): Promise<number> => (await priya.get('/api/v1/notifications/count')).body.unread;

  await box.ring(
    acme.organization,
    acme.staffWorkspace,
    ...names.flatMap((about) => (['at-once', 'daily'] as const).map((kind) => ({ kind, about, to: [priya.id] }))),
  );
  await eventually('all have arrived', count, 24);
  await settle();
  t.strictSame(
    own()
      .map(({ subject }) => subject)
      .toSorted(),
    names.map((name) => `${name} rings: ${name}`).toSorted(),
    'each by one mail',
  );
  box.mails.length = 0;
  // Past the time of day, minute by minute: each node has its turns, and one its mail.
  for (let i = 0; i < 3; i++) {
    clock.advance(24 * 60 * MINUTE + MINUTE);
    await settle();
  }
  t.equal(own().length, 1, 'one mail of the day');
  t.equal(own()[0]?.text.match(/bell \d+ rings/g)?.length, 12);
  const inbox = async (): Promise<Json> => (await priya.get('/api/v1/notifications/inbox')).body;
  t.equal((await inbox()).groups.length, 12);

  await priya.post('/api/v1/notifications/read', { record: box.idOf('bell 1') });
  await priya.post('/api/v1/notifications/done', { subject: { type: 'bell', id: box.idOf('bell 2') }, done: true });
  const before = await inbox();
  box.mails.length = 0;
  // A node dies before it has noted how far it was: the next that leads begins there.
  await first.kernel.database.systemTransaction('app_jobs', async (tx) => {
    await sql`update consumer_position set xid = '0', seq = 0 where id like 'notifications/%'`.execute(tx.sql());
    await sql`update relay_position set fence = fence + 1, holder = null, until = null`.execute(tx.sql());
  });
  await settle();
  clock.advance(24 * 60 * MINUTE);
  await settle();
  t.strictSame(await inbox(), before, 'nobody hears twice of what comes once more');
  t.equal(await count(), 20);
  t.strictSame(own(), []);
});
