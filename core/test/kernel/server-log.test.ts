import t from 'tap';
import { pino } from 'pino';
import { createServer } from '../../kernel/http/server.ts';

/** A server whose log can be read line by line. */
const logged = async (): Promise<{ server: Awaited<ReturnType<typeof createServer>>; lines: () => Record<string, unknown>[] }> => {
  const lines: string[] = [];
  const server = await createServer({ log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }), trustProxy: false, secure: false });
  return { server, lines: () => lines.map((line) => JSON.parse(line)) };
};

t.test('a failure is logged with its request\'s id and its cause, an answer is not', async (t) => {
  const { server, lines } = await logged();
  server.get('/fine', () => ({ ok: true }));
  server.get('/broken', () => { throw new Error('the disk is full'); });
  await server.inject('/fine');
  t.same(lines(), []);
  const answer = await server.inject('/broken');
  t.equal(answer.statusCode, 500);
  t.match(lines(), [{ msg: 'request failed', code: 'internal', err: { message: 'the disk is full' }, reqId: String }]);
  t.match(answer.json().detail, String(lines()[0]?.['reqId']), 'which is what the person is told to quote');
});

t.test('a line that names a request shows where it went, and nothing of what it carried', async (t) => {
  const { server, lines } = await logged();
  server.get('/told', (request, reply) => {
    request.log.warn({ req: request, res: reply.header('set-cookie', 'session=secret') }, 'told');
    return { ok: true };
  });
  await server.inject({ url: '/told', headers: { authorization: 'Bearer secret', cookie: 'session=secret' } });
  t.match(lines(), [{ msg: 'told', req: { method: 'GET', url: '/told' }, res: { statusCode: 200 } }]);
  t.notMatch(JSON.stringify(lines()), 'secret');
});

t.test('what Fastify itself has to say of a request comes to the log', async (t) => {
  const { server, lines } = await logged();
  server.get('/twice', (_request, reply) => {
    void reply.send({ ok: true });
    void reply.send({ ok: 'again' });
  });
  t.same((await server.inject('/twice')).json(), { ok: true });
  t.match(lines(), [{ err: { code: 'FST_ERR_REP_ALREADY_SENT' } }]);
});
