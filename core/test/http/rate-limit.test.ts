import { t } from '@dossier/core/testing/t';
import { blockOf, definePlugin } from '@dossier/sdk';
import { testClock, testKernel, testPlatform } from '@dossier/core/testing';
import { createRateCounters, secondsUntilFree } from '../../facilities/http/rate-counters.ts';
import { manualTiming } from '../events/support.ts';
import { createRateExchange, rateMigrations, rateTables } from '../../facilities/http/rate-exchange.ts';
import { onBothEngines } from '../database/engines.ts';
import { recordingLog } from '../database/sample.ts';

/** The beginning of a minute, where windows are easiest to reckon. */
const start = new Date('2026-11-20T12:00:00Z');
const second = 1_000;

const ping = definePlugin({
  id: 'ping',
  version: '1.0.0',
  kernel: '*',
  routes: {
    ping: { method: 'GET', url: '/ping', gate: { scope: 'installation', actors: ['user', 'key'] }, summary: 'Ping' },
    open: { method: 'GET', url: '/open', gate: { open: 'to everyone', why: 'A test.' }, summary: 'Open' },
  },
  setup: (_needs, plugin) => plugin.routes({ ping: () => ({ ok: true }), open: () => ({ ok: true }) }),
});

t.test('a key has its requests a minute, sees how many are left, and then when to come again', async (t) => {
  const clock = testClock(start);
  await using kernel = await testKernel({
    plugins: [ping],
    clock,
    env: { RATE_PER_KEY: '3' },
    workspace: { grants: { ann: [], bob: [] }, keys: { partner: [] } },
  });
  const partner = kernel.as('partner');
  for (const left of [2, 1, 0])
    t.match(await partner.get('/ping'), {
      status: 200,
      headers: { 'ratelimit-policy': '"actor";q=3;w=60', ratelimit: `"actor";r=${left};t=60` },
    });
  const refused = await partner.get('/ping');
  t.match(refused, {
    status: 429,
    headers: { 'content-type': /problem\+json/, 'retry-after': '61', ratelimit: '"actor";r=0;t=61' },
    body: { code: 'too-many-requests', detail: /3 requests a minute.*61 seconds/ },
  });
  t.equal((await kernel.as('ann').get('/ping')).status, 200, 'nobody else is concerned');
  clock.advance(60 * second);
  t.equal((await partner.get('/ping')).status, 429, 'a minute boundary gives nothing away');
  clock.advance(second);
  t.equal((await partner.get('/ping')).status, 200, 'but as long as was said is long enough');
});

t.test('a person has them wherever they ask from, and an address for all its callers', async (t) => {
  await using kernel = await testKernel({
    plugins: [ping],
    clock: testClock(start),
    env: { RATE_PER_KEY: '2', RATE_PER_ADDRESS: '5' },
    workspace: { grants: { ann: [], bob: [] } },
  });
  const from = (remoteAddress: string, name?: string) =>
    (name === undefined ? kernel : kernel.as(name)).request({
      url: name === undefined ? '/open' : '/ping',
      remoteAddress,
    });
  t.same(
    [
      (await from('192.0.2.1', 'ann')).status,
      (await from('192.0.2.2', 'ann')).status,
      (await from('192.0.2.3', 'ann')).status,
    ],
    [200, 200, 429],
  );
  t.match(await from('192.0.2.9'), {
    status: 200,
    headers: { 'ratelimit-policy': '"address";q=5;w=60', ratelimit: '"address";r=4;t=60' },
  });
  for (let i = 0; i < 4; i++) await from('192.0.2.9');
  t.match(await from('192.0.2.9', 'bob'), {
    status: 429,
    body: { code: 'too-many-requests' },
    headers: { 'retry-after': '61' },
  });
  t.equal((await from('192.0.2.9', undefined)).status, 429);
  t.match(
    await kernel.request({ url: '/nowhere', remoteAddress: '192.0.2.9' }),
    { status: 429 },
    'also for what does not exist',
  );
  t.equal((await from('192.0.2.10', 'bob')).status, 200);
});

t.test('a route with a limit of its own counts each address for itself, in addition to what all may', async (t) => {
  const route = { method: 'GET', gate: { open: 'to everyone', why: 'A test.' }, summary: 'Narrow' } as const;
  const narrow = definePlugin({
    id: 'narrow',
    version: '1.0.0',
    kernel: '*',
    routes: { one: { ...route, url: '/one', perMinute: 2 }, two: { ...route, url: '/two', perMinute: 2 } },
    setup: (_needs, plugin) => plugin.routes({ one: () => ({ ok: true }), two: () => ({ ok: true }) }),
  });
  const clock = testClock(start);
  await using kernel = await testKernel({ plugins: [narrow], clock, env: { RATE_PER_ADDRESS: '100' } });
  const from = (remoteAddress: string, url = '/one') => kernel.request({ url, remoteAddress });
  for (const left of [1, 0])
    t.match(await from('192.0.2.1'), {
      status: 200,
      headers: { 'ratelimit-policy': '"route";q=2;w=60', ratelimit: `"route";r=${left};t=60` },
    });
  t.match(await from('192.0.2.1'), {
    status: 429,
    headers: { 'retry-after': '61', ratelimit: '"route";r=0;t=61' },
    body: { code: 'too-many-requests', detail: /2 requests a minute for this from this address/ },
  });
  t.equal((await from('192.0.2.1', '/two')).status, 200, 'another route is not concerned');
  t.equal((await from('192.0.2.2')).status, 200, 'nor another address');
  clock.advance(61 * second);
  t.equal((await from('192.0.2.1')).status, 200);
});

t.test('the operator is never refused: they are the one who has to help', async (t) => {
  const authorization = 'Bearer operator-token-for-these-tests';
  await using kernel = await testKernel({
    plugins: [ping],
    clock: testClock(start),
    env: { RATE_PER_KEY: '2', OPERATOR_TOKEN: authorization.slice(7) },
    workspace: { grants: { ann: [] } },
  });
  for (let i = 0; i < 5; i++) t.equal((await kernel.get('/ping', { authorization })).status, 200);
  t.equal((await kernel.get('/ping', { authorization: `${authorization}x` })).status, 401);
});

t.test('0 means no limit and no fields', async (t) => {
  await using kernel = await testKernel({
    plugins: [ping],
    env: { RATE_PER_KEY: '0', RATE_PER_ADDRESS: '0' },
    workspace: { grants: { ann: [] } },
  });
  const { headers, status } = await kernel.as('ann').get('/ping');
  t.equal(status, 200);
  t.notOk('ratelimit' in headers || 'ratelimit-policy' in headers);
});

t.test(
  'however a minute is cut out, little more than the limit passes in it, and the time to wait is true',
  async (t) => {
    let now = start.getTime();
    const counters = createRateCounters({ now: () => now });
    const bucket = counters.bucket('a', () => 'a');
    const taken: number[] = [];
    for (; now < start.getTime() + 300 * second; now += 100) if (counters.take(bucket, 100, now) >= 0) taken.push(now);
    for (const from of taken)
      t.ok(taken.filter((at) => at >= from && at < from + 60 * second).length <= 150, 'never the double');
    while (counters.take(bucket, 100, now) >= 0);
    now += secondsUntilFree(bucket, 100, now) * second;
    t.ok(counters.take(bucket, 100, now) >= 0);
  },
);

t.test('an IPv6 client is its /64, an IPv4 client itself in either notation', async (t) => {
  t.equal(blockOf('192.0.2.7'), '192.0.2.7');
  for (const mapped of ['::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7'])
    t.equal(blockOf(mapped), '192.0.2.7', mapped);
  for (const address of [
    '2001:db8:0:1::1',
    '2001:db8:0:1:ffff::',
    '2001:0db8:0000:0001:0:0:0:2',
    '2001:DB8::1:0:0:0:9',
  ])
    t.equal(blockOf(address), '2001:db8:0:1::/64', address);
  t.not(blockOf('2001:db8:0:2::1'), blockOf('2001:db8:0:1::1'));
  t.equal(blockOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  t.equal(blockOf('unknown'), 'unknown');
});

t.test('nodes hold the limit together within one exchange, and another key is not concerned', async (t) => {
  const platform = await testPlatform();
  t.teardown(() => platform.stop());
  let now = start.getTime();
  const node = () => {
    const counters = createRateCounters({ now: () => now });
    const exchange = createRateExchange({
      database: platform.kernel.database.database as never,
      log: platform.kernel.server.log,
      counters,
      now: () => now,
    });
    return {
      exchange,
      take: (name: string) =>
        counters.take(
          counters.bucket(name, () => `key:${name}`),
          90,
          now,
        ) >= 0,
    };
  };
  const nodes = [node(), node(), node()];
  let passed = 0;
  // Each node gets 20 requests of the key between two exchanges: 60 a second, 600 in ten.
  for (let i = 0; i < 10; i++, now += second) {
    for (const one of nodes) for (let n = 0; n < 20; n++) if (one.take('busy')) passed++;
    // One after another: of two at once neither sees what the other writes.
    for (const { exchange } of nodes) await exchange.run();
  }
  t.ok(passed >= 90 && passed <= 90 + 60, `${passed} of 600 passed`);
  t.ok(nodes.every(({ take }) => take('quiet')));
  now += 120 * second;
  for (const one of nodes) {
    t.ok(one.take('busy'), 'two minutes later it is forgotten');
    await one.exchange.run();
  }
  const { rows } = await platform.kernel.database.asOwner((owner) =>
    owner.run('select bucket, count from rate_count order by bucket'),
  );
  t.same(rows, [{ bucket: 'key:busy', count: 3 }], 'and so is what the database held');
});

await onBothEngines(t, async (t, engine) => {
  const database = await engine.open(t, {
    plugins: [{ id: 'kernel', tables: rateTables, migrations: rateMigrations }],
  });
  let now = start.getTime();
  const node = () => {
    const counters = createRateCounters({ now: () => now });
    const exchange = createRateExchange({
      database: database as never,
      log: recordingLog().log,
      counters,
      now: () => now,
    });
    const passed = (name: string, count: number): number =>
      Array.from(
        { length: count },
        () =>
          counters.take(
            counters.bucket(name, () => `key:${name}`),
            30,
            now,
          ) >= 0,
      ).filter(Boolean).length;
    return { exchange, passed };
  };
  const total = async (buckets: string): Promise<unknown> =>
    (
      await database.asOwner((owner) =>
        owner.run('select sum(count)::int as n from rate_count where bucket like $1', [buckets]),
      )
    ).rows[0]?.['n'];

  await t.test(
    'a caller who has reached the limit on one node gets no fresh one on another when the minute turns',
    async (t) => {
      const [busy, quiet] = [node(), node()];
      now = start.getTime() + 50 * second;
      t.equal(busy.passed('mover', 40), 30);
      await busy.exchange.run();
      now = start.getTime() + 60 * second;
      t.equal(quiet.passed('mover', 1), 1);
      await quiet.exchange.run();
      let passed = 0;
      for (let i = 0; i < 6; i++, await quiet.exchange.run()) passed += quiet.passed('mover', 10);
      t.ok(passed <= 1, `${passed} more passed`);
      now += 30 * second;
      t.equal(quiet.passed('mover', 30), 14, 'half of the last minute has faded by then');
    },
  );

  await t.test('also what was not sent yet when the minute turned', async (t) => {
    const [busy, quiet] = [node(), node()];
    now = start.getTime() + 239 * second + 900;
    t.equal(busy.passed('late', 30), 30);
    now = start.getTime() + 240 * second;
    t.equal(busy.passed('late', 1), 0);
    t.equal(quiet.passed('late', 1), 1);
    await busy.exchange.run();
    await quiet.exchange.run();
    t.equal(quiet.passed('late', 10), 0);
    t.equal(await total('key:late'), 31, 'learning adds nothing');
  });

  await t.test(
    'nodes that tell of the same keys about a border at once wait for one another, and lose nothing',
    async (t) => {
      const nodes = [node(), node(), node(), node()];
      const names = Array.from({ length: 20 }, (_, i) => `shared-${i}`);
      for (let round = 0; round < 5; round++) {
        for (const at of [-1, 0]) {
          now = start.getTime() + (10 + 3 * round) * 60 * second + at * second;
          for (const one of nodes) for (const name of round % 2 ? names : names.toReversed()) one.passed(name, 1);
        }
        await Promise.all(nodes.map(({ exchange }) => exchange.run()));
        t.equal(await total('key:shared-%'), nodes.length * names.length * 2);
      }
    },
  );
});

t.test('without the database each node goes on counting for itself', async (t) => {
  const counters = createRateCounters({ now: () => start.getTime() });
  const warnings: string[] = [];
  const exchange = createRateExchange({
    database: { systemTransaction: () => Promise.reject(new Error('away')) } as never,
    log: { info: () => undefined, error: () => undefined, warn: (_fields, text) => void warnings.push(text) },
    counters,
    now: () => start.getTime(),
  });
  const take = (): boolean =>
    counters.take(
      counters.bucket('a', () => 'a'),
      2,
      start.getTime(),
    ) >= 0;
  t.ok(take());
  await exchange.run();
  t.ok(take());
  await exchange.run();
  t.notOk(take());
  t.equal(warnings.length, 1, 'and says so once');
});

t.test('against a database that does not answer no exchange begins before the last has ended', async (t) => {
  const counters = createRateCounters({ now: () => start.getTime() });
  const timing = manualTiming();
  const answers: (() => void)[] = [];
  const exchange = createRateExchange({
    database: { systemTransaction: () => new Promise((resolve) => answers.push(() => resolve([]))) } as never,
    log: recordingLog().log,
    counters,
    now: () => start.getTime(),
    timing,
  });
  exchange.start();
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 5; i++, await turn()) {
    counters.take(
      counters.bucket('a', () => 'a'),
      100,
      start.getTime(),
    );
    timing.advance(second);
  }
  t.equal(answers.length, 1);
  const stopped = exchange.stop();
  answers[0]!();
  await stopped;
  t.equal(answers.length, 1, 'nor at the stop');
});
