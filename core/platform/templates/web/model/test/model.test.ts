/** What the designer does to a draft, without a browser. */
import { t } from '@dossier/core/testing/t';
import type { Doc } from '../../draft.controller.ts';
import { changesBetween } from '../changes.ts';
import { sentence } from '../conditions.ts';
import { allFields, keysIn, levelAt } from '../content.ts';
import type { Content, Kind } from '../content.ts';
import { addField, duplicateField, labelField, moveField, nudgeField, removeField, renameKey } from '../fields.ts';
import { noWays, waitsAt } from '../no-ways.ts';
import { withOptions } from '../options.ts';
import { usesOf } from '../references.ts';
import { moveStep, removeStep, stillSelected } from '../steps.ts';
import { targetOf } from '../targets.ts';
import { done, left, pastOf, redo, undo } from '../undo.ts';
import { withAnswers, withMember } from '../whole.ts';
import { addWorkflowStep, changeWorkflowStep, checklistFrom, moveWorkflowStep } from '../workflow.ts';

const kind = (id: string, type: string | null, label = id): Kind => ({
  id,
  label,
  group: 'text',
  type,
  limits: {},
  common: [],
});
const text = { type: 'string' };

const content: Content = {
  schema: {
    type: 'object',
    required: ['living'],
    properties: {
      living: { ...text, 'x-kind': 'choice', title: 'Living', oneOf: [{ const: 'job', title: 'Job' }] },
      employer: { ...text, title: 'Employer', 'x-show': { field: 'living', is: 'equals', value: 'job' } },
      income: { type: 'number', title: 'Income' },
      loans: {
        type: 'array',
        'x-kind': 'group',
        title: 'Loans',
        items: {
          type: 'object',
          properties: {
            rate: { type: 'number', title: 'Rate' },
            paid: { type: 'boolean', title: 'Paid', 'x-show': { field: 'rate', is: 'at-least', value: 1 } },
          },
          'x-order': ['rate', 'paid'],
        },
      },
      left: { type: 'number', 'x-kind': 'calculated', title: 'Left', 'x-formula': 'income - sum(loans.rate)' },
    },
  },
  wizard: [
    { key: 'you', title: 'You', fields: ['living', 'employer'] },
    {
      key: 'money',
      title: 'Money',
      fields: ['income', 'loans', 'left'],
      show: { all: [{ field: 'living', is: 'answered' }] },
    },
  ],
  workflow: [
    { key: 'check', name: 'Check', kind: 'SYSTEM', handler: 'CreditReportCheckHandler' },
    { key: 'decide', name: 'Decide', kind: 'MANUAL' },
  ],
  requiredDocuments: [{ key: 'payslip', title: 'Payslip', show: { field: 'living', is: 'equals', value: 'job' } }],
  amount: 'income',
  keyAnswers: ['living', 'income'],
  foundBy: ['living'],
};
const field = (from: Content, id: string) => allFields(from).find((one) => one.id === id)?.field ?? {};

t.test('typing into one text is undone at once, until the hand rests or leaves it', async (t) => {
  const typed = (past: ReturnType<typeof pastOf<string>>, now: string, at: number, of: string | null = 'a label') =>
    done(past, now, { label: 'typing', of, at });
  const burst = typed(typed(typed(pastOf(''), 'I', 0), 'In', 200), 'Inc', 400);
  t.equal(undo(burst).now, '', 'one thing');
  t.equal(redo(undo(burst)).now, 'Inc');
  const rested = typed(burst, 'Income', 10_000);
  t.same([undo(rested).now, undo(undo(rested)).now], ['Inc', ''], 'the hand rested');
  const elsewhere = typed(left(burst), 'Income', 500);
  t.equal(undo(elsewhere).now, 'Inc', 'it was left and come back to');
  t.equal(undo(typed(burst, 'Other', 500, 'a help')).now, 'Inc', 'another text');
  t.equal(undo(typed(typed(burst, 'A', 500, null), 'B', 501, null)).now, 'A', 'what is no typing never joins');
  t.equal(typed(undo(burst), 'X', 500).after.length, 0, 'something new cannot be done again');
  let long = pastOf('');
  for (let n = 1; n <= 300; n += 1) long = typed(long, String(n), n, null);
  t.equal(long.before.length, 200);
});

t.test('renaming keeps every reference, whatever holds it', async (t) => {
  const { content: renamed } = renameKey(content, ['income'], 'monthly');
  t.equal(field(renamed, 'income')['title'], 'Income', 'its id is what it was');
  t.same([renamed.amount, renamed.keyAnswers, renamed.foundBy], ['income', ['living', 'income'], ['living']]);
  t.ok(renamed.wizard[1]?.fields.includes('monthly'));
  const labelled = labelField(content, ['living'], 'How do you live?', true).content;
  t.same(labelled.schema.required, ['howDoYouLive']);
  t.same(field(labelled, 'employer')['x-show'], { field: 'howDoYouLive', is: 'equals', value: 'job' });
  t.same(labelled.requiredDocuments[0]?.show, { field: 'howDoYouLive', is: 'equals', value: 'job' });
  t.same(labelled.wizard[1]?.show, { all: [{ field: 'howDoYouLive', is: 'answered' }] });
  t.same(labelled.keyAnswers, ['howDoYouLive', 'income']);
  t.same(labelField(content, ['living'], 'Other', false).path, ['living'], 'a published key stays');
  t.same(renameKey(content, ['income'], 'left').content, content, 'no key takes the place of another');
  const row = labelField(content, ['loans', 'rate'], 'Each month', true).content;
  t.equal(field(row, 'left')['x-formula'], 'income - sum(loans.eachMonth)');
});

t.test('a copy has ids of its own, leads into itself, and leaves the original as it was', async (t) => {
  const { content: copied, path } = duplicateField(content, ['loans']);
  const ids = allFields(copied).map(({ id }) => id);
  t.equal(new Set(ids).size, ids.length, 'no id is there twice');
  t.same(path, ['loans2']);
  t.same(copied.schema.properties?.['loans'], content.schema.properties?.['loans']);
  const inner = levelAt(copied, 'loans2').properties ?? {};
  t.same(inner['paid']?.['x-show'], { field: inner['rate']?.['x-id'], is: 'at-least', value: 1 });
  t.equal(field(copied, 'left')['x-formula'], 'income - sum(loans.rate)');
  const twice = duplicateField(copied, ['loans']).content;
  t.equal(new Set(allFields(twice).map(({ id }) => id)).size, allFields(twice).length);
  t.same(copied.wizard[1]?.fields, ['income', 'loans', 'loans2', 'left'], 'it stands behind the original');
});

t.test(
  'moving: within a step, into the next one, into rows and out of them, and never further than it goes',
  async (t) => {
    t.same(nudgeField(content, ['employer'], -1).content.wizard[0]?.fields, ['employer', 'living']);
    t.same(
      nudgeField(content, ['employer'], 1).content.wizard.map(({ fields }) => fields),
      [['living'], ['employer', 'income', 'loans', 'left']],
    );
    t.equal(nudgeField(content, ['living'], -1).content, content);
    t.equal(nudgeField(content, ['left'], 1).content, content);
    t.same(keysIn(levelAt(nudgeField(content, ['loans', 'paid'], -1).content, 'loans')), ['paid', 'rate']);
    const into = moveField(content, ['income'], { group: 'loans', at: 0 });
    t.same(into.path, ['loans', 'income']);
    t.ok(allFields(into.content).some(({ id }) => id === 'income'));
    const out = moveField(into.content, into.path, { step: 'money', at: 0 });
    t.same(out.content.wizard[1]?.fields, ['income', 'loans', 'left']);
    t.equal(moveField(content, ['loans'], { group: 'loans', at: 0 }).content, content, 'no rows in rows');
    t.same(
      moveStep(content, 'money', 0).wizard.map(({ key }) => key),
      ['money', 'you'],
    );
    t.equal(moveStep(content, 'money', 2), content);
  },
);

t.test('what names a field is said before it goes, and stays to be mended when it went', async (t) => {
  t.same(usesOf(content, 'living'), [
    'when “Employer” is shown',
    'when the step “Money” is asked',
    'when “Payslip” is asked for',
    'the answers that officers see first',
    'the answers by which applications are found',
  ]);
  t.same(usesOf(content, 'income'), [
    'what “Left” comes to',
    'the amount of an application',
    'the answers that officers see first',
  ]);
  t.same(usesOf(content, 'employer'), []);
  const without = removeField(content, ['living']);
  t.same(without.schema.required, []);
  t.equal(without.wizard[0]?.fields.includes('living'), false);
  const show = without.requiredDocuments[0]?.show;
  t.equal(show && sentence(without, show), 'a question that is gone is job');
  t.equal(removeStep(content, 'money').schema.properties?.['income'], undefined, 'the fields of a step go with it');
});

t.test('what is selected survives undoing, renaming and removing', async (t) => {
  const renamed = renameKey(content, ['employer'], 'boss').content;
  t.same(stillSelected(content, renamed, { field: ['employer'] }), { field: ['boss'] });
  t.same(stillSelected(content, removeField(content, ['employer']), { field: ['employer'] }), { field: ['living'] });
  t.same(stillSelected(content, removeStep(content, 'you'), { step: 'you' }), { step: 'money' });
  t.same(stillSelected(content, content, { step: 'you' }), { step: 'you' });
});

t.test('a new field has a key that nobody has, and options keep the values that conditions name', async (t) => {
  const { content: added, path } = addField(
    content,
    kind('string', 'string', 'Payslip'),
    { step: 'you', at: 2 },
    'EUR',
  );
  t.notOk(['payslip', ...Object.keys(content.schema.properties ?? {})].includes(path[0]));
  const wording = withOptions(content, ['living'], 'Employed\nRetired', false);
  t.same(field(wording, 'employer')['x-show'], { field: 'living', is: 'equals', value: 'employed' });
  const published = withOptions(content, ['living'], 'Employed', true);
  t.same(field(published, 'living')['oneOf'], [{ const: 'job', title: 'Employed' }]);
  t.equal(allFields(added).length, allFields(content).length + 1);
});

t.test('new money is of the amount’s currency, else of other money, else the organization’s', async (t) => {
  const place = { step: 'you', at: 0 };
  const currencyOf = (into: Content): unknown => {
    const { content: next, path } = addField(into, kind('money', 'number'), place, 'CHF');
    return field(next, String(path[0]))['x-currency'];
  };
  t.equal(currencyOf(content), 'CHF');
  const { properties = {} } = content.schema;
  const money = { type: 'number', 'x-kind': 'money', 'x-currency': 'GBP' };
  const other: Content = { ...content, schema: { ...content.schema, properties: { ...properties, rent: money } } };
  t.equal(currencyOf(other), 'GBP');
  const asked = { ...money, 'x-id': 'asked', 'x-currency': 'SEK' };
  const named: Content = {
    ...other,
    amount: 'asked',
    schema: { ...other.schema, properties: { ...other.schema.properties, asked } },
  };
  t.equal(currencyOf(named), 'SEK');
});

t.test('the template as a whole: six answers at most, and what is emptied is gone', async (t) => {
  t.same(withAnswers(content, 'keyAnswers', ['a', 'b', 'c', 'd', 'e', 'f', 'g']).keyAnswers?.length, 6);
  t.equal('keyAnswers' in withAnswers(content, 'keyAnswers', []), false);
  t.equal('amount' in withMember(content, { amount: undefined }), false);
  t.equal(withMember(content, { next: 'Soon.' }).next, 'Soon.');
});

t.test('steps of the workflow: checks before decisions, keys that stay, points of a checklist too', async (t) => {
  const { flow, step } = addWorkflowStep(content.workflow, { kind: 'SYSTEM', name: 'Check', handler: 'x' });
  t.same(
    flow.map(({ key }) => key),
    ['check', step.key, 'decide'],
  );
  t.equal(step.name, 'Check2');
  t.equal(moveWorkflowStep(flow, 'check', -1), flow);
  const changed = changeWorkflowStep(flow, 'decide', { name: 'Underwriting', role: 'Member' });
  t.match(changed[2], { key: 'decide', name: 'Underwriting', role: 'Member' });
  t.equal('role' in (changeWorkflowStep(changed, 'decide', { role: undefined })[2] ?? {}), false);
  const points = checklistFrom('Identity\n\nIncome ', []) ?? [];
  t.same(
    checklistFrom('Income is plausible\nIdentity', points)?.map(({ text }) => text),
    ['Income is plausible', 'Identity'],
  );
  t.equal(new Set(checklistFrom('Identity\nIdentity', points)?.map(({ key }) => key)).size, 2);
  t.equal(checklistFrom(' \n', points), undefined);
});

t.test('what does not pass goes to the next person, else back to the first one, else nowhere', async (t) => {
  const flow = (kinds: string) => [...kinds].map((one) => ({ kind: one === 'S' ? 'SYSTEM' : 'MANUAL' }) as const);
  t.same(
    [0, 1, 2, 3].map((at) => waitsAt(flow('SSMS'), at)),
    [2, 2, 2, 2],
  );
  t.equal(waitsAt(flow('SS'), 0), -1);
  const drawn = noWays(flow('SSMS')).map(({ above, below, from, to }) =>
    [above && 'a', below && 'b', from && 'f', to && 't'].filter(Boolean).join(''),
  );
  t.same(drawn, ['bf', 'abf', 'abt', 'af']);
  t.ok(noWays(flow('SS')).every(({ above, below, from }) => !above && !below && !from));
});

t.test('a fault leads to the control that mends it, in whatever tab it is', async (t) => {
  const at = (pointer: string) => {
    const { tab, selected, at: place, member, title } = targetOf(pointer, content);
    return [tab, selected ?? place, member, title];
  };
  t.same(at('/schema/properties/left/x-formula'), ['form', { field: ['left'] }, 'formula', 'Left']);
  t.same(at('/schema/properties/employer/x-show/field'), ['form', { field: ['employer'] }, 'when', 'Employer']);
  t.same(at('/schema/properties/income/minimum'), ['form', { field: ['income'] }, 'limits', 'Income']);
  t.same(at('/schema/properties/loans/items/properties/rate/title'), [
    'form',
    { field: ['loans', 'rate'] },
    'label',
    'Rate',
  ]);
  t.same(at('/wizard/1/show/all/0/field'), ['form', { step: 'money' }, 'when', 'Money']);
  t.same(at('/wizard/0/fields/1'), ['form', { field: ['employer'] }, null, 'Employer']);
  t.same(at('/workflow/0/handler'), ['workflow', 0, 'handler', 'Check']);
  t.same(at('/workflow/0/settings/fee'), ['workflow', 0, 'settings/fee', 'Check']);
  t.same(at('/workflow'), ['workflow', null, null, '']);
  t.same(at('/requiredDocuments/0/show/value'), ['documents', 0, 'when', 'Payslip']);
  t.same(at('/amount'), ['settings', null, 'amount', 'The amount']);
  t.same(at('/keyAnswers/1'), ['settings', null, 'add-answer', 'Answers that officers see first']);
  t.same(at('/foundBy/0'), ['settings', null, 'add-found', 'Answers by which applications are found']);
  t.same(at('/name'), ['form', null, 'name', 'Name']);
  t.same(at(''), ['form', null, null, '']);
});

t.test('two drafts are compared by ids, whatever the order of members', async (t) => {
  const doc = (from: Content): Doc => ({ name: 'Loan', description: '', content: from });
  const turned: Content = { ...content, schema: { ...content.schema, properties: reversed(content) } };
  t.same(changesBetween(doc(content), doc(turned)), []);
  const { content: renamed } = renameKey(removeField(content, ['employer']), ['income'], 'monthly');
  t.same(
    changesBetween(doc(content), doc(renamed)).map(({ what, kind: how, id, members }) => [
      what,
      how,
      id,
      members.map(({ member }) => member).join(' '),
    ]),
    [
      ['field', 'changed', 'income', 'key'],
      ['field', 'removed', 'employer', ''],
    ],
  );
  t.match(changesBetween(doc(content), { ...doc(content), name: 'Credit' }), [{ what: 'template', kind: 'changed' }]);
  t.match(changesBetween(doc(content), doc(moveStep(content, 'money', 0))), [{ what: 'step', kind: 'changed' }]);
});

const reversed = ({ schema }: Content) =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .toReversed()
      .map(([key, one]) => [key, Object.fromEntries(Object.entries(one).toReversed())]),
  );
