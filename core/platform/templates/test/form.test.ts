import { t } from '@dossier/core/testing/t';
import { ask } from '../form/asked.ts';
import { checkAnswers } from '../form/check.ts';
import { calculate } from '../form/calculation.ts';
import { ExpressionFault, parse } from '../form/expression.ts';
import { formOf } from '../form/form.ts';
import type { Answers, FormContent } from '../form/form.ts';

const today = '2026-11-26';
const text = { type: 'string' };
const number = { type: 'number' };
const formed = (properties: Readonly<Record<string, object>>, wizard?: FormContent['wizard']) =>
  formOf({
    schema: { type: 'object', properties },
    wizard: wizard ?? [{ key: 'all', title: 'All', fields: Object.keys(properties) }],
  });
const asked = (properties: Readonly<Record<string, object>>, answers: Answers, wizard?: FormContent['wizard']) =>
  ask(formed(properties, wizard), answers, today);
const result = (expression: string, answers: Answers = {}): number | undefined =>
  calculate(parse(expression), { of: ({ field }) => answers[field], today }, 2);

t.test('an answer whose field is not shown counts nowhere', async (t) => {
  const properties = {
    living: text,
    employer: { ...text, 'x-show': { field: 'living', is: 'equals', value: 'EMPLOYED' } },
    since: { ...text, 'x-show': { field: 'employer', is: 'answered' } },
    income: { ...number, 'x-show': { field: 'living', is: 'one-of', value: ['EMPLOYED', 'RETIRED'] } },
    yearly: { ...number, 'x-kind': 'calculated', 'x-formula': 'income * 12' },
    left: { ...number, 'x-kind': 'calculated', 'x-formula': 'value(yearly, 0) + 1' },
  };
  const all = { living: 'EMPLOYED', employer: 'Lindgren', since: '2020', income: 100 };
  t.same(asked(properties, all).answers, { ...all, yearly: 1200, left: 1201 });
  const hidden = asked(properties, { ...all, living: 'OTHER', yearly: 1200 });
  t.same(hidden.answers, { living: 'OTHER', left: 1 });
  t.same(hidden.notAsked, ['/employer', '/since', '/income']);
  t.same(hidden.differing, ['/yearly'], 'and what was calculated from it is calculated anew');
  t.same(asked(properties, { ...all, left: 1201 }).differing, []);
});

t.test('a step is shown by its condition, and its fields with it', async (t) => {
  const wizard = [
    { key: 'first', title: 'First', fields: ['business'] },
    {
      key: 'second',
      title: 'Second',
      fields: ['profit'],
      show: { field: 'business', is: 'equals', value: true } as const,
    },
  ];
  const properties = { business: { type: 'boolean' }, profit: number };
  const no = asked(properties, { business: false, profit: 5 }, wizard);
  t.notOk(no.showsStep('second'));
  t.same([no.answers, no.notAsked], [{ business: false }, ['/profit']]);
  t.ok(asked(properties, { business: true }, wizard).showsStep('second'));
});

t.test('conditions are joined by all and any, and tests compare as people read them', async (t) => {
  const shows = (condition: object, answers: Answers): boolean => {
    const form = formed({ a: text, b: number, c: { type: 'array' }, one: { ...text, 'x-show': condition } });
    return ask(form, answers, today).shows(form.byId.get('one')!);
  };
  const cases: readonly (readonly [object, Answers, boolean])[] = [
    [{ field: 'a', is: 'equals', value: 'x' }, { a: 'x' }, true],
    [{ field: 'a', is: 'equals', value: 'x' }, {}, false],
    [{ field: 'a', is: 'not-equals', value: 'x' }, {}, true],
    [{ field: 'a', is: 'none-of', value: ['x', 'y'] }, { a: 'y' }, false],
    [{ field: 'b', is: 'at-least', value: 10 }, { b: 10 }, true],
    [{ field: 'b', is: 'at-least', value: 10 }, { b: 9.99 }, false],
    [{ field: 'b', is: 'at-most', value: 10 }, {}, false],
    [{ field: 'b', is: 'at-least', value: 10 }, { b: '11' }, false],
    [{ field: 'a', is: 'at-most', value: '2026-01-01' }, { a: '2025-12-31' }, true],
    [{ field: 'c', is: 'contains', value: 'x' }, { c: ['x'] }, true],
    [{ field: 'c', is: 'not-contains', value: 'x' }, {}, true],
    [{ field: 'c', is: 'at-least', value: 2 }, { c: ['x', 'y'] }, true],
    [{ field: 'a', is: 'answered' }, { a: '  ' }, false],
    [{ field: 'a', is: 'not-answered' }, { a: ' ' }, true],
    [{ field: 'gone', is: 'answered' }, { gone: 'x' }, false],
    [
      {
        all: [
          { field: 'a', is: 'answered' },
          { field: 'b', is: 'answered' },
        ],
      },
      { a: 'x' },
      false,
    ],
    [
      {
        any: [
          { field: 'a', is: 'answered' },
          { field: 'b', is: 'answered' },
        ],
      },
      { a: 'x' },
      true,
    ],
    [{ any: [{ all: [{ field: 'a', is: 'answered' }] }, { field: 'b', is: 'answered' }] }, { b: 1 }, true],
  ];
  for (const [condition, answers, expected] of cases)
    t.equal(shows(condition, answers), expected, `${JSON.stringify(condition)} ${JSON.stringify(answers)}`);
});

t.test('texts that look the same are the same, however Unicode writes them', async (t) => {
  const [one, two] = ['Caf\u00e9', 'Cafe\u0301'];
  for (const [wanted, given] of [
    [one, two],
    [two, one],
  ] as const) {
    const choice = { ...text, enum: [wanted, 'Bar'] };
    const properties = {
      place: choice,
      places: { type: 'array', items: choice, uniqueItems: true },
      yes: { ...text, 'x-show': { field: 'place', is: 'one-of', value: [wanted] } },
      no: { ...text, 'x-show': { field: 'place', is: 'not-equals', value: wanted } },
      some: { ...text, 'x-show': { field: 'places', is: 'contains', value: wanted } },
      fee: { ...number, 'x-kind': 'calculated', 'x-formula': `place == "${wanted}" ? 1 : 2` },
    };
    const answers = { place: given, places: [given], yes: 'x', no: 'x', some: 'x' };
    const { faults, asked: found } = checkAnswers(formed(properties), answers, {
      today,
      patterns: () => ({ test: () => true }),
      kind: () => null,
      written: String,
      formats: () => true,
    });
    t.same(faults, []);
    t.same(found.notAsked, ['/no']);
    t.equal(found.answers['fee'], 1);
    const twice = checkAnswers(
      formed(properties),
      { places: [one, two] },
      {
        today,
        patterns: () => ({ test: () => true }),
        kind: () => null,
        written: String,
        formats: () => true,
      },
    );
    t.match(twice.faults, [{ pointer: '/places', code: 'uniqueItems' }]);
  }
});

t.test('in a group that repeats every condition and calculation is that of its own row', async (t) => {
  const loans = {
    type: 'array',
    'x-kind': 'group',
    items: {
      type: 'object',
      properties: {
        kind: text,
        bank: { ...text, 'x-show': { field: 'kind', is: 'equals', value: 'BANK' } },
        rate: number,
        yearly: { ...number, 'x-kind': 'calculated', 'x-formula': 'rate * 12' },
      },
    },
  };
  const properties = {
    loans,
    total: { ...number, 'x-kind': 'calculated', 'x-formula': 'sum(loans.yearly)' },
    banks: { ...number, 'x-kind': 'calculated', 'x-formula': 'count(loans.bank) + count(loans) * 10' },
    many: { ...text, 'x-show': { field: 'loans', is: 'at-least', value: 2 } },
  };
  const one = asked(properties, {
    loans: [{ kind: 'BANK', bank: 'A', rate: 10 }, { kind: 'PRIVATE', bank: 'B', rate: 5.5, other: 1 }, 'no row'],
    many: 'yes',
  });
  t.same(one.answers, {
    loans: [
      { kind: 'BANK', bank: 'A', rate: 10, yearly: 120 },
      { kind: 'PRIVATE', rate: 5.5, yearly: 66, other: 1 },
      'no row',
    ],
    many: 'yes',
    total: 186,
    banks: 31,
  });
  t.same(one.notAsked, ['/loans/1/bank']);
});

t.test('references hold the field by its id, whatever its key has become', async (t) => {
  const properties = {
    occupation: { ...text, 'x-id': 'living' },
    living: { ...text, 'x-id': 'other' },
    employer: { ...text, 'x-show': { field: 'living', is: 'equals', value: 'EMPLOYED' } },
  };
  t.same(asked(properties, { occupation: 'EMPLOYED', living: 'x', employer: 'A' }).notAsked, []);
  t.same(asked(properties, { occupation: 'x', living: 'EMPLOYED', employer: 'A' }).notAsked, ['/employer']);
});

t.test('a circle ends, and nothing in it is asked', async (t) => {
  const circle = {
    a: { ...text, 'x-show': { field: 'b', is: 'answered' } },
    b: { ...text, 'x-show': { field: 'a', is: 'answered' } },
    c: { ...number, 'x-kind': 'calculated', 'x-formula': 'd + 1' },
    d: { ...number, 'x-kind': 'calculated', 'x-formula': 'c + 1' },
  };
  t.same(asked(circle, { a: 'x', b: 'y' }).answers, {});
});

t.test('expressions are calculated in decimals, and blank is never guessed', async (t) => {
  const cases: readonly (readonly [string, Answers, number | undefined])[] = [
    ['0.1 + 0.2', {}, 0.3],
    ['1.005 * 100', {}, 100.5],
    ['2 + 3 * 4', {}, 14],
    ['(2 + 3) * 4 - -1', {}, 21],
    ['10 / 4', {}, 2.5],
    ['10 / 0', {}, undefined],
    ['income - 100', {}, undefined],
    ['value(income, 0) - 100', {}, -100],
    ['income > 1000 ? 2 : 3', { income: 1000 }, 3],
    ['income >= 1000 && income < 2000 ? 1 : 0', { income: 1500 }, 1],
    ['purpose == "CAR" ? 4.9 : 6.9', { purpose: 'BOAT' }, 6.9],
    ['years(born, today())', { born: '2000-11-27' }, 25],
    ['years(born, today())', { born: '2000-11-26' }, 26],
    ['days(born, today())', { born: '2026-11-01' }, 25],
    ['days(born, today())', { born: '2026-13-45' }, undefined],
    ['round(2.345, 2)', {}, 2.35],
    ['round(2.5)', {}, 3],
    ['smallest(3, 1, 2) + largest(3, 1, 2)', {}, 4],
    ['average(1, 2)', {}, 1.5],
    ['sum(income, 5)', {}, 5],
    ['income * 1', { income: Number.NaN }, undefined],
    ['9007199254740991 * 9', {}, undefined],
    ['"a" + 1', {}, undefined],
  ];
  for (const [expression, answers, expected] of cases) t.equal(result(expression, answers), expected, expression);
});

t.test('what is no expression is refused, with what there is', async (t) => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /Write what/],
    ['1 +', /cannot be read/],
    ['a b', /Use numbers/],
    ['a = 1', /Use numbers|cannot be read/],
    ['constructor.constructor("return 1")()', /no function/],
    ['a["b"]', /Use numbers/],
    ['a.b.c', /Use numbers/],
    ['eval("1")', /no function "eval"/],
    ['toString()', /no function/],
    ['round()', /"round" takes 1 to 2 values, and has 0/],
    ['this', /Use numbers/],
    ['[1, 2]', /Use numbers/],
    ['a ** 2', /Use numbers|cannot be read/],
    ['1 << 2', /Use numbers/],
    [Array.from({ length: 120 }, () => 'a').join('+'), /too long/],
    ['a'.repeat(501), /at most 500/],
  ];
  for (const [expression, message] of cases)
    t.throws(() => parse(expression), { constructor: ExpressionFault, message }, expression.slice(0, 40));
});
