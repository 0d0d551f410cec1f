/**
 * The way to PostgreSQL stands still, or the server has fewer connections than the node wants: nobody waits for ever,
 * and all is well afterwards.
 */
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '../../core/testing/index.ts';
import type { TestAnswer } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { openLine } from '../servers/line.ts';
import { startPostgres } from '../servers/postgres.ts';

const plugins = ['@dossier/workflow-handlers', '@dossier/bureau-simulator'];
/** Limits far beyond what anything takes that does not hang; the order among them is the real one. */
const databaseLimits = { statement: 12_000, answer: 14_000, connect: 8_000, turn: 8_000, lock: 8_000 };
const refusal = { status: 503, headers: { 'retry-after': /^\d+$/, 'content-type': /problem\+json/ } };

t.test('a link that hangs is given up in time by everybody who waits, and found again', async (t) => {
  const postgres = await startPostgres();
  if (!postgres) return;
  t.teardown(() => postgres.stop());
  const { url, adminUrl } = await postgres.createDatabase('hung');
  const line = await openLine(url);
  t.teardown(() => line.close());
  const lines: string[] = [];
  const platform = await testPlatform({
    plugins,
    databaseLimits,
    listen: true,
    logTo: { write: (text) => void lines.push(text) },
    env: {
      DATABASE_URL: line.through(url),
      DATABASE_ADMIN_URL: line.through(adminUrl),
      POOL_SIZE: '4',
      LOG_LEVEL: 'warn',
    },
  });
  const { kernel } = platform;
  const acme = await bank(platform);
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const submit = (): Promise<TestAnswer> => acme.key.post('/api/v1/applications', acme.record(template));
  const list = (): Promise<TestAnswer> => acme.key.get('/api/v1/applications?limit=100');
  t.match(await submit(), { status: 201 });
  const before = (await list()).body.length;

  line.hang();
  const waiting = [...Array.from({ length: 8 }, submit), ...Array.from({ length: 8 }, list)];
  const behind = Promise.allSettled([
    kernel.jobs.drain(),
    kernel.database.asOwner((owner) => owner.run('select 1')),
    kernel.database.systemTransaction('app_jobs', async (tx) =>
      tx
        .sql()
        .selectNoFrom((q) => q.lit(1).as('one'))
        .execute(),
    ),
  ]);
  for (const answer of await Promise.all(waiting)) t.match(answer, refusal);
  t.same(
    (await behind).map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
    'queue, owner and relay give up as well',
  );
  t.equal((await platform.get('/health/live')).status, 200);
  t.match((await platform.get('/health/ready')).body, { status: 'degraded' });
  // Those that always run have met it too: the lease of the relay, and the look at the queue.
  await eventually(
    'relay and queue say so',
    () =>
      /lease of the event relay could not be renewed/.test(lines.join('')) &&
      /job queue could not be read/.test(lines.join('')),
  );

  line.goOn();
  const after = await eventually('it is served again', async () => {
    const answer = await submit();
    return answer.status === 201 && answer;
  });
  t.match(after.body, { status: /Approved|Submitted/ });
  await platform.settle();
  const stored: readonly { readonly id: string; readonly status: string }[] = (await list()).body;
  t.ok(stored.length > before);
  t.same([...new Set(stored.map(({ status }) => status))], ['Approved'], 'nothing was left half done');
  await eventually('messages go out again', () => kernel.realtime.health() === 'up' && kernel.realtime.events.leads());

  line.hang();
  await platform.stop();
  t.pass('a stop ends, though nobody answers it');
});

t.test(
  'a server with fewer connections than the node wants lets everybody wait their turn, and says so at the start',
  async (t) => {
    // Three of them are kept for superusers.
    const postgres = await startPostgres({ connections: 11 });
    if (!postgres) return;
    t.teardown(() => postgres.stop());
    const { env, superUrl } = await postgres.createDatabase('scarce');
    const lines: string[] = [];
    // A turn is long enough for all on a busy machine, and far shorter than what holds the connections then.
    const patient = { statement: 110_000, lock: 110_000, answer: 120_000, connect: 20_000, turn: 20_000 };
    const platform = await testPlatform({
      plugins,
      databaseLimits: patient,
      logTo: { write: (text) => void lines.push(text) },
      env: { ...env, POOL_SIZE: '16', LOG_LEVEL: 'warn' },
    });
    t.teardown(() => platform.stop());
    t.match(
      lines.find((text) => text.includes('max_connections')),
      /has \d+ connections left for this login, and this node needs up to 22 \(POOL_SIZE 16, the job queue 3, and 3 to start and to look after itself\)/,
    );
    const acme = await bank(platform);
    const template = await acme.template(['DocumentCompletenessCheckHandler']);
    const submit = (): Promise<TestAnswer> => acme.key.post('/api/v1/applications', acme.record(template));
    const answers = await Promise.all(Array.from({ length: 32 }, submit));
    t.same(
      [
        ...new Set(
          answers.map(({ status, body }) => (status === 201 ? 201 : `${status} ${body.code}: ${body.detail}`)),
        ),
      ],
      [201],
      'twice as many at once as may have a connection each',
    );
    await platform.settle();

    const operator = new pg.Client({ connectionString: superUrl });
    await operator.connect();
    t.teardown(() => operator.end());
    await operator.query('begin');
    await operator.query('lock table application in access exclusive mode');
    // They hold every connection that there is, until their own time is over.
    const held = Array.from({ length: 16 }, submit);
    await eventually(
      'all hang at the lock',
      async () =>
        Number(
          (
            await operator.query(
              `select count(*) from pg_stat_activity where usename = 'dossier_app' and wait_event_type = 'Lock'`,
            )
          ).rows[0].count,
        ) >= 4,
    );
    // The last of them may not have its connection yet.
    const late = await eventually(
      'no connection is free',
      () => acme.admin.get('/api/v1/teams'),
      ({ status }) => status !== 200,
    );
    t.match(
      late,
      { ...refusal, body: { code: 'database-unavailable' } },
      'a request that waits too long gets an error',
    );
    await operator.query('rollback');
    for (const answer of await Promise.all(held)) if (answer.status !== 201) t.match(answer, refusal);
    await eventually('it is served again', async () => (await submit()).status === 201);
  },
);
