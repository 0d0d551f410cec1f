import { t } from '@dossier/core/testing/t';
import type { TemplateContent } from '../contract.ts';
import { differences } from '../difference.ts';
import { loan, schemaOf } from './content.ts';

const said = (before: TemplateContent, after: TemplateContent): string[] =>
  differences(before, after).map(
    ({ what, kind, title, members }) =>
      `${kind} ${what} ${title}${members.map(({ member, from, to }) => ` ${member}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`).join(',')}`,
  );
const text = { type: 'string' };
const withFields = (properties: Record<string, object>, required: string[] = []): TemplateContent => ({
  ...loan,
  schema: schemaOf(properties, required),
  wizard: [{ key: 'loan', title: 'The loan', fields: Object.keys(properties) }],
});

t.test('what is the same is no difference, whatever order a database keeps members in', async (t) => {
  t.same(said(loan, structuredClone(loan)), []);
});

t.test('a field that was renamed is the same field', async (t) => {
  t.same(
    said(
      withFields({ amount: { ...text, title: 'Amount' }, gone: text }),
      withFields({ sum: { ...text, title: 'Sum', 'x-id': 'amount' }, fresh: text }, ['sum']),
    ),
    [
      'changed field Sum title: "Amount" → "Sum", key: "amount" → "sum", required: false → true',
      'added field fresh',
      'removed field gone',
    ],
  );
});

t.test('only what was moved is said to have moved', async (t) => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => ({ key, title: key.toUpperCase(), fields: [] }));
  const of = (...wizard: TemplateContent['wizard'][number][]): TemplateContent => ({ ...loan, wizard });
  t.same(
    said(of(a!, b!, c!, d!), of(d!, a!, b!, c!)).filter((one) => one.includes(' step ')),
    ['changed step D place: 4 → 1'],
  );
});

t.test('steps of the workflow, documents and fields in rows are compared each by itself', async (t) => {
  const rows = (properties: object, more: object = {}) => ({
    type: 'array',
    'x-kind': 'group',
    title: 'Loans',
    items: { type: 'object', properties },
    ...more,
  });
  const [check, manual] = loan.workflow;
  t.same(
    said(withFields({ loans: rows({ bank: text }) }), {
      ...withFields({ loans: rows({ bank: text, rate: { type: 'number', title: 'Rate' } }, { maxItems: 3 }) }),
      workflow: [{ ...check!, name: 'First look' }, manual!],
      requiredDocuments: [],
    }),
    [
      'changed field Loans maxItems: null → 3',
      'added field Rate',
      'removed document Proof of income',
      'changed workflow-step First look name: "Check" → "First look"',
    ],
  );
});
