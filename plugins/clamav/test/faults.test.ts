/** What becomes of a scan when clamd, or the way to it, is not as it should be. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { definePlugin, newId } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';
import { fileScanners } from '@dossier/core/platform/files/contract';
import { freePort } from '../../../test/servers/daemon.ts';
import { startClamd } from '../../../test/servers/clamd.ts';
import clamav from '../plugin.ts';

/** Stands in for the module that asks scanners. */
const files = definePlugin({ id: 'files', version: '1.0.0', kernel: '^1.0.0', points: [fileScanners], setup() {} });

/** Scans pieces by the plugin, as files are. `size` is what their record says. */
async function scanner(t: Test, url: string, more: Readonly<Record<string, string>> = {}) {
  const kernel = await testKernel({ plugins: [files, clamav], env: { CLAMAV_URL: url, ...more } });
  t.teardown(() => kernel.stop());
  const found = kernel.contributions(fileScanners).demand(await kernel.access(), 'clamav');
  return (
    bytes: AsyncIterable<Uint8Array>,
    { size = 6, signal = new AbortController().signal }: { size?: number; signal?: AbortSignal } = {},
  ) =>
    found.scan({
      organization: kernel.organization,
      id: newId(),
      contentType: 'text/plain',
      size,
      sha256: '00',
      bytes,
      signal,
    });
}

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** A clamd that does with each connection what the test says, and counts those that are open. */
async function fake(t: Test, behave: (socket: Socket) => void) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
    behave(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, open };
}
/** Says it when the file has come to its end. */
const answering = (answer: string) => (socket: Socket) => {
  const heard: Buffer[] = [];
  socket.on('data', (piece) => {
    heard.push(piece);
    if (Buffer.concat(heard).subarray(-4).equals(Buffer.alloc(4))) socket.write(answer);
  });
};

/** Takes everything, and says nothing. */
const silent = (socket: Socket): void => void socket.resume();

t.test('the protocol: a command, each piece behind its length, a length of nothing at the end', async (t) => {
  const heard: Buffer[] = [];
  const { url, open } = await fake(t, (socket) => {
    socket.on('data', (piece) => heard.push(piece));
    answering('stream: OK\0')(socket);
  });
  const scan = await scanner(t, url);
  t.same(await scan(pieces('ab', '', 'cdef')), { clean: true }, 'an empty piece does not end the file');
  t.equal(Buffer.concat(heard).toString('latin1'), 'zINSTREAM\0\0\0\0\x02ab\0\0\0\x04cdef\0\0\0\0');
  for (const socket of open) await once(socket, 'close');
  t.equal(open.size, 0, 'the connection is ended');
});

t.test('an answer that is no verdict is none: the file counts as not scanned', async (t) => {
  for (const [answer, error] of [
    ['stream: Eicar FOUND\0', null],
    ['INSTREAM size limit exceeded. ERROR\0', /too large to be scanned: raise StreamMaxLength/],
    ['stream: Heuristics.Limits.Exceeded.MaxScanSize FOUND\0', /too large or too complex/],
    ["stream: Can't allocate memory ERROR\0", /could not scan the file: stream: Can't allocate memory ERROR/],
    ['COMMAND READ TIMED OUT ERROR\0', /could not scan the file/],
    ['UNKNOWN COMMAND\0', /not an answer of clamd: UNKNOWN COMMAND/],
    ['stream: OK FOUND it\0', /not an answer of clamd/],
    ['stream: OK\n\0', /not an answer of clamd: stream: OK\?/],
    ['\0', /not an answer of clamd/],
    ['HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(400), /more than an answer has/],
  ] as const) {
    const scan = await scanner(t, (await fake(t, answering(answer))).url);
    if (error === null) t.same(await scan(pieces('poison')), { clean: false, threat: 'Eicar' });
    else await t.rejects(scan(pieces('poison')), { message: error }, JSON.stringify(answer.slice(0, 40)));
  }
});

t.test('a clean verdict of less than the whole file is none', async (t) => {
  const early = await scanner(t, (await fake(t, (socket) => void socket.write('stream: OK\0'))).url);
  const more = Promise.withResolvers<void>();
  async function* waiting(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('ab');
    await more.promise;
    yield Buffer.from('cdef');
  }
  await t.rejects(early(waiting()), { message: /before it had the whole file: stream: OK/ });
  more.resolve();
  const { url } = await fake(t, answering('stream: OK\0'));
  await t.rejects((await scanner(t, url))(pieces('ab')), { message: /before it had the whole file/ }, 'cut short');
});

t.test('a connection that is refused, or breaks off at any time', async (t) => {
  const nobody = await scanner(t, `tcp://127.0.0.1:${await freePort()}`);
  await t.rejects(nobody(pieces('harmless')), { name: 'HttpError', reason: 'unreachable' });
  for (const behave of [
    (socket: Socket) => void socket.destroy(),
    (socket: Socket) => void socket.resetAndDestroy(),
    (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy()),
    (socket: Socket) => void socket.once('data', () => socket.end('stream: O')),
  ]) {
    const scan = await scanner(t, (await fake(t, behave)).url);
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield Buffer.alloc(65_536);
    }
    await t.rejects(scan(endless()), Error);
  }
});

t.test('clamd takes too long, or the job ends', async (t) => {
  const { url, open } = await fake(t, silent);
  const impatient = await scanner(t, url, { CLAMAV_TIMEOUT: '100' });
  await t.rejects(impatient(pieces('harmless')), { name: 'HttpError', reason: 'timeout' });
  const scan = await scanner(t, url);
  const stop = new AbortController();
  async function* stopped(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('ab');
    stop.abort();
    await new Promise(() => undefined);
  }
  await t.rejects(scan(stopped(), { signal: stop.signal }), { name: 'AbortError' });
  await t.rejects(scan(pieces('ab'), { signal: stop.signal }), { name: 'HttpError', reason: 'aborted' });
  for (const socket of open) await once(socket, 'close');
  t.equal(open.size, 0);
});

t.test('what the store throws is thrown, and clamd is left alone', async (t) => {
  const { url, open } = await fake(t, silent);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('ab');
    throw new Error('The disk broke.');
  }
  await t.rejects((await scanner(t, url))(broken()), { message: 'The disk broke.' });
  for (const socket of open) await once(socket, 'close');
  t.equal(open.size, 0);
});

t.test('no more of a file is read than clamd takes', async (t) => {
  const pieceSize = 65_536;
  const count = 400;
  let read = 0;
  async function* large(): AsyncGenerator<Uint8Array> {
    for (; read < count; read++) yield Buffer.alloc(pieceSize, 'x');
  }
  const arrived = Promise.withResolvers<Socket>();
  const { url } = await fake(t, (socket) => arrived.resolve(socket.pause()));
  const scanning = (await scanner(t, url))(large(), { size: count * pieceSize });
  const socket = await arrived.promise;
  // What fits into the buffers of both ends may be read meanwhile, and nothing more.
  for (let turn = 0; turn < 200; turn++) await setImmediate();
  t.ok(read < count / 2, `${read} of ${count} pieces were read for a clamd that reads none`);
  let bytes = 0;
  socket.on('data', (piece) => {
    bytes += piece.length;
    if (bytes === 10 + count * (4 + pieceSize) + 4) socket.write('stream: OK\0');
  });
  socket.resume();
  t.same(await scanning, { clean: true });
});

t.test('a file past the limit of the real clamd is said to be too large', async (t) => {
  const clamd = await startClamd(['StreamMaxLength 100K']);
  if (clamd === null) return t.comment('No ClamAV here.');
  t.teardown(() => clamd.stop());
  const scan = await scanner(t, clamd.url);
  async function* large(count: number): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < count; i++) yield Buffer.alloc(65_536, 'x');
  }
  for (const count of [2, 3, 20, 400])
    await t.rejects(scan(large(count), { size: count * 65_536 }), { message: /StreamMaxLength/ }, `${count}`);
  t.same(await scan(large(1), { size: 65_536 }), { clean: true });
});
