import { t } from '@dossier/core/testing/t';
import { parse } from '../index.ts';

/** The query, the place from 1, what is underlined, and the query with the repair. A valid one has the place 0. */
type Case = readonly [string, number, string, string?];
const fault = (text: string): readonly [number, string, string?] => {
  const parsed = parse(text);
  if (parsed.valid) return [0, ''];
  const { position, length, repair } = parsed;
  const underlined = text.slice(position - 1, position - 1 + length);
  return repair === undefined ? [position, underlined] : [position, underlined, repair.text];
};
const each = (t: { same: (found: unknown, wanted: unknown, message: string) => boolean }, cases: readonly Case[]) => {
  for (const [query, ...expected] of cases) t.same(fault(query), expected, query);
};
const words = (count: number, from = 1): string => Array.from({ length: count }, (_, i) => `word${from + i}`).join(' ');

t.test('twenty terms, and ten of an index', async (t) => {
  const list = (index: string, count: number) => `${index} any "${words(count)}"`;
  t.match(parse(list('ti', 10)), { valid: true });
  t.same(fault(list('ti', 11)).slice(0, 2), [9 + words(10).length + 1, 'word11']);
  t.match(parse(`${list('ti', 10)} and ${list('ab', 10)}`), { valid: true });
  t.match(parse(`${list('ti', 10)} and ${list('ab', 10)} and pa=x`), { message: /at most 20 terms/ });
  t.match(parse(`title=x and ${list('ti', 10)}`), { message: /Title \(ti\) takes at most 10/ }, 'by whatever name');
  t.match(parse(`ti=(${words(11)})`), { message: /Title \(ti\) takes at most 10/ }, 'in a bracket');
  t.match(parse(`ti="${words(11)}"`), { valid: true }, 'a phrase is one term');
});

t.test('one not, one open date', async (t) => {
  each(t, [
    ['a not b not c', 9, 'not', 'a not (b or c)'],
    ['(a not b) and (c not d)', 18, 'not'],
    ['ti=a and pd>=2020 and pd<=2021', 23, 'pd<=2021', 'ti=a and pd within "2020 2021"'],
    ['pd<=2021 and pd>=2020', 14, 'pd>=2020', 'pd within "2020 2021"'],
    ['ti=a or pd>=2020 and pd<=2021', 22, 'pd<=2021'],
    ['pd<2000 or pd>2020', 12, 'pd>2020'],
    ['pd>=2020', 0, ''],
  ]);
});

t.test('lists have two words, comparing is for dates, strokes are for classes', async (t) => {
  each(t, [
    ['ta any pd1', 8, 'pd1', 'ta = pd1'],
    ['pa all "IBM"', 8, '"IBM"', 'pa = "IBM"'],
    ['ti<a', 3, '<', 'ti=a'],
    ['ti within "a b"', 4, 'within', 'ti = "a b"'],
    ['ti=/low plastic', 3, '=', 'ti= plastic'],
    ['cpc any/low "A01B A01C"', 5, 'any', 'cpc any "A01B A01C"'],
    ['cpc=/lwo A01B', 6, 'lwo', 'cpc= A01B'],
  ]);
});

t.test('masks have characters before them', async (t) => {
  each(t, [
    ['pn=US*', 4, 'US*', 'pn=US'],
    ['ti=ca*', 4, 'ca*', 'ti=ca'],
    ['ti=car*', 0, ''],
    ['ti=a\\b*', 4, 'a\\b*', 'ti=ab'],
    ['ti=c?', 4, 'c?', 'ti=c'],
    ['ti=ca???', 0, ''],
    ['ti=ca????', 4, 'ca????', 'ti=ca'],
    ['ti=car#######', 0, ''],
    ['ti=car########', 4, 'car########', 'ti=car'],
    ['ti=*', 4, '*'],
    ['pa=*soft', 4, '*soft', 'pa=soft'],
    ['ta=*soft', 0, ''],
    ['ta all "hydrogen st*"', 18, 'st*', 'ta all "hydrogen st"'],
    ['ti="a\\*"', 0, ''],
  ]);
});

t.test('symbols of classes have no blank', async (t) => {
  each(t, [
    ['cpc="A61B 8/06"', 5, '"A61B 8/06"', 'cpc=A61B8/06'],
    ['ipc=A61B 8/06', 5, 'A61B 8/06', 'ipc=A61B8/06'],
    ['cpc any "A61B 8/06 H04W"', 10, 'A61B 8/06', 'cpc any "A61B8/06 H04W"'],
    ['cpc="A01B A01C"', 5, '"A01B A01C"', 'cpc any "A01B A01C"'],
    ['cpc any "A01B A01C"', 0, ''],
  ]);
});

t.test('dates have their shapes and their order', async (t) => {
  for (const day of [
    '2024',
    '202403',
    '20240229',
    '2024-02',
    '2024-02-29',
    '02/2024',
    '29/02/2024',
    '02.2024',
    '29.02.2024',
  ])
    t.match(parse(`pd=${day}`), { valid: true }, day);
  each(t, [
    ['pd=20230229', 4, '20230229'],
    ['pd=202413', 4, '202413'],
    ['pd=yesterday', 4, 'yesterday'],
    ['pd=2024*', 4, '2024*', 'pd=2024'],
    ['pd within "2020"', 11, '"2020"', 'pd within "2020 2020"'],
    ['pd within "2021 2020"', 11, '"2021 2020"', 'pd within "2020 2021"'],
    ['pd within "2019 2020 2021"', 22, '2021'],
    ['pd>="2020 2021"', 5, '"2020 2021"'],
    ['pd within "20000101 30001231"', 21, '30001231'],
    ['pd within "2020 2020-06"', 0, ''],
  ]);
});
