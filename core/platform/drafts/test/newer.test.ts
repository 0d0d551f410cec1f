/** A draft on a newer version of its template, in other languages, and by GraphQL. */
import { t } from '@dossier/core/testing/t';
import { createApplications } from '../../applications/contract.ts';
import { stage, steps } from '../../workflow/test/stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const text = { type: 'string' };
const first = {
  schema: {
    type: 'object',
    properties: {
      amount: { type: 'number', title: 'Amount' },
      purpose: { ...text, title: 'Purpose' },
      remark: { ...text, title: 'Remark' },
      employer: { ...text, title: 'Employer' },
      name: { ...text, title: 'Name' },
      loans: {
        type: 'array',
        'x-kind': 'group',
        title: 'Loans',
        items: {
          type: 'object',
          properties: { bank: { ...text, title: 'Bank' }, rate: { type: 'number', title: 'Rate' } },
        },
      },
      slip: { 'x-kind': 'file', title: 'Payslip' },
    },
    required: ['amount'],
  },
  wizard: [
    { key: 'loan', title: 'The loan', fields: ['amount', 'purpose'] },
    { key: 'work', title: 'Your work', fields: ['employer', 'slip'] },
    { key: 'you', title: 'About you', fields: ['name', 'remark'] },
    { key: 'debts', title: 'Your debts', fields: ['loans'] },
  ],
  workflow: steps('First', 'MANUAL'),
  next: 'We read it.',
};
/** Purpose is required now, employer is called another way, remark is gone and its key another field's. */
const { amount, purpose, employer, name, loans, slip } = first.schema.properties;
const second = {
  ...first,
  schema: {
    type: 'object',
    properties: {
      amount,
      purpose,
      works_for: { ...employer, 'x-id': 'employer' },
      name,
      remark: { type: 'string', title: 'Other remark', 'x-id': 'other' },
      loans: {
        ...loans,
        items: {
          ...loans.items,
          properties: { lender: { ...text, title: 'Bank', 'x-id': 'bank' }, rate: loans.items.properties.rate },
        },
      },
      pay: { ...slip, 'x-id': 'slip' },
    },
    required: ['amount', 'purpose'],
  },
  wizard: [
    { key: 'loan', title: 'The loan', fields: ['amount', 'purpose'] },
    { key: 'work', title: 'Your work', fields: ['works_for', 'pay'] },
    { key: 'you', title: 'About you', fields: ['name'] },
    { key: 'debts', title: 'Your debts', fields: ['loans'] },
    { key: 'more', title: 'More', fields: ['remark'] },
  ],
};
const templateId = await s.template(first.workflow, first);
const template = `/api/v1/templates/${templateId}`;
const publish = async (content: object): Promise<void> => {
  const { name, description, draft } = (await s.admin.get(template)).body;
  const saved = await s.admin.put(template, { name, description, ...draft, ...content });
  const published = await s.admin.post(`${template}/publish`);
  if (saved.status !== 200 || published.status >= 300) throw new Error(`${saved.text} ${published.text}`);
};
const begin = async (): Promise<string> => {
  const { status, text, body } = await s.officer.post(`/api/v1/workspaces/${s.staff}/drafts`, { templateId });
  if (status !== 201) throw new Error(text);
  return `/api/v1/drafts/${body.id}`;
};
const filled = {
  answers: { amount: 900, employer: 'Acme', name: 'Grace', remark: 'old', loans: [{ bank: 'North', rate: 3 }] },
  typed: { '/employer': 'x', '/loans/0/bank': 'y', '/remark': 'z' },
  step: 'debts',
  done: ['loan', 'work', 'you', 'debts'],
  applicants: [{ type: 'PRIMARY', firstName: 'Grace', lastName: 'Hopper', email: 'grace@else.example' }],
};
const paper = { requirementKey: 'slip', fileName: 'a.txt', contentBase64: 'UGFwZXI=' };

t.test(
  'a draft says what a newer version changes, and goes on there with nothing taken for done or asked',
  async (t) => {
    const url = await begin();
    t.match(await s.officer.put(url, filled), { status: 200 });
    await s.officer.post(`${url}/files`, paper);
    t.match(await s.officer.get(`${url}/newer`), { status: 200, body: { version: 1, changes: [] } });
    const same = await s.officer.post(`${url}/newer`);
    t.match(same, { status: 200, headers: { etag: '"2"' }, body: { templateVersion: 1 } }, 'nothing to go on to');
    await publish(second);

    t.match(await s.officer.get(url), { body: { templateVersion: 1, newestVersion: 2 } }, 'it stays as it was begun');
    const newer = (await s.officer.get(`${url}/newer`)).body;
    t.equal(newer.version, 2);
    const kindsOf = (id: string) => newer.changes.filter((one: { id: string }) => one.id === id);
    t.match(kindsOf('purpose'), [{ what: 'field', kind: 'changed', members: [{ member: 'required', to: true }] }]);
    t.match(kindsOf('remark'), [{ what: 'field', kind: 'removed', title: 'Remark' }]);
    t.match(kindsOf('more'), [{ what: 'step', kind: 'added', title: 'More' }]);
    t.match(kindsOf('slip'), [{ what: 'field' }], 'a field for files is said once');
    t.notMatch(JSON.stringify(newer), /workflow|handler/, 'who works on it is not the applicant’s to know');

    t.match(await s.officer.post(`${url}/newer`, undefined, { 'if-match': '"1"' }), { status: 412 });
    const key = { 'idempotency-key': 'onwards' };
    const moved = await s.officer.post(`${url}/newer`, undefined, { 'if-match': '"2"', ...key });
    t.match(moved, {
      status: 200,
      headers: { etag: '"3"' },
      body: { templateVersion: 2, newestVersion: 2, step: 'debts' },
    });
    t.strictSame(
      moved.body.answers,
      { amount: 900, works_for: 'Acme', name: 'Grace', loans: [{ lender: 'North', rate: 3 }] },
      'answers go with their fields; one whose key is another field’s now is none',
    );
    t.same(moved.body.typed, { '/works_for': 'x', '/loans/0/lender': 'y' });
    t.same(moved.body.done, [], 'each step has a change, or something is missing');
    t.match(moved.body.files, [{ requirementKey: 'pay', fileName: 'a.txt' }]);
    t.match(await s.officer.post(`${url}/newer`, undefined, { 'if-match': '"2"', ...key }), {
      status: 200,
      text: moved.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    t.match((await s.officer.get('/api/v1/drafts')).body[0], { newer: false });
    const colleague = await s.person('colleague', { permissions: [createApplications] });
    for (const other of [colleague, s.admin, s.ada]) {
      t.equal((await other.get(`${url}/newer`)).status, 404);
      t.equal((await other.post(`${url}/newer`)).status, 404);
    }
  },
);

t.test('steps in which nothing changed and nothing is missing stay done', async (t) => {
  const url = await begin();
  const { body } = await s.officer.get(url);
  t.equal(body.templateVersion, 2);
  const done = ['loan', 'work', 'you', 'debts'];
  const answers = { amount: 900, purpose: 'Car', works_for: 'Acme', name: 'Grace' };
  await s.officer.put(url, { ...filled, answers, typed: {}, done, step: 'you' });
  const { properties, ...schema } = second.schema;
  await publish({
    ...second,
    schema: { ...schema, properties: { ...properties, name: { ...name, title: 'Full name' } } },
    workflow: steps('Second', 'MANUAL'),
  });
  const moved = await s.officer.post(`${url}/newer`);
  t.match(moved.body, { templateVersion: 3, step: 'you', answers });
  t.same(moved.body.done, ['loan', 'work', 'debts']);
});

t.test('a form is shown in the language that is wanted, as far as there is one, and says which', async (t) => {
  const german = { 'field/amount/title': { text: 'Betrag' }, 'template/next': { text: 'Wir lesen es.' } };
  const { texts } = (await s.admin.get(`${template}/languages/de`)).body;
  const places = new Map<string, string>(
    texts.map((one: { place: string; source: string }) => [one.source, one.place]),
  );
  const put = await s.admin.put(`${template}/languages/de`, {
    texts: Object.fromEntries(
      [
        ['Amount', german['field/amount/title']],
        ['We read it.', german['template/next']],
        ['The loan', { text: 'Der Kredit' }],
      ].map(([source, given]) => [places.get(String(source)), given]),
    ),
  });
  t.equal(put.status, 200, put.text);
  const begun = (language?: string) =>
    s.officer.post(`/api/v1/workspaces/${s.staff}/drafts`, { templateId, ...(language ? { language } : {}) });
  const amountOf = (body: { form: { schema: { properties: { amount: { title: string } } } } }) =>
    body.form.schema.properties.amount.title;
  const de = (await begun('de-AT')).body;
  t.match(de, { language: 'de', languages: ['en', 'de'], next: 'Wir lesen es.' });
  t.equal(amountOf(de), 'Betrag');
  const fr = (await begun('fr')).body;
  t.match(fr, { language: 'en', languages: ['en', 'de'], next: 'We read it.' });
  const url = `/api/v1/drafts/${fr.id}`;
  const switched = (await s.officer.put(url, { ...filled, answers: {}, typed: {}, step: 'loan', language: 'de' })).body;
  t.equal(amountOf(switched), 'Betrag', 'in the middle of it');
  t.match((await s.officer.get('/api/v1/drafts')).body[0], { id: fr.id, step: 'Der Kredit' });
  const refused = await s.officer.post(`${url}/submit`);
  t.match(refused, { status: 422, body: { errors: [{ pointer: '/answers/amount' }] } });
  t.match(refused.body.errors[0].detail, /^Betrag: /, 'what is wrong is said in the words of the form');
});

t.test('GraphQL reads what REST does, for the owner alone', async (t) => {
  const { body } = await s.officer.post(`/api/v1/workspaces/${s.staff}/drafts`, { templateId });
  await s.officer.post(`/api/v1/drafts/${body.id}/files`, { ...paper, requirementKey: 'pay' });
  const query = `{
    drafts { id templateName step done steps newer savedAt expiresAt }
    draft(id: "${body.id}") { id templateVersion language languages next form { schema wizard } answers done files { requirementKey } }
    offeredTemplates(workspaceId: "${s.staff}") { templateId version name minutes documents }
  }`;
  const { data } = await s.officer.graphql(query);
  t.match(data.drafts[0], { id: body.id, done: 0, newer: false });
  t.match(data.draft, { id: body.id, files: [{ requirementKey: 'pay' }], form: { wizard: [{ key: 'loan' }] } });
  t.match(data.offeredTemplates, [{ templateId, documents: ['Payslip'] }]);
  const other = await s.admin.graphql(`{ draft(id: "${body.id}") { id } }`);
  t.notOk(other.data?.draft);
});
