import t from 'tap';
import { makeToken, prefixOf } from '../token-format.ts';

t.test('a new token tells its look-up prefix', async (t) => {
  const { token, prefix } = makeToken();
  t.match(token, /^dossier_pat_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
  t.equal(prefixOf(token), prefix);
});

t.test('no two tokens share prefix or secret', async (t) => {
  const made = Array.from({ length: 500 }, makeToken);
  t.equal(new Set(made.map(({ prefix }) => prefix)).size, 500);
  t.equal(new Set(made.map(({ token }) => token.split('_')[3])).size, 500);
});

t.test('any single mistyped character is found before a look-up', async (t) => {
  const { token } = makeToken();
  const missed: number[] = [];
  for (let i = 'dossier_pat_'.length; i < token.length; i++) {
    const wrong = `${token.slice(0, i)}${token[i] === 'a' ? 'b' : 'a'}${token.slice(i + 1)}`;
    if (wrong !== token && prefixOf(wrong) !== null) missed.push(i);
  }
  t.same(missed, []);
});

t.test('what only resembles a token is none', async (t) => {
  const { token } = makeToken();
  for (const wrong of ['', 'dossier_pat_', token.slice(1), `${token}0`, ` ${token}`, `${token}\n`, token.toUpperCase(), token.replace('dossier_pat_', 'dossier_key_')]) t.equal(prefixOf(wrong), null, JSON.stringify(wrong));
});
