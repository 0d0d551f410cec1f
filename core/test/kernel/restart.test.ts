import { t } from '@dossier/core/testing/t';
import { definePlugin, optional } from '@dossier/sdk';
import { base, A, B, providerOf, userOf } from './pair.ts';
import { bare, hostOf, settled } from './support.ts';

t.test('restarting one plugin renews who builds on it; others go on undisturbed', async (t) => {
  const events: string[] = [];
  let free = 0;
  const { host } = hostOf([providerOf({ events }), userOf(events), bare('free', () => void free++)]);
  await host.start();
  events.length = 0;
  const before = host.service(B);
  await host.restart('a');
  t.same(
    events,
    ['setup a2', 'setup b with a2', 'stop b', 'stop a1', 'start a2', 'start b'],
    'set up next to the old one, which is closed before the new one starts',
  );
  t.equal(free, 1);
  t.equal(before.name, 'b on a1');
  t.equal(host.service(B).name, 'b on a2');
  await host.stop();
});

t.test(
  'another plugin serves while one is restarted, and the old run serves until the new one is set up',
  async (t) => {
    let go = (): void => undefined;
    let runs = 0;
    const { host } = hostOf([
      definePlugin({
        ...base,
        id: 'a',
        provides: [A],
        async setup(_, plugin) {
          if (++runs === 2) await new Promise<void>((resolve) => (go = resolve));
          plugin.provide(A, { name: `a${runs}` });
        },
      }),
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
  },
);

t.test('a plugin that fails only at its second setup goes on in its first run', async (t) => {
  const events: string[] = [];
  const { host, time } = hostOf([
    providerOf({
      events,
      fail: (phase, run) => {
        if (phase === 'setup' && run === 2) throw new Error('second time');
      },
    }),
    userOf(events),
  ]);
  await host.start();
  await t.rejects(host.restart('a'), {
    code: 'K_RESTART',
    message: /could not be set up again \(second time\); what ran before goes on/,
  });
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
  const { host } = hostOf([
    providerOf(),
    definePlugin({
      ...base,
      id: 'b',
      needs: { a: A },
      setup() {
        if (++runs === 2) throw new Error('dependent');
      },
    }),
  ]);
  await host.start();
  await t.rejects(host.restart('a'), /Plugin b could not be set up again/);
  t.equal(host.service(A).name, 'a1');
  t.ok(host.isReady('b'));
  await host.stop();
});

t.test('a plugin that fails only at its second start is failed, blocks its dependents, and comes back', async (t) => {
  const { host, time } = hostOf([
    providerOf({
      fail: (phase, run) => {
        if (phase === 'start' && run === 2) throw new Error('port taken');
      },
    }),
    userOf(),
  ]);
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
    providerOf({
      fail: () => {
        if (broken) throw new Error('later');
      },
    }),
    definePlugin({
      ...base,
      id: 'x',
      needs: { a: optional(A), b: optional(B) },
      setup({ a, b }) {
        seen.push(a?.name ?? b?.name);
      },
    }),
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
    providerOf({
      fail: (phase) => {
        if (phase === 'start') throw new Error('no');
      },
    }),
    definePlugin({
      ...base,
      id: 'x',
      needs: { a: optional(A) },
      setup({ a }) {
        seen.push(a?.name);
      },
    }),
  ]);
  await host.start();
  t.same(seen, ['a1', undefined]);
  t.ok(host.isReady('x'));
  await host.stop();
});
