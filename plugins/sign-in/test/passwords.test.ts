import { t } from '@dossier/core/testing/t';
import { dummyHash, hashPassword, isOutdated, verifyPassword } from '../passwords.ts';

t.test('a password is recognised by its hash and by nothing else', async (t) => {
  const hash = await hashPassword('correct horse battery');
  t.match(hash, /^scrypt\$32768\$8\$3\$/);
  t.notMatch(hash, /horse/);
  t.equal(await verifyPassword('correct horse battery', hash), true);
  t.equal(await verifyPassword('Correct horse battery', hash), false);
  t.equal(await verifyPassword('', hash), false);
});

t.test('the same password has another hash for another account', async (t) => {
  t.not(await hashPassword('correct horse battery', 10), await hashPassword('correct horse battery', 10));
});

t.test('the same password typed with other code points is the same', async (t) => {
  t.equal(
    await verifyPassword('Pa\u0308sswort-Za\u0308hler', await hashPassword('P\u00e4sswort-Z\u00e4hler', 10)),
    true,
  );
});

t.test("the hash of nobody fits no password and has today's cost", async (t) => {
  t.equal(await verifyPassword('correct horse battery', dummyHash()), false);
  t.equal(isOutdated(dummyHash()), false);
  t.equal(isOutdated('scrypt$16384$8$1$AA$AA'), true);
});

t.test('what a hash costs may be set, and one of another cost is outdated', async (t) => {
  const quick = await hashPassword('correct horse battery', 10);
  t.match(quick, /^scrypt\$1024\$8\$3\$/);
  t.equal(await verifyPassword('correct horse battery', quick), true);
  t.same([isOutdated(quick, 10), isOutdated(quick), isOutdated(dummyHash(10), 10)], [false, true, false]);
});
