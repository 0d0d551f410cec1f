/** Answers in the form in which people write them, and what is said of those that do not fit. */
import { t } from '@dossier/core/testing/t';
import { answerChecks } from '../answers.ts';
import { checkReferences } from '../check-references.ts';
import { Faults } from '../faults.ts';
import { formOf } from '../form/form.ts';
import type { FieldSchema } from '../form/form.ts';
import { kinds } from './content.ts';

const text = { type: 'string' };
const checks = answerChecks(kinds);
const formWith = (field: FieldSchema, required: readonly string[] = []) => ({
  schema: { type: 'object', properties: { one: field }, required },
  wizard: [{ key: 'step', title: 'Step', fields: ['one'] }],
});
const faultsOf = (field: FieldSchema, answer: unknown) =>
  checks.check(formWith(field), { one: answer }, '2026-11-29').faults;
const fits = (field: FieldSchema, answer: unknown): boolean => faultsOf(field, answer).length === 0;

t.test('what looks the same is judged the same, in length too, and is kept as it was written', async (t) => {
  const phone = { ...text, 'x-kind': 'phone', 'x-country': 'DE' };
  const email = { ...text, 'x-kind': 'email', format: 'email' };
  for (const [field, answer] of [
    [phone, '\u202A+49 30 123456\u202C'],
    [phone, '\u200E030 123456'],
    [phone, '+49\u202F30\u00A0123456'],
    [phone, `\u202A${'\u200E'.repeat(40)}+49 30 123456`],
    [email, '\u202Aada@example.org\u202C'],
    [email, ' ada@example.org\u00A0'],
    [{ ...text, maxLength: 5 }, 'Ren\u0065\u0301e\u200E'],
    [{ ...text, maxLength: 3 }, 'abc\u00AD\u2060 '],
    [{ ...text, pattern: '^[A-Z]{2} \\d+$' }, '\u200EDE\u00A012\u200B'],
    [{ ...text, enum: ['No thanks'] }, 'No\u00A0thanks\u200B'],
    [{ ...text, format: 'date', 'x-kind': 'date', 'x-earliest': '2026-01-01' }, '\u200E2026-11-29'],
    [{ type: 'array', items: { ...text, enum: ['A'] } }, ['A\u200B']],
  ] as const)
    t.ok(fits(field, answer), JSON.stringify(answer));
  for (const [field, answer] of [
    [phone, '\u202A12\u202C'],
    [email, '\u202Aada@\u202C'],
    [{ ...text, minLength: 3 }, 'ab\u200B\u200B'],
    [{ type: 'array', items: { ...text, enum: ['A'] }, uniqueItems: true }, ['A', 'A\u200B']],
  ] as const)
    t.notOk(fits(field, answer), JSON.stringify(answer));
  const given = { one: '\u202A+49 30 123456\u202C' };
  t.same(checks.check(formWith(phone), given, '2026-11-29').asked.answers, given);
});

t.test('an address of the web is http or https with a host, in every script', async (t) => {
  const site = { ...text, format: 'uri' };
  for (const answer of [
    'https://www.example.com',
    'www.example.com',
    'example.com:8080/a?b#c',
    'https://bäckerei-müller.de/über-uns',
    'bäckerei-müller.de',
    'https://例え.jp/道',
    'http://intranet/start',
    'HTTPS://EXAMPLE.COM',
    'http://192.0.2.7/',
  ])
    t.ok(fits(site, answer), answer);
  for (const answer of [
    'javascript:alert(1)',
    'https://',
    'https:///path',
    'https:example.com',
    'https:\\\\example.com',
    'ftp://example.com',
    'mailto:ada@example.com',
    'data:text/html,x',
    'ada@example.com',
    'https://bank.example@elsewhere.example/',
    'example',
    '12.11.2026',
    'not an address',
    `https://example.com/${'a'.repeat(2000)}`,
  ])
    t.notOk(fits(site, answer), answer);
  t.ok(fits({ ...site, pattern: '^https://' }, 'www.example.com'), 'a pattern sees the scheme');
});

t.test('faults are sentences, with limits as people write them', async (t) => {
  const money = { type: 'number', title: 'Amount', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2 };
  const number = { type: 'number', title: 'Amount' };
  const day = { ...text, title: 'Begin', 'x-kind': 'date', format: 'date' };
  const list = { type: 'array', title: 'Extras', items: { ...text, enum: ['A'] } };
  const place = { type: 'object', title: 'Home', 'x-kind': 'address' };
  for (const [field, answer, said] of [
    [{ ...money, maximum: 8000 }, 9000, 'Amount: enter €8,000 or less.'],
    [{ ...money, minimum: 0.5, maximum: 8000 }, 0, 'Amount: enter an amount between €0.50 and €8,000.'],
    [{ ...money }, 0.001, 'Amount: enter at most 2 decimals.'],
    [{ ...number, minimum: 1000 }, 1, 'Amount: enter 1,000 or more.'],
    [{ ...number, exclusiveMaximum: 8000 }, 8000, 'Amount: enter less than 8,000.'],
    [{ ...number, 'x-decimals': 0 }, 0.5, 'Amount: enter it without decimals.'],
    [number, 'x', 'Amount: enter a number.'],
    [{ ...text, title: 'Why?', minLength: 2 }, 'x', 'Why? Write at least 2 characters.'],
    [{ ...text, title: 'Site', format: 'uri' }, 'x', 'Site: give a web address, for example https://www.example.org.'],
    [{ ...day, 'x-latest': '2026-12-05' }, '2026-12-06', 'Begin: choose 5 December 2026 or an earlier day.'],
    [{ ...day, 'x-earliest': 'today' }, '2026-11-28', 'Begin: choose today or a later day.'],
    [{ ...number, multipleOf: 0.05 }, 0.07, 'Amount: enter a multiple of 0.05.'],
    [{ ...list, uniqueItems: true }, ['A', 'A'], 'Extras: choose each only once.'],
    [list, ['B'], 'Extras: choose one of the options.'],
    [place, { street: 'A 1', city: 'B' }, 'Home: this answer needs country.'],
    [place, { street: 'A 1', city: '', country: 'NL' }, 'Home: this answer has a part that must not be empty.'],
  ] as const)
    t.equal(faultsOf(field, answer)[0]?.detail, said);
});

t.test('before publishing it is said what a calculation or a person would not take', async (t) => {
  const number = { type: 'number' };
  const said = (formula: string, more: object = {}): readonly string[] => {
    const properties = {
      loan: number,
      amount: number,
      'loan-amount': number,
      'down-payment': { ...number, 'x-id': 'downPayment' },
      ...more,
      total: { type: 'number', 'x-kind': 'calculated', 'x-formula': formula },
    };
    const content = {
      schema: { type: 'object', properties },
      wizard: [{ key: 'step', title: 'Step', fields: Object.keys(properties) }],
      requiredDocuments: [],
    };
    const faults = new Faults();
    checkReferences(formOf(content), content, faults);
    return faults.all.map(({ pointer, code, detail }) => `${pointer} ${code} ${detail}`);
  };
  const at = '/schema/properties/total/x-formula misread';
  t.same(said('loan-amount * 2'), [
    `${at} "loan-amount" is read as "loan" minus "amount", not as the field of that name. Give the field a short name of letters, digits and "_", and write that one.`,
  ]);
  t.same(said('2*down-payment'), [
    `${at} "down-payment" is read as "down" minus "payment", not as the field of that name. Write "downPayment".`,
  ]);
  t.match(said('true ? 1 : 2', { true: number }), [/misread "true" is read as a value/]);
  t.same(said('loan - amount + downPayment'), []);
  t.same(said('value(loan == "loan-amount" ? 1 : 2, 0)'), [], 'in quotes it is a text');
  for (const format of ['date-time', 'time'])
    t.match(said('1', { when: { ...text, format } }), [/^\/schema\/properties\/when\/format not-typed /]);
});
