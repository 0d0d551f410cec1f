import t from 'tap';
import { definePlugin, perOrganization } from '@dossier/sdk';
import { PlanError } from '../../kernel/index.ts';
import { base, A, B, never, providerOf, userOf } from './pair.ts';
import { bare, hostOf, settled } from './support.ts';

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

t.test('a hanging plugin holds nobody who does not need it longer than the deadline, which names it', async (t) => {
  const { host, time } = hostOf([
    bare('slow', never),
    definePlugin({ ...base, id: 'x', provides: [A], setup: (_, plugin) => plugin.provide(A, { name: 'x' }) }),
  ]);
  const starting = host.start();
  await time.pass(9_999);
  t.notOk(host.isReady('x'));
  await time.pass(1);
  await starting;
  t.ok(host.isReady('x'));
  t.match(host.states().get('slow'), {
    state: 'failed',
    phase: 'setup',
    reason: /plugin slow did not finish setup within 10 s$/,
  });
  await host.stop();
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
