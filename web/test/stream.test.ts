import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { t } from '@dossier/core/testing/t';
import { ProblemError } from '@dossier/sdk/web';

// A window, as far as requests hear of it.
Object.assign(globalThis, { addEventListener: () => undefined });
const { stream } = await import('../src/api/stream.ts');

/** A server that answers each request by `answer`, and its address. */
async function serving(answer: (response: ServerResponse) => unknown) {
  const server = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/ask`;
}
const lines = { 'content-type': 'application/jsonl' };
const text = (path: string, signal?: AbortSignal) =>
  stream<{ text: string }>('POST', path, { text: 'a question' }, signal ? { signal } : {});

t.test('lines may be cut anywhere, also inside a letter, and each is there as soon as it is whole', async (t) => {
  const go = Promise.withResolvers<void>();
  const bytes = Buffer.from('{"text":"Grüße €"}\n\n{"text":"two"}\n{"text":"last"}');
  const path = await serving(async (response) => {
    response.writeHead(200, lines);
    const first = bytes.indexOf('\n') + 1;
    for (const byte of bytes.subarray(0, first)) response.write(Buffer.from([byte]));
    await go.promise;
    response.end(bytes.subarray(first));
  });
  const seen: string[] = [];
  for await (const line of text(path)) {
    seen.push(line.text);
    // The server goes on only now: nothing was waited for but this line.
    go.resolve();
  }
  t.same(seen, ['Grüße €', 'two', 'last']);
});

t.test('a refusal is thrown with its problem details, before any line', async (t) => {
  const path = await serving((response) => {
    response.writeHead(409, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ status: 409, code: 'no-model', title: 'No model', detail: 'None is connected.' }));
  });
  await t.rejects(text(path).next(), { status: 409, code: 'no-model', message: 'None is connected.' });
});

t.test('a connection that breaks in the middle is no connection, and neither is half a line an answer', async (t) => {
  const broken = await serving((response) => {
    response.writeHead(200, lines);
    response.write('{"text":"one"}\n{"te', () => response.destroy());
  });
  const half = await serving((response) => response.writeHead(200, lines).end('{"text":"one"}\n{"te'));
  for (const path of [broken, half]) {
    const all = text(path);
    t.same(await all.next(), { done: false, value: { text: 'one' } });
    const error: unknown = await all.next().catch((caught: unknown) => caught);
    t.ok(error instanceof ProblemError);
    t.match(error, { code: 'unreachable' });
  }
});

t.test('it ends by its signal, and when the loop is left', async (t) => {
  const gone: Promise<unknown>[] = [];
  const path = await serving((response) => {
    gone.push(once(response, 'close'));
    response.writeHead(200, lines).write('{"text":"one"}\n');
  });
  const stop = new AbortController();
  const all = text(path, stop.signal);
  await all.next();
  stop.abort();
  await t.rejects(all.next(), { name: 'AbortError' });
  const left = text(path);
  t.same((await left.next()).value, { text: 'one' });
  // The end of a loop does the same.
  await left.return();
  t.equal((await Promise.all(gone)).length, 2, 'the server heard both ends');
  await t.rejects(text(path, AbortSignal.abort()).next(), { name: 'AbortError' });
});
