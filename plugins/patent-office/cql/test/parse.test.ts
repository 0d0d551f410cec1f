import { t } from '@dossier/core/testing/t';
import { parse, understood } from '../index.ts';

const written = (text: string): string => {
  const parsed = parse(text);
  return parsed.valid ? understood(parsed.query) : `${parsed.position}: ${parsed.message}`;
};
/** The place from 1, what is underlined, and the query with the repair. */
const fault = (text: string): readonly [number, string, string?] => {
  const parsed = parse(text);
  if (parsed.valid) return [0, understood(parsed.query)];
  const { position, length, repair } = parsed;
  const underlined = text.slice(position - 1, position - 1 + length);
  return repair === undefined ? [position, underlined] : [position, underlined, repair.text];
};

t.test('what has no index is searched by its shape, and that is written out', async (t) => {
  for (const [query, meant] of [
    ['EP and 2009 and Smith', 'num=EP and pd=2009 and ia=Smith'],
    ['Siemens EP 200701', 'ia=Siemens and num=EP and pd=200701'],
    ['G08B25 H04L63 title=grid', 'cl=G08B25 and cl=H04L63 and ti=grid'],
    ['20070101:20070115', 'pd within "20070101 20070115"'],
    ['15/03/2024', 'pd=15/03/2024'],
    ['H01M10/0525', 'cl=H01M10/0525'],
    ['A61K2300/00', 'cl=A61K2300/00'],
    ['EP1000000A1 or 1234567', 'num=EP1000000A1 or num=1234567'],
    ['Müller', 'ia=Müller'],
    ['battery', 'txt=battery'],
    ['"Green Energy"', 'txt="Green Energy"'],
    ['wind in no', 'txt=wind and txt=in and txt=no'],
    ['201313', 'num=201313'],
    ['XY or IBM', 'txt=XY or txt=IBM'],
  ] as const)
    t.equal(written(query), meant, query);
});

t.test('long names, brackets, spans and symbols are written in one way', async (t) => {
  for (const [query, meant] of [
    ['TITLE = a and Applicant="B C"', 'ti=a and pa="B C"'],
    ['txt=(wind or solar) and energy', '(txt=wind or txt=solar) and txt=energy'],
    ['ti, ab = x', 'ti,ab=x'],
    ['ti,title=x', 'ti=x'],
    ['cpc=(C08F prox/unit=sentence (US, EP))', '(cpc=C08F prox/unit=sentence (cpc=US and cpc=EP))'],
    ['cpc = / LOW A01B', 'cpc=/low A01B'],
    ['cpc=A61B8/06/low', 'cpc=/low A61B8/06'],
    ['pd="2005 2006"', 'pd within "2005 2006"'],
    ['pd within 2014-03-10,2014-03-16', 'pd within "2014-03-10 2014-03-16"'],
    ['pd=2005:2006', 'pd within "2005 2006"'],
    ['ti=a PROX / distance < 3 / ordered ti=b', 'ti=a prox/distance<3/ordered=true ti=b'],
    ['ti=1,2-dichloroethane', 'ti=1,2-dichloroethane'],
    ['pa="A\\"B\\\\"', 'pa="A\\"B\\\\"'],
    ['ti=*thiazide or ab=hydrochlor?thiazid*', 'ti=*thiazide or ab=hydrochlor?thiazid*'],
    ['ti=\\*a', 'ti=\\*a'],
    ['ta any "a b" wind', 'ta any "a b" and txt=wind'],
    ['ti=a,low', 'ti=a,low'],
    ['andnot wind', 'txt=andnot and txt=wind'],
    ['ti=a prox/distance=3 ti=b', 'ti=a prox/distance=3 ti=b'],
  ] as const) {
    t.equal(written(query), meant, query);
    t.equal(written(meant), meant, `${meant} stays as it is`);
  }
});

t.test('a number in another spelling is written as the service finds it', async (t) => {
  for (const [query, meant] of [
    ['ap="EP 22733014.3"', 'ap=EP20220733014'],
    ['ap=EP22733014.3', 'ap=EP20220733014'],
    ['ap=(EP99203729 or EP19990203729)', '(ap=EP19990203729 or ap=EP19990203729)'],
    ['num="EP 22733014.3"', 'num=EP20220733014'],
    ['pr="PCT/EP2022/066432"', 'pr=WO2022EP66432'],
    ['pn="EP 1 000 000 A1"', 'pn=EP1000000A1'],
    ['pn="US 2008/0110820 A1"', 'pn=US2008110820A1'],
    ['ct="WO 2021/038221"', 'ct=WO2021038221'],
    // What leads to no number, or to several, is searched for as it stands.
    ['pn=EP', 'pn=EP'],
    ['pr=GB', 'pr=GB'],
    ['pn=EP10000*', 'pn=EP10000*'],
    ['pn any "EP1000000 EP1000001"', 'pn any "EP1000000 EP1000001"'],
    ['pn="EP1000000 EP1000001"', 'pn="EP1000000 EP1000001"'],
    ['famn=19768124', 'famn=19768124'],
    ['ti="EP 22733014.3"', 'ti="EP 22733014.3"'],
  ] as const) {
    t.equal(written(query), meant, query);
    t.equal(written(meant), meant, 'which means the same');
  }
});

t.test('operators have one precedence, from left to right', async (t) => {
  const parsed = parse('ti=a or ti=b and ti=c not ti=d');
  t.match(parsed, {
    query: { root: { operator: 'not', left: { operator: 'and', left: { operator: 'or', left: { node: 'clause' } } } } },
  });
  t.same(parsed.valid && parsed.query.clauses.map((one) => one.excluded), [false, false, false, true]);
});

t.test('a slip of form is said at its character, with what mends it', async (t) => {
  const mock = 'ta all "hydrogen storage" and pd within "2019 2026" and pa="Nordvik Energi';
  t.same(fault(mock), [60, '"Nordvik Energi', `${mock}"`]);
  for (const [query, ...expected] of [
    ['', 1, ''],
    ['  ', 1, ''],
    ['ti=', 3, '='],
    ['ti= and pa=x', 3, '='],
    ['ti=or', 4, 'or', 'ti="or"'],
    ['ti=and or x', 4, 'and', 'ti="and" or x'],
    ['cat or', 5, 'or', 'cat'],
    ['and cat', 1, 'and', 'cat'],
    ['a and or b', 7, 'or', 'a and b'],
    ['a and not b', 3, 'and not', 'a not b'],
    ['a andnot b', 3, 'andnot', 'a not b'],
    ['not pd=2010', 1, 'not', 'pd=2010'],
    ['(ti=a', 1, '(', '(ti=a)'],
    ['ti=a)', 5, ')', 'ti=a'],
    ['ti=a and ()', 10, '()'],
    ['(a and)', 4, 'and'],
    ['a and )', 7, ')', 'a and'],
    ['ti=a and (', 10, '(', 'ti=a and'],
    ['ti any (a b)', 8, '('],
    ['ti=a =/ ti=b', 6, '='],
    ['>2000', 1, '>'],
    ['ti==a', 3, '==', 'ti=a'],
    ['ti exact a', 4, 'exact', 'ti = a'],
    ['ti plastic', 1, 'ti', 'ti=plastic'],
    ['ti "a b"', 1, 'ti', 'ti="a b"'],
    ['ti:plastic', 3, ':', 'ti=plastic'],
    ['(ti=a)(ti=b)', 7, '(', '(ti=a) and (ti=b)'],
    ['(ti=a) b', 8, 'b', '(ti=a) and b'],
    ['ti="a"b', 7, 'b', 'ti="a" and b'],
    ['ti="a" "b"', 8, '"b"', 'ti="a" and "b"'],
    ['ti=a, pa=b', 5, ',', 'ti=a pa=b'],
    ['ti="a",b', 7, ',', 'ti="a" b'],
    ['(a, b)', 3, ',', '(a b)'],
    ['A01B/low', 1, 'A01B/low', '"A01B/low"'],
    ['ti=a sortby pd', 6, 'sortby pd', 'ti=a'],
    ['pa=“Nordvik”', 4, '“', 'pa="Nordvik"'],
    ["pa='Nordvik Energi'", 4, "'Nordvik Energi'", 'pa="Nordvik Energi"'],
    ['pa=A/S', 4, 'A/S', 'pa="A/S"'],
    ['ti="  "', 4, '"  "'],
    ['any "a b"', 1, 'any', 'ta any "a b"'],
    ['ia any John, Smith', 8, 'John, Smith', 'ia any "John, Smith"'],
    ['ti=a and/x ti=b', 9, '/'],
    ['ti=a\u0000', 5, '\u0000', 'ti=a'],
    ['ti=\ud800a', 4, '\ud800', 'ti=a'],
  ] as const)
    t.same(fault(query), expected, query);
  t.match(parse('('.repeat(21) + 'a' + ')'.repeat(21)), { valid: false, position: 21 });
});

t.test('a field that is none comes with the one to take in its place', async (t) => {
  for (const [query, ...expected] of [
    ['foo=bar', 1, 'foo'],
    ['ti=a and tilte=b', 10, 'tilte', 'ti=a and title=b'],
    ['aplicant any "a b"', 1, 'aplicant', 'applicant any "a b"'],
    ['ti,xyz=b', 4, 'xyz'],
    ['inventer=b', 1, 'inventer', 'inventor=b'],
    ['TITEL=b', 1, 'TITEL', 'title=b'],
    ['pdd=2020', 1, 'pdd', 'pd=2020'],
    ['xyzxyz=b', 1, 'xyzxyz'],
    [`${'x'.repeat(500)}=b`, 1, 'x'.repeat(500)],
    ['cc=US', 1, 'cc', 'pn=US'],
    ['prd>=2020', 1, 'prd', 'pd>=2020'],
    ['claims=hydride', 1, 'claims', 'txt=hydride'],
    ['pk=A1', 1, 'pk'],
  ] as const)
    t.same(fault(query), expected, query);
  t.match(parse('tilte=b'), { message: /Did you mean title\?/ });
});

t.test('words near to each other are asked for as the service takes it', async (t) => {
  for (const [query, ...expected] of [
    ['ti=a prox/distance<=3 ti=b prox/distance<=3 ti=c', 28, 'prox'],
    ['pa=i and ta=a prox ta=b', 15, 'prox', 'pa=i and (ta=a prox ta=b)'],
    ['ti=a prox ab=b', 11, 'ab=b', 'ti=a prox ti=b'],
    ['ti=a prox/unit=world ti=b', 16, 'world', 'ti=a prox/unit=sentence ti=b'],
    ['ti=a prox/distance>3 ti=b', 19, '>', 'ti=a prox/distance<=3 ti=b'],
    ['ti=a prox/distance<=x ti=b', 21, 'x'],
    ['ti=a prox/near ti=b', 11, 'near'],
    ['ti=a prox/ ti=b', 12, 'ti'],
  ] as const)
    t.same(fault(query), expected, query);
});
