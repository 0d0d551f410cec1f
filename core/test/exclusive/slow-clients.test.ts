/** Time limits of Node's own server, which takes no clock: here they are short, and time passes. */
import { t } from '@dossier/core/testing/t';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { createServer, usualLimits } from '../../facilities/http/server.ts';

/** Sends the text piece by piece and resolves with what came back when the server has closed the connection. */
const conversation = (port: number, pieces: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(5_000, () => reject(new Error('The server kept the connection open.')));
    socket.on('data', (part) => {
      answer += part.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.on('connect', () => pieces.forEach((piece) => socket.write(piece)));
  });

const portOf = ({ server }: Awaited<ReturnType<typeof createServer>>): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

t.test('a client that does not finish its headers or its body is cut off, and others are served', async (t) => {
  const server = await createServer({
    log: pino({ level: 'silent' }),
    now: Date.now,
    trustProxy: false,
    secure: false,
    limits: { ...usualLimits, headers: 100, lookEvery: 20 },
  });
  server.post('/', () => ({ read: true }));
  await server.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => server.close());
  const port = portOf(server);
  const body = ['POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n', '{"a":'];
  const slow = [
    conversation(port, ['POST / HTTP/1.1\r\nHost: x\r\n', 'X-Slow: ']),
    conversation(port, body),
    conversation(port, []),
  ];
  t.same(
    await (
      await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).json(),
    { read: true },
  );
  const [headers, unfinished, silent] = await Promise.all(slow);
  t.match(headers, /^HTTP\/1\.1 408 /);
  t.match(unfinished, /^HTTP\/1\.1 408 /);
  t.equal(silent, '', 'what a browser opened ahead would take an answer for that of its next request');
});

t.test(
  'a body that trickles is cut off as one that stands still, before its answer and behind it; one that comes slowly is read',
  async (t) => {
    const limits = { ...usualLimits, headers: 200, lookEvery: 20 };
    const server = await createServer({
      log: pino({ level: 'silent' }),
      now: Date.now,
      trustProxy: false,
      secure: false,
      limits,
    });
    server.post('/', async ({ body }) => ({ read: JSON.stringify(body).length }));
    server.post(
      '/refused',
      {
        onRequest: (_request, reply, done) => {
          void reply.code(401).send({ refused: true });
          done();
        },
      },
      () => ({}),
    );
    await server.listen({ port: 0, host: '127.0.0.1' });
    t.teardown(() => server.close());
    const sent = (path: string, size: number, each: number): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(portOf(server), '127.0.0.1');
        let answer = '';
        let rest = `"${'x'.repeat(size - 2)}"`;
        const more = setInterval(() => {
          if (rest !== '' && socket.writable) socket.write(rest.slice(0, each));
          rest = rest.slice(each);
        }, 20);
        socket
          .on('data', (part) => {
            answer += part.toString();
            if (/"read"/.test(answer)) socket.end();
          })
          .on('error', () => undefined)
          .on('close', () => {
            clearInterval(more);
            resolve(answer);
          });
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
        );
      });
    const [trickled, refused, slow] = await Promise.all([
      sent('/', 10_000, 1),
      sent('/refused', 10_000, 1),
      sent('/', 20_000, 1_000),
    ]);
    t.match(trickled, /^HTTP\/1\.1 408 /);
    t.match(refused, /^HTTP\/1\.1 401 .*\{"refused":true\}$/s, 'and nothing behind its answer');
    t.match(slow, /\{"read":20000\}$/);
  },
);

t.test(
  'a request is answered though the answer takes longer than a body may stand still: without a body, with an empty one, and with one that nobody has read yet',
  async (t) => {
    const server = await createServer({
      log: pino({ level: 'silent' }),
      now: Date.now,
      trustProxy: false,
      secure: false,
      limits: { ...usualLimits, headers: 1_000, lookEvery: 20 },
    });
    t.teardown(() => server.close());
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      server.route({
        method,
        url: '/',
        handler: async (request) => {
          if (request.query instanceof Object && 'slow' in request.query) await pause(2_000);
          return { method, body: request.body ?? null };
        },
      });
    }
    // As the forms of uploads are: read by the handler, when it comes to it. The second is larger than what is kept of
    // it before.
    server.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    server.post('/form', async ({ raw, query }) => {
      await pause(2_000 + Number(query instanceof Object && 'after' in query ? query.after : 0));
      let size = 0;
      for await (const part of raw) size += part.length;
      return { size };
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    const port = portOf(server);
    const requests = ['GET', 'POST', 'DELETE'].flatMap((method) =>
      ['/', '/?slow'].flatMap((path) =>
        ['Content-Type: application/json', ...(method === 'GET' ? [] : ['Content-Length: 0'])].map((field) => ({
          method,
          path,
          field,
        })),
      ),
    );
    await Promise.all([
      ...requests.map(async ({ method, path, field }) => {
        const answer = await conversation(port, [
          `${method} ${path} HTTP/1.1\r\nHost: x\r\n${field}\r\nConnection: close\r\n\r\n`,
        ]);
        t.match(
          answer,
          new RegExp(`^HTTP/1\\.1 200 .*\\{"method":"${method}","body":null\\}$`, 's'),
          `${method} ${path} ${field}`,
        );
      }),
      // Read before, at, and behind the moment at which the time limit is looked at for the second time.
      ...[100, 8 << 20].flatMap((size) =>
        [-6, -3, 0, 3, 6, 9].map(async (after) => {
          const form = await conversation(port, [
            `POST /form?after=${after} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n`,
            'x'.repeat(size),
          ]);
          t.match(
            form,
            new RegExp(`^HTTP/1\\.1 200 .*\\{"size":${size}\\}$`, 's'),
            `a form of ${size} bytes, read ${after} ms after that`,
          );
        }),
      ),
    ]);
  },
);

t.test('a connection waits for its next request as long after one whose body nobody read', async (t) => {
  const server = await createServer({
    log: pino({ level: 'silent' }),
    now: Date.now,
    trustProxy: false,
    secure: false,
  });
  t.teardown(() => server.close());
  server.post('/', async () => ({}));
  await server.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['/', '/nowhere']) {
    for (const body of ['', '{}', 'x'.repeat(1000)]) {
      const client = connect(portOf(server), '127.0.0.1');
      const [connection] = (await once(server.server, 'connection')) as [Socket];
      client.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\n${body.length === 2 ? 'Content-Type: application/json\r\n' : ''}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      await once(client, 'data');
      // Its end comes behind the answer.
      await new Promise(setImmediate);
      t.equal(connection.timeout, server.server.keepAliveTimeout + 1_000, `${path} with ${body.length} bytes`);
      client.destroy();
    }
  }
});

t.test('a client that does not read its answer is cut off, one that reads slowly gets all of it', async (t) => {
  const large = Buffer.alloc(32 << 20);
  const serve = async (answer: number): Promise<{ server: Server; client: Socket }> => {
    const fastify = await createServer({
      log: pino({ level: 'silent' }),
      now: Date.now,
      trustProxy: false,
      secure: false,
      limits: { ...usualLimits, answer, lookEvery: 20 },
    });
    t.teardown(() => fastify.close());
    fastify.get('/', async () => large);
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    const client = connect(portOf(fastify), '127.0.0.1').on('error', () => undefined);
    t.teardown(() => client.destroy());
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return { server: fastify.server, client };
  };
  const deaf = await serve(100);
  const [connection] = (await once(deaf.server, 'connection')) as [Socket];
  await once(connection, 'close');
  let arrived = 0;
  await once(
    deaf.client.on('data', (part) => {
      arrived += part.length;
    }),
    'close',
  );
  t.ok(arrived < large.length, 'before all of it was on its way');

  const slow = await serve(500);
  const started = performance.now();
  let read = 0;
  let rested = 0;
  for await (const part of slow.client) {
    read += part.length;
    if (read >> 19 === rested) continue;
    rested = read >> 19;
    await pause(20);
  }
  t.ok(performance.now() - started > 500, 'it took longer than nothing may move');
  t.ok(read > large.length);
});

t.test('the limits of an installation are seconds', async (t) => {
  const server = await createServer({
    log: pino({ level: 'silent' }),
    now: Date.now,
    trustProxy: false,
    secure: false,
  });
  t.teardown(() => server.close());
  const { headersTimeout, requestTimeout } = server.server;
  t.match(
    { headersTimeout, requestTimeout, ...usualLimits },
    { headersTimeout: 5_000, requestTimeout: 60_000, answer: 70_000, lookEvery: 1_000 },
  );
});
