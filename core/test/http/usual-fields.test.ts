import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { t } from '@dossier/core/testing/t';
import { definePlugin, Answer } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';
import { createServer } from '../../facilities/http/server.ts';

const everybody = { open: 'to everyone', why: 'A test of what answers say.' } as const;

const framed = definePlugin({
  id: 'framed',
  version: '1.0.0',
  kernel: '^1.0.0',
  routes: {
    page: { method: 'GET', url: '/framed', gate: everybody, summary: 'Framed' },
    flow: { method: 'GET', url: '/flow', gate: everybody, summary: 'Piece by piece' },
    none: { method: 'DELETE', url: '/none', gate: everybody, summary: 'Nothing' },
  },
  setup(_needs, plugin) {
    plugin.routes({
      flow: () => new Answer(Readable.from(['piece ', 'by piece']), { headers: { 'content-type': 'text/plain' } }),
      none: () => undefined,
      page: () =>
        new Answer('<p>', {
          headers: { 'content-type': 'text/html', 'cache-control': 'public', 'X-Frame-Options': 'SAMEORIGIN' },
        }),
    });
  },
});

t.test('over a connection, answers have the fields that they have in tests', async (t) => {
  const platform = await testPlatform({
    plugins: [framed],
    listen: true,
    env: { PUBLIC_URL: 'https://dossier.example', RATE_PER_ADDRESS: '1000' },
  });
  t.teardown(() => platform.stop());
  const address = platform.kernel.server.server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const ofConnection = ['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length'];
  const body = { headers: { 'content-type': 'application/json' }, text: '{}' };
  for (const [method, url] of [
    ['GET', '/health/live'],
    ['GET', '/framed'],
    ['GET', '/nowhere'],
    ['POST', '/health/live'],
    ['POST', '/graphql'],
    ['GET', '/%zz'],
    ['GET', '/api/v1/applications'],
    ['GET', '/flow'],
    ['HEAD', '/framed'],
    ['DELETE', '/none'],
  ] as const) {
    const told = async (answer: Promise<{ readonly headers: Iterable<readonly [string, unknown]> }>): Promise<object> =>
      Object.fromEntries(
        [...(await answer).headers]
          .filter(([name]) => !ofConnection.includes(name))
          .map(([name, value]) => [name, name === 'ratelimit' ? String(value).replaceAll(/\d+/g, 'n') : value]),
      );
    const sent = await told(
      fetch(`${origin}${url}`, { method, ...(method === 'POST' ? { headers: body.headers, body: body.text } : {}) }),
    );
    const handedIn = await told(
      platform
        .request({ method, url, ...(method === 'POST' ? { headers: body.headers, payload: body.text } : {}) })
        .then(({ headers }) => ({ headers: Object.entries(headers) })),
    );
    t.same(sent, handedIn, `${method} ${url}`);
    t.match(sent, {
      ...(url === '/framed' ? { ratelimit: '"address";r=n;t=n', 'ratelimit-policy': '"address";q=1000;w=60' } : {}),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': /max-age/,
      'x-frame-options': url === '/framed' ? 'SAMEORIGIN' : 'DENY',
    });
  }

  // Node reads these, or would answer them by itself, before any route is known.
  const raw = async (request: string): Promise<string> => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(request);
    return text(socket);
  };
  for (const [request, status] of [
    ['GET /framed HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n', 417],
  ] as const) {
    const answer = await raw(request);
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), request.slice(0, 50));
    for (const field of [
      'x-frame-options: DENY',
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'",
      'strict-transport-security: max-age',
      'content-type: application/problem\\+json',
    ])
      t.match(answer, new RegExp(`\r\n${field}`, 'i'), `${status} ${field}`);
  }
});

t.test('while a server leaves each answer is the last of its connection; once it closes it refuses', async (t) => {
  const leaving = new AbortController();
  const server = await createServer({
    log: pino({ level: 'silent' }),
    now: Date.now,
    trustProxy: false,
    secure: false,
    leaving: leaving.signal,
  });
  t.teardown(() => server.close());
  server.get('/', async () => {
    leaving.abort();
    return {};
  });
  let origin = '';
  let late: Response | undefined;
  // It listens until all that is to be done before has been done.
  server.addHook('preClose', async () => {
    late = await fetch(origin);
  });
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
  const begun = await fetch(origin);
  t.match({ status: begun.status, connection: begun.headers.get('connection') }, { status: 200, connection: 'close' });
  await server.close();
  t.equal(late?.status, 503);
  t.equal(late?.headers.get('connection'), 'close');
  t.equal(late?.headers.get('x-frame-options'), 'DENY');
  t.match(await late?.json(), { code: 'stopping', status: 503 });
});
