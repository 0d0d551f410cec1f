import { t } from '@dossier/core/testing/t';
import fc from 'fast-check';
import { seed } from '@dossier/core/testing';
import { build, type FormLine, parse, type SearchForm } from '../index.ts';

const cql = (form: SearchForm): string | readonly string[] => {
  const built = build(form);
  return built.ok ? built.cql : built.faults.map((one) => `${one.part} ${one.at}: ${one.message}`);
};
const line = (index: string, relation: FormLine['relation'], text: string): FormLine => ({ index, relation, text });

t.test('a form becomes the query that it means', async (t) => {
  t.equal(
    cql({ lines: [line('ta', 'all', 'hydrogen storage hydride'), line('cpc', '=', 'F17C 11/00')] }),
    'ta all "hydrogen storage hydride" and cpc=F17C11/00',
  );
  t.equal(cql({ lines: [line('ta', 'all', 'hydrogen')] }), 'ta="hydrogen"', 'a list of one word is that word');
  t.equal(cql({ keywords: 'wind energy' }), 'txt all "wind energy"');
  t.equal(cql({ applicants: ['Nordvik Energi'] }), 'pa="Nordvik Energi"');
  t.equal(cql({ applicants: ['Nordvik AS', 'Nordvik ASA'] }), 'pa="Nordvik AS" or pa="Nordvik ASA"');
  t.equal(
    cql({ lines: [line('ti', '=', 'a'), line('ab', '=', 'b')], join: 'or', keywords: 'c', applicants: ['d', 'e'] }),
    '(ti="a" or ab="b") and txt="c" and (pa="d" or pa="e")',
  );
  t.equal(cql({ lines: [line('cpc', '=', 'F17C 11/00, C01B 3/00')] }), 'cpc any "F17C11/00 C01B3/00"');
  t.equal(
    cql({ lines: [line('pd', 'within', '2019 2026'), line('pn', '=', 'EP 1 000 000 A1')] }),
    'pd within "2019 2026" and pn=EP1000000A1',
  );
  for (const [typed, kept] of [
    ['US 2008/0110820 A1', 'US2008110820A1'],
    ['WO 2021/038221', 'WO2021038221'],
    ['特開2011-240755', 'JP2011240755A'],
    ['EP', 'EP'],
    ['EP10000*', '"EP10000*"'],
  ] as const)
    t.equal(cql({ lines: [line('pn', '=', typed)] }), `pn=${kept}`);
  for (const typed of ['EP 22733014.3', 'EP 22733014', 'ep22733014'])
    t.equal(cql({ lines: [line('ap', '=', typed)] }), 'ap=EP20220733014');
  t.equal(
    cql({ lines: [line('pd', '>=', '2020'), line('ti', '=', '')], keywords: '  ' }),
    'pd>=2020',
    'blanks are left out',
  );
});

t.test('what is typed never becomes CQL', async (t) => {
  t.equal(cql({ applicants: ['" or pa='] }), 'pa="or pa="');
  t.equal(cql({ applicants: ['\\" or pa=x or pa="'] }), 'pa="or pa=x or pa="');
  t.equal(cql({ keywords: 'a\\' }), 'txt="a"');
  t.equal(cql({ lines: [line('pn', '=', 'EP1 or pn=US')] }), 'pn="EP1orpn=US"');
  t.same(cql({ lines: [line('cpc', '=', 'H04W" or pa=')] }), [
    'lines 0: “or” is no symbol of a class, such as F17C 11/00.',
  ]);
  t.match(cql({ lines: [line('pd', '=', '2020) or (pa=x')] }), [/lines 0: /]);
});

t.test('signs that stand alone are no words of a list', async (t) => {
  t.same(build({ keywords: 'wind & solar' }), { ok: true, cql: 'txt all "wind solar"' });
  t.same(build({ keywords: '"; drop' }), { ok: true, cql: 'txt="drop"' });
  t.same(build({ applicants: ['Müller & Söhne'] }), { ok: true, cql: 'pa="Müller & Söhne"' });
  t.match(parse('txt all "; drop"'), { valid: false, message: /two words or more/ });
});

t.test('each fault stands at its line, all at once', async (t) => {
  t.match(cql({}), ['form 0: Write what is searched.']);
  t.match(cql({ lines: [line('xx', '=', 'a'), line('ti', '=', 'b'), line('pd', '=', 'May')], keywords: '""' }), [
    'lines 0: There is no field “xx”.',
    /lines 2: “May” is no date/,
    'keywords 0: There is nothing to search in this.',
  ]);
  const span = build({ lines: [line('pd', '>=', '2020'), line('pd', '<=', '2021')] });
  t.match(span, { ok: false, faults: [{ part: 'form', repair: { text: 'pd within "2020 2021"' } }] });
});

t.test('whatever is typed is one clause of its field, or refused with what is wrong', async (t) => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          '"',
          '\\',
          '(',
          ')',
          ' or ',
          ' not ',
          'pa=',
          'all',
          '*',
          '/',
          ',',
          'x',
          '2020',
          'A61B',
          '“',
          '\u0000',
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join('')),
  );
  const index = fc.constantFrom('ti', 'ta', 'pa', 'cpc', 'pd', 'pn', 'txt', 'in');
  const relation = fc.constantFrom('=', 'any', 'all', 'within', '>=') as fc.Arbitrary<FormLine['relation']>;
  const lines = fc.array(fc.record({ index, relation, text: nasty }), { maxLength: 4 });
  const join = fc.constantFrom('and', 'or') as fc.Arbitrary<'and' | 'or'>;
  const form = fc.record({ lines, join, keywords: nasty, applicants: fc.array(nasty, { maxLength: 3 }) });
  let taken = 0;
  fc.assert(
    fc.property(form, (asked) => {
      const built = build(asked);
      if (!built.ok) return built.faults.length > 0 && built.faults.every((one) => one.message !== '');
      taken++;
      const parsed = parse(built.cql);
      if (!parsed.valid) return false;
      const filled = (text: string): boolean => text.trim() !== '';
      const meant = [
        ...asked.lines.filter((one) => filled(one.text)).map((one) => one.index),
        ...(filled(asked.keywords) ? ['txt'] : []),
        ...asked.applicants.filter(filled).map(() => 'pa'),
      ];
      const found = parsed.query.clauses.map((one) => one.indexes.map(({ name }) => name).join());
      return found.join(' ') === meant.join(' ') && parsed.query.clauses.every((one) => !one.excluded);
    }),
    { seed, numRuns: 1000 },
  );
  t.ok(taken > 50, `${taken} of them became queries`);
});
