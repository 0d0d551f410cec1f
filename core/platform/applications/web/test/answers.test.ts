import { t } from '@dossier/core/testing/t';
import { answerGroups } from '../case/answer-groups.ts';
import { reasonText } from '../case/failed.ts';

const euro = { type: 'number', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2 };
const template = {
  schema: {
    properties: {
      employed: { type: 'boolean', title: 'Are you employed?' },
      employer: { type: 'string', title: 'Employer', 'x-show': { field: 'employed', is: 'equals', value: true } },
      income: { ...euro, title: 'Income', 'x-show': { field: 'employer', is: 'answered' } },
      amount: { ...euro, title: 'Amount' },
      tenth: { ...euro, 'x-kind': 'calculated', title: 'A tenth of it', 'x-formula': 'amount / 10' },
      home: { type: 'object', 'x-kind': 'address', title: 'Home' },
      loans: {
        type: 'array',
        'x-kind': 'group',
        title: 'Loans',
        items: {
          type: 'object',
          'x-order': ['bank', 'late', 'why'],
          properties: {
            why: { type: 'string', title: 'Why', 'x-show': { field: 'late', is: 'equals', value: true } },
            late: { type: 'boolean', title: 'Late' },
            bank: { type: 'string', title: 'Bank' },
          },
        },
      },
      note: { 'x-kind': 'note', title: 'Before you go on' },
      slip: { 'x-kind': 'file', title: 'Payslip' },
      phone: { type: 'string', 'x-kind': 'phone', title: 'Phone' },
    },
  },
  wizard: [
    { key: 'you', title: 'You', fields: ['employed', 'employer', 'income', 'note', 'slip', 'home', 'phone'] },
    { key: 'loan', title: 'The loan', fields: ['amount', 'tenth', 'loans'] },
  ],
};
const shown = (answers: Readonly<Record<string, unknown>>) =>
  answerGroups({ answers, template, createdAt: '2026-11-27T09:00:00Z', submittedAt: null }).map(({ title, lines }) => [
    title,
    ...lines.map((line) => `${line.title}: ${line.text ?? '-'}`),
  ]);

t.test('what is asked is shown as it counts, and what else was sent stands apart', async (t) => {
  t.same(
    shown({
      employed: false,
      employer: 'ACME',
      income: 'nonsense',
      amount: 1000,
      tenth: 99_999,
      home: { city: 'Lund', street: 'Bytaregatan 1', postalCode: '222 21', country: 'SE' },
      loans: [
        { why: 'hidden', bank: 'One', late: false },
        { bank: 'Two', late: true, why: 'because' },
      ],
      remark: 'Hello',
    }),
    [
      ['You', 'Are you employed?: No', 'Home: Bytaregatan 1\n222 21 Lund\nSweden', 'Phone: -'],
      [
        'The loan',
        'Amount: €1,000.00',
        'A tenth of it: €100.00',
        'Loans: 1. Bank: One, Late: No\n2. Bank: Two, Late: Yes, Why: because',
      ],
      [
        'Sent, but does not count',
        'Employer: ACME',
        'Income: nonsense',
        'Loans 1: Why: hidden',
        'A tenth of it: €99,999.00',
      ],
      ['Not part of the form', 'Remark: Hello'],
    ],
  );
});

t.test('where everything that was sent counts there is nothing else', async (t) => {
  t.same(
    shown({ employed: true, employer: 'ACME' }).map(([title]) => title),
    ['You', 'The loan'],
  );
});

t.test('a moment in a reason is written as the reader does, and one that does not exist stands as it is', async (t) => {
  const of = { template: { schema: {} } } as Parameters<typeof reasonText>[1];
  const said = (text: string): string => reasonText({ code: 'late', text, pointer: null }, of);
  t.match(said('Due at 2026-03-02T09:30:00Z.'), /^Due at .*Mar/);
  for (const text of ['Due at 2026-02-30T10:00:00Z.', 'Due at 2026-99-99T99:99Z.']) t.equal(said(text), text);
});
