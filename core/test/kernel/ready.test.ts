import { t } from '@dossier/core/testing/t';
import { bootReport } from '../../boot/boot-report.ts';
import { definePlugin, service } from '@dossier/sdk';
import { hostOf } from './support.ts';

const base = { version: '1.0.0', kernel: '^1.0.0' };
const A = service<object>('a/a@1');

t.test("ready hooks run when every plugin has started, after the kernel's own loops", async (t) => {
  const events: string[] = [];
  const plugins = ['x', 'y'].map((id) =>
    definePlugin({
      ...base,
      id,
      setup(_, plugin) {
        plugin.ready(() => void events.push(`ready ${id}`));
        plugin.start(() => void events.push(`start ${id}`));
      },
    }),
  );
  const { host } = hostOf(plugins, {
    facilities: [{ id: 'loops', start: () => void events.push('loops') }],
  });
  await host.start();
  t.same(events, ['start x', 'start y', 'loops', 'ready x', 'ready y']);
  t.match(bootReport(host.startTimes()), /└─ ready 0 ms/);
  await host.stop();
});

t.test('a failing ready hook is a state and blocks who builds on the plugin', async (t) => {
  let broken = true;
  const stopped: string[] = [];
  const { host, time } = hostOf([
    definePlugin({
      ...base,
      id: 'a',
      provides: [A],
      setup(_, plugin) {
        plugin.provide(A, {});
        plugin.ready(() => {
          if (broken) throw new Error('too early');
        });
      },
    }),
    definePlugin({
      ...base,
      id: 'b',
      needs: { a: A },
      setup: (_, plugin) => plugin.stop(() => void stopped.push('b')),
    }),
  ]);
  await host.start();
  t.match(host.states().get('a'), { state: 'failed', reason: 'too early' });
  t.same(host.states().get('b'), { state: 'blocked', by: ['a'] });
  t.same(stopped, ['b']);
  broken = false;
  await time.pass(1000);
  t.ok(host.isReady('a') && host.isReady('b'));
  await host.stop();
});

t.test('a ready hook that always fails is tried again with growing pauses', async (t) => {
  let tries = 0;
  const { host, time } = hostOf([
    definePlugin({
      ...base,
      id: 'a',
      setup: (_, plugin) =>
        plugin.ready(() => {
          tries++;
          throw new Error('ready fell over');
        }),
    }),
  ]);
  await host.start();
  const pauses: number[] = [];
  for (let i = 0; i < 5; i++) {
    const state = host.states().get('a');
    pauses.push(state?.state === 'failed' && state.retryAt ? state.retryAt.getTime() - time.time() : 0);
    await time.pass(pauses.at(-1)!);
  }
  t.same(pauses, [1_000, 2_000, 4_000, 8_000, 16_000]);
  t.equal(tries, 6);
  await host.stop();
});
