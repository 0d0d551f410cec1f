import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { t } from '@dossier/core/testing/t';
import { HttpError } from '../../facilities/outbound/bounds.ts';
import { createHttpClient } from '../../facilities/outbound/http-client.ts';
import { publicAddresses } from '../../facilities/outbound/public-addresses.ts';

const server = createServer((request, response) => {
  if (request.url === '/slow') return;
  if (request.url === '/big') return void response.end('x'.repeat(5000));
  if (request.url === '/moved') return void response.writeHead(302, { location: '/elsewhere' }).end();
  let body = '';
  request.on('data', (part: Buffer) => {
    body += part.toString();
  });
  request.on('end', () =>
    response.writeHead(201, { 'x-echo': String(request.headers['idempotency-key']) }).end(`${request.method} ${body}`),
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
t.teardown(() => {
  server.closeAllConnections();
  server.close();
});
const http = createHttpClient(() => false, publicAddresses({ allowed: [], own: [] }));

const reasonOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof HttpError ? error.reason : String(error)),
  );

t.test('it sends method, headers and body and returns status, headers and text', async (t) => {
  const answer = await http.request(`${base}/check`, {
    method: 'POST',
    headers: { 'idempotency-key': 'k1' },
    body: '{"a":1}',
  });
  t.match(answer, { status: 201, text: 'POST {"a":1}', headers: { 'x-echo': 'k1' } });
});

t.test('a slow, a too large and an absent service fail with their reason and no address', async (t) => {
  t.equal(await reasonOf(http.request(`${base}/slow`, { timeout: 30 })), 'timeout');
  t.equal(await reasonOf(http.request(`${base}/big`, { maxBytes: 1000 })), 'too-large');
  t.equal(await reasonOf(http.request('http://127.0.0.1:1/')), 'unreachable');
  const error = await http.request('http://127.0.0.1:1/').catch((caught: unknown) => caught as Error);
  t.notMatch((error as Error).message, '127.0.0.1');
});

t.test('a redirect is an answer, not followed', async (t) => {
  t.match(await http.request(`${base}/moved`), { status: 302, headers: { location: '/elsewhere' } });
});

t.test('the caller can give up', async (t) => {
  const stop = new AbortController();
  const call = reasonOf(http.request(`${base}/slow`, { signal: stop.signal }));
  stop.abort();
  t.equal(await call, 'aborted');
});

t.test('a call inside a transaction is refused before anything is sent', async (t) => {
  await t.rejects(
    createHttpClient(() => true, publicAddresses({ allowed: [], own: [] })).request(`${base}/check`),
    /K_OUTSIDE_CALL_IN_TRANSACTION/,
  );
});
