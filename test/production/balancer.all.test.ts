/** What the shipped Caddyfile does with answers and connections of nodes, by servers that stand in for them. */
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { t } from '@dossier/core/testing/t';
import { installed } from '@dossier/config';
import { newId } from '@dossier/sdk';
import { routes, testPlatform } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { findCaddy, startCaddy } from '../servers/caddy.ts';

const caddy = findCaddy();

t.test('the balancer', { skip: caddy === null }, async (t) => {
  const seen: string[] = [];
  let first: RequestListener = (_request, response) => response.end('first');
  let ready = 200;
  const standIn = async (name: string, answer: RequestListener): Promise<string> => {
    const server = createServer((request, response) => {
      if (request.url === '/health/ready') return response.writeHead(name === 'first' ? ready : 200).end();
      let body = '';
      request
        .setEncoding('utf8')
        .on('data', (part: string) => {
          body += part;
        })
        .on('end', () => {
          seen.push(`${name} ${request.method} ${body}`.trim());
          answer(request, response);
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => {
      server.closeAllConnections();
      server.close();
    });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const nodes = [
    await standIn('first', (request, response) => first(request, response)),
    await standIn('second', (_request, response) => response.end('second')),
  ];
  const server = await startCaddy(caddy!, { nodes });
  t.teardown(() => server.stop());

  const keeping = '/api/v1/applications';
  const send = async (
    method: string,
    headers: Readonly<Record<string, string>> = {},
    path: string = keeping,
  ): Promise<string> => {
    const answer = await fetch(`${server.origin}${path}`, {
      method,
      headers: { ...headers, connection: 'close' },
      ...(method === 'GET' ? {} : { body: 'what is sent' }),
    });
    return `${answer.status} ${await answer.text()}`;
  };
  /**
   * Until the first has been asked: the balancer may begin with either. Then what the sender heard, and who was asked.
   */
  const meetingFirst = (
    method: string,
    headers?: Readonly<Record<string, string>>,
    path?: string,
  ): Promise<readonly [string, readonly string[]]> =>
    eventually('the first node is asked', async () => {
      seen.length = 0;
      const heard = await send(method, headers, path);
      return seen.some((one) => one.startsWith('first')) && [heard, seen.map((one) => one)];
    });
  /**
   * However often each was asked: a node may be tried again before another is, also by the connections of the balancer
   * themselves.
   */
  const heard = async (
    method: string,
    headers?: Readonly<Record<string, string>>,
    path?: string,
  ): Promise<readonly [string, readonly string[]]> => {
    const [answer, asked] = await meetingFirst(method, headers, path);
    return [answer, [...new Set(asked)]];
  };
  const keyed = { 'idempotency-key': 'k' };
  const [twice, sentTwice] = [
    ['first GET', 'second GET'],
    ['first POST what is sent', 'second POST what is sent'],
  ];

  await t.test('asks another node where the first found no database, if that cannot do anything twice', async (t) => {
    first = (_request, response) => response.writeHead(503, { 'dossier-retry': 'elsewhere' }).end('away');
    t.same(await heard('GET'), ['200 second', twice]);
    t.same(await heard('POST', keyed), ['200 second', sentTwice]);
    t.same(await heard('POST'), ['503 away', sentTwice.slice(0, 1)], 'what may have been begun is not sent twice');
  });

  await t.test('sends a keyed request again exactly where the platform keeps its key', async (t) => {
    first = (_request, response) => response.writeHead(503, { 'dossier-retry': 'elsewhere' }).end('away');
    const platform = await testPlatform({ plugins: installed.filter((name) => !name.startsWith('@dossier/core/')) });
    t.teardown(() => platform.stop());
    const writes = platform.kernel.plan.inventory.of(routes).flatMap(({ value: route }) =>
      route.method === 'GET'
        ? []
        : [route.url, ...(route.aliases ?? [])].map((url) => ({
            url,
            method: route.method,
            keeps: route.idempotent !== undefined && route.idempotent !== false,
          })),
    );
    for (const { method, url, keeps } of writes) {
      const path = url.replaceAll(/:[A-Za-z]+/g, newId());
      t.equal((await heard(method, keyed, path))[0], keeps ? '200 second' : '503 away', `${method} ${url}`);
    }
    t.ok(writes.filter(({ keeps }) => keeps).length > 5);
  });

  await t.test('passes on that a part of a node is not ready, once, and goes on with that node', async (t) => {
    first = (_request, response) => response.writeHead(503).end('a plugin');
    t.same(await meetingFirst('GET'), ['503 a plugin', twice.slice(0, 1)]);
    t.same(await meetingFirst('POST', keyed), ['503 a plugin', sentTwice.slice(0, 1)]);
    first = (_request, response) => response.end('first');
    t.same(await meetingFirst('GET'), ['200 first', twice.slice(0, 1)]);
  });

  await t.test('asks another node where a connection broke, if that cannot do anything twice', async (t) => {
    first = (request) => request.socket.destroy();
    t.same(await heard('GET'), ['200 second', twice]);
    t.same(await heard('POST', keyed), ['200 second', sentTwice]);
    t.match(await meetingFirst('POST'), [/^502/, sentTwice.slice(0, 1)]);
  });

  await t.test('sends nothing to a node that is not ready', async (t) => {
    first = (_request, response) => response.end('first');
    t.same(await meetingFirst('GET'), ['200 first', twice.slice(0, 1)]);
    ready = 503;
    let before = 0;
    await eventually('twenty in a row are answered by the other', async () => {
      before = (await send('GET')) === '200 second' ? before + 1 : 0;
      return before === 20;
    });
    ready = 200;
    t.same(await meetingFirst('GET'), ['200 first', twice.slice(0, 1)]);
  });

  await t.test('compresses what pages are made of, and no answer in which something could be guessed', async (t) => {
    const script = 'export const one = 1;\n'.repeat(100);
    first = (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    const encoding = (path: string): Promise<readonly [string | null]> =>
      eventually('the first node is asked', async () => {
        const answer = await fetch(`${server.origin}${path}`, { headers: { 'accept-encoding': 'gzip' } });
        return (await answer.text()) === script && [answer.headers.get('content-encoding')];
      });
    t.same(await encoding('/assets/shell/main.js'), ['gzip']);
    t.same(await encoding(keeping), [null]);
  });
});
