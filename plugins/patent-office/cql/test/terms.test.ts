import { t } from '@dossier/core/testing/t';
import { mark, parse, type Part, terms } from '../index.ts';

const marked = (query: string, text: string, part?: Part): readonly string[] => {
  const parsed = parse(query);
  if (!parsed.valid) throw new Error(parsed.message);
  return mark(text, terms(parsed.query), part).map(({ from, to }) => text.slice(from, to));
};

t.test('found words are marked as whole words, without regard to case and accents', async (t) => {
  t.same(marked('ta all "hydrogen storage"', 'HYDROGEN-storage; hydrogens, storage'), [
    'HYDROGEN',
    'storage',
    'storage',
  ]);
  t.same(marked('ti="hydrogen storage"', 'Hydrogen Storage, storage of hydrogen'), ['Hydrogen Storage'], 'a phrase');
  t.same(marked('ti=heat-pipe', 'A heat pipe, heat-pipe and heatpipe'), ['heat pipe', 'heat-pipe']);
  t.same(marked('pa=Müller', 'MULLER GmbH, Mu\u0308ller'), ['MULLER', 'Mu\u0308ller']);
  t.same(marked('ti=strasse', 'Die Straße'), ['Straße']);
  t.same(marked('ti=水素', '水素を貯蔵する'), ['水素']);
  t.same(marked('ti=hydrogen', 'hydro\u00adgen'), ['hydro\u00adgen'], 'a soft hyphen is not seen');
});

t.test('masks stand for characters of one word', async (t) => {
  t.same(marked('ta=synchroni#ed', 'synchronized synchronised synchronid'), ['synchronized', 'synchronised']);
  t.same(marked('ta=car?', 'car cart carts'), ['car', 'cart']);
  t.same(marked('ta=car*', 'car cartridge scar'), ['car', 'cartridge']);
  t.same(marked('ta=*thiazide', 'hydrochlorothiazide thiazides'), ['hydrochlorothiazide']);
  t.same(marked('ti="car\\*"', 'car cart'), ['car'], 'one behind a backslash is no mask');
});

t.test('each index is marked where it is searched, what is left out nowhere', async (t) => {
  const query = 'ti=wind and ab=sun and pa=Siemens and in=Smith not ta=sail';
  const text = 'Wind sun Siemens Smith sail';
  t.same(marked(query, text, 'title'), ['Wind']);
  t.same(marked(query, text, 'abstract'), ['sun']);
  t.same(marked(query, text, 'claims'), ['Wind', 'sun']);
  t.same(marked(query, text, 'applicant'), ['Siemens']);
  t.same(marked(query, text, 'inventor'), ['Smith']);
  t.same(marked('pd=2020 and cpc=H04W', '2020 H04W'), []);
});

t.test('many masks in a long text end', async (t) => {
  const long = 'a'.repeat(2000);
  t.same(marked('ta=aaa*a*a*a*a*a*a*a*b', `${long} ${'aab '.repeat(20_000)}`), []);
});
