import { t } from '@dossier/core/testing/t';
import { definePlugin, Type } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';

const gate = { open: 'to everyone', why: 'A test of clients that go away.' } as const;

/**
 * Operations that end when their client is gone, and tell how it was; one of them looks only when `noticed` has come.
 */
const patient = (told: (what: string) => void, noticed: Promise<unknown>) =>
  definePlugin({
    id: 'patient',
    version: '1.0.0',
    kernel: '^1.0.0',
    routes: {
      read: { method: 'GET', url: '/patient', gate, summary: 'Read' },
      write: { method: 'POST', url: '/patient', gate, summary: 'Write', body: Type.Object({}) },
      late: { method: 'GET', url: '/late', gate, summary: 'Late' },
      quick: { method: 'GET', url: '/quick', gate, summary: 'Quick' },
    },
    setup(_needs, plugin) {
      const wait = async ({ signal }: { readonly signal: AbortSignal }): Promise<never> => {
        told('asked');
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
        told('gone');
        throw signal.reason;
      };
      plugin.routes({
        read: wait,
        write: wait,
        async late(request) {
          told('asked');
          await noticed;
          told(request.signal.aborted ? 'gone' : 'still there');
          throw request.signal.reason;
        },
        quick({ signal }) {
          signal.addEventListener('abort', () => told('gone'));
          return {};
        },
      });
    },
  });

t.test('the signal of a request is aborted when its client goes away, and not when it has its answer', async (t) => {
  const noticed = Promise.withResolvers<unknown>();
  const heard: string[] = [];
  const lines: string[] = [];
  const waiting = new Map<string, () => void>();
  const next = (what: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(what, resolve);
    });
  const platform = await testPlatform({
    plugins: [
      patient((what) => {
        heard.push(what);
        waiting.get(what)?.();
      }, noticed.promise),
    ],
    listen: true,
    env: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => void lines.push(line) },
  });
  t.teardown(() => platform.stop());
  const address = platform.kernel.server.server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  platform.kernel.server.server.on('connection', (socket) =>
    socket.once('close', () => {
      if (heard.length === 5) noticed.resolve(null);
    }),
  );
  for (const [path, options] of [
    ['/patient', { method: 'GET' }],
    ['/patient', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['/late', {}],
  ] as const) {
    const leaving = new AbortController();
    const [asked, gone] = [next('asked'), next('gone')];
    const answer = fetch(`${origin}${path}`, { ...options, signal: leaving.signal });
    await asked;
    leaving.abort();
    await t.rejects(answer);
    await gone;
  }
  t.same(heard, ['asked', 'gone', 'asked', 'gone', 'asked', 'gone']);
  t.equal((await fetch(`${origin}/quick`, { headers: { connection: 'close' } })).status, 200);
  t.equal(heard.length, 6);
  t.same(lines, [], 'that somebody left is no failure');
});
