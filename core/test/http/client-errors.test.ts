/** What is no request, or wishes for another protocol, over raw sockets. */
import { t } from '@dossier/core/testing/t';
import { connect } from 'node:net';
import { testPlatform } from '@dossier/core/testing';

const platform = await testPlatform({ listen: true });
t.teardown(() => platform.stop());
const { port } = new URL(platform.kernel.publicUrl());

/**
 * Sends one text after the other, each when the one before it was answered; gives back all that came until the server
 * has ended the connection.
 */
const talk = (...texts: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let [answer, sent] = ['', 0];
    const socket = connect(Number(port), '127.0.0.1', () => void socket.write(texts[sent++]!));
    socket.setTimeout(20_000, () => {
      socket.destroy();
      reject(new Error(`Nobody ended the connection: ${answer}`));
    });
    socket.on('data', (part) => {
      answer += part.toString();
      if (sent < texts.length) socket.write(texts[sent++]!);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });

t.test('what cannot be read as a request is refused with problem details, and the connection ends', async (t) => {
  for (const [what, text, status, code] of [
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'bad-request'],
    ['a negative length', 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n', 400, 'bad-request'],
    [
      'two lengths',
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'bad-request',
    ],
    [
      'a header that is too large',
      `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'header-too-large',
    ],
    [
      'an unknown expectation',
      'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n',
      417,
      'unknown-expectation',
    ],
  ] as const) {
    const answer = await talk(text);
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), what);
    t.match(answer, /content-type: application\/problem\+json/i, what);
    t.match(answer, new RegExp(`"code":"${code}","detail":"`), what);
  }
});

t.test(
  'a request that offers another protocol than WebSocket is answered as if it did not, its body is read, and its connection serves and ends as any other',
  async (t) => {
    const wish =
      'Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n';
    const body = '{"query":"{ __typename }"}';
    const answer = await talk(
      `GET /health/live HTTP/1.1\r\n${wish}\r\n`,
      `POST /graphql HTTP/1.1\r\n${wish}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    t.same(
      [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['200', '401', '200'],
      'each in its turn',
    );
    t.notMatch(answer, /bad-json/);
  },
);

t.test(
  'a wish for a WebSocket where there is none is ignored, too, and where there is one it has to be the right one',
  async (t) => {
    const wish =
      'Host: x\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    t.match(await talk(`GET /health/live HTTP/1.1\r\nConnection: Upgrade, close\r\n${wish}\r\n`), /^HTTP\/1\.1 200 /);
    t.match(await talk(`GET /rt HTTP/1.1\r\nConnection: Upgrade\r\n${wish}\r\n`), /^HTTP\/1\.1 400 /);
  },
);
