/**
 * When live updates connect, in a page that is made up: what happens to its connections is counted here, and its clock
 * stands still.
 */
import { t } from '@dossier/core/testing/t';
import { mock } from 'node:test';
import { ProblemError } from '@dossier/sdk/web';
import type { LiveEvent } from '@dossier/sdk/web';
import type { LiveClient as Client, LiveState } from '../../src/realtime/client.ts';
import type { Connect } from '../../src/realtime/connection.ts';

const page = new EventTarget();
const document = Object.assign(new EventTarget(), { hidden: false });
const left: string[] = [];
Object.assign(globalThis, {
  window: globalThis,
  document,
  addEventListener: page.addEventListener.bind(page),
  location: { pathname: '/profile', search: '', assign: (address: string) => left.push(address) },
});
const { LiveClient } = await import('../../src/realtime/client.ts');
mock.timers.enable({ apis: ['setTimeout'] });
let now = 0;
mock.method(performance, 'now', () => now);

/** One call of `connect`: the test decides how it ends. */
interface Try {
  readonly opens: () => Promise<void>;
  readonly fails: (error: unknown) => Promise<void>;
  /** The broker ends it. */
  readonly drops: () => void;
  /** The broker sends a message of a topic of the organization. */
  readonly hears: (topic: string, event: object) => void;
  /** Open, or being opened. */
  readonly stands: boolean;
}

/** Every topic that was asked for. */
const asked = new Set<string>();
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const start = (t: { teardown: (end: () => void) => void }): { client: Client; tries: Try[]; states: LiveState[] } => {
  const tries: Try[] = [],
    states: LiveState[] = [];
  const connect: Connect = (on, signal) =>
    new Promise((resolve, reject) => {
      let over = false;
      signal.addEventListener('abort', () => {
        over = true;
      });
      tries.push({
        get stands() {
          return !over;
        },
        opens: () => {
          resolve({
            subscribe: async (topics) => topics.forEach((one) => asked.add(one)),
            unsubscribe: () => undefined,
          });
          return settled();
        },
        hears: (topic, event) => on.message(`dossier/1/o/acme/${topic}`, JSON.stringify(event)),
        fails: (error) => {
          over = true;
          reject(error);
          return settled();
        },
        drops: () => {
          over = true;
          on.lost();
        },
      });
    });
  const client = new LiveClient({
    organizationId: 'acme',
    userId: 'ada',
    onState: (state) => states.push(state),
    connect,
  });
  t.teardown(() => client.close());
  client.start();
  mock.timers.tick(0);
  return { client, tries, states };
};

const standing = (tries: readonly Try[]): number => tries.filter(({ stands }) => stands).length;

/** A laptop that wakes: what a page hears before the first attempt has an answer. */
const wake = (): void => {
  page.dispatchEvent(new Event('offline'));
  page.dispatchEvent(new Event('online'));
  mock.timers.tick(0);
  document.dispatchEvent(new Event('visibilitychange'));
  mock.timers.tick(0);
};

t.test('a laptop that wakes opens one connection, however many events tell of it', async (t) => {
  const { client, tries, states } = start(t);
  await tries[0]!.opens();
  wake();
  t.equal(tries.length, 2);
  t.equal(tries[0]!.stands, false, 'the one from before is closed');
  await tries[1]!.opens();
  t.same(states, ['connecting', 'live', 'paused', 'live']);
  client.close();
  t.equal(standing(tries), 0);
});

t.test('an attempt that the network left is closed, and its end leaves the next connection alone', async (t) => {
  const { tries, states } = start(t);
  wake();
  t.equal(tries.length, 2);
  t.equal(standing(tries), 1);
  await tries[1]!.opens();
  await tries[0]!.opens();
  t.equal(tries[0]!.stands, false, 'it is not wanted any more when it comes about');
  tries[0]!.drops();
  t.equal(tries[1]!.stands, true);
  t.equal(states.at(-1), 'live');
});

t.test('a late answer to an attempt says nothing about the next one', async (t) => {
  const { tries, states } = start(t);
  wake();
  await tries[1]!.opens();
  await tries[0]!.fails(new Error('The broker closed the connection.'));
  t.equal(states.at(-1), 'live');
  mock.timers.tick(60_000);
  t.equal(tries.length, 2);
});

t.test('a client that was closed while it connected leaves nothing open', async (t) => {
  const { client, tries } = start(t);
  client.close();
  await tries[0]!.opens();
  t.equal(standing(tries), 0);
  mock.timers.tick(60_000);
  t.equal(tries.length, 1);
});

t.test(
  'a page that stays hidden gives up its connection, and no network brings it back before somebody looks',
  async (t) => {
    const { tries, states } = start(t);
    t.teardown(() => {
      document.hidden = false;
    });
    document.hidden = true;
    document.dispatchEvent(new Event('visibilitychange'));
    mock.timers.tick(5 * 60_000);
    await tries[0]!.opens();
    t.equal(standing(tries), 0, 'not even one that was being opened');
    wake();
    mock.timers.tick(60_000);
    t.equal(tries.length, 1);
    document.hidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    mock.timers.tick(0);
    await tries[1]!.opens();
    t.equal(states.at(-1), 'live');
  },
);

t.test(
  'a user who was kept from leaving for sign-in is not asked again, and has live updates when signed in elsewhere',
  async (t) => {
    const { tries, states } = start(t);
    const over = new ProblemError({
      status: 401,
      code: 'unauthenticated',
      title: 'Not signed in',
      detail: 'Nobody is signed in.',
      errors: [],
    });
    await tries[0]!.fails(over);
    t.same(left, ['/auth/login?returnTo=%2Fprofile']);
    t.equal(states.at(-1), 'paused');
    mock.timers.tick((now = 60_000));
    await tries[1]!.fails(over);
    mock.timers.tick(60_000);
    t.equal(left.length, 1);
    await tries[2]!.opens();
    t.equal(states.at(-1), 'live');
  },
);

t.test('a page hears a topic that only its plugin knows, also what is in no log', async (t) => {
  const { client, tries } = start(t);
  const heard: LiveEvent[] = [];
  const listening = client.listen({ kind: 'topic', topic: 'w/1/p/acme/desk' }, (event) => heard.push(event));
  await tries[0]!.opens();
  t.ok(asked.has('dossier/1/o/acme/w/1/p/acme/desk'));
  heard.length = 0;
  const event = { id: 'e1', type: 'acme.desk.changed.v1', subject: 'desk/7', seq: '3', data: { ids: ['8'] } };
  tries[0]!.hears('w/1/p/acme/desk', event);
  tries[0]!.hears('w/1/p/acme/desk', event);
  tries[0]!.hears('w/1/p/acme/desk', { id: 'h1', type: 'acme.desk.looked-at.v1', data: { by: 'ada' } });
  tries[0]!.hears('w/1/p/acme/other', { id: 'e2', type: 'acme.desk.changed.v1' });
  t.same(heard, [
    { kind: 'change', id: 'e1', type: 'acme.desk.changed.v1', ids: ['7', '8'], data: { ids: ['8'] } },
    { kind: 'change', id: 'h1', type: 'acme.desk.looked-at.v1', ids: [], data: { by: 'ada' } },
  ]);
  listening[Symbol.dispose]();
  tries[0]!.hears('w/1/p/acme/desk', { ...event, id: 'e3' });
  t.equal(heard.length, 2);
});

t.test('of one thing a page hears what is about it alone, on its topic and on the own one of the person', async (t) => {
  const { client, tries } = start(t);
  const heard: LiveEvent[] = [];
  client.listen({ kind: 'subject', workspaceId: '1', type: 'desk', id: '7' }, (event) => heard.push(event));
  await tries[0]!.opens();
  t.ok(asked.has('dossier/1/o/acme/w/1/s/desk/7'));
  const own = 'u/ada/desk';
  t.ok(asked.has(`dossier/1/o/acme/${own}`));
  heard.length = 0;
  tries[0]!.hears('w/1/s/desk/7', { id: 'e1', type: 'acme.desk.changed.v1', subject: 'desk/7' });
  tries[0]!.hears(own, { id: 'e1', type: 'acme.desk.changed.v1', subject: 'desk/7' });
  tries[0]!.hears(own, { id: 'e2', type: 'acme.desk.changed.v1', subject: 'desk/8' });
  tries[0]!.hears(own, { id: 'e3', type: 'acme.several.v1', data: { ids: ['8', '7'] } });
  t.same(
    heard.map((event) => event.kind === 'change' && event.id),
    ['e1', 'e3'],
  );
});
