import { createHmac } from 'node:crypto';
import { t } from '@dossier/core/testing/t';
import { newId, Problem, systemClock } from '@dossier/sdk';
import type { Database, Log, Vault } from '@dossier/sdk';
import { createAuthenticator } from '../authenticator.ts';
import { keyForm } from '../key-form.ts';

const vault: Vault = {
  seal: (plain) => plain,
  open: (sealed) => sealed,
  fingerprint: (secret, purpose) => createHmac('sha256', purpose).update(secret).digest('hex'),
};
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A key on file, a clock to move, and a count of the look-ups. */
function office(o: { expiresAt?: string } = {}) {
  const { text: secret, id: keyId } = keyForm.make();
  const row = {
    organizationId: newId(),
    id: newId(),
    name: 'Partner',
    fingerprint: vault.fingerprint(secret, 'api-key'),
    scopes: ['applications:write'],
    networks: [],
    perMinute: null,
    keyId,
    expiresAt: o.expiresAt ?? null,
    revokedAt: null as string | null,
    lastUsedAt: null,
    formerKeyId: null,
    formerFingerprint: null,
    formerUntil: null,
    formerLastUsedAt: null,
  };
  const seen = { lookUps: 0, writes: 0, now: Date.parse('2026-11-20T12:00:00Z') };
  const database: Database = {
    alone: false,
    write: async () => {
      seen.writes++;
      return undefined as never;
    },
    read: () => Promise.reject(new Error('not used')),
    stream: () => {
      throw new Error('not used');
    },
    lookUp: async () => {
      seen.lookUps++;
      return { ...row } as never;
    },
    attempt: () => Promise.reject(new Error('not used')),
    afterCommit: () => undefined,
  };
  const authenticator = createAuthenticator({
    database,
    clock: { ...systemClock, now: () => new Date(seen.now), time: () => seen.now },
    vault,
    log: silent,
  });
  const present = (headers: Record<string, string | string[] | undefined>) =>
    Promise.resolve().then(() => {
      const [scheme = '', token] = String(headers['authorization'] ?? '').split(' ');
      const authorization = token === undefined ? undefined : { scheme: scheme.toLowerCase(), token };
      return authenticator.authenticate({
        headers,
        header: (name) => headers[name],
        authorization,
        cookies: {},
        ip: '192.0.2.1',
        method: 'POST',
      });
    });
  return { secret, keyId, row, seen, authenticator, present };
}
const code = async (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'accepted',
    (error: unknown) => (Problem.is(error) ? `${error.status} ${error.code}` : String(error)),
  );

t.test('a key carries its id and a checksum', async (t) => {
  const { text: secret, id: keyId } = keyForm.make();
  t.match(secret, /^dossier_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
  t.equal(keyForm.idOf(secret), keyId);
});

t.test('a key is taken from each of its headers', async (t) => {
  const { secret, row, present } = office();
  for (const headers of [
    { 'x-api-key': secret },
    { authorization: `Bearer ${secret}` },
    { authorization: `ApiKey ${secret}` },
    { authorization: `apikey ${secret}` },
  ]) {
    t.match(await present(headers), {
      actor: { kind: 'key', id: row.id, name: 'Partner' },
      organization: row.organizationId,
      scopes: ['applications:write'],
      credential: row.id,
      via: 'key',
    });
  }
  t.equal(await present({}), undefined);
  t.equal(
    await present({ authorization: 'Bearer eyJhbGciOi' }),
    undefined,
    'another kind of token is left to its own authenticator',
  );
});

t.test('a mistyped key is refused without asking the database', async (t) => {
  const { secret, seen, present } = office();
  for (const headers of [
    { 'x-api-key': 'nonsense' },
    { 'x-api-key': '' },
    { 'x-api-key': [secret, secret] },
    { authorization: `Bearer ${secret.slice(0, -1)}` },
    { authorization: 'ApiKey x' },
  ]) {
    t.equal(await code(present(headers)), '401 invalid-credential');
  }
  t.equal(seen.lookUps, 0);
});

t.test('the right key id with another secret is refused', async (t) => {
  const { present, row } = office();
  row.fingerprint = vault.fingerprint('another', 'api-key');
  const other = keyForm.make();
  t.equal(await code(present({ 'x-api-key': other.text })), '401 invalid-credential');
});

t.test(
  'a revocation that the kernel has heard of acts on the next request, and one that nobody tells of within a second',
  async (t) => {
    const { secret, row, seen, authenticator, present } = office();
    await present({ 'x-api-key': secret });
    await present({ 'x-api-key': secret });
    t.equal(seen.lookUps, 1, 'remembered in between');
    row.revokedAt = '2026-11-20T12:00:00Z';
    authenticator.forget({ organization: row.organizationId, credential: newId() });
    await present({ 'x-api-key': secret });
    t.equal(seen.lookUps, 1, 'that of another key drops nothing');
    authenticator.forget({ organization: row.organizationId, credential: row.id });
    t.equal(await code(present({ 'x-api-key': secret })), '401 invalid-credential');

    const elsewhere = office();
    await elsewhere.present({ 'x-api-key': elsewhere.secret });
    elsewhere.row.revokedAt = '2026-11-20T12:00:00Z';
    elsewhere.seen.now += 1_000;
    t.equal(await code(elsewhere.present({ 'x-api-key': elsewhere.secret })), '401 invalid-credential');
  },
);

t.test('an expired key is refused although it is remembered', async (t) => {
  const { secret, seen, present } = office({ expiresAt: '2026-11-20T12:00:01Z' });
  t.match(await present({ 'x-api-key': secret }), { until: '2026-11-20T12:00:01.000Z' });
  seen.now += 1_000;
  t.equal(await code(present({ 'x-api-key': secret })), '401 invalid-credential');
});

t.test('the last use is written at most once a minute', async (t) => {
  const { secret, seen, authenticator, present } = office();
  for (let i = 0; i < 5; i++) {
    await present({ 'x-api-key': secret });
    seen.now += 10_000;
  }
  await authenticator.settled();
  t.equal(seen.writes, 1);
  seen.now += 10_000;
  await present({ 'x-api-key': secret });
  t.equal(seen.writes, 2);
});
