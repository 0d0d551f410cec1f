/** The same verdict in pages and on the server, on random answers to a form with every kind of field. */
import fc from 'fast-check';
import { t } from '@dossier/core/testing/t';
import { seed } from '../../../testing/seed.ts';
import { answerChecks } from '../answers.ts';
import { checkAnswers, checksOf, formOf } from '../form/index.ts';
import type { FormContent } from '../form/index.ts';
import { kinds } from './content.ts';

const today = '2026-11-26';
const text = { type: 'string' };
const number = { type: 'number' };
const choice = { ...text, 'x-kind': 'choice', enum: ['A', 'B', 'C', 'Caf\u00e9'] };
const shownBy = (field: string, value: unknown) => ({ 'x-show': { field, is: 'equals', value } });
const properties = {
  name: { ...text, minLength: 2, maxLength: 5 },
  code: { ...text, pattern: '^[A-Z]{2}\\d+$', ...shownBy('kind', 'A') },
  story: { ...text, 'x-kind': 'long-text', maxLength: 4 },
  kind: choice,
  several: { type: 'array', items: { type: 'string', enum: ['A', 'B'] }, maxItems: 1, uniqueItems: true },
  agreed: { type: 'boolean' },
  income: { ...number, 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2, minimum: 0 },
  months: { type: 'integer', maximum: 10, multipleOf: 5 },
  yearly: { ...number, 'x-kind': 'calculated', 'x-formula': 'income * 12' },
  born: { ...text, format: 'date', 'x-kind': 'date', 'x-latest': 'today', ...shownBy('agreed', true) },
  mail: { ...text, format: 'email', 'x-kind': 'email' },
  site: { ...text, format: 'uri', maxLength: 25 },
  phone: { ...text, 'x-kind': 'phone', 'x-country': 'NL' },
  home: { type: 'object', 'x-kind': 'address' },
  paper: { 'x-kind': 'file' },
  loans: {
    type: 'array',
    'x-kind': 'group',
    maxItems: 2,
    items: {
      type: 'object',
      required: ['rate', 'why'],
      properties: { rate: { ...number, minimum: 1 }, of: choice, why: { ...text, ...shownBy('of', 'B') } },
    },
  },
};
const content: FormContent = {
  schema: { type: 'object', properties, required: ['name', 'code', 'income', 'born', 'home', 'loans', 'several'] },
  wizard: [
    { key: 'one', title: 'One', fields: ['name', 'code', 'story', 'kind', 'several', 'agreed'] },
    {
      key: 'two',
      title: 'Two',
      fields: Object.keys(properties).slice(6),
      show: { field: 'kind', is: 'not-equals', value: 'C' },
    },
  ],
};

const some = fc.constantFrom<unknown>(
  ...['', 'A', 'B', 'C', 'AB12', 'long enough', '2026-11-26', '2026-11-27', '2026-02-30', 'a@b.example', 'a@', '  '],
  ...['+31201234567', '020 123 4567', '12', '+3120123456712345678901234567890123456789012', 0, 1, -1, 5, 1.1, 0.001],
  ...['Caf\u00e9', 'Cafe\u0301', 'A\u200E', '\u202Aa@b.example\u202C', '\u200E+31201234567', '\u200E\u200E'],
  ...['www.example.com', 'https://', 'https://example.com/long/path'],
  ...[true, false, null, [], ['A'], ['A', 'A'], ['A', 'B'], ['D'], {}],
);
const part = fc.constantFrom<unknown>('', 'NL', 'Main street 1', 7);
const address = fc.dictionary(fc.constantFrom('street', 'city', 'country', 'more', 'else'), part);
const row = fc.dictionary(fc.constantFrom('rate', 'of', 'why', 'other'), some);
const answers = fc.dictionary(
  fc.constantFrom(...Object.keys(properties), 'unknown'),
  fc.oneof({ weight: 4, arbitrary: some }, address, fc.array(fc.oneof(row, some), { maxLength: 3 })),
);

t.test('10,000 random answers get the same verdict on both sides', async (t) => {
  const server = answerChecks(kinds);
  // As a page has it: from JSON, compiled anew.
  const page: FormContent = JSON.parse(JSON.stringify(content));
  const form = formOf(page);
  const checks = await checksOf(form, today);
  const verdict = ({ faults, unknown, asked }: ReturnType<typeof checkAnswers>) => ({
    faults: faults.map(({ pointer, code }) => `${pointer} ${code}`),
    unknown,
    notAsked: asked.notAsked,
    differing: asked.differing,
    answers: asked.answers,
  });
  let faulty = 0;
  fc.assert(
    fc.property(answers, (given) => {
      const here = verdict(checkAnswers(form, given, checks));
      if (here.faults.length > 0) faulty += 1;
      return JSON.stringify(here) === JSON.stringify(verdict(server.check(content, given, today)));
    }),
    { seed, numRuns: 10_000 },
  );
  t.ok(faulty > 1000, `${faulty} were faulty`);
});
