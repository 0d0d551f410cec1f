import { t } from '@dossier/core/testing/t';
import { secretForm } from '@dossier/sdk';

const { make, idOf } = secretForm('dossier_pat_');

t.test('a new secret tells its id', async (t) => {
  const { text, id } = make();
  t.match(text, /^dossier_pat_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
  t.equal(idOf(text), id);
});

t.test('a secret that was written long ago is read still', async (t) => {
  t.equal(idOf('dossier_pat_0123456789AB_0123456789ABCDEFGHIJKLMNOPQRSTUV_0R7VEi'), '0123456789AB');
});

t.test('no two share id or secret', async (t) => {
  const made = Array.from({ length: 500 }, make);
  t.equal(new Set(made.map(({ id }) => id)).size, 500);
  t.equal(new Set(made.map(({ text }) => text.split('_')[3])).size, 500);
});

t.test('any single mistyped character is found before a look-up', async (t) => {
  const { text } = make();
  const missed: number[] = [];
  for (let i = 'dossier_pat_'.length; i < text.length; i++) {
    const wrong = `${text.slice(0, i)}${text[i] === 'a' ? 'b' : 'a'}${text.slice(i + 1)}`;
    if (wrong !== text && idOf(wrong) !== null) missed.push(i);
  }
  t.same(missed, []);
});

t.test('what only resembles a secret, or is of another kind, is none', async (t) => {
  const { text } = make();
  for (const wrong of [
    '',
    'dossier_pat_',
    text.slice(1),
    `${text}0`,
    ` ${text}`,
    `${text}\n`,
    text.toUpperCase(),
    text.replace('dossier_pat_', 'dossier_key_'),
  ])
    t.equal(idOf(wrong), null, JSON.stringify(wrong));
  t.equal(secretForm('dossier_live_').idOf(text), null);
});
