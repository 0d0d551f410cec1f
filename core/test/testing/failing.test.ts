import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import { testKernel } from '../../testing/index.ts';
import { failureLog } from '../../testing/failure-log.ts';

const base = { version: '1.0.0', kernel: '^1.0.0' };

t.test('a light kernel does not begin without one of its plugins, and says which and why', async (t) => {
  const broken = definePlugin({
    ...base,
    id: 'broken',
    setup() {
      throw new Error('no licence');
    },
  });
  await t.rejects(testKernel({ plugins: [broken] }), {
    message: /Not every plugin runs[^]*broken: no licence/,
    cause: { message: 'no licence', stack: /failing\.test\.ts/ },
  });
  const misfit = definePlugin({ ...base, id: 'misfit', kernel: '^2.0.0', setup: () => undefined });
  await t.rejects(testKernel({ plugins: [misfit] }), { message: /misfit: K_KERNEL_VERSION/ });
  await using kernel = await testKernel({ plugins: [broken], failing: 'allowed' });
  t.match(kernel.host.states().get('broken'), { state: 'failed' });
});

t.test('what a request failed of is printed, and nothing else', async (t) => {
  const lines: string[] = [];
  const log = failureLog((text) => lines.push(text));
  log.info('well');
  log.error({ err: new Error('of a plugin') }, 'Plugin x failed in setup.');
  t.same(lines, []);
  const known = { code: 'internal', plugin: 'letters', route: 'GET /letters' };
  log.error({ ...known, err: new Error('no ink') }, 'request failed');
  t.match(lines, [/^# 500 of letters GET \/letters: Error: no ink\n +at .*failing\.test\.ts/]);
});
