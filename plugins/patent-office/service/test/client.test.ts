/** The office is asked once, slowly, with a token that holds; what it refuses has a name, and is not tried again. */
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { testClock } from '@dossier/core/testing';
import { startOps, unhurried } from '@dossier/patent-simulator/testing';
import type { Limits } from '@dossier/patent-simulator/testing';
import type { HttpOptions } from '@dossier/sdk';
import { createClient } from '../client.ts';
import { OfficeError } from '../errors.ts';

const tank = { country: 'EP', number: '4352417', kind: 'B1' };

async function begun(t: Test, limits: Partial<Limits> = unhurried) {
  const clock = testClock(new Date('2026-02-10T12:00:00Z'));
  const ops = await startOps({ clock, limits });
  t.teardown(() => ops.close());
  /** Milliseconds that were waited for, which pass at once. */
  const waits: number[] = [];
  const sent = (url: string, o: HttpOptions & { readonly body?: string }): Promise<Response> =>
    fetch(url, { method: o.method ?? 'GET', headers: { ...o.headers }, ...(o.body ? { body: o.body } : {}) });
  const of = (response: Response) => ({ status: response.status, headers: Object.fromEntries(response.headers) });
  const client = createClient({
    clock,
    credentials: { base: ops.url, key: ops.key, secret: ops.secret },
    http: {
      request: async (url, options = {}) => {
        const response = await sent(url, options);
        return { ...of(response), text: await response.text() };
      },
      bytes: async (url, { headers = {} } = {}) => {
        const response = await sent(url, { headers });
        return { ...of(response), bytes: new Uint8Array(await response.arrayBuffer()) };
      },
    },
    pause: async (milliseconds) => {
      waits.push(milliseconds);
      clock.advance(milliseconds);
    },
  });
  const called = (part: string): number => ops.calls().filter(({ path }) => path.includes(part)).length;
  /** How a call failed: its reason and when to come again. */
  const failed = async (call: Promise<unknown>): Promise<Pick<OfficeError, 'reason' | 'until'>> => {
    const error: unknown = await call.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof OfficeError)) throw new Error(`It did not fail as the office does: ${String(error)}`);
    return { reason: error.reason, until: error.until };
  };
  return { clock, ops, client, waits, called, failed };
}

t.test('one token serves all who ask at once, until a minute before its end', async (t) => {
  const { clock, client, called } = await begun(t);
  await Promise.all(Array.from({ length: 5 }, () => client.biblio(tank)));
  t.equal(called('/auth/'), 1);
  clock.advance(1_138_000);
  await client.biblio(tank);
  t.equal(called('/auth/'), 1, 'not earlier');
  clock.advance(1_000);
  await client.biblio(tank);
  t.equal(called('/auth/'), 2);
});

t.test('a token that is refused is renewed, and the call made once more; another refusal is a wrong key', async (t) => {
  const { ops, client, called, failed } = await begun(t);
  await client.biblio(tank);
  ops.control.revoke();
  t.match(await client.biblio(tank), { kind: 'documents' });
  t.equal(called('/auth/'), 2);
  ops.control.revoke();
  ops.control.account(ops.key, 'changed');
  const before = ops.calls().length;
  t.match(await failed(client.biblio(tank)), { reason: 'wrong-key' });
  t.equal(ops.calls().length - before, 2, 'a refusal of the call, and one of the token');
});

t.test('half of what the office allows is used; the next one waits, or hears when to come again', async (t) => {
  const { clock, client, waits, called, failed } = await begun(t, { perMinute: { search: 20 } });
  const search = (n: number) => client.search(`ti=tank${n}`, { from: 1, size: 25 });
  for (let n = 0; n < 10; n++) await search(n);
  t.match(await failed(search(10)), { reason: 'suspended', until: new Date(clock.time() + 60_000) });
  t.same([called('/search'), waits], [10, []], 'a minute is too long to wait at a page');
  t.match(await client.biblio(tank), { kind: 'documents' }, 'other services are not held up');
  clock.advance(31_000);
  await search(11);
  t.same([called('/search'), waits], [11, [29_000]], 'half a minute is not');
});

t.test('what is black is not asked; the office says for how long in milliseconds', async (t) => {
  const { clock, ops, client, called, failed } = await begun(t);
  await client.biblio(tank);
  ops.control.black('retrieval', 45_000);
  const first = await failed(client.biblio(tank));
  t.match(first, { reason: 'suspended', until: new Date(clock.time() + 45_000) });
  const calls = called('/biblio');
  t.match(await failed(client.biblio(tank)), { reason: 'suspended' });
  t.equal(called('/biblio'), calls, 'nobody is asked meanwhile');
  clock.advance(45_001);
  t.match(await client.biblio(tank), { kind: 'documents' });
});

t.test('each error of the office has its name, and costs one call', async (t) => {
  const { ops, client, failed } = await begun(t);
  await client.biblio(tank);
  const by = async (reason: string, call: () => Promise<unknown>): Promise<void> => {
    const before = ops.calls().length;
    t.equal((await failed(call())).reason, reason);
    t.equal(ops.calls().length - before, 1, `${reason}: not tried again`);
  };
  await by('not-found', () => client.biblio({ country: 'EP', number: '9', kind: 'A1' }));
  await by('invalid-query', () => client.search('ti=', { from: 1, size: 25 }));
  for (const [fault, reason] of [
    ['lost', 'unavailable'],
    ['error', 'unavailable'],
    ['truncated', 'unreadable'],
    ['empty', 'unreadable'],
    ['html', 'unreadable'],
  ] as const) {
    ops.control.next(fault);
    await by(reason, () => client.biblio(tank));
  }
  ops.control.used({ hour: 450_000_000 });
  await by('quota-hour', () => client.biblio(tank));
});

t.test('a week and a robot are named as well', async (t) => {
  const { ops, client, failed } = await begun(t);
  ops.control.used({ week: 4_000_000_000 });
  t.equal((await failed(client.biblio(tank))).reason, 'quota-week');
  const other = await begun(t);
  other.ops.control.robot(true);
  t.equal((await other.failed(other.client.biblio(tank))).reason, 'robot');
});

t.test('no hit is an answer, with a body or without', async (t) => {
  const { ops, client } = await begun(t);
  for (const silent of [false, true]) {
    ops.control.switches({ silentNotFound: silent });
    t.match(await client.search('ti=quokkaberry', { from: 1, size: 25 }), { kind: 'search', total: 0, documents: [] });
  }
});

t.test('what the office counts is known, in bytes', async (t) => {
  const { ops, client } = await begun(t);
  t.same(client.volume, { hour: null, week: null });
  await client.biblio(tank);
  const bytes = ops.calls().at(-1)?.bytes;
  t.same(client.volume, { hour: bytes, week: bytes });
});

t.test('an address that an answer gives is taken as what it should be alone', async (t) => {
  const { client, ops, failed } = await begun(t);
  for (const link of ['../../3.2/auth/accesstoken', 'published-data/images/EP/../../x', 'https://example.org/x', ''])
    t.equal((await failed(client.page(link, 1, 'pdf'))).reason, 'unreadable', link);
  t.equal(ops.calls().length, 0);
});
