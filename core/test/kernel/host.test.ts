import { t } from '@dossier/core/testing/t';
import { bootReport } from '../../boot/boot-report.ts';
import { definePlugin, optional, perOrganization } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { PlanError } from '../../kernel/index.ts';
import { base, A, B, never, providerOf, userOf } from './pair.ts';
import { bare, hostOf, settled } from './support.ts';

t.test('critical plugins that do not fit are refused before any code runs, others are failed', async (t) => {
  let ran = 0;
  const critical = (id: string): Plugin => ({ spec: { ...bare(id, () => void ran++).spec, critical: true } });
  t.throws(() => hostOf([critical('Bad'), bare('Worse')]), PlanError);
  t.throws(() => hostOf([critical('Bad'), bare('Worse')]), /2 problems[^]*K_BAD_ID[^]*K_BAD_ID/);
  const { host } = hostOf([bare('Bad', () => void ran++), bare('good')]);
  await host.start();
  t.match(Object.fromEntries(host.states()), {
    Bad: { state: 'failed', phase: 'plan', reason: /K_BAD_ID/, retryAt: null },
    good: { state: 'ready' },
  });
  t.match(host.reasons(), { Bad: /K_BAD_ID/ });
  t.match(bootReport(host.startTimes()), /! Bad failed in plan: K_BAD_ID/);
  t.match(await host.health(), { status: 'degraded', plugins: { Bad: { state: { state: 'failed' } } } });
  await t.rejects(host.restart('Bad'), { code: 'K_RESTART', message: /cannot run in this process/ });
  t.equal(ran, 0);
  await host.stop();
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
  const { host } = hostOf(
    [
      definePlugin({
        ...base,
        id: 'x',
        needs: { a: A },
        setup({ a }) {
          got = a.name;
        },
      }),
    ],
    { given: new Map([[A.id, { name: 'given' }]]) },
  );
  await host.start();
  t.equal(got, 'given');
  t.equal(host.service(A).name, 'given');
  await host.stop();
});

t.test('a plugin that throws is failed and blocks its dependents by name; the rest serves', async (t) => {
  const { host } = hostOf([
    providerOf({
      fail: () => {
        throw new Error('no licence');
      },
    }),
    userOf(),
    definePlugin({ ...base, id: 'c', needs: { b: B }, setup: () => undefined }),
    bare('free'),
  ]);
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
  const { host, time } = hostOf(
    [
      providerOf({
        fail: (phase) => {
          if (broken && phase === 'start') throw new Error('not yet');
        },
      }),
      userOf(),
    ],
    { backOff: { first: 1000, most: 3000 } },
  );
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

t.test('a plugin that throws something without a text fails alone', async (t) => {
  const silent: unknown = Object.create(null);
  const fail = (phase: string): void => {
    if (phase === 'start') throw silent;
  };
  const { host } = hostOf([providerOf({ fail }), userOf()]);
  await host.start();
  t.match(host.states().get('a'), { state: 'failed', reason: 'Nothing was said about the reason.' });
  await host.stop();
});

t.test('a plugin that came up again begins a new count of tries', async (t) => {
  const { host, time } = hostOf([
    providerOf({
      fail: (phase, run) => {
        if (phase === 'start' && run !== 3) throw new Error('again');
      },
    }),
  ]);
  await host.start();
  await time.pass(1000);
  t.match(host.states().get('a'), { state: 'failed', attempts: 2 });
  await time.pass(2000);
  t.ok(host.isReady('a'));
  await t.rejects(host.restart('a'));
  t.match(host.states().get('a'), { state: 'failed', attempts: 1, retryAt: new Date(time.now().getTime() + 1000) });
  await host.stop();
});

t.test('nobody waits for a plugin whose setup hangs, which fails at its deadline and is named', async (t) => {
  const { host, time } = hostOf([
    bare('slow', never),
    definePlugin({ ...base, id: 'x', provides: [A], setup: (_, plugin) => plugin.provide(A, { name: 'x' }) }),
  ]);
  const starting = host.start();
  await time.pass(1_999);
  t.notOk(host.isReady('x'));
  await time.pass(1);
  await starting;
  t.ok(host.isReady('x'));
  t.match(host.states().get('slow'), { state: 'starting' });
  await time.pass(7_999);
  t.match(host.states().get('slow'), { state: 'starting' });
  await time.pass(1);
  t.match(host.states().get('slow'), {
    state: 'failed',
    phase: 'setup',
    reason: /plugin slow did not finish setup within 10 s$/,
  });
  await host.stop();
});

t.test(
  'a plugin that takes its time joins the others, with who needs it, and who could use it is given it',
  async (t) => {
    const open = Promise.withResolvers<void>();
    const given: string[] = [];
    const { host, time } = hostOf([
      definePlugin({
        ...base,
        id: 'slow',
        provides: [A],
        async setup(_, plugin) {
          await open.promise;
          plugin.provide(A, { name: 'at last' });
        },
      }),
      userOf(),
      definePlugin({
        ...base,
        id: 'c',
        needs: { a: optional(A) },
        setup: ({ a }) => void given.push(a?.name ?? 'nothing'),
      }),
    ]);
    const starting = host.start();
    await time.pass(2_000);
    await starting;
    t.same(given, ['nothing']);
    t.ok(host.isReady('c') && !host.isReady('b'));
    open.resolve();
    await time.pass(0);
    t.ok(host.isReady('slow') && host.isReady('b'));
    t.same(given, ['nothing', 'at last']);
    await host.stop();
    t.equal(time.waiting, 0);
  },
);

t.test('a critical plugin is waited for, and a stop waits for nobody who hangs', async (t) => {
  const { host, time } = hostOf([bare('slow', never), { spec: { ...bare('vital', never).spec, critical: true } }]);
  const starting = host.start();
  await time.pass(9_999);
  t.match(host.states().get('vital'), { state: 'starting' });
  const failed = t.rejects(starting, { code: 'K_CRITICAL' });
  await time.pass(1);
  await failed;
  const other = hostOf([bare('slow', never), bare('x')]);
  const begun = other.host.start();
  await other.time.pass(2_000);
  await begun;
  await other.host.stop();
  t.match(other.host.states().get('x'), { state: 'stopped' });
});

t.test('the deadline names the innermost plugin', async (t) => {
  const Directory = perOrganization<object>('ldap/directory@1');
  const { host, time } = hostOf(
    [
      definePlugin({
        ...base,
        id: 'ldap',
        provides: [Directory],
        setup: (_, plugin) => plugin.provide(Directory, never),
      }),
      definePlugin({
        ...base,
        id: 'sync',
        needs: { directory: Directory },
        setup({ directory }, plugin) {
          plugin.start(async () => void (await directory('org-1')));
        },
      }),
    ],
    { deadlines: { start: 2000 } },
  );
  const starting = host.start();
  await time.pass(2000);
  await starting;
  t.match(host.states().get('sync'), {
    state: 'failed',
    phase: 'start',
    reason: /plugin ldap did not finish building ldap\/directory@1 within 2 s; plugin sync was waiting for it in start/,
  });
  t.same(host.states().get('ldap'), { state: 'ready' });
  await host.stop();
});

t.test('a critical plugin that fails, hangs or is blocked stops the start, and everything that ran', async (t) => {
  const events: string[] = [];
  const { host } = hostOf([
    providerOf({ events }),
    definePlugin({
      ...base,
      id: 'core',
      critical: true,
      setup: (_, plugin) =>
        plugin.start(() => {
          throw new Error('no database');
        }),
    }),
  ]);
  await t.rejects(host.start(), {
    code: 'K_CRITICAL',
    plugin: 'core',
    message: /core is critical and did not start.*no database/,
  });
  t.equal(events.at(-1), 'stop a1');
  const blocked = hostOf([
    providerOf({
      fail: () => {
        throw new Error('gone');
      },
    }),
    definePlugin({ ...base, id: 'core', critical: true, needs: { a: A }, setup: () => undefined }),
  ]);
  await t.rejects(blocked.host.start(), /core is critical.*blocked by a/);
  t.equal(blocked.time.waiting, 0);
});

t.test('a failing or hanging stop keeps nobody else from stopping', async (t) => {
  const events: string[] = [];
  const { host, time } = hostOf([
    providerOf({ events }),
    definePlugin({
      ...base,
      id: 'throws',
      needs: { a: A },
      setup(_, plugin) {
        plugin.stop(() => void events.push('first hook'));
        plugin.stop(() => {
          throw new Error('cannot');
        });
        plugin.stop(() => void events.push('last hook'));
      },
    }),
    definePlugin({ ...base, id: 'hangs', needs: { a: A }, setup: (_, plugin) => plugin.stop(never) }),
  ]);
  await host.start();
  const stopping = host.stop();
  await time.pass(10_000);
  await stopping;
  t.same(events.slice(-3), ['last hook', 'first hook', 'stop a1'], 'what was opened last is closed first');
  t.match(host.states().get('throws'), { state: 'failed', phase: 'stop', reason: 'cannot', retryAt: null });
  t.match(host.states().get('hangs'), {
    state: 'failed',
    phase: 'stop',
    reason: /plugin hangs did not finish stop within 10 s/,
  });
  t.same(host.states().get('a'), { state: 'stopped' });
});

t.test(
  'the signal of a plugin is aborted when it stops, and values that can be closed are closed, last first',
  async (t) => {
    const closed: string[] = [];
    let signal: AbortSignal | undefined;
    const { host } = hostOf([
      definePlugin({
        ...base,
        id: 'x',
        provides: [A, B],
        setup(_, plugin) {
          signal = plugin.signal;
          plugin.provide(A, { name: 'a', [Symbol.dispose]: () => void closed.push('a') } as never);
          plugin.provide(B, { name: 'b', [Symbol.asyncDispose]: async () => void closed.push('b') } as never);
        },
      }),
    ]);
    await host.start();
    t.notOk(signal?.aborted);
    await host.stop();
    t.ok(signal?.aborted);
    t.same(closed, ['b', 'a']);
  },
);

t.test('stopping while a plugin is still set up aborts its signal, and nothing is tried again', async (t) => {
  const { host, time } = hostOf([
    definePlugin({
      ...base,
      id: 'x',
      setup: (_, plugin) =>
        new Promise<void>((_resolve, reject) =>
          plugin.signal.addEventListener('abort', () => reject(new Error('given up'))),
        ),
    }),
  ]);
  const starting = host.start();
  await settled();
  await Promise.all([t.rejects(starting, { code: 'K_STOPPING' }), host.stop()]);
  t.same(host.states().get('x'), { state: 'stopped' });
  t.equal(time.waiting, 0);
});
