import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import { AccessAdministration } from '../../access/contract.ts';
import type { Json } from '../../../testing/index.ts';
import { manageOrganization } from '../../tenancy/contract.ts';
import { decideApplications } from '../../workflow/contract.ts';
import { stage } from '../../workflow/test/stage.ts';
import { loan } from './content.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const draft = (change: object = {}): object => ({
  name: 'Car loan',
  ...loan,
  workflow: [
    { name: 'Check', kind: 'SYSTEM', handler: 'First' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
  ...change,
});
const made = await s.admin.post('/api/v1/templates', draft());
const at = `/api/v1/templates/${made.body.id}`;

t.test('what stands against publishing is said with every draft', async (t) => {
  t.same(made.body.problems, []);
  const faulty = draft({ workflow: [], wizard: [] });
  t.match(await s.admin.put(at, faulty), {
    status: 200,
    body: {
      problems: [
        { pointer: '/workflow', code: 'missing-kind' },
        { pointer: '/workflow', code: 'missing-kind' },
        { pointer: '/wizard', code: 'not-shown' },
        { pointer: '/wizard', code: 'not-shown' },
      ],
    },
  });
  t.match((await s.admin.get(at)).body, { problems: { length: 4 } });
  t.equal((await s.admin.put(at, draft())).status, 200);
});

t.test('a step that nobody may decide is warned of, where it is handled, and published all the same', async (t) => {
  const manual = { name: 'Underwriting', kind: 'MANUAL' };
  const workflow = [
    { name: 'Check', kind: 'SYSTEM', handler: 'First' },
    manual,
    { ...manual, name: 'Board', role: 'Board' },
  ];
  const { body } = await s.admin.post('/api/v1/templates', draft({ name: 'Warned', workflow }));
  const url = `/api/v1/templates/${body.id}`;
  const warned = async (): Promise<readonly string[]> =>
    (await s.admin.get(url)).body.problems.map(({ pointer, code, severity }: Json) => `${severity} ${pointer} ${code}`);
  t.same(await warned(), ['warning /workflow/2/role nobody-decides'], 'somebody decides somewhere, but no Board');
  t.match(body.problems[0].detail, /Nobody in this organization with the role "Board"/);
  t.equal((await s.admin.put(`${url}/offers/${s.client}`, { workspaceId: s.mixed })).status, 200);
  t.same(
    await warned(),
    ['warning /workflow/1 nobody-decides', 'warning /workflow/2/role nobody-decides'],
    'where it is handled nobody decides at all',
  );
  t.match((await s.admin.get(url)).body.problems[0].detail, /Nobody in workspace MIXED work may decide/);
  const grants = s.platform.service(AccessAdministration);
  const officer = await s.person('board', { workspaces: [s.mixed], permissions: [decideApplications] });
  t.same(await warned(), ['warning /workflow/2/role nobody-decides']);
  const names = await grants.roleNames(s.organization as OrganizationId, [s.mixed, s.staff], decideApplications);
  const [name] = names.get(s.mixed) ?? [];
  const named = workflow.map((step) => ('role' in step ? { ...step, role: name } : step));
  t.equal((await s.admin.put(url, draft({ name: 'Warned', workflow: named }))).status, 200, officer.email);
  t.same(await warned(), []);
  await s.admin.put(url, draft({ name: 'Warned', workflow }));
  t.match(await s.admin.post(`${url}/publish`), { status: 200, body: { version: 1 } });
});

t.test('the list says which drafts are other than what is published', async (t) => {
  const listed = async (id: string): Promise<Json> =>
    (await s.admin.get('/api/v1/templates')).body.find((one: Json) => one.id === id);
  const { body } = await s.admin.post('/api/v1/templates', draft({ name: 'Listed' }));
  const url = `/api/v1/templates/${body.id}`;
  t.match(await listed(body.id), { version: null, unpublishedChanges: true });
  await s.admin.post(`${url}/publish`);
  t.match(await listed(body.id), { version: 1, unpublishedChanges: false });
  const workflow = draft({}) as { workflow: readonly object[] };
  await s.admin.put(
    url,
    draft({ name: 'Listed', workflow: workflow.workflow.map((one, i) => (i === 1 ? { ...one, role: 'Board' } : one)) }),
  );
  t.match(await listed(body.id), { unpublishedChanges: true }, 'rules for people are published with it');
  await s.admin.put(url, draft({ name: 'Listed again' }));
  t.match(await listed(body.id), { unpublishedChanges: true });
  await s.admin.put(url, draft({ name: 'Listed', next: 'We call you.' }));
  t.match(await listed(body.id), { unpublishedChanges: true });
});

t.test('the history tells who published what, and what is different', async (t) => {
  t.same((await s.admin.get(`${at}/versions`)).body, []);
  t.same((await s.admin.get(`${at}/differences`)).body, [], 'nothing is published to compare with');
  await s.admin.post(`${at}/publish`, { note: 'The first one.' });
  await s.admin.put(at, draft({ requiredDocuments: [] }));
  t.match((await s.admin.get(`${at}/differences`)).body, [
    { what: 'document', kind: 'removed', id: 'income', title: 'Proof of income', members: [] },
  ]);
  await s.admin.post(`${at}/publish`);
  t.match((await s.admin.get(`${at}/versions`)).body, [
    { version: 2, note: '', by: { kind: 'user' } },
    { version: 1, note: 'The first one.', by: { kind: 'user' } },
  ]);
  t.match((await s.admin.get(`${at}/versions/1`)).body, { requiredDocuments: [{ key: 'income' }] });
  t.match((await s.admin.get(`${at}/differences?from=2&to=1`)).body, [{ what: 'document', kind: 'added' }]);
  t.equal((await s.admin.get(`${at}/versions/3`)).status, 404);
  t.equal((await s.admin.get(`${at}/differences?from=newest`)).status, 400);
});

t.test('what a template says of itself is kept, checked and compared', async (t) => {
  const content = {
    ...loan,
    schema: { type: 'object', properties: { amount: { type: 'number' }, purpose: { type: 'string' } } },
    wizard: [{ key: 'loan', title: 'Loan', fields: ['amount', 'purpose'], minutes: 4 }],
    workflow: [
      { name: 'Check', kind: 'SYSTEM', handler: 'First', forClients: 'We read your papers' },
      { name: 'Underwriting', kind: 'MANUAL' },
    ],
    amount: 'amount',
    keyAnswers: ['purpose'],
    language: 'en',
    next: 'We write to you within two days.',
  };
  const made = await s.admin.post('/api/v1/templates', { name: 'Of itself', ...content });
  t.match(made, {
    status: 201,
    body: { problems: [], draft: { ...content, workflow: [{ forClients: /papers/ }, {}] } },
  });
  const at = `/api/v1/templates/${made.body.id}`;
  t.equal((await s.admin.post(`${at}/publish`)).status, 200);
  const bad = { ...content, amount: 'purpose', keyAnswers: ['purpose', 'purpose', 'gone'], foundBy: ['lost'] };
  t.same(
    (await s.admin.put(at, { name: 'Of itself', ...bad })).body.problems.map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    ),
    ['/amount no-number', '/keyAnswers/1 twice', '/keyAnswers/2 unknown-field', '/foundBy/0 unknown-field'],
  );
  t.match(await s.admin.put(at, { name: 'Of itself', ...content, language: 'no language' }), { status: 422 });
  t.match((await s.admin.get(`${at}/differences?from=1`)).body, [{ what: 'template', kind: 'changed' }]);
});

t.test('a version is restored into the draft, and only over the draft that was read', async (t) => {
  const etag = (await s.admin.get(at)).headers.etag;
  const restored = await s.admin.post(`${at}/restore`, { version: 1 }, { 'if-match': String(etag) });
  t.match(restored, { status: 200, body: { version: 2, draft: { requiredDocuments: [{ key: 'income' }] } } });
  t.match(await s.admin.post(`${at}/restore`, { version: 2 }, { 'if-match': String(etag) }), {
    status: 412,
    body: { code: 'stale' },
  });
  t.equal((await s.admin.post(`${at}/restore`, { version: 9 })).status, 404);
  await s.admin.post(`${at}/publish`);
  t.same((await s.admin.get(`${at}/differences?from=1&to=3`)).body, [], 'what was restored is what it was');
});

t.test('how people work on a step is kept with the draft, checked and published', async (t) => {
  const rules = {
    role: 'Underwriter',
    checklist: [{ key: 'income', text: 'Income fits the payslips' }],
    due: { workingDays: 2 },
    secondApprover: true,
    assignment: 'least-open',
    note: true,
    escalateTo: 'Head of lending',
  };
  const workflow = [
    { name: 'Check', kind: 'SYSTEM', handler: 'First' },
    { name: 'Underwriting', kind: 'MANUAL', ...rules },
  ];
  const before = (await s.admin.get(`${at}/versions`)).body.length;
  t.match(await s.admin.put(at, draft({ workflow })), { status: 200, body: { draft: { workflow: [{}, rules] } } });
  t.match(await s.admin.post(`${at}/publish`), { status: 200, body: { draft: { workflow: [{}, rules] } } });
  t.equal((await s.admin.get(`${at}/versions`)).body.length, before + 1, 'it is a new version');
  t.same((await s.admin.get(`${at}/differences`)).body, []);
  const twice = [...rules.checklist, ...rules.checklist];
  t.match(
    (
      await s.admin.put(
        at,
        draft({
          workflow: [
            { ...workflow[0], due: { hours: 1 } },
            { ...workflow[1], checklist: twice },
          ],
        }),
      )
    ).body,
    {
      problems: [
        { pointer: '/workflow/0/due', code: 'needless-rule' },
        { pointer: '/workflow/1/checklist/1/key', code: 'key-twice' },
      ],
    },
  );
  t.equal((await s.admin.put(at, draft({ workflow: [{ ...workflow[1], due: { hours: 0 } }] }))).status, 422);
});

t.test('the day of an answer is that where the organization is, not that of the server or of the reader', async (t) => {
  const old = await s.template(undefined, {
    schema: {
      type: 'object',
      properties: {
        day: { type: 'string', format: 'date', 'x-kind': 'date', 'x-latest': 'today' },
      },
    },
    wizard: [{ key: 'all', title: 'All', fields: ['day'] }],
  });
  const now = s.platform.clock.now();
  const early = now.getUTCHours() < 11;
  // Where it is another day than by UTC at this hour.
  const timeZone = early ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
  const here = (days: number): string =>
    new Date(now.getTime() + ((early ? -1 : 1) + days) * 86_400_000).toISOString().slice(0, 10);
  const owner = await s.person('owner', { permissions: [manageOrganization] });
  t.equal((await owner.put('/api/v1/organization', { timeZone })).status, 200);
  const draft = await s.officer.post(`/api/v1/workspaces/${s.staff}/drafts`, { templateId: old });
  t.equal(draft.body.today, here(0));
  const faultAt = async (day: string): Promise<string | undefined> => {
    const url = `/api/v1/drafts/${draft.body.id}`;
    await s.officer.put(url, { answers: { day }, typed: {}, step: 'all', done: [], applicants: [] });
    const sent = await s.officer.post(`${url}/submit`);
    return sent.body.errors.find(({ pointer }: Json) => pointer === '/answers/day')?.code;
  };
  t.equal(await faultAt(here(0)), undefined);
  t.equal(await faultAt(here(1)), 'x-latest');
});

t.test('GraphQL reads what REST reads, for who may edit templates', async (t) => {
  const { body } = await s.admin.post('/api/v1/templates', draft({ name: 'Read' }));
  const url = `/api/v1/templates/${body.id}`;
  await s.admin.post(`${url}/publish`);
  await s.admin.put(url, draft({ name: 'Read', next: 'We call you.' }));
  await s.admin.put(`${url}/offers/${s.client}`, { workspaceId: s.staff });
  await s.admin.put(`${url}/languages/de`, { texts: { next: { text: 'Wir rufen Sie an.' } } });
  const query = `query($id: ID!, $to: String) {
    templateVersions(templateId: $id) { version name publishedAt by note }
    templateContent(templateId: $id, version: 1)
    templateDifferences(templateId: $id, to: $to) { what kind id title members }
    templateOffers(templateId: $id) { clientWorkspaceId clientWorkspaceName workspaceId workspaceName
      applying { hindrance lacking { teamRoleId roleName teamName permission } } }
    templateLanguages(templateId: $id) { language texts translated stale missing }
    templateExport(templateId: $id)
    templateGallery { key title description steps fields minutes }
    stepHandlers { id title description available outside settings }
  }`;
  const { data, errors } = await s.admin.graphql(query, { id: body.id });
  t.notOk(errors, JSON.stringify(errors));
  for (const [member, at] of Object.entries({
    templateVersions: `${url}/versions`,
    templateContent: `${url}/versions/1`,
    templateDifferences: `${url}/differences`,
    templateOffers: `${url}/offers`,
    templateLanguages: `${url}/languages`,
    templateExport: `${url}/export`,
    templateGallery: '/api/v1/template-gallery',
    stepHandlers: '/api/v1/step-handlers',
  }))
    t.same(data[member], (await s.admin.get(at)).body, member);
  t.match(data.templateDifferences, [{ what: 'template', kind: 'changed' }]);
  t.ok((await s.admin.graphql(query, { id: body.id, to: 'tomorrow' })).errors);
  t.ok((await s.officer.graphql(query, { id: body.id })).errors);
  t.ok((await beta.admin.graphql(query, { id: body.id })).errors);
});

t.test('another organization, and who may not edit templates, see nothing of it', async (t) => {
  const unknown = await s.admin.get(`/api/v1/templates/${newId()}/versions`);
  for (const path of ['versions', 'versions/1', 'differences']) {
    const foreign = await beta.admin.get(`${at}/${path}`);
    t.match(foreign, { status: 404, body: unknown.body }, path);
  }
  t.equal((await beta.admin.post(`${at}/restore`, { version: 1 })).status, 404);
});
