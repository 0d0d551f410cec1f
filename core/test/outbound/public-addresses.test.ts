import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { t } from '@dossier/core/testing/t';
import { HttpError } from '../../facilities/outbound/bounds.ts';
import { createHttpClient } from '../../facilities/outbound/http-client.ts';
import { publicAddresses } from '../../facilities/outbound/public-addresses.ts';

/** Listens on every address of this machine, and notes each packet that opens a connection. */
let knocks = 0;
const canary = createServer((socket) => {
  knocks += 1;
  socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello');
});
await new Promise<void>((resolve) => canary.listen(0, resolve));
const { port } = canary.address() as AddressInfo;
t.teardown(() => canary.close());

type Found = readonly { readonly address: string; readonly family: number }[];
const four = (...addresses: string[]): Found => addresses.map((address) => ({ address, family: 4 }));
const guarded = (
  o: { allowed?: readonly string[]; own?: readonly string[]; look?: (host: string) => Promise<Found> } = {},
) => {
  const http = createHttpClient(
    () => false,
    publicAddresses({ allowed: o.allowed ?? [], own: o.own ?? [], ...(o.look ? { look: o.look } : {}) }),
  );
  return (url: string) => http.request(url, { guard: 'public', timeout: 3_000 });
};
const refusalOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof HttpError ? `${error.reason}: ${error.message}` : String(error)),
  );
const blocked = 'blocked: The service cannot be reached. It needs a public address that answers.';

t.test('no packet leaves for an address of the house, however it is written', async (t) => {
  const own = Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one && one.family === 'IPv4' ? [one.address] : []));
  const hosts = [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '2130706433',
    '127.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '224.0.0.1',
    '255.255.255.255',
    '[ff02::1]',
    '198.18.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
    ...own,
  ];
  for (const host of hosts) t.equal(await refusalOf(guarded()(`http://${host}:${port}/`)), blocked, host);
  t.equal(knocks, 0);
});

t.test('a name is looked up once, and every address that it has is checked', async (t) => {
  t.equal(await refusalOf(guarded({ look: async () => four('127.0.0.1') })(`http://inside.example:${port}/`)), blocked);
  t.equal(
    await refusalOf(
      guarded({ look: async () => [...four('93.184.215.14'), { address: '::ffff:10.0.0.1', family: 6 }] })(
        `http://both.example:${port}/`,
      ),
    ),
    blocked,
    'one private address among public ones',
  );
  let looks = 0;
  // First 127.0.0.2, which is open here, then 127.0.0.1: who looks again is led elsewhere.
  const rebinding = async (): Promise<Found> => four((looks += 1) === 1 ? '127.0.0.2' : '127.0.0.1');
  t.equal(
    (await guarded({ allowed: ['127.0.0.2'], look: rebinding })(`http://rebinding.example:${port}/`)).text,
    'hello',
  );
  t.equal(looks, 1);
  t.equal(knocks, 1);
});

t.test('a name that nobody knows and a closed one are reported in the same words', async (t) => {
  const unknown = guarded({
    look: async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND secret.internal'), { code: 'ENOTFOUND' });
    },
  });
  t.equal((await refusalOf(unknown('http://secret.internal/'))).replace('unreachable', 'blocked'), blocked);
  t.equal(await refusalOf(guarded()('ftp://example.org/')), blocked);
});

t.test('the operator opens a network for services in the house', async (t) => {
  const before = knocks;
  t.match(await guarded({ allowed: ['127.0.0.0/8'] })(`http://127.0.0.1:${port}/`), { status: 200, text: 'hello' });
  t.match(await guarded({ allowed: ['127.0.0.0/8'] })(`http://[::ffff:127.0.0.1]:${port}/`), { status: 200 });
  t.equal(await refusalOf(guarded({ allowed: ['10.0.0.0/8', 'fd00::/8'] })(`http://127.0.0.1:${port}/`)), blocked);
  t.equal(knocks, before + 2);
});

t.test(
  'what the installation stands on stays closed in an open network too, and what listens next to it does not',
  async (t) => {
    const before = knocks;
    const look = async (): Promise<Found> => four('127.0.0.1');
    t.equal(
      await refusalOf(
        guarded({ allowed: ['127.0.0.0/8'], own: [`postgres://user@database.internal:${port}/dossier`], look })(
          `http://127.0.0.1:${port}/`,
        ),
      ),
      blocked,
    );
    t.equal(knocks, before);
    t.equal(
      (await guarded({ allowed: ['127.0.0.0/8'], own: ['mqtt://127.0.0.1'] })(`http://127.0.0.1:${port}/`)).status,
      200,
    );
  },
);

t.test('without the guard, as for what the operator sets up, the house is open', async (t) => {
  const http = createHttpClient(() => false, publicAddresses({ allowed: [], own: [] }));
  t.equal((await http.request(`http://127.0.0.1:${port}/`)).text, 'hello');
});
