import { t } from '@dossier/core/testing/t';
import fc from 'fast-check';
import { seed } from '../../../testing/seed.ts';
import { answerChecks } from '../answers.ts';
import type { FormContent } from '../form/form.ts';
import { fieldList } from '../routes.ts';
import { kinds, loan, schemaOf, version } from './content.ts';

const { check: checked } = answerChecks(kinds);
const check = (content: FormContent, answers: Readonly<Record<string, unknown>>) => {
  const { faults, unknown } = checked(content, answers, '2026-11-26');
  return { faults, unknown };
};
const pointers = (
  properties: Record<string, object>,
  answers: Record<string, unknown>,
  required: readonly string[] = [],
): string[] =>
  check(version(schemaOf(properties, required)), answers)
    .faults.map((fault) => `${fault.pointer} ${fault.code}`)
    .sort();

t.test('all faults are found at once, by the pointer of the answer', async (t) => {
  t.same(
    pointers(
      {
        amount: { type: 'number' },
        purpose: { type: 'string', enum: ['CAR'] },
        name: { type: 'string' },
        many: { type: 'array', items: { type: 'string', enum: ['a'] } },
      },
      { amount: 'abc', purpose: 'BOAT', many: ['a', 'b'] },
      ['name'],
    ),
    ['/amount type', '/many/1 enum', '/name missing', '/purpose enum'],
  );
});

t.test('a required answer that says nothing is missing, also within another', async (t) => {
  const text = { type: 'string' },
    list = { type: 'array', items: text };
  for (const nothing of ['', '   ', '\u200b', '\n'])
    t.same(
      pointers({ employer: text }, { employer: nothing }, ['employer']),
      ['/employer missing'],
      JSON.stringify(nothing),
    );
  t.same(pointers({ many: list }, { many: [] }, ['many']), ['/many missing']);
  const address = { type: 'object', properties: { street: text, floor: text }, required: ['street'] };
  t.same(
    pointers(
      { address, former: { type: 'array', items: address } },
      { address: { street: ' ', floor: '' }, former: [{ street: 'Elm' }, { street: '' }] },
    ),
    ['/address/street missing', '/former/1/street missing'],
  );
  t.same(
    pointers({ employer: text, many: list }, { employer: '', many: [] }),
    [],
    'what is not required may be left empty',
  );
  t.same(
    pointers({ code: { type: 'string', minLength: 2 } }, { code: '' }, ['code']),
    ['/code minLength'],
    'one fault for one answer',
  );
  t.match(
    check(version(schemaOf({ employer: { type: 'string', title: 'Who employs you?' } }, ['employer'])), {
      employer: '',
    }).faults,
    [{ detail: 'Who employs you? This answer is missing.' }],
  );
});

t.test('an option with a title is checked like any other and gives one fault', async (t) => {
  t.same(
    pointers(
      {
        one: {
          type: 'string',
          oneOf: [
            { const: 'a', title: 'A' },
            { const: 'b', title: 'B' },
          ],
        },
      },
      { one: 'c' },
    ),
    ['/one oneOf'],
  );
});

t.test('what is wrong is said behind the title of the field, also when that is a question', async (t) => {
  const { faults } = check(
    version(
      schemaOf({ term: { type: 'integer', title: 'Months' }, purpose: { type: 'string', title: 'What is it for?' } }, [
        'purpose',
      ]),
    ),
    { term: 'x' },
  );
  t.same(faults.map(({ detail }) => detail).sort(), [
    'Months: enter a whole number.',
    'What is it for? This answer is missing.',
  ]);
});

t.test('a multiple is one of the number as it is written', async (t) => {
  const cents = (amount: number): readonly string[] =>
    pointers({ amount: { type: 'number', multipleOf: 0.01 } }, { amount });
  for (const amount of [19.99, 0.07, 4.35, 8.2, 1234.56, -1.1, 0, 123_456_789_012.34, 1e21])
    t.same(cents(amount), [], String(amount));
  for (const amount of [0.005, 19.999, 1e-7, 5e-324]) t.same(cents(amount), ['/amount multipleOf'], String(amount));
  t.same(pointers({ n: { type: 'integer', multipleOf: 3 } }, { n: 7 }), ['/n multipleOf']);
});

t.test('decimals are counted as the number is written', async (t) => {
  const cents = (amount: number): readonly string[] =>
    pointers({ amount: { type: 'number', 'x-decimals': 2, 'x-currency': 'EUR' } }, { amount });
  for (const amount of [1.1, 19.99, 0.07, 4.35, 8.2, 1234.56, -1.1, 0, -0, 7, 123_456_789_012.34, 1e21])
    t.same(cents(amount), [], String(amount));
  for (const amount of [0.005, 19.999, 1e-7, 5e-324, 1.1 + 2.2])
    t.same(cents(amount), ['/amount x-decimals'], String(amount));
});

t.test('unknown answers are named and are no fault', async (t) => {
  t.same(check(version(loan.schema), { amount: 700, extra: 1, __proto: 2 }), {
    faults: [],
    unknown: ['extra', '__proto'],
  });
});

t.test('formats and patterns', async (t) => {
  t.same(pointers({ day: { type: 'string', format: 'date' } }, { day: '2026-02-30' }), ['/day format']);
  t.same(pointers({ mail: { type: 'string', format: 'email' } }, { mail: 'ada@example.org' }), []);
  t.same(pointers({ code: { type: 'string', pattern: '^[A-Z]{2}$' } }, { code: 'ABC' }), ['/code pattern']);
});

t.test('a hostile text against a hostile pattern costs no time', async (t) => {
  // Were it tried in every way, this would not end before the runner ends it.
  t.same(
    pointers(
      { p: { type: 'string', pattern: '^(a+)+$' }, mail: { type: 'string', format: 'email' } },
      { p: `${'a'.repeat(900)}!`, mail: 'a'.repeat(500_000) },
    ),
    ['/mail format', '/p pattern'],
  );
});

t.test('of a thousand options an answer that is none is found wrong once', async (t) => {
  const option = (n: number): object => ({ const: `v${n}`, title: `Option ${n}` });
  const one = { type: 'string', oneOf: Array.from({ length: 1_000 }, (_, n) => option(n)) };
  t.same(pointers({ one }, { one: 'v999' }), []);
  t.same(pointers({ one }, { one: 'none' }), ['/one oneOf']);
});

t.test('a list that is too long is not looked into', async (t) => {
  const many = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } };
  t.same(pointers({ many: { ...many, maxItems: 2 } }, { many: ['x', 'y', 'z'] }), ['/many maxItems']);
  t.same(
    pointers({ many }, { many: Array.from({ length: 1_001 }, () => 'x') }),
    ['/many maxItems'],
    'no form asks for more than a thousand',
  );
});

t.test('versions of one template are kept apart', async (t) => {
  const [first, second] = [
    version(schemaOf({ a: { type: 'string' } }), 11),
    version(schemaOf({ a: { type: 'number' } }), 12),
  ];
  t.equal(check(first, { a: 'x' }).faults.length, 0);
  t.equal(check(second, { a: 'x' }).faults.length, 1);
});

t.test('whatever the answers are, checking them neither throws nor changes them', async () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.constantFrom('amount', 'purpose', 'toString', '__proto__', 'constructor'), fc.string()),
        fc.jsonValue(),
      ),
      (answers) => {
        const before = JSON.stringify(answers);
        const { faults } = check(version(loan.schema), answers);
        const { amount } = answers;
        const good =
          Object.hasOwn(answers, 'amount') &&
          typeof amount === 'number' &&
          amount >= 500 &&
          (!Object.hasOwn(answers, 'purpose') || ['CAR', 'HOME'].includes(String(answers.purpose)));
        return JSON.stringify(answers) === before && (faults.length === 0) === good;
      },
    ),
    { seed },
  );
});

t.test('the field list of the schema reply has key, type, required and options', async (t) => {
  t.same(fieldList(loan), [
    { key: 'amount', kind: 'number', type: 'number', required: true, options: [], calculated: false },
    {
      key: 'purpose',
      kind: 'string',
      type: 'string',
      required: false,
      options: ['CAR', 'HOME'],
      calculated: false,
    },
  ]);
  const wizard = [
    { key: 'why', title: 'Why', fields: ['purpose'] },
    { key: 'loan', title: 'The loan', fields: ['amount'] },
  ];
  t.same(
    fieldList({ ...loan, wizard }).map(({ key }) => key),
    ['purpose', 'amount'],
    'in the order of the wizard',
  );
});
