import t from 'tap';
import { definePlugin, event, extensionPoint, feature, inOrganization, job, optional, perOrganization, service, Type } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { PlanError } from '../../kernel/host/index.ts';
import { accessOf, bare, hostOf, settled } from './support.ts';

const base = { version: '1.0.0', kernel: '^1.0.0' };
const A = service<{ name: string }>('a/a@1');
const B = service<{ name: string }>('b/b@1');
const never = (): Promise<never> => new Promise(() => undefined);

/** Provides A and counts its runs; `fail` is asked before each phase. */
const providerOf = (o: { fail?: (phase: 'setup' | 'start' | 'stop', run: number) => void; events?: string[] } = {}): Plugin => {
  let runs = 0;
  return definePlugin({ ...base, id: 'a', provides: [A], setup(_, plugin) {
    const run = ++runs;
    const note = (phase: 'setup' | 'start' | 'stop'): void => {
      o.events?.push(`${phase} a${run}`);
      o.fail?.(phase, run);
    };
    note('setup');
    plugin.provide(A, { name: `a${run}` });
    plugin.start(() => note('start'));
    plugin.stop(() => note('stop'));
  } });
};
const userOf = (events: string[] = []): Plugin => definePlugin({ ...base, id: 'b', needs: { a: A }, provides: [B], setup({ a }, plugin) {
  events.push(`setup b with ${a.name}`);
  plugin.provide(B, { name: `b on ${a.name}` });
  plugin.start(() => void events.push('start b'));
  plugin.stop(() => void events.push('stop b'));
} });

t.test('plugins that do not fit together are refused before any of their code runs', async (t) => {
  let ran = false;
  t.throws(() => hostOf([bare('Bad', () => void (ran = true)), bare('Worse')]), PlanError);
  t.throws(() => hostOf([bare('Bad'), bare('Worse')]), /2 problems[^]*K_BAD_ID[^]*K_BAD_ID/);
  t.notOk(ran);
});

t.test('setup before start, providers before dependents, stop in reverse', async (t) => {
  const events: string[] = [];
  const { host } = hostOf([userOf(events), providerOf({ events })]);
  await host.start();
  t.match([...host.states().values()], [{ state: 'ready' }, { state: 'ready' }]);
  t.equal(host.service(B).name, 'b on a1');
  await host.stop();
  await host.stop();
  t.same(events, ['setup a1', 'setup b with a1', 'start a1', 'start b', 'stop b', 'stop a1']);
  t.match([...host.states().values()], [{ state: 'stopped' }, { state: 'stopped' }]);
  t.throws(() => host.service(B), { status: 503, code: 'plugin-not-ready' });
  await t.rejects(host.start(), { code: 'K_STARTED' });
});

t.test('plugins of one level are set up at the same time', async (t) => {
  let first = (): void => undefined;
  const waits = new Promise<void>((resolve) => (first = resolve));
  const { host } = hostOf([bare('x', () => waits), bare('y', () => first())]);
  await host.start();
  t.ok(host.isReady('x') && host.isReady('y'));
  await host.stop();
});

t.test('given services are injected and asked for like others', async (t) => {
  let got: unknown;
  const { host } = hostOf([definePlugin({ ...base, id: 'x', needs: { a: A }, setup({ a }) { got = a.name; } })], { given: new Map([[A.id, { name: 'given' }]]) });
  await host.start();
  t.equal(got, 'given');
  t.equal(host.service(A).name, 'given');
  await host.stop();
});

t.test('a plugin that throws is failed and blocks its dependents by name; the rest serves', async (t) => {
  const { host } = hostOf([providerOf({ fail: () => { throw new Error('no licence'); } }), userOf(), definePlugin({ ...base, id: 'c', needs: { b: B }, setup: () => undefined }), bare('free')]);
  await host.start();
  t.match(host.states().get('a'), { state: 'failed', phase: 'setup', reason: 'no licence', attempts: 1 });
  t.same(host.states().get('b'), { state: 'blocked', by: ['a'] });
  t.same(host.states().get('c'), { state: 'blocked', by: ['a'] });
  t.same(host.states().get('free'), { state: 'ready' });
  t.throws(() => host.service(A), { status: 503, code: 'plugin-not-ready' });
  await host.stop();
});

t.test('a failed plugin is tried again, later each time, and unblocks who waited for it', async (t) => {
  let broken = true;
  const { host, time } = hostOf([providerOf({ fail: (phase) => { if (broken && phase === 'start') throw new Error('not yet'); } }), userOf()], { backOff: { first: 1000, most: 3000 } });
  await host.start();
  const state = () => host.states().get('a');
  t.match(state(), { state: 'failed', phase: 'start', attempts: 1, retryAt: new Date(time.now().getTime() + 1000) });
  await time.pass(1000);
  t.match(state(), { attempts: 2, retryAt: new Date(time.now().getTime() + 2000) });
  await time.pass(2000);
  t.match(state(), { attempts: 3, retryAt: new Date(time.now().getTime() + 3000) }, 'not more than the most');
  broken = false;
  await time.pass(3000);
  t.ok(host.isReady('a') && host.isReady('b'));
  t.equal(host.service(B).name, 'b on a4');
  await host.stop();
  t.equal(time.waiting, 0, 'no timer is left');
});

t.test('a plugin that came up again begins a new count of tries', async (t) => {
  const { host, time } = hostOf([providerOf({ fail: (phase, run) => { if (phase === 'start' && run !== 3) throw new Error('again'); } })]);
  await host.start();
  await time.pass(1000);
  t.match(host.states().get('a'), { state: 'failed', attempts: 2 });
  await time.pass(2000);
  t.ok(host.isReady('a'));
  await t.rejects(host.restart('a'));
  t.match(host.states().get('a'), { state: 'failed', attempts: 1, retryAt: new Date(time.now().getTime() + 1000) });
  await host.stop();
});

t.test('a hanging plugin holds nobody who does not need it longer than the deadline, which names it', async (t) => {
  const { host, time } = hostOf([bare('slow', never), definePlugin({ ...base, id: 'x', provides: [A], setup: (_, plugin) => plugin.provide(A, { name: 'x' }) })]);
  const starting = host.start();
  await time.pass(9_999);
  t.notOk(host.isReady('x'));
  await time.pass(1);
  await starting;
  t.ok(host.isReady('x'));
  t.match(host.states().get('slow'), { state: 'failed', phase: 'setup', reason: /plugin slow did not finish setup within 10 s$/ });
  await host.stop();
});

t.test('the deadline names the innermost plugin', async (t) => {
  const Directory = perOrganization<object>('ldap/directory@1');
  const { host, time } = hostOf([
    definePlugin({ ...base, id: 'ldap', provides: [Directory], setup: (_, plugin) => plugin.provide(Directory, never) }),
    definePlugin({ ...base, id: 'sync', needs: { directory: Directory }, setup({ directory }, plugin) { plugin.start(async () => void (await directory('org-1'))); } }),
  ], { deadlines: { start: 2000 } });
  const starting = host.start();
  await time.pass(2000);
  await starting;
  t.match(host.states().get('sync'), { state: 'failed', phase: 'start', reason: /plugin ldap did not finish building ldap\/directory@1 within 2 s; plugin sync was waiting for it in start/ });
  t.same(host.states().get('ldap'), { state: 'ready' });
  await host.stop();
});

t.test('a critical plugin that fails, hangs or is blocked stops the start, and everything that ran', async (t) => {
  const events: string[] = [];
  const { host } = hostOf([providerOf({ events }), definePlugin({ ...base, id: 'core', critical: true, setup: (_, plugin) => plugin.start(() => { throw new Error('no database'); }) })]);
  await t.rejects(host.start(), { code: 'K_CRITICAL', plugin: 'core', message: /core is critical and did not start.*no database/ });
  t.equal(events.at(-1), 'stop a1');
  const blocked = hostOf([providerOf({ fail: () => { throw new Error('gone'); } }), definePlugin({ ...base, id: 'core', critical: true, needs: { a: A }, setup: () => undefined })]);
  await t.rejects(blocked.host.start(), /core is critical.*blocked by a/);
  t.equal(blocked.time.waiting, 0);
});

t.test('a failing or hanging stop keeps nobody else from stopping', async (t) => {
  const events: string[] = [];
  const { host, time } = hostOf([
    providerOf({ events }),
    definePlugin({ ...base, id: 'throws', needs: { a: A }, setup(_, plugin) {
      plugin.stop(() => void events.push('first hook'));
      plugin.stop(() => { throw new Error('cannot'); });
      plugin.stop(() => void events.push('last hook'));
    } }),
    definePlugin({ ...base, id: 'hangs', needs: { a: A }, setup: (_, plugin) => plugin.stop(never) }),
  ]);
  await host.start();
  const stopping = host.stop();
  await time.pass(10_000);
  await stopping;
  t.same(events.slice(-3), ['last hook', 'first hook', 'stop a1'], 'what was opened last is closed first');
  t.match(host.states().get('throws'), { state: 'failed', phase: 'stop', reason: 'cannot', retryAt: null });
  t.match(host.states().get('hangs'), { state: 'failed', phase: 'stop', reason: /plugin hangs did not finish stop within 10 s/ });
  t.same(host.states().get('a'), { state: 'stopped' });
});

t.test('the signal of a plugin is aborted when it stops, and values that can be closed are closed, last first', async (t) => {
  const closed: string[] = [];
  let signal: AbortSignal | undefined;
  const { host } = hostOf([definePlugin({ ...base, id: 'x', provides: [A, B], setup(_, plugin) {
    signal = plugin.signal;
    plugin.provide(A, { name: 'a', [Symbol.dispose]: () => void closed.push('a') } as never);
    plugin.provide(B, { name: 'b', [Symbol.asyncDispose]: async () => void closed.push('b') } as never);
  } })]);
  await host.start();
  t.notOk(signal?.aborted);
  await host.stop();
  t.ok(signal?.aborted);
  t.same(closed, ['b', 'a']);
});

t.test('stopping while a plugin is still set up aborts its signal, and nothing is tried again', async (t) => {
  const { host, time } = hostOf([definePlugin({ ...base, id: 'x', setup: (_, plugin) => new Promise<void>((_resolve, reject) => plugin.signal.addEventListener('abort', () => reject(new Error('given up')))) })]);
  const starting = host.start();
  await settled();
  await Promise.all([t.rejects(starting, { code: 'K_STOPPING' }), host.stop()]);
  t.same(host.states().get('x'), { state: 'stopped' });
  t.equal(time.waiting, 0);
});

t.test('restarting one plugin renews who builds on it; others go on undisturbed', async (t) => {
  const events: string[] = [];
  let free = 0;
  const { host } = hostOf([providerOf({ events }), userOf(events), bare('free', () => void free++)]);
  await host.start();
  events.length = 0;
  const before = host.service(B);
  await host.restart('a');
  t.same(events, ['setup a2', 'setup b with a2', 'stop b', 'stop a1', 'start a2', 'start b'], 'set up beside the old one, which is closed before the new one starts');
  t.equal(free, 1);
  t.equal(before.name, 'b on a1');
  t.equal(host.service(B).name, 'b on a2');
  await host.stop();
});

t.test('another plugin serves while one is restarted, and the old run serves until the new one is set up', async (t) => {
  let go = (): void => undefined;
  let runs = 0;
  const { host } = hostOf([
    definePlugin({ ...base, id: 'a', provides: [A], async setup(_, plugin) {
      if (++runs === 2) await new Promise<void>((resolve) => (go = resolve));
      plugin.provide(A, { name: `a${runs}` });
    } }),
    definePlugin({ ...base, id: 'x', provides: [B], setup: (_, plugin) => plugin.provide(B, { name: 'x' }) }),
  ]);
  await host.start();
  const restarting = host.restart('a');
  await settled();
  t.equal(host.service(B).name, 'x');
  t.equal(host.service(A).name, 'a1');
  await host.restart('x');
  t.ok(host.isReady('x'), 'two restarts that do not touch each other overlap');
  go();
  await restarting;
  t.equal(host.service(A).name, 'a2');
  await host.stop();
});

t.test('a plugin that fails only at its second setup goes on in its first run', async (t) => {
  const events: string[] = [];
  const { host, time } = hostOf([providerOf({ events, fail: (phase, run) => { if (phase === 'setup' && run === 2) throw new Error('second time'); } }), userOf(events)]);
  await host.start();
  await t.rejects(host.restart('a'), { code: 'K_RESTART', message: /could not be set up again \(second time\); what ran before goes on/ });
  t.ok(host.isReady('a') && host.isReady('b'));
  t.equal(host.service(B).name, 'b on a1');
  t.notOk(events.includes('stop a1'));
  t.equal(time.waiting, 0);
  await host.restart('a');
  t.equal(host.service(B).name, 'b on a3');
  await host.stop();
});

t.test('a dependent that cannot be set up again leaves everything as it runs', async (t) => {
  let runs = 0;
  const { host } = hostOf([providerOf(), definePlugin({ ...base, id: 'b', needs: { a: A }, setup() { if (++runs === 2) throw new Error('dependent'); } })]);
  await host.start();
  await t.rejects(host.restart('a'), /Plugin b could not be set up again/);
  t.equal(host.service(A).name, 'a1');
  t.ok(host.isReady('b'));
  await host.stop();
});

t.test('a plugin that fails only at its second start is failed, blocks its dependents, and comes back', async (t) => {
  const { host, time } = hostOf([providerOf({ fail: (phase, run) => { if (phase === 'start' && run === 2) throw new Error('port taken'); } }), userOf()]);
  await host.start();
  await t.rejects(host.restart('a'), { code: 'K_RESTART', message: /did not come up again: port taken/ });
  t.match(host.states().get('a'), { state: 'failed', phase: 'start', attempts: 1 });
  t.same(host.states().get('b'), { state: 'blocked', by: ['a'] });
  await time.pass(1000);
  t.equal(host.service(B).name, 'b on a3');
  await host.stop();
});

t.test('an optional need is undefined while its provider fails, and given when it comes', async (t) => {
  let broken = true;
  const seen: (string | undefined)[] = [];
  const { host, time } = hostOf([
    providerOf({ fail: () => { if (broken) throw new Error('later'); } }),
    definePlugin({ ...base, id: 'x', needs: { a: optional(A), b: optional(B) }, setup({ a, b }) { seen.push(a?.name ?? b?.name); } }),
  ]);
  await host.start();
  t.ok(host.isReady('x'));
  broken = false;
  await time.pass(1000);
  t.same(seen, [undefined, 'a2']);
  await host.stop();
});

t.test('an optional provider that fails in its start takes its service away again', async (t) => {
  const seen: (string | undefined)[] = [];
  const { host } = hostOf([
    providerOf({ fail: (phase) => { if (phase === 'start') throw new Error('no'); } }),
    definePlugin({ ...base, id: 'x', needs: { a: optional(A) }, setup({ a }) { seen.push(a?.name); } }),
  ]);
  await host.start();
  t.same(seen, ['a1', undefined]);
  t.ok(host.isReady('x'));
  await host.stop();
});

t.test('health checks make a plugin degraded and ready again; the answer names them', async (t) => {
  let level: 'up' | 'degraded' | 'down' = 'up';
  const { host, time } = hostOf([definePlugin({ ...base, id: 'x', setup(_, plugin) {
    plugin.health('disk', async () => level);
    plugin.health('hangs', () => (level === 'down' ? never() : Promise.resolve('up')));
  } }), bare('y')]);
  t.match(await host.health(), { status: 'down' }, 'not started');
  await host.start();
  t.match(await host.health(), { status: 'up', plugins: { x: { checks: { disk: 'up', hangs: 'up' } } } });
  level = 'degraded';
  t.match(await host.health(), { status: 'degraded', plugins: { x: { state: { state: 'degraded', checks: ['disk degraded'] } } } });
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
  const { host } = hostOf([definePlugin({ ...base, id: 'x', critical: true, setup: (_, plugin) => plugin.health('db', async () => { throw new Error('gone'); }) })]);
  await host.start();
  t.match(await host.health(), { status: 'down', plugins: { x: { checks: { db: 'down' } } } });
  await host.stop();
});

t.test('the boot report is a tree of times and names what is missing', async (t) => {
  const { host, time } = hostOf([bare('quick'), bare('slow', never), definePlugin({ ...base, id: 'b', needs: { a: A }, setup: () => undefined }), providerOf({ fail: () => { throw new Error('broken'); } })]);
  const starting = host.start();
  await time.pass(10_000);
  await starting;
  const report = host.bootReport();
  t.match(report, /^kernel 1\.2\.0: .*2 failed.* after 10000 ms/);
  t.match(report, /├─ setup 10000 ms\n│ {2}├─ .*\n/);
  t.match(report, /slow +10000 ms, from 0 ms/);
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
  const made = hostOf([definePlugin({
    ...base, id: 'x', features: [f], points: [point], events: [happened], jobs: [work], mounts: { raw: { path: '/raw', why: 'a provider' } },
    routes: { get: { method: 'GET', url: '/x', summary: 's', gate: inOrganization() } }, graphql: { sdl: 'extend type Query { x: Int }', fields: { 'Query.x': inOrganization() } },
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
  })]);
  await made.host.start();
  t.same(atStart, ['routes x', 'mount x raw', 'resolve x']);
  t.same([...made.facilities.registered.keys()], ['routes x', 'mount x raw', 'resolve x', 'on x listener', 'work x x/work']);
  t.ok(made.facilities.calls.includes('emit x x/happened@1 i {} x'));
  t.ok(made.facilities.calls.includes('enqueue x x/work {} x'));
  const handlers = made.facilities.registered.get('routes x');
  await made.host.restart('x');
  t.equal(made.facilities.registered.size, 5);
  t.not(made.facilities.registered.get('routes x'), handlers);
  await made.host.stop();
  t.equal(made.facilities.registered.size, 0);
});

t.test('a setup that fails leaves nothing registered and closes what it opened', async (t) => {
  let closed = false;
  const { host, facilities } = hostOf([definePlugin({ ...base, id: 'x', routes: { get: { method: 'GET', url: '/x', summary: 's', gate: inOrganization() } }, setup(_, plugin) {
    plugin.routes({ get: () => 1 });
    plugin.stop(() => void (closed = true));
    throw new Error('half way');
  } })]);
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
  t.match(await reasonOf(definePlugin({ ...base, id: 'x', provides: [A, B], setup: (_, plugin) => plugin.provide(A, { name: 'a' }) })), /K_NOT_PROVIDED.*b\/b@1/);
  const spec = { ...base, id: 'x', routes: { r: { method: 'GET', url: '/x', summary: 's', gate } }, mounts: { m: { path: '/m', why: 'w' } }, jobs: [job('x/j', { schema: Type.Object({}) })], graphql: { sdl: 'extend type Query { x: Int }', fields: { 'Query.x': gate } } } as const;
  t.match(await reasonOf(definePlugin({ ...spec, setup: () => undefined })), /K_NO_HANDLER.*route r, mount m, field Query\.x, job x\/j/);
  t.match(await reasonOf(definePlugin({ ...spec, setup: (_, plugin) => plugin.routes({} as never) })), /K_NO_HANDLER.*routes r/);
  const point = extensionPoint<object>('x/p@1');
  const wrong: readonly [RegExp, (plugin: { [name: string]: (...args: unknown[]) => unknown }) => unknown][] = [
    [/K_NOT_DECLARED.*provides a\/a@1/, (plugin) => plugin['provide']?.(A, {})],
    [/K_NOT_DECLARED.*contributes c to x\/p@1/, (plugin) => plugin['contribute']?.(point, 'c', { open: 'to members' }, {})],
    [/K_NOT_DECLARED.*mounts m/, (plugin) => plugin['mount']?.('m', () => undefined)],
    [/K_NOT_DECLARED.*resolves Query\.y/, (plugin) => plugin['resolve']?.({ 'Query.y': () => 1 })],
    [/K_NOT_DECLARED.*works on x\/j/, (plugin) => plugin['work']?.({ id: 'x/j' }, () => undefined)],
    [/K_NOT_DECLARED.*emits x\/e@1/, (plugin) => plugin['emit']?.({ id: 'x/e@1' }, accessOf(), {}, {})],
    [/K_NO_GATE/, (plugin) => plugin['on']?.({ id: 'x/e@1' }, 'n', undefined, () => undefined)],
    [/K_UNDECLARED_FEATURE/, (plugin) => plugin['on']?.({ id: 'x/e@1' }, 'n', { feature: feature('f', { title: 'F' }) }, () => undefined)],
    [/K_TWICE/, (plugin) => [1, 2].map(() => plugin['health']?.('h', () => undefined))],
  ];
  for (const [expected, act] of wrong) t.match(await reasonOf({ spec: { ...bare('x').spec, setup: (_: never, plugin: never) => void act(plugin) } }), expected);
});

t.test('registering after setup or after the stop is refused', async (t) => {
  let late: (() => void) | undefined;
  let emit: (() => void) | undefined;
  const { host } = hostOf([definePlugin({ ...base, id: 'x', provides: [A], setup(_, plugin) {
    plugin.provide(A, { name: 'x' });
    late = () => plugin.health('late', async () => 'up');
    emit = () => plugin.stop(() => undefined);
  } })]);
  await host.start();
  t.throws(() => late?.(), { code: 'K_SEALED', message: /after its setup; register everything in setup/ });
  t.doesNotThrow(() => emit?.(), 'a stop hook belongs to what start opens');
  await host.stop();
  t.throws(() => late?.(), { code: 'K_SEALED', message: /after it was stopped/ });
  t.throws(() => emit?.(), { code: 'K_SEALED' });
});

t.test('configuration and settings reach the plugin', async (t) => {
  let seen: unknown;
  const { host } = hostOf([definePlugin({ ...base, id: 'x', config: Type.Object({ url: Type.String() }), async setup(_, plugin) { seen = [plugin.config.url, await plugin.settings('org-1')]; } })], { configOf: (id) => ({ url: `of ${id}` }) });
  await host.start();
  t.same(seen, ['of x', { of: 'x', organization: 'org-1' }]);
  await host.stop();
});
