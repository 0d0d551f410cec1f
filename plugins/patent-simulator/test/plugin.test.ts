import { createServer } from 'node:http';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import type { MountHandler } from '@dossier/sdk';
import type { SimulatedOps } from '../contract.ts';
import simulator from '../plugin.ts';

/** Sets the plugin up below its path on a server of its own, as the kernel does on the platform's. */
async function serve(t: Test, demo: boolean): Promise<{ origin: string; ops: SimulatedOps }> {
  const made: { ops?: SimulatedOps; handler?: MountHandler } = {};
  const server = createServer((request, response) => made.handler?.(request, response, { ip: '127.0.0.1' }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  await simulator.spec.setup(
    { clock: { time: Date.now, now: () => new Date() }, installation: { demo, localUrl: () => origin } } as never,
    {
      provide: (_token: unknown, value: SimulatedOps) => {
        made.ops = value;
      },
      mount: (_name: string, handler: MountHandler) => {
        made.handler = handler;
      },
    } as never,
  );
  if (!made.ops) throw new Error('The service was not provided.');
  return { origin, ops: made.ops };
}

const token = (url: string, { key, secret }: SimulatedOps): Promise<Response> =>
  fetch(`${url}/3.2/auth/accesstoken`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
    body: 'grant_type=client_credentials',
  });

t.test('in a demonstration it serves below its path, says where, and takes no orders', async (t) => {
  const { origin, ops } = await serve(t, true);
  t.equal(ops.url(), `${origin}${simulator.spec.mounts?.['service']?.path}`);
  t.match(await (await token(String(ops.url()), ops)).json(), { token_type: 'BearerToken' });
  t.equal((await fetch(`${ops.url()}/control`)).status, 404);
});

t.test('outside a demonstration it rests: no address, and 404', async (t) => {
  const { origin, ops } = await serve(t, false);
  t.equal(ops.url(), null);
  t.equal((await token(`${origin}/simulators/patent-office`, ops)).status, 404);
});

t.test('for a command it serves at an address of its own, only while that runs', async (t) => {
  const { origin, ops } = await serve(t, false);
  const during = await ops.meanwhile(async () => {
    const url = String(ops.url());
    t.match(await (await token(url, ops)).json(), { token_type: 'BearerToken' });
    return url;
  });
  t.not(new URL(during).origin, origin);
  t.equal(ops.url(), null);
  await t.rejects(fetch(during));
  await t.rejects(
    ops.meanwhile(async () => {
      throw new Error('It broke.');
    }),
    { message: 'It broke.' },
  );
  t.equal(ops.url(), null);
});
