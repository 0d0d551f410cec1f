import t from 'tap';
import { definePlugin, Type } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';

const gate = { open: 'to everyone', why: 'A test of clients that go away.' } as const;

/** Two operations that end when their client is gone, and tell how it was. */
const patient = (told: (what: string) => void) => definePlugin({
  id: 'patient', version: '1.0.0', kernel: '^1.0.0',
  routes: {
    read: { method: 'GET', url: '/patient', gate, summary: 'Read', hidden: true },
    write: { method: 'POST', url: '/patient', gate, summary: 'Write', body: Type.Object({}), hidden: true },
    quick: { method: 'GET', url: '/quick', gate, summary: 'Quick', hidden: true },
  },
  setup(_needs, plugin) {
    const wait = async ({ signal }: { readonly signal: AbortSignal }): Promise<never> => {
      told('asked');
      await new Promise((resolve) => { signal.addEventListener('abort', resolve); });
      told('gone');
      throw signal.reason;
    };
    plugin.routes({
      read: wait, write: wait,
      quick({ signal }) {
        signal.addEventListener('abort', () => told('gone'));
        return {};
      },
    });
  },
});

t.test('the signal of a request is aborted when its client goes away, and not when it has its answer', async (t) => {
  const heard: string[] = [];
  const lines: string[] = [];
  const waiting = new Map<string, () => void>();
  const next = (what: string): Promise<void> => new Promise((resolve) => { waiting.set(what, resolve); });
  const platform = await testPlatform({ plugins: [patient((what) => { heard.push(what); waiting.get(what)?.(); })], listen: true, env: { LOG_LEVEL: 'error' }, logTo: { write: (line) => void lines.push(line) } });
  t.teardown(() => platform.stop());
  const address = platform.kernel.server.server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  for (const options of [{ method: 'GET' }, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }]) {
    const leaving = new AbortController();
    const [asked, gone] = [next('asked'), next('gone')];
    const answer = fetch(`${origin}/patient`, { ...options, signal: leaving.signal });
    await asked;
    leaving.abort();
    await t.rejects(answer);
    await gone;
  }
  t.same(heard, ['asked', 'gone', 'asked', 'gone']);
  t.equal((await fetch(`${origin}/quick`, { headers: { connection: 'close' } })).status, 200);
  t.equal(heard.length, 4);
  t.same(lines, [], 'that somebody left is no failure');
});
