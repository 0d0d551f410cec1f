import t from 'tap';
import { stage } from '../../workflow/test/stage.ts';
import { loan } from './content.ts';

const s = await stage();
t.teardown(() => s.stop());
const draft = (change: object = {}): object => ({
  name: 'Car loan',
  ...loan,
  wizard: [{ ...loan.wizard[0], minutes: 3 }],
  workflow: [
    { name: 'Check', kind: 'SYSTEM', handler: 'First', forClients: 'We look at your papers' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
  amount: 'amount',
  keyAnswers: ['purpose', 'amount'],
  language: 'en-GB',
  next: 'We write to you within three working days.',
  ...change,
});
const made = await s.admin.post('/api/v1/templates', draft());
const at = `/api/v1/templates/${made.body.id}`;

t.test('a template says its amount, its key answers, its language and what comes next', async (t) => {
  t.match(made.body.draft, {
    amount: 'amount',
    keyAnswers: ['purpose', 'amount'],
    language: 'en-GB',
    next: /three working days/,
  });
  t.match(made.body, {
    problems: { length: 0 },
    draft: { wizard: [{ minutes: 3 }], workflow: [{ forClients: /papers/ }] },
  });
  await s.admin.post(`${at}/publish`);
  await s.admin.put(at, draft({ next: 'Soon.', keyAnswers: ['amount'] }));
  t.match((await s.admin.get(`${at}/differences`)).body, [
    { what: 'template', kind: 'changed', members: [{ member: 'keyAnswers' }, { member: 'next', to: 'Soon.' }] },
  ]);
  const file = (await s.admin.get(`${at}/export`)).body;
  const there = await s.admin.post('/api/v1/templates/import', { file, name: 'Another' });
  t.match(there.body.draft, { amount: 'amount', keyAnswers: ['amount'], next: 'Soon.', language: 'en-GB' });
});

t.test('what it names must be there, and can be an amount', async (t) => {
  const problems = async (change: object) => (await s.admin.put(at, draft(change))).body.problems;
  t.match(await problems({ amount: 'purpose' }), [{ pointer: '/amount', code: 'no-number' }]);
  t.match(await problems({ amount: 'gone', keyAnswers: ['amount', 'amount', 'lost'] }), [
    { pointer: '/amount', code: 'unknown-field' },
    { pointer: '/keyAnswers/1', code: 'twice' },
    { pointer: '/keyAnswers/2', code: 'unknown-field' },
  ]);
  t.match(await s.admin.put(at, draft({ language: 'no language' })), {
    status: 422,
    body: { errors: [{ pointer: '/language', code: 'bad-language' }] },
  });
  t.equal((await s.admin.put(at, draft({ keyAnswers: Array(7).fill('amount') }))).status, 422);
});
