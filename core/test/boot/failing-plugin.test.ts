import { t } from '@dossier/core/testing/t';
import { definePlugin, extensionPoint } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';
import { probe, probePlugin, probing } from '../http/probe.ts';

const operator = { authorization: 'Bearer operator-token-for-these-tests' };
const env = { OPERATOR_TOKEN: operator.authorization.slice(7) };

const hello = (id: string, o: { setUp?: () => void; health?: () => 'up' | 'degraded' } = {}) =>
  definePlugin({
    id,
    version: '1.0.0',
    kernel: '^1.0.0',
    routes: {
      hello: { method: 'GET', url: `/${id}`, gate: { open: 'to everyone', why: 'A test.' }, summary: 'Hello' },
    },
    setup(_needs, plugin) {
      o.setUp?.();
      plugin.health('check', async () => o.health?.() ?? 'up');
      plugin.routes({ hello: () => ({ id }) });
    },
  });

t.test('a plugin that fails is shown, answers 503, and lets the rest serve', async (t) => {
  await using kernel = await testKernel({
    env,
    failing: 'allowed',
    plugins: [probePlugin({ failing: () => true }), hello('good')],
    workspace: { on: [probing], grants: { ada: [probe] } },
  });
  t.match(await kernel.get('/health/live'), { status: 200, body: { status: 'live' } });
  t.match(await kernel.get('/health/ready', operator), {
    status: 200,
    body: { status: 'degraded', plugins: { probe: 'failed', good: 'ready', core: 'ready' } },
  });
  t.match(await kernel.get('/good'), { status: 200, body: { id: 'good' } });
  const answer = await kernel.as('ada').get('/find');
  t.match(answer, {
    status: 503,
    headers: { 'content-type': /problem\+json/, 'retry-after': '5' },
    body: { code: 'plugin-not-ready', detail: /^This part of the service .*is starting or failing; the rest works/ },
  });
  t.notMatch(answer.text, /secret/);
  t.equal((await kernel.get('/find')).status, 401, 'without signing in one learns nothing else');
  t.match((await kernel.get('/health/ready', operator)).body, { reasons: { probe: /the set-up failed/ } });
  t.same((await kernel.get('/health/ready')).body, { status: 'degraded' }, 'a stranger reads the status alone');
});

t.test('a degraded check is reported, and the plugin serves', async (t) => {
  let level: 'up' | 'degraded' = 'degraded';
  await using kernel = await testKernel({ env, plugins: [hello('weak', { health: () => level })] });
  t.match(await kernel.get('/health/ready', operator), {
    status: 200,
    body: { status: 'degraded', plugins: { weak: 'degraded' } },
  });
  t.equal((await kernel.get('/weak')).status, 200);
  level = 'up';
  t.match(await kernel.get('/health/ready', operator), {
    status: 200,
    body: { status: 'ready', plugins: { weak: 'ready' } },
  });
});

t.test('one plugin is restarted while another serves, and its routes are those of its new run', async (t) => {
  let runs = 0;
  const open = Promise.withResolvers<void>();
  const counting = definePlugin({
    id: 'counting',
    version: '1.0.0',
    kernel: '^1.0.0',
    routes: {
      count: { method: 'GET', url: '/count', gate: { open: 'to everyone', why: 'A test.' }, summary: 'Count' },
    },
    async setup(_needs, plugin) {
      const run = ++runs;
      if (run === 2) await open.promise;
      plugin.routes({ count: () => ({ run }) });
    },
  });
  await using kernel = await testKernel({ plugins: [counting, hello('other')] });
  t.match((await kernel.get('/count')).body, { run: 1 });
  const restarting = kernel.host.restart('counting');
  t.match((await kernel.get('/count')).body, { run: 1 }, 'the old run serves until the new one is set up');
  t.equal((await kernel.get('/other')).status, 200);
  open.resolve();
  await restarting;
  t.match((await kernel.get('/count')).body, { run: 2 });
  t.equal((await kernel.get('/other')).status, 200);
});

t.test('two versions of a contract live side by side', async (t) => {
  const first = extensionPoint<{ greet(): string }>('greetings/greeter@1');
  const second = extensionPoint<{ greet(name: string): string }>('greetings/greeter@2');
  const old = definePlugin({
    id: 'old',
    version: '1.0.0',
    kernel: '^1.0.0',
    extends: [first],
    setup: (_needs, plugin) => plugin.contribute(first, 'hello', { open: 'to members' }, { greet: () => 'Hello' }),
  });
  const modern = definePlugin({
    id: 'modern',
    version: '1.0.0',
    kernel: '^1.0.0',
    extends: [second],
    setup: (_needs, plugin) =>
      plugin.contribute(second, 'hello', { open: 'to members' }, { greet: (name) => `Hello, ${name}` }),
  });
  await using kernel = await testKernel({ plugins: [old, modern] });
  const access = await kernel.access();
  t.equal(kernel.contributions(first).demand(access, 'hello').greet(), 'Hello');
  t.equal(kernel.contributions(second).demand(access, 'hello').greet('Ada'), 'Hello, Ada');
  // Another copy of the package makes another object of the same id.
  t.equal(
    kernel.contributions(extensionPoint<{ greet(): string }>('greetings/greeter@1')).demand(access, 'hello').greet(),
    'Hello',
  );
});
