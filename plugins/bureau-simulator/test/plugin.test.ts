import { createServer } from 'node:http';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import type { MountHandler } from '@dossier/sdk';
import type { SimulatedBureau } from '../contract.ts';
import simulator from '../plugin.ts';

/** Sets the plugin up below its path on a server of its own, as the kernel does on the platform's. */
async function serve(t: Test, demo: boolean): Promise<{ origin: string; bureau: SimulatedBureau }> {
  const made: { bureau?: SimulatedBureau; handler?: MountHandler } = {};
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
    { installation: { demo, localUrl: () => origin } } as never,
    {
      provide: (_token: unknown, value: SimulatedBureau) => {
        made.bureau = value;
      },
      mount: (_name: string, handler: MountHandler) => {
        made.handler = handler;
      },
    } as never,
  );
  if (!made.bureau) throw new Error('The bureau was not provided.');
  return { origin, bureau: made.bureau };
}

const enquiry = {
  method: 'POST',
  headers: { 'idempotency-key': 'x' },
  body: JSON.stringify({ reference: 'x', applicants: [{ lastName: 'Byron' }], amount: 1 }),
};

t.test('in a demonstration it serves below its path and says where', async (t) => {
  const { origin, bureau } = await serve(t, true);
  const url = bureau.url();
  t.equal(url, `${origin}${simulator.spec.mounts?.['enquiries']?.path}/enquiries`);
  t.match(await (await fetch(String(url), enquiry)).json(), { decision: 'approve' });
});

t.test('outside a demonstration it rests: no address, and 404', async (t) => {
  const { origin, bureau } = await serve(t, false);
  t.equal(bureau.url(), null);
  t.equal((await fetch(`${origin}/simulators/credit-bureau/enquiries`, enquiry)).status, 404);
});
