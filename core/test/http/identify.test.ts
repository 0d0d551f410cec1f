import type { FastifyRequest } from 'fastify';
import { t } from '@dossier/core/testing/t';
import type { Authenticator, Credentials, Identity } from '@dossier/sdk';
import { createIdentify } from '../../facilities/http/identify.ts';
import { RequestCredentials } from '../../facilities/http/credentials.ts';

const ann: Identity = {
  actor: { kind: 'user', id: 'ann', name: 'Ann' },
  organization: null,
  scopes: null,
  credential: 'ann',
  via: 'token',
  reusable: true,
};
const requestOf = (socket: object, headers: Readonly<Record<string, string>>, arrivedAt = 0): FastifyRequest =>
  ({ raw: { socket }, headers, arrivedAt, ip: '192.0.2.1', method: 'GET' }) as unknown as FastifyRequest;

/** One authenticator, and how often it was asked. */
function desk(answer: (request: Credentials) => ReturnType<Authenticator['authenticate']>) {
  const seen = { asked: 0, now: 0, changes: 0 };
  const authenticators = [
    {
      value: {
        authenticate(request: Credentials) {
          seen.asked++;
          return answer(request);
        },
      },
    },
  ];
  const identify = createIdentify({
    authenticators: () => authenticators,
    operatorToken: undefined,
    changes: () => seen.changes,
    current: () => undefined,
  });
  const socket = {};
  return {
    seen,
    ask: async (headers: Readonly<Record<string, string>> = { 'x-key': 'a' }) =>
      identify(requestOf(socket, headers, seen.now)),
  };
}

t.test(
  'of a connection the sender is remembered for half a second from the question on, and as long as no access changes',
  async (t) => {
    const { seen, ask } = desk((request) => (request.header('x-key') === 'a' ? ann : undefined));
    for (let times = 0; times < 3; times++) t.equal(await ask(), ann);
    t.equal(seen.asked, 1);
    seen.now = 500;
    await ask();
    t.equal(seen.asked, 2);
    seen.changes++;
    await ask();
    t.equal(seen.asked, 3);
  },
);

t.test(
  'a change of access while somebody is asked leaves nothing remembered, and the time that it takes counts',
  async (t) => {
    for (const meanwhile of ['change', 'time'] as const) {
      const waiting: ((identity: Identity) => void)[] = [];
      const { seen, ask } = desk(
        (request) => (request.header('x-key'), new Promise<Identity>((resolve) => waiting.push(resolve))),
      );
      const first = ask();
      if (meanwhile === 'change') seen.changes++;
      else seen.now += 500;
      waiting[0]!(ann);
      t.equal(await first, ann);
      const second = ask();
      t.equal(seen.asked, 2, meanwhile);
      waiting[1]?.(ann);
      await second;
    }
  },
);

t.test(
  'only where the identity allows it, the answer depends on fields alone, and its end is a time to come',
  async (t) => {
    const { reusable: _, ...once } = ann;
    for (const [title, answer] of Object.entries<(request: Credentials) => Identity>({
      'not allowed': () => once,
      'by the address': (request) => (request.ip === '' ? once : ann),
      'by the method': (request) => (request.method === '' ? once : ann),
      'by a cookie': (request) => (request.cookies['a'] === '' ? once : ann),
      'by all fields': (request) => (request.headers['a'] === '' ? once : ann),
      ended: () => ({ ...ann, until: new Date(0).toISOString() }),
      'with an end that is no time': () => ({ ...ann, until: 'soon' }),
    })) {
      const { seen, ask } = desk(answer);
      await ask();
      await ask();
      t.equal(seen.asked, 2, title);
    }
  },
);

t.test('the field Authorization is taken apart as RFC 9110 has it', async (t) => {
  const of = (authorization?: string) =>
    new RequestCredentials(requestOf({}, authorization === undefined ? {} : { authorization })).authorization;
  for (const field of ['Bearer abc', 'bearer abc', 'BEARER   abc '])
    t.same(of(field), { scheme: 'bearer', token: 'abc' }, field);
  t.same(of('ApiKey a=b'), { scheme: 'apikey', token: 'a=b' });
  for (const field of [undefined, '', 'Bearer', 'Bearer ', ' abc', 'Digest a="b", c="d"', 'Bearer a\tb'])
    t.equal(of(field), undefined, String(field));
});
