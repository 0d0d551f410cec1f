/** What plugins that speak to other services need: bytes both ways, and connections that are no HTTP. */
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { t } from '@dossier/core/testing/t';
import { contributions, definePlugin, extensionPoint, Http, Sockets } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';

/** Every byte there is, more than once. */
const all = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256));
const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
};
/** Sends back what it is sent, byte by byte the other way round. */
const mirror = createServer((request, response) => {
  const parts: Uint8Array[] = [];
  request.on('data', (part: Uint8Array) => parts.push(part));
  request.on('end', () => {
    if (request.url === '/endless') return void response.write('so far');
    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('x-length', String(request.headers['content-length'] ?? 'in pieces'));
    response.end(Buffer.concat(parts).reverse());
  });
});
t.teardown(() => mirror.closeAllConnections());
let knocks = 0;
/** Answers each line as a scanner might. */
const daemon = createSocketServer((socket) => {
  knocks += 1;
  socket.on('data', (line) => socket.write(`${line.toString().trim()}: OK\n`));
});
const [mirrorPort, daemonPort] = [await listening(mirror), await listening(daemon)];
const url = `http://127.0.0.1:${mirrorPort}/`;

interface Tried {
  readonly http: Http;
  readonly sockets: Sockets;
}
const tried = extensionPoint<Tried>('patents/tried@1');
const patents = definePlugin({
  id: 'patents',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { http: Http, sockets: Sockets },
  points: [tried],
  extends: [contributions(tried, 'office')],
  setup: ({ http, sockets }, plugin) => plugin.contribute(tried, 'office', { open: 'to members' }, { http, sockets }),
});
const kernel = await testKernel({ plugins: [patents] });
t.teardown(() => kernel.stop());
const { http, sockets } = kernel.contributions(tried).demand(await kernel.access(), 'office');

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < all.length; at += 9_999) yield all.subarray(at, at + 9_999);
}
const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: { name: string; reason?: string }) => `${error.name} ${error.reason}`,
  );
const drained = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
};

t.test('bytes go and come as they are, whole or piece by piece', async (t) => {
  const mirrored = Buffer.from(all).reverse();
  for (const [body, length] of [
    [all, String(all.length)],
    [pieces(), 'in pieces'],
  ] as const) {
    const answer = await http.bytes(url, { method: 'PUT', body });
    t.match(answer, { status: 200, headers: { 'x-length': length, 'content-type': 'application/octet-stream' } });
    t.ok(mirrored.equals(answer.bytes));
  }
  const { status, body } = await http.stream(url, { method: 'PUT', body: pieces() });
  t.equal(status, 200);
  t.ok(mirrored.equals(await drained(body)));
});

t.test('an answer has its size and its time, also while it is read', async (t) => {
  t.equal(await reasonOf(http.bytes(url, { method: 'PUT', body: all, maxBytes: 69_999 })), 'HttpError too-large');
  const { body } = await http.stream(url, { method: 'PUT', body: all, maxBytes: 69_999 });
  t.equal(await reasonOf(drained(body)), 'HttpError too-large');
  const endless = http.stream(`${url}endless`, { timeout: 300 }).then((answer) => drained(answer.body));
  t.equal(await reasonOf(endless), 'HttpError timeout');
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('almost');
    throw new Error('The disk is broken.');
  }
  t.equal(await reasonOf(http.bytes(url, { method: 'PUT', body: broken() })), 'HttpError unreachable');
});

t.test('a connection that is no HTTP is made, used and ended', async (t) => {
  const socket = await sockets.connect({ host: '127.0.0.1', port: daemonPort });
  socket.write('PING\n');
  t.equal(String((await socket[Symbol.asyncIterator]().next()).value), 'PING: OK\n');
  socket.destroy();
  t.equal(await reasonOf(sockets.connect({ host: '127.0.0.1', port: 1 })), 'HttpError unreachable');
  const stop = AbortSignal.abort();
  t.equal(await reasonOf(sockets.connect({ host: '127.0.0.1', port: daemonPort, signal: stop })), 'HttpError aborted');
  t.equal(
    await reasonOf(sockets.connect({ host: '127.0.0.1', port: daemonPort, tls: {}, timeout: 500 })),
    'HttpError unreachable',
    'what speaks no TLS',
  );
});

t.test('nothing of it leads an organization into the house, however the address is written', async (t) => {
  const before = knocks;
  for (const host of [
    '127.0.0.1',
    'localhost',
    '::1',
    '::ffff:127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '10.0.0.1',
  ]) {
    t.equal(await reasonOf(sockets.look({ host, port: daemonPort })), 'HttpError blocked', host);
    for (const tls of [undefined, {}])
      t.equal(
        await reasonOf(sockets.connect({ host, port: daemonPort, guard: 'public', ...(tls ? { tls } : {}) })),
        'HttpError blocked',
        host,
      );
  }
  t.equal(await reasonOf(sockets.look({ host: '8.8.8.8', port: 636 })), 'answered', 'which nobody is asked for');
  t.equal(await reasonOf(sockets.look({ host: 'nowhere.invalid', port: 636 })), 'HttpError unreachable');
  for (const call of [http.bytes, http.stream, http.request])
    t.equal(await reasonOf(call(url, { guard: 'public' })), 'HttpError blocked');
  t.equal(knocks, before, 'no packet left');
});
