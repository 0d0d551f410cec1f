import { existsSync, readFileSync } from 'node:fs';
import { t } from '@dossier/core/testing/t';
import { Type, shapeOf } from '@dossier/sdk';
import { QueryFault } from '../cql/fault.ts';
import { search } from '../cql/search.ts';

const answer = (query: string): string => {
  try {
    search(query);
    return 'ok';
  } catch (fault) {
    if (!(fault instanceof QueryFault)) throw fault;
    return `${fault.status}:${fault.code}`;
  }
};
const found = (query: string): string[] => search(query).hits.map(({ epodoc, kind }) => epodoc + kind);

t.test('finds by words, phrases and names', (t) => {
  t.same(found('ti="hydrogen tank" and pn=WO'), ['WO2022258701A1']);
  t.same(found('ti="tank hydrogen"'), [], 'a phrase has an order');
  t.same(new Set(found('ti any "kettle lathe"')), new Set(['DE102021112233A1', 'EP4155027A1', 'JP2023046701A']));
  t.same(found('ti all "cooling nozzle" and pn=EP'), ['EP4155027A1']);
  t.same(found('pa="Veloworks" and pn=GB'), ['GB2586701A']);
  t.same(found('in=oeztuerk'), found('in="Öztürk"'), 'as normalised and as written');
  t.same(found('ti=ロータ'), ['JP2011240755A'], 'words of other scripts');
  t.end();
});

t.test('finds by numbers, dates and classes', (t) => {
  t.same(found('pn=EP4352417'), ['EP4352417B1', 'EP4352417A1']);
  t.same(found('pn=EP4352417A1'), ['EP4352417A1']);
  t.same(found('pn=EP43524* and pd<20250101'), ['EP4352417A1']);
  t.same(found('ap=EP20220733014'), found('pn=EP4352417'));
  t.same(found('ct=DE102018001111').sort(), ['DE102022004210A1', 'WO2022258701A1']);
  t.same(found('pd=2000'), ['EP1012211A1']);
  t.same(found('pd within "20080101 20080319"').sort(), ['EP1901001A2']);
  t.same(found('pd=01/12/2011'), ['JP2011240755A']);
  t.same(found('cpc=B62K25/28'), found('cpc=B62K'));
  t.same(found('cpc=/low F17C13/00').sort(), found('cpc any "F17C13/002 F17C13/04"').sort());
  t.same(found('famn=81000031'), ['EP1012211A1']);
  t.equal(found('famn=81000010').length, 25);
  t.end();
});

t.test('joins from left to right, distributes an index over a bracket and looks for what is near', (t) => {
  t.same(found('ti=lathe or ti=kettle and pn=EP'), ['EP4155027A1']);
  t.same(found('ti=(lathe or kettle) and pn=EP'), ['EP4155027A1']);
  t.same(found('ti=lathe not pn=JP'), ['EP4155027A1']);
  t.same(found('ti=cooling prox/distance<=1 ti=nozzle and pn=EP'), ['EP4155027A1']);
  t.same(found('ti=nozzle prox/distance<=1/ordered=true ti=cooling'), []);
  t.same(found('Fraser'), ['GB2616551A'], 'a name without an index');
  t.same(found('EP and 2000'), ['EP1012211A1'], 'a country and a year without an index');
  t.end();
});

t.test('masks', (t) => {
  t.same(found('ti=bicyc* and pn=GB'), ['GB2586701A']);
  t.same(found('ti=ke#tle and pn=DE'), found('ti=kettle and pn=DE'), 'exactly one character');
  t.same(found('ti=kettles?'), [], 'none is missing before it');
  t.same(found('ti=kettl?'), found('ti=kettle'), 'one or none');
  t.end();
});

t.test('says the query back as the service does', (t) => {
  t.equal(search('ti=plastic').query, 'ti = plastic');
  t.equal(search('applicant="Tesla"').query, 'applicant = Tesla');
  t.equal(search('pa="Google LLC"').query, 'pa = "Google LLC"');
  t.equal(search('a and (b or c)').query, 'a and (b or c)');
  t.end();
});

const Cases = shapeOf(
  Type.Object({ queries: Type.Array(Type.Object({ id: Type.String(), query: Type.String(), ops: Type.String() })) }),
);
const cases = new URL('../../../../shared/data/ops/cql-cases.dev.json', import.meta.url);
t.test(
  'says of each documented query what the service says',
  { skip: existsSync(cases) ? false : 'No collection of queries here.' },
  (t) => {
    for (const { id, query, ops } of Cases.demand(JSON.parse(readFileSync(cases, 'utf8'))).queries)
      if (ops !== 'unspecified') t.equal(answer(query), ops, `${id} ${query}`);
    t.end();
  },
);

t.test('refuses what is too much', (t) => {
  const many = (count: number, index: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => `${index(i)}=w${i}`).join(' or ');
  t.equal(answer(many(10, () => 'ti')), 'ok');
  t.equal(answer(many(11, () => 'ti')), '413:CLIENT.ScopeTermsMaximumNumber');
  t.equal(answer(many(20, (i) => (i % 2 ? 'ti' : 'ab'))), 'ok');
  t.equal(answer(many(21, (i) => ['ti', 'ab', 'pa'][i % 3] ?? '')), '413:CLIENT.ScopeTermsMaximumNumber');
  t.equal(answer('ti any "a b c d e f g h i j k"'), '413:CLIENT.ScopeTermsMaximumNumber');
  t.equal(answer(`${'('.repeat(40)}a${')'.repeat(40)}`), '400:CLIENT.CQL');
  t.equal(answer('ti=a?b'), '413:CLIENT.MinimumCharsBeforeTruncation');
  t.end();
});
