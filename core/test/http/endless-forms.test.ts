/** Forms without an end, and answers to clients that are still sending. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { definePlugin, Problem, Type } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';

const open = { open: 'to everyone', why: 'A test of forms.' } as const;
/** What the handlers have read, in bytes. */
let read = 0;
const forms = definePlugin({
  id: 'forms',
  version: '1.0.0',
  kernel: '^1.0.0',
  routes: {
    files: { method: 'POST', url: '/forms', gate: open, summary: 'Files', multipart: { fileSize: 1_000, files: 3 } },
    full: {
      method: 'POST',
      url: '/full',
      gate: open,
      summary: 'A disk that is full',
      multipart: { fileSize: 100_000_000, files: 1 },
    },
    json: { method: 'POST', url: '/json', gate: open, summary: 'JSON', body: Type.Object({}), bodyLimit: 1_000 },
  },
  setup(_needs, plugin) {
    plugin.routes({
      async files(request) {
        let files = 0;
        for await (const part of request.parts()) {
          if (part.kind === 'field') continue;
          files++;
          for await (const bytes of part.stream) read += bytes.length;
        }
        return { files };
      },
      async full(request) {
        for await (const part of request.parts()) {
          if (part.kind === 'field') continue;
          // Meanwhile more arrives.
          for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
          throw new Problem(507, 'storage-full', 'No room left', {});
        }
      },
      json: () => ({}),
    });
  },
});

const platform = await testPlatform({ plugins: [forms], listen: true });
t.teardown(() => platform.stop());
const address = platform.kernel.server.server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;

const MiB = 1 << 20;
const head = (path: string, type = 'multipart/form-data; boundary=b', length?: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`;
const chunk = (bytes: string): string => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
const part = (name: string, content = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\n\r\n${content}`;

/**
 * Sends a text again and again, as fast as it is taken, until the server ends the connection or `most` bytes are on
 * their way. Tells how many are.
 */
async function sendOn(socket: Socket, text: string, most: number): Promise<number> {
  const over = new AbortController();
  for (const end of ['end', 'close']) socket.once(end, () => over.abort());
  let sent = 0;
  while (!over.signal.aborted && sent < most) {
    sent += text.length;
    if (!socket.write(text)) await once(socket, 'drain', { signal: over.signal }).catch(() => undefined);
  }
  return sent;
}

async function connected(): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString();
  });
  return { socket, answer: () => answer };
}

const isTooLarge = (t: Test, answer: string, what: string): void => {
  t.match(answer, /^HTTP\/1\.1 413 .*\r\nconnection: close\r\n/is, what);
  t.match(
    JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? '{}'),
    { code: 'too-large', status: 413, detail: /Send less/ },
    what,
  );
};

t.test(
  'a form without an end is answered when it is larger than any that is taken, and its connection ends',
  async (t) => {
    const endless: Readonly<Record<string, readonly [string, string]>> = {
      'one part': [chunk(part('a.txt')), chunk('x'.repeat(65_536))],
      'parts that are too large each': ['', chunk(part('a.txt', `${'x'.repeat(65_536)}\r\n`))],
      'what stands before the first part': ['', chunk('x'.repeat(65_536))],
      'a part that nobody takes': [chunk('--b\r\n\r\n'), chunk('x'.repeat(65_536))],
    };
    for (const [what, [first, more]] of Object.entries(endless)) {
      read = 0;
      const { socket, answer } = await connected();
      socket.write(head('/forms') + first);
      const sent = await sendOn(socket, more, 500 * MiB);
      isTooLarge(t, answer(), what);
      t.ok(sent < 100 * MiB, `${what}: not much is taken behind the answer`);
      t.ok(read <= 3_000, `${what}: of no file more than it may have`);
    }
  },
);

t.test('a length that no form can have is refused before any of it is read', async (t) => {
  const { socket, answer } = await connected();
  socket.write(head('/forms', undefined, 3_000 + MiB + 1));
  await once(socket, 'end');
  isTooLarge(t, answer(), 'by its length');
});

t.test('the answer waits for a client that reads only when all is sent', async (t) => {
  for (const [path, type] of [
    ['/forms', undefined],
    ['/full', undefined],
    ['/json', 'application/json'],
  ] as const) {
    const { socket, answer } = await connected();
    socket.pause();
    socket.write(head(path, type) + (type === undefined ? chunk(part('a.txt')) : ''));
    t.ok(
      (await sendOn(socket, chunk('x'.repeat(65_536)), 20 * MiB)) >= 20 * MiB,
      `${path} takes it, and throws it away`,
    );
    socket.resume();
    await once(socket, 'end');
    t.match(answer(), path === '/full' ? /^HTTP\/1\.1 507 .*"storage-full"/s : /^HTTP\/1\.1 413 .*"too-large"/s, path);
  }
});

t.test('of what comes behind a request that was cut off nothing is taken for a request', async (t) => {
  const { socket, answer } = await connected();
  socket.write(
    `${head('/json', 'application/json', 100_000)}${'x'.repeat(100_000)}GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`,
  );
  await once(socket, 'end');
  t.equal(answer().match(/HTTP\/1\.1/g)?.length, 1);
});

t.test('a connection goes on behind a form that came in full, read or not', async (t) => {
  const { socket, answer } = await connected();
  const again = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  for (const path of ['/forms', '/full']) {
    const form = `${part('a.txt', 'x'.repeat(180_000))}\r\n--b--\r\n`;
    socket.write(head(path, undefined, form.length) + form);
    await once(socket, 'data');
  }
  socket.write(again);
  await once(socket, 'end');
  t.match(answer(), /^HTTP\/1\.1 201 .*HTTP\/1\.1 507 .*HTTP\/1\.1 200 /s);
});

t.test('all that is too many is reported at once, and what comes behind it is looked at', async (t) => {
  const send = (files: number, texts: number) =>
    platform.upload('/forms', [
      ...Array.from({ length: files }, (_, i) => ({
        name: 'f',
        fileName: `${i}.txt`,
        contentType: 'text/plain',
        bytes: 'x',
      })),
      ...Array.from({ length: texts }, () => ({ name: 't', value: 'x' })),
    ]);
  t.match(await send(3, 20), { status: 201, body: { files: 3 } });
  t.match(await send(4, 0), {
    status: 413,
    body: {
      code: 'too-many-files',
      errors: [{ pointer: '/files', code: 'too-many-files', detail: /at most 3 files/ }],
    },
  });
  t.match(await send(1, 21), {
    status: 413,
    body: { code: 'too-many-fields', errors: [{ pointer: '', code: 'too-many-fields', detail: /at most 20 texts/ }] },
  });
  t.match(
    await send(4, 21),
    { status: 413, body: { code: 'too-many-files', errors: [{ code: 'too-many-files' }] } },
    'until it has more parts than files and texts together',
  );
});
