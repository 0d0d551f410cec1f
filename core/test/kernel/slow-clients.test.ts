import t from 'tap';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { createServer } from '../../kernel/http/server.ts';

/** Sends the text piece by piece and resolves with what came back when the server has closed the connection. */
const conversation = (port: number, pieces: readonly string[]): Promise<string> => new Promise((resolve, reject) => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setTimeout(5_000, () => reject(new Error('The server kept the connection open.')));
  socket.on('data', (part) => { answer += part.toString(); });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(answer));
  socket.on('connect', () => pieces.forEach((piece) => socket.write(piece)));
});

const portOf = ({ server }: Awaited<ReturnType<typeof createServer>>): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

t.test('a client that does not finish its headers or its body is cut off, and others are served', async (t) => {
  const server = await createServer({ log: pino({ level: 'silent' }), now: Date.now, trustProxy: false, secure: false, limits: { headers: 100, request: 60_000, lookEvery: 20 } });
  server.post('/', () => ({ read: true }));
  await server.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => server.close());
  const port = portOf(server);
  const body = ['POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n', '{"a":'];
  const slow = [conversation(port, ['POST / HTTP/1.1\r\nHost: x\r\n', 'X-Slow: ']), conversation(port, body), conversation(port, [])];
  t.same(await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).json(), { read: true });
  const [headers, unfinished, silent] = await Promise.all(slow);
  t.match(headers, /^HTTP\/1\.1 408 /);
  t.match(unfinished, /^(HTTP\/1\.1 408 .*|)$/s);
  t.match(silent, /^(HTTP\/1\.1 408 .*|)$/s);
});

t.test('a request without a body is answered, also one that names a type, and may take longer than a body may stand still', async (t) => {
  const server = await createServer({ log: pino({ level: 'silent' }), now: Date.now, trustProxy: false, secure: false, limits: { headers: 20, request: 60_000, lookEvery: 20 } });
  t.teardown(() => server.close());
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    server.route({ method, url: '/', handler: async (request) => {
      if (request.query instanceof Object && 'slow' in request.query) await pause(100);
      return { method, body: request.body ?? null };
    } });
  }
  await server.listen({ port: 0, host: '127.0.0.1' });
  const port = portOf(server);
  for (const method of ['GET', 'POST', 'DELETE']) {
    for (const path of ['/', '/?slow']) {
      const answer = await conversation(port, [`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`]);
      t.match(answer, new RegExp(`^HTTP/1\\.1 200 .*\\{"method":"${method}","body":null\\}$`, 's'), `${method} ${path}`);
    }
  }
});

t.test('the limits of an installation are seconds', async (t) => {
  const server = await createServer({ log: pino({ level: 'silent' }), now: Date.now, trustProxy: false, secure: false });
  t.teardown(() => server.close());
  const { headersTimeout, requestTimeout, timeout, maxRequestsPerSocket } = server.server;
  t.match({ headersTimeout, requestTimeout }, { headersTimeout: 5_000, requestTimeout: 60_000 });
  t.ok(timeout > 0 && maxRequestsPerSocket !== undefined);
});
