/** Sign-ins that are under way when the password is changed. */
import { randomBytes, scrypt } from 'node:crypto';
import type { BinaryLike, ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import { Clock, Database, Vault } from '@dossier/sdk';
import { People } from '@dossier/core/platform/people/contract';
import { createAccounts, storedAs } from '../accounts.ts';
import { adapterFor } from '../adapter.ts';
import { Credentials } from '../contract.ts';
import { passwordCommand } from '../password-command.ts';
import { hashPassword } from '../passwords.ts';
import { inRequest } from '../standing.ts';
import { createThrottle } from '../throttle.ts';
import { Browser } from './browser.ts';

// A hash takes long enough that a change can come in between.
const platform = await testPlatform({
  plugins: ['@dossier/sign-in'],
  env: { SIGN_IN_PASSWORD_COST: '13' },
  listen: true,
});
t.teardown(() => platform.stop());
const credentials = platform.service(Credentials);
/** In the background: the platform serves in this process, and connections that stand still meanwhile are closed. */
const hashed = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);
const [old, next] = ['correct horse battery', 'a staple that holds'];
const account = async (name: string): Promise<{ email: string; subject: string }> => {
  const email = `${name}@acme.example`;
  return { email, subject: (await credentials.create({ email, name, password: old, emailVerified: true })).subject };
};
const browser = (): Browser => new Browser(platform.kernel.publicUrl());
const isIn = async (one: Browser, callback: string): Promise<boolean> => {
  if (callback.startsWith('http')) await one.open(callback);
  return (await one.open('/api/v1/session')).status === 200;
};
const opens = async (email: string, password: string): Promise<boolean> => {
  const one = browser();
  return isIn(one, await one.toCallback(email, password).catch(() => ''));
};

/** Each way in which a password changes. */
const ways: Readonly<Record<string, (o: { email: string; subject: string }) => Promise<unknown>>> = {
  'its owner changes it': async ({ email }) => {
    const here = browser();
    await here.open(await here.toCallback(email, old));
    const { status } = await here.open('/api/v1/password', {
      json: { currentPassword: old, newPassword: next },
      headers: { 'x-dossier-csrf': '1' },
    });
    if (status !== 204) throw new Error(`The password was not changed (${status}).`);
  },
  'the operator gives a new one': ({ email }) => platform.kernel.command('password')!.run([email], () => undefined),
};

for (const [way, change] of Object.entries(ways)) {
  await t.test(`a sign-in that has begun with the old password leads nowhere once ${way}`, async (t) => {
    const one = await account(`of-${way.replaceAll(' ', '-')}`);
    const [accepted, resumed] = [browser(), browser()];
    const sent = await accepted.open(await accepted.toLogin(), { form: { email: one.email, password: old } });
    const callback = await resumed.toCallback(one.email, old);
    t.match([sent.location, callback], [/\/oidc\/auth\//, /\/auth\/callback\?code=/]);
    await change(one);
    const answer = await accepted.open(sent.location);
    t.notMatch(answer.location, /code=/);
    t.same([await isIn(accepted, answer.location), await isIn(resumed, callback)], [false, false]);
  });
}

t.test('nor does one that the provider has let through already, once everything of the person was ended', async (t) => {
  const { email, subject } = await account('ann');
  t.ok(await opens(email, old), 'she is known');
  const one = browser();
  const callback = await one.toCallback(email, old);
  platform.clock.advance(1);
  await platform.service(People).endSessionsOf(subject, storedAs);
  const refused = await one.open(callback);
  t.match([refused.status, refused.text], [401, /everything that was open of this account has been ended/]);
  t.equal((await one.open('/api/v1/session')).status, 401);
  t.ok(await opens(email, old), 'one that begins afterwards leads in');
});

t.test('a new password from the operator is not set when what is open of the account cannot be ended', async (t) => {
  const { email } = await account('fay');
  const [database, clock, vault] = [platform.service(Database), platform.service(Clock), platform.service(Vault)];
  const accounts = createAccounts({ database, clock, throttle: createThrottle({ database, clock, vault }) });
  const command = passwordCommand({
    accounts,
    people: {
      endSessionsOf: async () => {
        throw new Error('gone');
      },
    },
  });
  const printed: string[] = [];
  await t.rejects(
    command.run([email], (line) => void printed.push(line)),
    /gone/,
  );
  t.same(printed, []);
  t.ok(await opens(email, old));
});

t.test('nor does one whose password is being looked at', async (t) => {
  const { email, subject } = await account('bea');
  const one = browser();
  const login = await one.toLogin();
  // The new hash is made first, then others, and only then comes the turn of the password that is looked at.
  const changed = credentials.setPassword(subject, next);
  const others = Array.from({ length: 4 }, () => hashPassword(old));
  const sent = one.open(login, { form: { email, password: old } });
  await Promise.all([changed, ...others]);
  const location = (await sent).location;
  t.notOk(await isIn(one, location === '' ? '' : (await one.open(location)).location));
  t.same([await opens(email, old), await opens(email, next)], [false, true]);
});

t.test('what a request found before the change it stores no more, and other requests do', async (t) => {
  const { subject } = await account('cid');
  const adapter = adapterFor({
    database: platform.service(Database),
    clock: platform.service(Clock),
    vault: platform.service(Vault),
    refuse: (why) => new Error(why),
  });
  const [session, code] = [adapter('Session'), adapter('AuthorizationCode')];
  await session.upsert('s', { accountId: subject, uid: 'u' }, 60);
  await inRequest(async () => {
    t.match(await session.find('s'), { accountId: subject });
    await code.upsert('before', { accountId: subject }, 60);
    await credentials.setPassword(subject, next);
    await session.upsert('s', { accountId: subject, uid: 'u' }, 60);
    await code.upsert('after', { accountId: subject }, 60);
  });
  t.same(
    [await session.find('s'), await code.find('before'), await code.find('after')],
    [undefined, undefined, undefined],
  );
  // For what is stored when a code is redeemed somebody waits.
  await code.upsert('redeemed', { accountId: subject }, 60);
  await t.rejects(
    inRequest(async () => {
      await code.find('redeemed');
      await code.consume('redeemed');
      await credentials.setPassword(subject, old);
      await adapter('AccessToken').upsert('a', { accountId: subject }, 60);
    }),
    /changed meanwhile/,
  );
  await inRequest(() => code.upsert('new', { accountId: subject }, 60));
  t.match(await code.find('new'), { accountId: subject });
});

t.test(
  'a hash that is renewed at a sign-in does not take the place of a password that was set meanwhile',
  async (t) => {
    const { email, subject } = await account('dan');
    // So costly that the new password is stored while the old one is still looked at.
    const [n, salt] = [2 ** 15, randomBytes(16)];
    const costly = [
      'scrypt',
      n,
      8,
      3,
      salt.toString('base64url'),
      (await hashed(old, salt, 32, { N: n, r: 8, p: 3, maxmem: 256 * n * 8 })).toString('base64url'),
    ].join('$');
    await platform.kernel.database.asOwner((owner) =>
      owner.run('update credential set "passwordHash" = $1 where subject = $2', [costly, subject]),
    );
    const one = browser();
    const login = await one.toLogin();
    const [sent] = await Promise.all([
      one.open(login, { form: { email, password: old } }),
      credentials.setPassword(subject, next),
    ]);
    t.equal(sent.status, 422, 'it is not the password any more');
    t.same([await opens(email, old), await opens(email, next)], [false, true]);
  },
);

t.test('two sign-ins that renew one hash both lead in', async (t) => {
  const { email, subject } = await account('eve');
  const [n, salt] = [2 ** 14, randomBytes(16)];
  const cheap = [
    'scrypt',
    n,
    8,
    1,
    salt.toString('base64url'),
    (await hashed(old, salt, 32, { N: n, r: 8, p: 1 })).toString('base64url'),
  ].join('$');
  await platform.kernel.database.asOwner((owner) =>
    owner.run('update credential set "passwordHash" = $1 where subject = $2', [cheap, subject]),
  );
  t.same(await Promise.all([opens(email, old), opens(email, old)]), [true, true]);
});
