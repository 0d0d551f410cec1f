/** What a balancer, a stranger and the operator learn of a node by `/health/ready`. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';

const token = 'operator-token-for-these-tests';
const operator = { authorization: `Bearer ${token}` };
const platform = await testPlatform({ env: { OPERATOR_TOKEN: token }, listen: true });
t.teardown(() => platform.stop());

t.test('strangers hear the status alone, whatever they bring', async (t) => {
  for (const headers of [
    {},
    { authorization: 'Bearer operator-token-for-these-test' },
    { authorization: `Bearer ${token}x` },
    { authorization: 'Bearer x' },
    { 'x-api-key': token },
    { cookie: 'dossier_session=x' },
  ] as Readonly<Record<string, string>>[]) {
    const { status, body } = await platform.get('/health/ready', headers);
    t.same({ status, body }, { status: 200, body: { status: 'ready' } }, JSON.stringify(headers));
  }
});

t.test('the operator hears of each part and plugin', async (t) => {
  const { body } = await platform.get('/health/ready', operator);
  t.match(body, {
    status: 'ready',
    parts: { database: 'up', disk: 'up', push: 'up' },
    plugins: { core: 'ready', people: 'ready' },
  });
});

t.test('a web application that could not be built is degraded, and the node serves', async (t) => {
  platform.kernel.pageIs('degraded');
  t.match(await platform.get('/health/ready', operator), {
    status: 200,
    body: { status: 'degraded', parts: { page: 'degraded' } },
  });
  platform.kernel.pageIs('up');
  t.same((await platform.get('/health/ready')).body, { status: 'ready' });
});

t.test('nobody is sent to a node whose very first page is still being built', async (t) => {
  platform.kernel.pageIs('down');
  t.match(await platform.get('/health/ready', operator), {
    status: 503,
    body: { status: 'not-ready', parts: { page: 'down' } },
  });
  t.equal((await platform.get('/health/live')).status, 200);
  platform.kernel.pageIs('degraded');
  t.match(
    await platform.get('/health/ready'),
    { status: 200, body: { status: 'degraded' } },
    'it failed: the API serves',
  );
  platform.kernel.pageIs('up');
});

t.test('a disk that is full, or a volume that is gone, is degraded, and the node serves', async (t) => {
  const { statfs } = fs.promises;
  const whole = (): void => {
    fs.promises.statfs = statfs;
    syncBuiltinESMExports();
  };
  t.teardown(whole);
  const answering = (answer: () => Promise<object>): void => {
    Object.assign(fs.promises, { statfs: answer });
    syncBuiltinESMExports();
  };
  const real = await statfs(platform.dataDir);
  for (const answer of [
    async () => ({ ...real, bavail: 10 }),
    async () => {
      throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
    },
  ]) {
    answering(answer);
    t.match(await platform.get('/health/ready', operator), {
      status: 200,
      body: { status: 'degraded', parts: { database: 'up', disk: 'degraded' } },
    });
    t.same((await platform.get('/health/ready')).body, { status: 'degraded' });
  }
  whole();
  t.match((await platform.get('/health/ready')).body, { status: 'ready' });
});

t.test('a node that is about to stop says so and serves on; each answer is the last of its connection', async (t) => {
  const asked = async (path: string): Promise<object> => {
    const answer = await fetch(`${platform.kernel.publicUrl()}${path}`);
    return { status: answer.status, connection: answer.headers.get('connection'), body: await answer.json() };
  };
  t.same(await asked('/health/ready'), { status: 200, connection: 'keep-alive', body: { status: 'ready' } });
  await platform.kernel.drain(0);
  t.same(await asked('/health/ready'), { status: 503, connection: 'close', body: { status: 'draining' } });
  t.same(await asked('/health/live'), { status: 200, connection: 'close', body: { status: 'live' } });
});
