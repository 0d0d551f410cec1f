import { t } from '@dossier/core/testing/t';
import { demandStrength } from '../strength/weaknesses.ts';

const ada = { email: 'ada.lovelace@analytical.example', name: 'Ada Lovelace' };
const codes = async (password: string): Promise<readonly string[]> =>
  demandStrength(password, ada).then(
    () => [],
    (error: { errors: readonly { code: string; pointer: string }[] }) => {
      t.ok(error.errors.every(({ pointer }) => pointer === '/password'));
      return error.errors.map(({ code }) => code);
    },
  );
const each = async (passwords: readonly string[], expected: readonly string[]): Promise<void> => {
  for (const password of passwords) t.same(await codes(password), expected, JSON.stringify(password));
};

t.test('what nobody guesses soon is taken, of whatever letters it is made', async () => {
  await each(
    [
      'correct horse battery',
      'a staple that holds',
      'ten signs.',
      'Kx9$mQ2vLp',
      'Grüne Äpfel im März',
      'сорок два зонтика',
      '猫は雨の日に窓辺で眠る',
    ],
    [],
  );
});

t.test('common and breached ones, and their kin, are refused', async () => {
  await each(
    [
      'password123',
      'Password1234',
      'P@ssw0rd!!',
      'qwertzuiop',
      'qwertyuiop',
      '1q2w3e4r5t',
      '1234567890',
      'iloveyou12',
      'summer2026!',
      'aaaaaaaaaa',
      'abcdefghij',
      'Passw0rd2026',
      'password'.repeat(20),
    ],
    ['password-common'],
  );
});

t.test("the person's own name and address are refused, in parts and with a year", async () => {
  await each(
    ['Ada Lovelace', 'adalovelace', 'ada.lovelace@analytical.example', 'Lovelace2026', 'analytical1!', 'LOVELACEADA'],
    ['password-own'],
  );
  await each(['Lovelace and eleven umbrellas'], []);
});

t.test('blanks at an end and invisible characters are reported as what they are', async () => {
  await each(['          ', ' correct horse battery', 'correct horse battery\u3000'], ['password-blank']);
  await each(
    [
      'correct\u200bhorse battery',
      'correct horse\u0000battery',
      'correct horse\u00adbattery',
      '\u2800'.repeat(12),
      '\u3164'.repeat(12),
      'correct\u202ehorse battery',
    ],
    ['password-invisible'],
  );
  await each(['correct horse battery\n'], ['password-invisible', 'password-blank']);
});

t.test('a length that is too short or absurd is reported, in characters as people count them', async () => {
  await each(['123456789', 'x'.repeat(201), '😀😀😀😀😀'], ['password-length']);
});
