import { t } from '@dossier/core/testing/t';
import { check } from '../../searching/query.ts';
import { piecesOf } from '../cql-pieces.ts';

const shown = (text: string, of = text): readonly string[] =>
  piecesOf(text, of, check({ by: 'cql', q: of })).map(({ text, kind, wrong }) => `${kind}${wrong ? '!' : ''} ${text}`);

t.test('a query is drawn in its colours, with what is wrong underlined', async (t) => {
  t.same(shown('ti=a and pa="x'), [
    'index ti',
    'relation =',
    'term a',
    'plain  ',
    'boolean and',
    'plain  ',
    'index pa',
    'relation =',
    'string! "x',
  ]);
  t.same(shown('pd within "2021 2020"').at(-1), 'string! "2021 2020"');
  t.same(shown(''), []);
});

t.test('while it is checked anew, what is the same keeps its colour and nothing is called wrong', async (t) => {
  t.same(shown('ti=b and pa="x', 'ti=a and pa="x'), ['index ti', 'relation =', 'plain b and pa="x']);
  t.equal(
    piecesOf('ti=a', '', undefined)
      .map(({ text }) => text)
      .join(''),
    'ti=a',
  );
});
