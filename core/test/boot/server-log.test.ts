import { t } from '@dossier/core/testing/t';
import { pino } from 'pino';
import { createServer } from '../../facilities/http/server.ts';

/** A server whose log can be read line by line. */
const logged = async (t: {
  teardown(end: () => unknown): void;
}): Promise<{ server: Awaited<ReturnType<typeof createServer>>; lines: () => Record<string, unknown>[] }> => {
  const lines: string[] = [];
  const server = await createServer({
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    now: Date.now,
    trustProxy: false,
    secure: false,
  });
  t.teardown(() => server.close());
  return { server, lines: () => lines.map((line) => JSON.parse(line)) };
};

t.test("a failure is logged with its request's id and its cause, an answer is not", async (t) => {
  const { server, lines } = await logged(t);
  server.get('/fine', () => ({ ok: true }));
  server.get('/broken', () => {
    throw new Error('the disk is full');
  });
  await server.inject('/fine');
  t.same(lines(), []);
  const answer = await server.inject('/broken');
  t.equal(answer.statusCode, 500);
  t.equal(lines().length, 1);
  t.match(lines(), [{ msg: 'request failed', code: 'internal', err: { message: 'the disk is full' }, reqId: String }]);
  t.match(answer.json().detail, String(lines()[0]?.['reqId']), 'which is what the person is asked to quote');
});

t.test('a line that names a request shows where it went, and nothing of what it carried', async (t) => {
  const { server, lines } = await logged(t);
  server.get('/told', (request, reply) => {
    request.log.warn({ req: request, res: reply }, 'told');
    return { ok: true };
  });
  await server.inject({
    url: '/told?code=secret',
    headers: { authorization: 'Bearer secret', cookie: 'session=secret' },
  });
  t.same(
    lines().map(({ req, res, msg }) => ({ req, res, msg })),
    [{ msg: 'told', req: { method: 'GET', url: '/told' }, res: { statusCode: 200 } }],
  );
  t.notMatch(JSON.stringify(lines()), 'secret');
});

t.test('what Fastify and its plugins have to say comes to the log', async (t) => {
  const { server, lines } = await logged(t);
  server.get('/twice', (_request, reply) => {
    void reply.send({ ok: true });
    void reply.send({ ok: 'again' });
  });
  t.same((await server.inject('/twice')).json(), { ok: true });
  server.log.warn('of a plugin');
  t.match(lines(), [{ err: { code: 'FST_ERR_REP_ALREADY_SENT' } }, { msg: 'of a plugin' }]);
});
