import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { t } from '@dossier/core/testing/t';
import { testKernel } from '@dossier/core/testing';
import type { Log } from '@dossier/sdk';
import { Client } from 'ldapts';
import { SimulatedDirectory } from '../contract.ts';
import simulator from '../plugin.ts';
import { BIND_DN, BIND_PASSWORD } from '../testing.ts';

/** A kernel with the simulator alone, on any free port unless `env` has another. */
const kernel = (env: Readonly<Record<string, string>>) =>
  testKernel({ plugins: [simulator], env: { LDAP_SIMULATOR_PORT: '0', ...env } });
const demonstration = { DEMO: 'true', PUBLIC_URL: 'http://demonstration.example' };

t.test('in a demonstration it serves and says where, until it stops', async (t) => {
  const running = await kernel(demonstration);
  t.teardown(() => running.stop());
  const directory = running.service(SimulatedDirectory);
  const url = String(directory.url());
  t.match(url, /^ldap:\/\/127\.0\.0\.1:\d+$/);
  await new Client({ url }).bind(BIND_DN, BIND_PASSWORD);
  await running.host.restart('ldap-simulator');
  await new Client({ url: String(running.service(SimulatedDirectory).url()) }).bind(BIND_DN, BIND_PASSWORD);
  await t.rejects(new Client({ url }).bind(BIND_DN, BIND_PASSWORD), { code: 'ECONNREFUSED' });
  await running.stop();
  t.equal(directory.url(), null);
});

t.test('outside a demonstration it rests, and for a command, which has no address', async (t) => {
  for (const env of [{ ...demonstration, DEMO: 'false' }, { DEMO: 'true' }]) {
    const running = await kernel(env);
    t.teardown(() => running.stop());
    t.equal(running.service(SimulatedDirectory).url(), null);
  }
});

t.test('a port that is taken is a warning, and no reason to fail', async (t) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.teardown(() => other.close());
  const { port } = other.address() as AddressInfo;

  const running = await kernel({ ...demonstration, LDAP_SIMULATOR_PORT: String(port) });
  t.teardown(() => running.stop());
  t.equal(running.service(SimulatedDirectory).url(), null);
  t.equal(running.host.isReady('ldap-simulator'), true);

  const warnings: string[] = [];
  const starts: (() => Promise<void>)[] = [];
  const log: Pick<Log, 'warn'> = { warn: (_fields, text) => void warnings.push(text) };
  await simulator.spec.setup(
    { installation: { demo: true, knownUrl: () => demonstration.PUBLIC_URL } } as never,
    {
      config: { port },
      log,
      provide: () => undefined,
      start: (hook: () => Promise<void>) => void starts.push(hook),
      stop: () => undefined,
    } as never,
  );
  for (const start of starts) await start();
  t.same(warnings, [`No simulated directory: port ${port} is taken. Set LDAP_SIMULATOR_PORT to another one, or to 0.`]);
});
