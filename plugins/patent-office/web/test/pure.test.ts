import { t } from '@dossier/core/testing/t';
import { inField, looksLikeNumber, newLine, relationsOf } from '../fields.ts';
import { emptyContent, inShort, onlyText, queryOf, reopened } from '../form-content.ts';
import { memory } from '../last-search.ts';
import { stretches } from '../marked.ts';
import { choicesOf, everything, narrowed, spacedClass } from '../narrowing.ts';
import type { Narrowing } from '../narrowing.ts';
import { hit, line } from './office.ts';

t.test('it is asked about what looks like the number of a publication, and about nothing else', async (t) => {
  for (const text of [
    'EP1000000A1',
    'EP 1 000 000',
    'ep.1000000.b1',
    'US 2024/0318866 A1',
    'WO 2024/071553',
    'DE 10 2022 118 204 A1',
    'JP H05-123456',
    '1000000',
    'US 7,654,321 B2',
    'PCT/EP2022/061234',
    'U.S. Patent No. 7,654,321',
    'US Pat. No. 7,654,321 B2',
    'US D900,123 S1',
    'EP1000000 (A1)',
    'EP1000000 (A1) \u2015 2000-05-17',
    '特開2011-240755',
  ])
    t.ok(looksLikeNumber(text), text);
  for (const text of [
    '',
    'hydrogen storage',
    'F17C 11/00',
    'H01M10/0525',
    '2024',
    'heat pipe 12345',
    'no valve 12345',
    'at pH 12345',
    'ti=EP1000000',
  ])
    t.notOk(looksLikeNumber(text), text);
});

t.test('a line keeps its relation in another field where that field has it', async (t) => {
  const words = { ...newLine('ta'), text: 'x' };
  t.equal(words.relation, 'all');
  t.same(inField(words, 'ti'), { index: 'ti', relation: 'all', text: 'x' });
  t.same(inField(words, 'pd'), { index: 'pd', relation: 'within', text: 'x' }, 'dates have no such');
  t.same(relationsOf('pn'), [['=', 'is']]);
});

t.test('each form makes its query, and none while it is empty', async (t) => {
  const lines = [newLine('ta'), { ...newLine('cpc'), text: 'F17C 11/00' }];
  t.equal(queryOf('lines', emptyContent), null);
  t.equal(queryOf('applicant', emptyContent), null);
  t.equal(queryOf('cql', { ...emptyContent, cql: '  ' }), null);
  t.same(queryOf('lines', { ...emptyContent, lines, join: 'or' }), { by: 'form', form: { lines, join: 'or' } });
  t.same(queryOf('cql', { ...emptyContent, cql: 'ti=a' }), { by: 'cql', q: 'ti=a' });
  const ofNames = (...applicants: readonly string[]) => queryOf('applicant', { ...emptyContent, applicants });
  t.same(ofNames('Nordvik', ''), { by: 'applicant', q: 'Nordvik' });
  for (const applicants of [
    ['Nordvik', 'Nordvik AS', ''],
    ['', 'Nordvik'],
  ])
    t.same(ofNames(...applicants), { by: 'form', form: { applicants } }, 'a fault is at its box');
  t.equal(onlyText('lines', { ...emptyContent, lines: [{ ...newLine('ti'), text: 'EP1000000' }] }), 'EP1000000');
  t.equal(onlyText('lines', { ...emptyContent, lines: [{ ...newLine('pd'), text: '2019 2026' }] }), '', 'a date');
  t.equal(onlyText('applicant', { ...emptyContent, applicants: ['a', 'b'] }), '', 'there are two');
});

t.test('a search of earlier comes back into the form in which it was made', async (t) => {
  const lines = [{ index: 'ti', relation: 'any', text: 'a b' }] as const;
  const again = reopened({ cql: 'ti any "a b"', form: { lines, join: 'or' } });
  t.equal(again.mode, 'lines');
  t.same(again.content.lines, lines);
  t.equal(again.content.join, 'or');
  t.equal(inShort(again.mode, again.content), 'a b');
  t.match(reopened({ cql: 'pa="A"', form: { applicants: ['A', 'B'] } }), { mode: 'applicant' });
  for (const form of [
    null,
    undefined,
    3,
    {},
    { lines: [{ index: 1 }] },
    { lines: [{ index: 'ti', relation: '~', text: 'x' }] },
  ])
    t.match(reopened({ cql: 'ti=x', form }), { mode: 'cql', content: { cql: 'ti=x' } });
});

t.test('what was searched for is marked where the server says, and nothing of the text is lost', async (t) => {
  const text = 'Solid hydrogen storage';
  t.same(stretches(text, [{ from: 6, to: 14 }]), [
    { text: 'Solid ', found: false },
    { text: 'hydrogen', found: true },
    { text: ' storage', found: false },
  ]);
  for (const marks of [
    [],
    [{ from: 0, to: 99 }],
    [{ from: 9, to: 3 }],
    [
      { from: 2, to: 5 },
      { from: 3, to: 8 },
    ],
    [{ from: 50, to: 60 }],
  ])
    t.equal(
      stretches(text, marks)
        .map((part) => part.text)
        .join(''),
      text,
    );
});

const hits = [
  hit(line('EP2A1', { date: '2020-01-02', family: 'one', applicants: ['Zeta'] }), { behind: 'WO3A1' }),
  hit(line('US1B2', { date: null, family: 'two', applicants: [], title: null })),
  hit(line('EP10A1', { date: '2024-03-04', family: 'three', applicants: ['Ärger AG'], title: 'Wärmerohr' })),
  hit(line('WO3A1', { date: '2021-01-02', family: 'one', applicants: ['Zeta', 'Alpha'] })),
];
const shown = (part: Partial<Narrowing>): readonly string[] =>
  narrowed(hits, { ...everything, onePerFamily: false, ...part }).map((row) => row.hit.number);

t.test('hits that are here are narrowed and sorted', async (t) => {
  t.same(shown({}), ['EP2A1', 'US1B2', 'EP10A1', 'WO3A1']);
  t.same(shown({ office: 'EP' }), ['EP2A1', 'EP10A1']);
  t.same(shown({ year: '2021' }), ['WO3A1']);
  t.same(shown({ applicant: 'Alpha' }), ['WO3A1']);
  t.same(shown({ words: 'arger warme' }), ['EP10A1'], 'without regard to accents');
  t.same(shown({ withText: true }), ['EP2A1', 'EP10A1', 'WO3A1']);
  t.same(shown({ sort: 'newest' }), ['EP10A1', 'WO3A1', 'EP2A1', 'US1B2'], 'what has no day comes last');
  t.same(shown({ sort: 'oldest' }), ['EP2A1', 'WO3A1', 'EP10A1', 'US1B2']);
  t.same(shown({ sort: 'applicant' }), ['EP10A1', 'EP2A1', 'WO3A1', 'US1B2'], 'what names none comes last');
  t.same(shown({ sort: 'number' }), ['EP2A1', 'EP10A1', 'US1B2', 'WO3A1']);
  t.same(choicesOf(hits).offices, [
    ['EP', 2],
    ['US', 1],
    ['WO', 1],
  ]);
  t.same(
    choicesOf(hits).years.map(([year]) => year),
    ['2024', '2021', '2020'],
  );
});

t.test('of a family the one that is read best stands for the others, at the place of the first', async (t) => {
  const rows = (of: typeof hits, part: Partial<Narrowing> = {}) =>
    narrowed(of, { ...everything, ...part }).map((row) => [
      row.hit.number,
      row.family,
      row.others.map(({ number }) => number),
    ]);
  t.same(rows(hits), [
    ['WO3A1', 2, ['EP2A1']],
    ['US1B2', 1, []],
    ['EP10A1', 1, []],
  ]);
  t.same(
    rows(hits, { office: 'EP' }),
    [
      ['EP2A1', 1, []],
      ['EP10A1', 1, []],
    ],
    'of those that are shown',
  );
  const next = hit(line('CN4A', { family: 'one' }));
  t.same(rows([...hits, next])[0], ['WO3A1', 3, ['EP2A1', 'CN4A']], 'another page has its own best one');
  t.same(rows(hits, { onePerFamily: false })[0], ['EP2A1', 2, []], 'each is a row');
  t.equal(spacedClass('F17C1/06'), 'F17C 1/06');
});

t.test('what was found last is kept for the applications that were looked at last', async (t) => {
  const kept = memory<number>();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'a', 'i'];
  for (const [i, name] of names.entries()) kept.set(name, i);
  t.same([kept.get('a'), kept.get('b'), kept.get('c')], [8, undefined, 2]);
});
