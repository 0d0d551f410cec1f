import { t } from '@dossier/core/testing/t';
import { createApplications } from '../../applications/contract.ts';
import { AccessAdministration } from '../../access/contract.ts';
import { stage } from '../../workflow/test/stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const templateId = await s.template();
const at = (workspace: string) => `/api/v1/workspaces/${workspace}/drafts`;
const begin = async (): Promise<string> => (await s.officer.post(at(s.staff), { templateId })).body.id;
const content = { answers: { amount: 7 }, typed: { '/amount': '7,' }, step: 'loan', done: [], applicants: [] };

t.test('a draft is begun, kept as it is, right or wrong, and read again on another device', async (t) => {
  const made = await s.officer.post(at(s.staff), { templateId });
  t.match(made, {
    status: 201,
    headers: { etag: '"1"', location: `/api/v1/drafts/${made.body.id}` },
    body: {
      workspaceId: s.staff,
      workspaceType: 'STAFF',
      templateVersion: 1,
      newestVersion: 1,
      language: 'en',
      form: { wizard: [{ key: 'loan' }], schema: { properties: { amount: {} } }, requiredDocuments: [] },
      answers: {},
      applicants: [],
      files: [],
    },
  });
  const url = `/api/v1/drafts/${made.body.id}`;
  const saved = await s.officer.put(url, content, { 'if-match': '"1"' });
  t.match(saved, { status: 200, headers: { etag: '"2"' }, body: content });
  t.match(await s.officer.get(url), { status: 200, headers: { etag: '"2"' }, body: content });
  t.match(
    await s.officer.put(url, { ...content, answers: {} }, { 'if-match': '"1"' }),
    { status: 412, body: { code: 'stale' } },
    'what another tab has read before does not win',
  );
  t.match((await s.officer.get('/api/v1/drafts')).body[0], {
    id: made.body.id,
    templateName: 'Loan 0',
    step: 'The loan',
    done: 0,
    steps: 1,
    newer: false,
  });
  t.match(await s.officer.delete(url), { status: 204 });
  t.match(await s.officer.get(url), { status: 404 });
});

t.test('nobody but its owner knows of a draft, whatever they may do', async (t) => {
  const url = `/api/v1/drafts/${await begin()}`;
  const colleague = await s.person('colleague', { permissions: [createApplications] });
  for (const other of [colleague, s.admin, s.clerk, s.ada, beta.officer]) {
    const nobodys = await other.get(`/api/v1/drafts/${s.organization}`);
    t.equal((await other.get(url)).status, 404);
    t.equal((await other.get(url)).text, nobodys.text, 'it looks as one that is not there');
    t.equal((await other.put(url, content)).status, 404);
    t.equal((await other.delete(url)).status, 404);
    const list = await other.get('/api/v1/drafts');
    t.same(list.status === 200 ? list.body : [], []);
  }
  t.equal((await s.officer.get(url)).status, 200);
});

t.test(
  'who may no more create applications does not reach their drafts, and finds them when they may again',
  async (t) => {
    const owner = await s.person('owner', { permissions: [createApplications] });
    const { id } = (await owner.post(at(s.staff), { templateId })).body;
    const [membership] = (await owner.get(`/users/${owner.id}/user-teams`)).body;
    const grant = (granted: boolean) =>
      s.system().then((access) =>
        s.platform.service(AccessAdministration).setGrant(access, {
          teamRoleId: membership.teamRoleId,
          permission: createApplications,
          workspace: s.staff,
          granted,
        }),
      );
    await grant(false);
    t.equal((await owner.get(`/api/v1/drafts/${id}`)).status, 403);
    t.equal((await owner.get('/api/v1/drafts')).status, 403);
    await grant(true);
    t.equal((await owner.get(`/api/v1/drafts/${id}`)).status, 200);
  },
);

t.test('a draft is sent when nothing is wrong with it, and once', async (t) => {
  const url = `/api/v1/drafts/${await begin()}`;
  await s.officer.put(url, content);
  t.match(await s.officer.post(`${url}/submit`), {
    status: 422,
    body: { errors: [{ pointer: '/answers/amount' }, { pointer: '/answers/amount' }, { pointer: '/applicants' }] },
  });
  const applicants = [
    { type: 'PRIMARY', firstName: 'Grace', lastName: 'Hopper', email: '\u202Agrace@else.example\u202C' },
  ];
  await s.officer.put(url, { ...content, answers: { amount: 900, stray: 1 }, typed: {}, applicants });
  const both = await Promise.all([s.officer.post(`${url}/submit`), s.officer.post(`${url}/submit`)]);
  const [{ status, body, text }, other] = both;
  t.equal(status, 201);
  t.match(other, { status, text }, 'twice at once is one application');
  t.match(await s.officer.post(`${url}/submit`), { status, text }, 'also later, when the answer was lost');
  const { applicationId, number } = body;
  const made = await s.officer.get(`/api/v1/applications/${applicationId}`);
  t.match(made.body, { number, workspaceId: s.staff, source: { id: s.officer.id }, applicantName: 'Grace Hopper' });
  t.same(made.body.answers, { amount: 900 }, 'what is not asked is not sent');
  t.equal((await s.officer.get(url)).status, 404);
  t.equal((await s.officer.put(url, content)).status, 404);
  t.equal((await s.officer.delete(url)).status, 404);
  t.notMatch((await s.officer.get('/api/v1/drafts')).text, url.split('/').at(-1)!);
  for (const stranger of [s.clerk, s.ada, beta.officer]) t.equal((await stranger.post(`${url}/submit`)).status, 404);
});

t.test(
  'a client applies for themselves, for what is offered to them, and where it is offered it is handled',
  async (t) => {
    t.same((await s.ada.get(`/api/v1/workspaces/${s.client}/offered-templates`)).body, []);
    t.equal((await s.ada.post(at(s.client), { templateId })).status, 422);
    const offer = `/api/v1/templates/${templateId}/offers/${s.client}`;
    t.equal((await s.admin.put(offer, { workspaceId: s.staff })).status, 200);
    const made = await s.ada.post(at(s.client), { templateId });
    t.match(made, { status: 201, body: { applicants: [{ type: 'PRIMARY', email: s.ada.email }] } });
    const url = `/api/v1/drafts/${made.body.id}`;
    const person = { type: 'PRIMARY', firstName: 'Ada', lastName: 'Client', email: s.ada.email };
    const answers = { amount: 900 };
    await s.ada.put(url, { ...content, answers, typed: {}, applicants: [{ ...person, email: s.bob.email }] });
    t.match(await s.ada.post(`${url}/submit`), { status: 422, body: { errors: [{ code: 'not-yourself' }] } });
    await s.ada.put(url, { ...content, answers, typed: {}, applicants: [person] });
    await s.admin.delete(offer);
    t.match(await s.ada.post(`${url}/submit`), { status: 422, body: { errors: [{ code: 'not-offered' }] } });
    await s.admin.put(offer, { workspaceId: s.staff });
    const sent = await s.ada.post(`${url}/submit`);
    t.equal(sent.status, 201);
    t.match((await s.officer.get(`/api/v1/applications/${sent.body.applicationId}`)).body, {
      workspaceId: s.staff,
      source: { id: s.ada.id },
    });
    t.equal((await s.ada.get(`/api/v1/applications/${sent.body.applicationId}`)).status, 200);
  },
);

t.test('a template that is not offered is refused', async (t) => {
  t.match(await s.officer.get(`/api/v1/workspaces/${s.staff}/offered-templates`), {
    body: [{ templateId, version: 1, name: 'Loan 0', minutes: null, documents: [] }],
  });
  t.match(await s.officer.post(at(s.staff), { templateId: beta.organization }), {
    status: 422,
    body: { errors: [{ pointer: '/templateId', code: 'not-offered' }] },
  });
});
