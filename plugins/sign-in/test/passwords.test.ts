import t from 'tap';
import { demandStrength, dummyHash, hashPassword, isOutdated, verifyPassword } from '../passwords.ts';

t.test('a password is recognised by its hash and by nothing else', async (t) => {
  const hash = await hashPassword('correct horse battery');
  t.match(hash, /^scrypt\$32768\$8\$3\$/);
  t.notMatch(hash, /horse/);
  t.equal(await verifyPassword('correct horse battery', hash), true);
  t.equal(await verifyPassword('Correct horse battery', hash), false);
  t.equal(await verifyPassword('', hash), false);
});

t.test('the same password has another hash for another account', async (t) => {
  t.not(await hashPassword('correct horse battery'), await hashPassword('correct horse battery'));
});

t.test('the same password typed with other code points is the same', async (t) => {
  t.equal(await verifyPassword('Pa\u0308sswort-Za\u0308hler', await hashPassword('P\u00e4sswort-Z\u00e4hler')), true);
});

t.test('the hash of nobody fits no password and has today\'s cost', async (t) => {
  t.equal(await verifyPassword('correct horse battery', dummyHash), false);
  t.equal(isOutdated(dummyHash), false);
  t.equal(isOutdated('scrypt$16384$8$1$AA$AA'), true);
});

t.test('length is what is asked of a password', async (t) => {
  t.throws(() => demandStrength('123456789'), { status: 422, errors: [{ pointer: '/password', code: 'password-length' }] });
  t.throws(() => demandStrength('x'.repeat(201)), { status: 422, code: 'invalid' });
  t.doesNotThrow(() => demandStrength('ten signs.'));
  t.throws(() => demandStrength('😀😀😀😀😀'), { status: 422, code: 'invalid' }, 'five signs are five, however they are stored');
});
