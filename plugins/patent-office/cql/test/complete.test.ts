import { t } from '@dossier/core/testing/t';
import { complete, tokens } from '../index.ts';

/** What is offered at the bar. */
const offered = (text: string): readonly string[] => {
  const caret = text.indexOf('|');
  return complete(text.replace('|', ''), caret).map((one) => one.text);
};

t.test('what may stand at the caret is offered', async (t) => {
  t.match(offered('|'), ['ta', 'ti', 'ab']);
  t.same(offered('p|').slice(0, 4), ['pa', 'pd', 'pn', 'pr'], 'names come first');
  t.same(offered('appl|').slice(0, 3), ['pa', 'ap', 'ia']);
  t.same(offered('title|').slice(0, 2), ['ti', 'ta'], 'of two long names the nearer one comes first');
  t.same(offered('pd |'), ['=', 'within', '>=', '<=', '>', '<']);
  t.same(offered('pd w|'), ['within']);
  t.same(offered('cpc |').slice(0, 2), ['=', '=/low']);
  t.same(offered('cpc=/|'), ['low', 'high', 'same']);
  t.match(offered('ti=a |'), ['and', 'or', 'not']);
  t.same(offered('ti=a o|'), ['or']);
  t.match(offered('(ti="a b") |'), ['and']);
  t.match(offered('ti=a and |'), ['ta', 'ti']);
  t.match(offered('ti,|'), ['ta', 'ti']);
  t.same(
    offered('a and ti|').slice(0, 4),
    ['ti=', 'ti all', 'ti any', 'ta'],
    'a whole name goes on with its relations',
  );
  t.same(offered('cpc|').slice(0, 3), ['cpc=', 'cpc=/low', 'cpc=/high']);
  for (const text of ['ti|=b', 'ti| all "a b"', 'ti|, ab=b'])
    t.match(offered(text), ['ti', 'ta'], 'unless one is there');
  t.same(offered('ti=a prox/|'), ['distance<=3', 'ordered=true', 'unit=sentence', 'unit=paragraph']);
  t.same(offered('ti=|'), [], 'what is searched is known by people alone');
  t.same(offered('ti="gre|en"'), []);
  t.same(offered('ti=gre|'), []);
});

t.test('a completion takes the place of the word that it completes', async (t) => {
  t.match(complete('a and titl=b', 8), [{ text: 'ti', title: 'Title', from: 6, to: 10 }]);
});

t.test('pieces have their kinds, also of what is no query yet', async (t) => {
  const shown = (text: string) => tokens(text).map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);
  t.same(shown('ta all "a b" and pd>=2020 and pa="x'), [
    'index ta',
    'relation all',
    'string "a b"',
    'boolean and',
    'index pd',
    'relation >=',
    'term 2020',
    'boolean and',
    'index pa',
    'relation =',
    'string "x',
  ]);
  t.same(shown('ti,ab=(a prox/distance<=3 b)'), [
    'index ti',
    'comma ,',
    'index ab',
    'relation =',
    'bracket (',
    'term a',
    'boolean prox',
    'modifier /',
    'modifier distance',
    'modifier <=',
    'modifier 3',
    'term b',
    'bracket )',
  ]);
  t.same(shown('cpc=/low A01B1/00 “'), [
    'index cpc',
    'relation =',
    'modifier /',
    'modifier low',
    'term A01B1',
    'term /',
    'term 00',
    'fault “',
  ]);
});
