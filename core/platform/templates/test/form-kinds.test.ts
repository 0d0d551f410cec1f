import { t } from '@dossier/core/testing/t';
import { Problem } from '@dossier/sdk';
import { answerChecks } from '../answers.ts';
import { demandPublishable } from '../check-content.ts';
import type { TemplateContent } from '../contract.ts';
import { contentOf } from '../content.ts';
import { defaultsOf } from '../form/index.ts';
import { kinds, loan, schemaOf } from './content.ts';

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const contentWith = (properties: Properties, more: Partial<TemplateContent> = {}): TemplateContent => ({
  ...loan,
  schema: schemaOf(properties),
  wizard: [{ key: 'all', title: 'All', fields: Object.keys(properties) }],
  ...more,
});
const faultsOf = async (properties: Properties, more: Partial<TemplateContent> = {}): Promise<string[]> => {
  try {
    await demandPublishable(contentWith(properties, more), {
      handlers: { ids: () => ['PassHandler'], get: () => ({}) },
      kinds,
    });
  } catch (error) {
    if (Problem.is(error)) return error.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();
    throw error;
  }
  return [];
};
const checked = (properties: Properties, answers: Readonly<Record<string, unknown>>): string[] =>
  answerChecks(kinds)
    .check(contentOf(contentWith(properties), { kinds }), answers, '2026-11-26')
    .faults.map(({ pointer, code }) => `${pointer} ${code}`);

const text = { type: 'string' };
const money = { type: 'number', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2 };
const calculated = (formula: string) => ({ type: 'number', 'x-kind': 'calculated', 'x-formula': formula });
const rows = (properties: Properties, more: object = {}) => ({
  type: 'array',
  'x-kind': 'group',
  items: { type: 'object', properties },
  ...more,
});
const when = (field: string, is: string, value?: unknown) => ({
  'x-show': { field, is, ...(value === undefined ? {} : { value }) },
});

t.test('a form and each new row begin with answers that fit, and a keyword without a meaning is refused', async (t) => {
  const form: Properties = {
    name: { ...text, default: 'Ada' },
    home: { type: 'object', 'x-kind': 'address', default: { street: 'Elm 1', city: 'Berlin', country: 'DE' } },
    loans: rows({ bank: { ...text, default: 'Acme' }, rate: money }),
    left: calculated('1 + 1'),
  };
  t.same(await faultsOf(form), []);
  t.same(defaultsOf(form['loans']?.['items']), { bank: 'Acme' });
  t.same(
    await faultsOf({
      home: { type: 'object', 'x-kind': 'address', default: { city: 'Berlin' } },
      loans: rows({ rate: { ...money, default: 'much' } }),
    }),
    [
      '/schema/properties/home/default bad-default',
      '/schema/properties/loans/items/properties/rate/default bad-default',
    ],
  );
  t.same(
    await faultsOf({
      left: { ...calculated('1 + 1'), default: 1 },
      read: { 'x-kind': 'note', 'x-placeholder': 'Ada' },
      agreed: { type: 'boolean', 'x-message': 'Please agree.' },
    }),
    [
      '/schema/properties/agreed/x-message unknown-keyword',
      '/schema/properties/left/default unknown-keyword',
      '/schema/properties/read/x-placeholder unknown-keyword',
    ],
  );
});

t.test('a form has every kind that people expect, each with its limits', async (t) => {
  const form: Properties = {
    heading: { 'x-kind': 'heading', title: 'About you' },
    note: { 'x-kind': 'note', title: 'Read this', description: 'Nothing has been sent yet.' },
    name: { ...text, title: 'Name', 'x-placeholder': 'Ada', 'x-message': 'Please tell us your name.' },
    story: { ...text, 'x-kind': 'long-text', maxLength: 10 },
    income: { ...money, minimum: 0, maximum: 100_000 },
    born: { ...text, 'x-kind': 'date', 'x-latest': 'today', 'x-earliest': '1900-01-01' },
    living: { ...text, 'x-kind': 'choice', enum: ['EMPLOYED', 'OTHER'] },
    mail: { ...text, 'x-kind': 'email' },
    phone: { ...text, 'x-kind': 'phone', 'x-country': 'DE' },
    home: { type: 'object', 'x-kind': 'address', 'x-country': 'DE' },
    payslip: { 'x-kind': 'file', title: 'Payslip', 'x-most': 3, 'x-types': ['application/pdf'] },
    loans: rows({ bank: text, rate: money }, { maxItems: 2 }),
    left: calculated('income - sum(loans.rate)'),
  };
  t.same(await faultsOf(form), []);
  t.same(
    checked(form, {
      name: 'Ada',
      story: 'short',
      income: 2580.5,
      born: '2026-11-26',
      living: 'EMPLOYED',
      mail: 'ada@example.org',
      phone: '030 901820',
      home: { street: 'Elm 1', city: 'Berlin', country: 'DE' },
      loans: [{ bank: 'A', rate: 10 }],
    }),
    [],
  );
  t.same(
    checked(form, {
      story: 'much longer than that',
      income: 1.234,
      born: '2026-11-27',
      living: 'NONE',
      mail: 'ada',
      phone: '12',
      home: { street: 'Elm 1', city: 'Berlin' },
      loans: [{ rate: 'x' }, {}, {}],
    }),
    [
      '/story maxLength',
      '/income x-decimals',
      '/born x-latest',
      '/living enum',
      '/mail format',
      '/phone kind',
      '/home kind',
      '/loans maxItems',
    ],
  );
  t.same(checked(form, { loans: [{ rate: 'x' }, 7] }), ['/loans/0/rate type', '/loans/1 type']);
});

t.test('limits that make no sense are found, by their kind', async (t) => {
  t.same(
    await faultsOf({
      income: { type: 'number', 'x-kind': 'money' },
      born: { ...text, 'x-kind': 'date', 'x-earliest': 'tomorrow' },
      living: { ...text, 'x-kind': 'choice' },
      heading: { ...text, 'x-kind': 'heading' },
      mail: { ...text, 'x-kind': 'email', format: 'uri' },
      loans: { ...rows({ more: rows({ a: text }), paper: { 'x-kind': 'file' } }) },
      strange: { ...text, 'x-kind': 'phone', 'x-latest': 'today' },
    }),
    [
      '/schema/properties/born/x-earliest bad-day',
      '/schema/properties/heading/type bad-type',
      '/schema/properties/income/x-currency missing-currency',
      '/schema/properties/living no-options',
      '/schema/properties/loans/items/properties/more/x-kind not-in-rows',
      '/schema/properties/loans/items/properties/paper/x-kind not-in-rows',
      '/schema/properties/mail/format bad-format',
      '/schema/properties/strange/x-latest unknown-keyword',
    ],
  );
});

t.test('conditions and calculations name what is there and can be seen from where they stand', async (t) => {
  const form: Properties = {
    living: { ...text, 'x-kind': 'choice', enum: ['EMPLOYED', 'OTHER'] },
    note: { 'x-kind': 'note' },
    loans: rows({ bank: text, rate: money, kind: { ...text, ...when('bank', 'answered') } }),
    ok: { ...text, ...when('living', 'one-of', ['EMPLOYED']) },
    gone: { ...text, ...when('deleted', 'answered') },
    option: { ...text, ...when('living', 'equals', 'RETIRED') },
    type: { ...text, ...when('living', 'equals', 5) },
    list: { ...text, ...when('living', 'one-of', 'EMPLOYED') },
    operator: { ...text, ...when('living', 'is', 'EMPLOYED') },
    compared: { ...text, ...when('loans', 'equals', 'x') },
    silent: { ...text, ...when('note', 'answered') },
    outside: { ...text, ...when('bank', 'answered') },
    form: { ...text, 'x-show': { all: [] } },
    one: calculated('rate * 2'),
    all: calculated('loans.rate'),
    column: calculated('sum(loans.nothing)'),
    syntax: calculated('1 +'),
  };
  t.same(
    await faultsOf(form, { requiredDocuments: [{ key: 'id', title: 'Id', show: { field: 'x', is: 'answered' } }] }),
    [
      '/requiredDocuments/0/show/field unknown-field',
      '/schema/properties/all/x-formula in-rows',
      '/schema/properties/column/x-formula unknown-field',
      '/schema/properties/compared/x-show/is bad-operator',
      '/schema/properties/form/x-show bad-condition',
      '/schema/properties/gone/x-show/field unknown-field',
      '/schema/properties/list/x-show/value bad-value',
      '/schema/properties/one/x-formula in-rows',
      '/schema/properties/operator/x-show/is bad-operator',
      '/schema/properties/option/x-show/value unknown-option',
      '/schema/properties/outside/x-show/field in-rows',
      '/schema/properties/silent/x-show/field no-answer',
      '/schema/properties/syntax/x-formula bad-expression',
      '/schema/properties/type/x-show/value bad-value',
    ],
  );
});

t.test('a group cannot promise more rows than are looked into', async (t) => {
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, text]));
  t.same(await faultsOf({ many: { ...rows(wide), maxItems: 1000 } }), [
    '/schema/properties/many/maxItems too-many-rows',
  ]);
  t.same(await faultsOf({ many: { ...rows(wide), maxItems: 400 } }), []);
});

t.test('a circle is found once, and said by the names of what stands in it', async (t) => {
  const circle: Properties = {
    a: { ...text, title: 'First', ...when('b', 'answered') },
    b: { ...text, title: 'Second', ...when('a', 'answered') },
    c: calculated('c + 1'),
  };
  t.same(await faultsOf(circle), ['/schema/properties/a circle', '/schema/properties/c circle']);
  const step = { key: 'later', title: 'Later', fields: ['x'], show: { field: 'x', is: 'answered' } as const };
  t.same(await faultsOf({ x: text }, { wizard: [step] }), ['/schema/properties/x circle']);
});

t.test('an id stays when a key is renamed, and nobody else gets it', async (t) => {
  const first = contentOf(contentWith({ amount: text, loans: rows({ amount: text, 'of-bank': text }) }), { kinds });
  t.match(first.schema, {
    properties: {
      amount: { 'x-id': undefined },
      loans: { items: { 'x-order': ['amount', 'of-bank'], properties: { amount: { 'x-id': 'amount_2' } } } },
    },
  });
  const again = contentOf(contentWith({ amount: text, loans: rows({ amount: text, 'of-bank': text }) }), {
    kinds,
    before: first,
  });
  t.same(again, first, 'what comes again without ids has those of before');
  const renamed = contentOf(contentWith({ sum: { ...text, 'x-id': 'amount' }, amount: text }), {
    kinds,
    before: first,
  });
  t.match(renamed.schema, { properties: { sum: { 'x-id': 'amount' }, amount: { 'x-id': 'amount_2' } } });
  t.same(await faultsOf({ a: { ...text, 'x-id': 'same' }, b: { ...text, 'x-id': 'same' } }), [
    '/schema/properties/b/x-id id-twice',
  ]);
});
