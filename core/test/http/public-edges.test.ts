/**
 * What anybody may send without a credential, over raw sockets: answers without an entry in the log, and without
 * anything of the server's inside.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { get, METHODS } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { t } from '@dossier/core/testing/t';
import { WebSocket } from 'ws';
import { testPlatform } from '@dossier/core/testing';
import { hiddenIn, methodsOf } from '../../facilities/http/methods.ts';
import { servePages } from '../../facilities/http/pages.ts';
import { answerUnknownPaths, createServer } from '../../facilities/http/server.ts';
import { routes as routeKind } from '../../facilities/http/kinds.ts';

const lines: string[] = [];
const platform = await testPlatform({
  plugins: ['@dossier/sign-in'],
  listen: true,
  env: { PUBLIC_URL: 'https://bank.example', LOG_LEVEL: 'info' },
  logTo: { write: (line) => void lines.push(line) },
});
t.teardown(() => platform.stop());
const address = platform.kernel.server.server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const errors = (): readonly string[] => lines.filter((line) => Number(JSON.parse(line).level) >= 50);

/** The status and the code of the answer to a request whose lines are these. */
const ask = (...request: readonly string[]): Promise<readonly [number, string | undefined]> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(
      port,
      '127.0.0.1',
      () => void socket.write(`${[...request, 'Connection: close'].join('\r\n')}\r\n\r\n`),
    );
    socket
      .on('data', (part) => {
        answer += part.toString();
      })
      .on('error', () => undefined);
    socket.on('close', () =>
      resolve([Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), /"code":"([\w-]+)"/.exec(answer)?.[1]]),
    );
  });

t.test('an address below the assets that is none is not found, however it is written', async (t) => {
  const dir = t.testdir();
  mkdirSync(join(dir, 'assets', 'folder'), { recursive: true });
  writeFileSync(join(dir, 'assets', 'there.js'), '1');
  writeFileSync(join(dir, 'secret'), 'x');
  const server = await createServer({
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
    now: Date.now,
    trustProxy: false,
    secure: false,
  });
  t.teardown(() => server.close());
  answerUnknownPaths(server, [], await servePages(server, dir));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const own = server.server.address();
  // As it is written: fetch would resolve the dots itself.
  const open = async (path: string): Promise<{ status: number | undefined; body: string }> => {
    const [answer] = await once(
      get({
        port: typeof own === 'object' && own !== null ? own.port : 0,
        host: '127.0.0.1',
        path: `/assets/${path}`,
        agent: false,
      }),
      'response',
    );
    return { status: answer.statusCode, body: await text(answer) };
  };
  const kin = [
    '..',
    '../secret',
    '%2e%2e',
    '%2e%2e/secret',
    '%2e%2e%2fsecret',
    '..%5csecret',
    '%00',
    'there.js%00',
    'a%00b',
    '',
    '.',
    './',
    'folder',
    'folder/',
    'folder/..',
    '.hidden',
    '%5c',
    'x'.repeat(300),
    'there.js/',
    '%c0%ae%c0%ae',
  ];
  for (const path of kin) {
    const { status, body } = await open(path);
    t.ok(status === 404 || status === 400, `${path}: ${status}`);
    t.match(JSON.parse(body), { code: /^(not-found|bad-request)$/ }, path);
  }
  t.equal((await open('there.js')).status, 200);
  t.same(errors(), []);
});

t.test(
  'where the installation has a name, a request is for that name, said once; health answers under any',
  async (t) => {
    const get = 'GET /api/v1/nope HTTP/1.1';
    for (const host of ['bank.example', 'Bank.Example', 'bank.example:443', `127.0.0.1:${port}`])
      t.same(await ask(get, `Host: ${host}`), [404, 'not-found'], host);
    for (const host of [
      'evil.example',
      'bank.example:8443',
      'bank.example.evil.example',
      '',
      '127.0.0.1',
      'localhost',
      'x@bank.example',
    ]) {
      t.same(await ask(get, `Host: ${host}`), [400, 'unknown-host'], host);
      t.same((await ask('GET /health/live HTTP/1.1', `Host: ${host}`))[0], 200, `health at ${host}`);
    }
    t.same(await ask(get, 'Host: bank.example', 'Host: evil.example'), [400, 'bad-host']);
    t.same(await ask(get, 'Host: bank.example', 'host: bank.example'), [400, 'bad-host']);
    t.same(await ask('GET /health/live HTTP/1.1', 'Host: a', 'Host: b'), [400, 'bad-host']);
    t.same((await ask(get, 'X-Forwarded-Host: evil.example', 'Host: bank.example'))[0], 404);
  },
);

t.test(
  'a method that nothing here has is 405, or 404 where there is nothing, and never a malformed request',
  async (t) => {
    for (const method of METHODS.filter((one) => !['CONNECT', 'GET', 'HEAD', 'POST'].includes(one))) {
      t.same(await ask(`${method} /graphql HTTP/1.1`, 'Host: bank.example'), [405, 'method-not-allowed'], method);
      t.same(await ask(`${method} /nope HTTP/1.1`, 'Host: bank.example'), [404, 'not-found'], method);
    }
  },
);

t.test('Allow names what the resource itself takes, not its neighbours', async (t) => {
  const methods = methodsOf([
    { method: 'GET', url: '/users/:id' },
    { method: 'PUT', url: '/users/:id' },
    { method: 'DELETE', url: '/users/:id' },
    { method: 'POST', url: '/users/me' },
    { method: 'GET', url: '/:kind/me' },
    { method: 'GET', url: '/users' },
  ]);
  t.same(methods('/users/me'), ['POST']);
  t.same(methods('/users/7'), ['GET', 'HEAD', 'PUT', 'DELETE']);
  t.same(methods('/teams/me'), ['GET', 'HEAD']);
  t.same(methods('/users/'), []);
  t.same(methods('/users/7/8'), []);
});

t.test('what the neighbour of a resource takes, the resource itself refuses with 405, whatever the body', async (t) => {
  const known = platform.kernel.plan.inventory
    .of(routeKind)
    .flatMap(({ value: route }) => [route.url, ...(route.aliases ?? [])].map((url) => ({ method: route.method, url })));
  const hidden = hiddenIn(known);
  t.ok(
    hidden.some(({ method, url }) => method === 'PATCH' && url === '/api/v1/api-keys/scopes'),
    'the example is among them',
  );
  for (const { method, url } of hidden) {
    const path = url.replaceAll(/:\w+/g, '0190c0de-0000-7000-8000-000000000001');
    for (const body of ['', '{', '{}']) {
      const answer = await platform.request({
        method: method as 'GET',
        url: path,
        ...(body === '' ? {} : { headers: { 'content-type': 'application/json' }, payload: body }),
      });
      t.match(
        answer,
        { status: 405, body: { code: 'method-not-allowed' }, headers: { allow: methodsOf(known)(path).join(', ') } },
        `${method} ${url} ${body}`,
      );
    }
  }
});

t.test('what strangers send over a WebSocket ends their connection and writes no error', async (t) => {
  for (const send of [
    (socket: WebSocket) => socket.send('text'),
    (socket: WebSocket) => socket.send(Buffer.alloc(1 << 20)),
    (socket: WebSocket) => socket.send(Buffer.from([0xff, 0xff, 0, 1])),
    (socket: WebSocket) => socket.send(Buffer.from([0x10, 0x04, 0, 4, 77, 81])),
    // A frame that is none: reserved bits are set (RFC 6455, 5.2).
    (socket: WebSocket) => void connectionOf(socket).write(Buffer.from([0xf1, 0x80, 0, 0, 0, 0])),
  ]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rt`, 'mqtt');
    await new Promise((resolve) => {
      socket
        .on('open', () => send(socket))
        .on('error', () => undefined)
        .on('close', resolve);
    });
  }
  t.same(errors(), []);
});

t.test('every answer, those of the sign-in too, says which features a page may use and whom it opens to', async (t) => {
  for (const path of ['/', '/health/live', '/api/v1/session', '/oidc/nope', '/oidc/auth']) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    t.match(response.headers.get('permissions-policy') ?? '', /camera=\(\)/, path);
    t.equal(response.headers.get('cross-origin-opener-policy'), 'same-origin', path);
  }
});

/** The TCP connection below a WebSocket, on which a test writes what the library never would. */
function connectionOf(socket: WebSocket): NodeJS.WritableStream {
  const below: unknown = Reflect.get(socket, '_socket');
  if (!(below instanceof Object && 'write' in below)) throw new Error('There is no connection.');
  return below as NodeJS.WritableStream;
}
