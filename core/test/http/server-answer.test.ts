import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { definePlugin, Answer } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';

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

  // Node answers this one by itself.
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /framed HTTP/1.1\r\n\r\n');
  const answer = await text(socket);
  t.match(answer, /^HTTP\/1\.1 400 .*\r\nx-frame-options: DENY\r\n.*Connection: close\r\n/s, 'a request without Host');
});
