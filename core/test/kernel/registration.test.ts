import { t } from '@dossier/core/testing/t';
import { bootReport } from '../../boot/boot-report.ts';
import { definePlugin, event, extensionPoint, feature, inOrganization, job, Type } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { base, A, B, never, providerOf } from './pair.ts';
import { accessOf, bare, hostOf } from './support.ts';

t.test('health checks make a plugin degraded and ready again; the answer names them', async (t) => {
  let level: 'up' | 'degraded' | 'down' = 'up';
  const { host, time } = hostOf([
    definePlugin({
      ...base,
      id: 'x',
      setup(_, plugin) {
        plugin.health('disk', async () => level);
        plugin.health('hangs', () => (level === 'down' ? never() : Promise.resolve('up')));
      },
    }),
    bare('y'),
  ]);
  t.match(await host.health(), { status: 'down' }, 'not started');
  await host.start();
  t.match(await host.health(), { status: 'up', plugins: { x: { checks: { disk: 'up', hangs: 'up' } } } });
  level = 'degraded';
  t.match(await host.health(), {
    status: 'degraded',
    plugins: { x: { state: { state: 'degraded', checks: ['disk degraded'] } } },
  });
  t.ok(host.isReady('x'), 'a degraded plugin serves');
  level = 'down';
  const asked = host.health();
  await time.pass(2000);
  t.match(await asked, { status: 'degraded', plugins: { x: { checks: { disk: 'down', hangs: 'down' } } } });
  level = 'up';
  await host.health();
  t.same(host.states().get('x'), { state: 'ready' });
  await host.stop();
});

t.test('a critical plugin that is down takes the whole health down', async (t) => {
  const { host } = hostOf([
    definePlugin({
      ...base,
      id: 'x',
      critical: true,
      setup: (_, plugin) =>
        plugin.health('db', async () => {
          throw new Error('gone');
        }),
    }),
  ]);
  await host.start();
  t.match(await host.health(), { status: 'down', plugins: { x: { checks: { db: 'down' } } } });
  await host.stop();
});

t.test('the boot report is a tree of times and names what is missing', async (t) => {
  const { host, time } = hostOf([
    bare('quick'),
    bare('slow', never),
    definePlugin({ ...base, id: 'b', needs: { a: A }, setup: () => undefined }),
    providerOf({
      fail: () => {
        throw new Error('broken');
      },
    }),
  ]);
  const starting = host.start();
  await time.pass(2_000);
  await starting;
  const report = bootReport(host.startTimes());
  t.match(report, /^kernel 1\.2\.0: .*1 failed.* after 2000 ms/);
  t.match(report, /├─ setup 0 ms\n│ {2}├─ .*\n/);
  t.match(report, /! slow is still being set up/);
  t.match(report, /! a failed in setup: broken \(tried again at 2026-01-01T/);
  t.match(report, /! b is blocked by a/);
  await host.stop();
});

t.test('registrations reach the kernel at the seal, background ones at the start, and all are undone', async (t) => {
  const happened = event('x/happened@1', { title: 'h', schema: Type.Object({}) });
  const work = job('x/work', { schema: Type.Object({}) });
  const f = feature('f', { title: 'F' });
  const point = extensionPoint<object>('x/p@1');
  let atStart: string[] = [];
  const made = hostOf([
    definePlugin({
      ...base,
      id: 'x',
      features: [f],
      points: [point],
      events: [happened],
      jobs: [work],
      mounts: { raw: { path: '/raw', why: 'a provider' } },
      routes: { get: { method: 'GET', url: '/x', summary: 's', gate: inOrganization() } },
      graphql: { sdl: 'extend type Query { x: Int }', fields: { 'Query.x': inOrganization() } },
      async setup(_, plugin) {
        plugin.routes({ get: () => 1 });
        plugin.mount('raw', () => undefined);
        plugin.resolve({ 'Query.x': () => 1 });
        plugin.on(happened, 'listener', { feature: f }, () => undefined);
        plugin.work(work, async () => undefined);
        plugin.start(() => void (atStart = [...made.facilities.registered.keys()]));
        const access = await plugin.asSystem('org-1');
        plugin.emit(happened, access, { subject: { type: 't', id: 'i' } }, {});
        await plugin.enqueue(work, access, {});
      },
    }),
  ]);
  await made.host.start();
  t.same(atStart, ['routes x', 'mount x raw', 'resolve x']);
  t.same(
    [...made.facilities.registered.keys()],
    ['routes x', 'mount x raw', 'resolve x', 'on x listener', 'work x/work'],
  );
  t.ok(made.facilities.calls.includes('emit x/happened@1 i {} x'));
  t.ok(made.facilities.calls.includes('enqueue x/work {} org-1'));
  const handlers = made.facilities.registered.get('routes x');
  await made.host.restart('x');
  t.equal(made.facilities.registered.size, 5);
  t.not(made.facilities.registered.get('routes x'), handlers);
  await made.host.stop();
  t.equal(made.facilities.registered.size, 0);
});

t.test('a setup that fails leaves nothing registered and closes what it opened', async (t) => {
  let closed = false;
  const { host, facilities } = hostOf([
    definePlugin({
      ...base,
      id: 'x',
      routes: { get: { method: 'GET', url: '/x', summary: 's', gate: inOrganization() } },
      setup(_, plugin) {
        plugin.routes({ get: () => 1 });
        plugin.stop(() => void (closed = true));
        throw new Error('half way');
      },
    }),
  ]);
  await host.start();
  t.same(facilities.calls, []);
  t.ok(closed);
  await host.stop();
});

t.test('what was declared and not given fails the setup with its code', async (t) => {
  const reasonOf = async (plugin: Plugin): Promise<string> => {
    const { host } = hostOf([plugin]);
    await host.start();
    const state = host.states().get('x');
    await host.stop();
    return state?.state === 'failed' ? state.reason : String(state?.state);
  };
  const gate = inOrganization();
  t.match(
    await reasonOf(
      definePlugin({ ...base, id: 'x', provides: [A, B], setup: (_, plugin) => plugin.provide(A, { name: 'a' }) }),
    ),
    /K_NOT_PROVIDED.*b\/b@1/,
  );
  const spec = {
    ...base,
    id: 'x',
    routes: { r: { method: 'GET', url: '/x', summary: 's', gate } },
    mounts: { m: { path: '/m', why: 'w' } },
    jobs: [job('x/j', { schema: Type.Object({}) })],
    graphql: { sdl: 'extend type Query { x: Int }', fields: { 'Query.x': gate } },
  } as const;
  t.match(
    await reasonOf(definePlugin({ ...spec, setup: () => undefined })),
    /K_NO_HANDLER.*route r, mount m, field Query\.x, job x\/j/,
  );
  t.match(
    await reasonOf(definePlugin({ ...spec, setup: (_, plugin) => plugin.routes({} as never) })),
    /K_NO_HANDLER.*routes r/,
  );
  const point = extensionPoint<object>('x/p@1');
  const wrong: readonly [RegExp, (plugin: { [name: string]: (...args: unknown[]) => unknown }) => unknown][] = [
    [/K_NOT_DECLARED.*provides a\/a@1/, (plugin) => plugin['provide']?.(A, {})],
    [
      /K_NOT_DECLARED.*contributes c to x\/p@1/,
      (plugin) => plugin['contribute']?.(point, 'c', { open: 'to members' }, {}),
    ],
    [/K_NOT_DECLARED.*mounts m/, (plugin) => plugin['mount']?.('m', () => undefined)],
    [/K_NOT_DECLARED.*resolves Query\.y/, (plugin) => plugin['resolve']?.({ 'Query.y': () => 1 })],
    [/K_NOT_DECLARED.*works on x\/j/, (plugin) => plugin['work']?.({ id: 'x/j' }, () => undefined)],
    [/K_NOT_DECLARED.*emits x\/e@1/, (plugin) => plugin['emit']?.({ id: 'x/e@1' }, accessOf(), {}, {})],
    [/K_NO_GATE/, (plugin) => plugin['on']?.({ id: 'x/e@1' }, 'n', undefined, () => undefined)],
    [
      /K_UNDECLARED_FEATURE/,
      (plugin) => plugin['on']?.({ id: 'x/e@1' }, 'n', { feature: feature('f', { title: 'F' }) }, () => undefined),
    ],
    [/K_TWICE/, (plugin) => [1, 2].map(() => plugin['health']?.('h', () => undefined))],
  ];
  for (const [expected, act] of wrong)
    t.match(
      await reasonOf({ spec: { ...bare('x').spec, setup: (_: never, plugin: never) => void act(plugin) } }),
      expected,
    );
});

t.test('registering after setup or after the stop is refused', async (t) => {
  let late: (() => void) | undefined;
  let emit: (() => void) | undefined;
  const { host } = hostOf([
    definePlugin({
      ...base,
      id: 'x',
      provides: [A],
      setup(_, plugin) {
        plugin.provide(A, { name: 'x' });
        late = () => plugin.health('late', async () => 'up');
        emit = () => plugin.stop(() => undefined);
      },
    }),
  ]);
  await host.start();
  t.throws(() => late?.(), { code: 'K_SEALED', message: /after its setup; register everything in setup/ });
  t.doesNotThrow(() => emit?.(), 'a stop hook belongs to what start opens');
  await host.stop();
  t.throws(() => late?.(), { code: 'K_SEALED', message: /after it was stopped/ });
  t.throws(() => emit?.(), { code: 'K_SEALED' });
});

t.test('configuration and settings reach the plugin', async (t) => {
  let seen: unknown;
  const { host } = hostOf(
    [
      definePlugin({
        ...base,
        id: 'x',
        config: Type.Object({ url: Type.String() }),
        async setup(_, plugin) {
          seen = [plugin.config.url, await plugin.settings('org-1')];
        },
      }),
    ],
    { configOf: (id) => ({ url: `of ${id}` }) },
  );
  await host.start();
  t.same(seen, ['of x', { of: 'x', organization: 'org-1' }]);
  await host.stop();
});
