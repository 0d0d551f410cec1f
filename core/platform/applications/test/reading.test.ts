import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { eventually } from '../../../testing/index.ts';
import type { Json } from '../../../testing/index.ts';
import { People } from '../../people/contract.ts';
import { stage, steps } from '../../workflow/test/stage.ts';
import type { Person } from '../../workflow/test/stage.ts';
import { Workflow } from '../../workflow/contract.ts';
import { insertRevision } from '../answer-revisions.ts';
import { Applications, Confirmations, readOwnApplications } from '../contract.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const templateId = await s.template();

t.test('an application is there for its staff, its client and its key, and for nobody else', async (t) => {
  const made = await s.submit(templateId, {}, s.ada.email);
  const url = `/api/v1/applications/${made.id}`;
  for (const who of [s.key, s.officer, s.clerk, s.ada]) t.equal((await who.get(url)).status, 200);
  const unknown = await s.officer.get(`/api/v1/applications/${newId()}`);
  for (const who of [s.bob, beta.key, beta.officer, beta.admin]) {
    const answer = await who.get(url);
    t.equal(answer.status, 404);
    t.same(answer.body, unknown.body);
  }
  t.equal((await s.platform.get(url)).status, 401);
  for (const id of ['x', '%00', "'", made.id.toUpperCase() + 'x'])
    t.equal((await s.officer.get(`/api/v1/applications/${id}`)).status, 404);
});

t.test('a client sees what is meant for them: no officers, no findings', async (t) => {
  s.script.run.First = async () => ({
    outcome: 'failed',
    reasons: [
      { code: 'score', text: 'Bad score.' },
      { code: 'missing', text: 'Send a payslip.', pointer: '/documents/income' },
    ],
  });
  const made = await s.submit(templateId, { amount: 600 }, s.ada.email);
  const seen = (await s.ada.get(`/api/v1/applications/${made.id}`)).body;
  t.same(seen.assignees, []);
  t.same(
    seen.steps[0].reasons.map((reason: { code: string }) => reason.code),
    ['missing'],
  );
  t.equal((await s.clerk.get(`/api/v1/applications/${made.id}`)).body.steps[0].reasons.length, 2);
  await s.officer.post(`/api/v1/applications/${made.id}/reject`, { reason: 'Too risky.' });
  t.same((await s.ada.get(`/api/v1/applications/${made.id}`)).body.decision, { by: null, reason: 'Too risky.' });
  s.script.run = {};
});

t.test('an unverified e-mail links nobody; a later verified one does', async (t) => {
  const person = await s.person('carol', {
    verified: false,
    workspaces: [s.client],
    permissions: [readOwnApplications],
  });
  const made = await s.submit(templateId, {}, person.email);
  await s.platform.settle();
  t.equal((await person.get(`/api/v1/applications/${made.id}`)).status, 404);
  await s.platform.service(People).enter({
    issuer: 'https://id.example',
    subject: 'acme-carol',
    email: person.email,
    emailVerified: true,
    name: 'carol',
  });
  t.equal(
    await s.platform.service(Applications).linkApplicants(await s.system(), person.id, person.email.toUpperCase()),
    1,
  );
  t.equal((await person.get(`/api/v1/applications/${made.id}`)).status, 200);
});

t.test('a step that waits for a client is checked again when one is recognised', async (t) => {
  s.script.run.First = async ({ case: { applicants } }) => ({
    outcome: 'waiting',
    reasons: [applicants.some(({ userId }) => userId !== null) ? 'Confirm.' : 'Invite somebody.'],
  });
  const reasons = async (id: string): Promise<unknown> =>
    (await s.now(id)).steps[0].reasons.map(({ text }: { text: string }) => text);
  const made = await s.submit(templateId, { amount: 600 }, 'erin@acme.example');
  t.same(await reasons(made.id), ['Invite somebody.']);
  await s.person('erin', { workspaces: [s.client], permissions: [readOwnApplications] });
  await eventually('the client is found', () => reasons(made.id), ['Confirm.']);
  s.script.run = {};
});

t.test(
  'a client finds all their applications, also while one of them cannot be checked again; the others are',
  async (t) => {
    s.script.run.First = async ({ case: { applicants } }) => ({
      outcome: 'waiting',
      reasons: [applicants.some(({ userId }) => userId !== null) ? 'Confirm.' : 'Invite somebody.'],
    });
    const reason = async (id: string): Promise<string> => (await s.now(id)).steps[0].reasons[0].text;
    const [stuck, free] = [
      await s.submit(templateId, { amount: 600 }, 'frank@acme.example'),
      await s.submit(templateId, { amount: 600 }, 'frank@acme.example'),
    ];
    await s.platform.kernel.database.asOwner((owner) =>
      owner.run(`alter table workflow_step add constraint stuck check ("applicationId" <> '${stuck.id}') not valid`),
    );
    const frank = await s.person('frank', { workspaces: [s.client], permissions: [readOwnApplications] });
    await eventually('the client is found', () => reason(free.id), 'Confirm.');
    for (const { id } of [stuck, free]) t.equal((await frank.get(`/api/v1/applications/${id}`)).status, 200);
    t.equal(await reason(stuck.id), 'Invite somebody.');
    await s.platform.kernel.database.asOwner((owner) => owner.run('alter table workflow_step drop constraint stuck'));
    await s.at(60_000);
    t.equal(await reason(stuck.id), 'Confirm.', 'as soon as it can be');
    s.script.run = {};
  },
);

t.test('who becomes a member later finds what was submitted before', async (t) => {
  const made = await s.submit(templateId, {}, 'dave@acme.example');
  const foreign = await beta.submit(await beta.template(), {}, 'dave@acme.example');
  const dave = await s.person('dave', { workspaces: [s.client], permissions: [readOwnApplications] });
  await eventually('it is theirs', async () => (await dave.get(`/api/v1/applications/${made.id}`)).status, 200);
  t.equal((await dave.get(`/api/v1/applications/${foreign.id}`)).status, 404);
});

t.test('only the client confirms, in the client workspace', async (t) => {
  s.script.run.First = async ({ case: subject }) => {
    const given = await s.platform.service(Confirmations).of(subject.organization, subject.id);
    return given.some(({ userId }) => userId === s.ada.id)
      ? { outcome: 'passed' }
      : { outcome: 'waiting', reasons: ['Please confirm.'] };
  };
  const made = await s.submit(templateId, { amount: 600 }, s.ada.email);
  const url = `/api/v1/applications/${made.id}/confirm`;
  t.equal((await s.bob.post(url)).status, 404);
  t.equal((await s.officer.post(url)).status, 403);
  t.equal((await s.key.post(url)).status, 401);
  t.match(await s.now(made.id), { status: 'Submitted', steps: [{ state: 'waiting' }, {}] });
  const read = String((await s.ada.get(`/api/v1/applications/${made.id}`)).headers['etag']);
  t.equal(
    (
      await s.officer.upload(`/api/v1/applications/${made.id}/documents`, [
        { name: 'audience', value: 'client' },
        { name: 'file', fileName: 'a.txt', contentType: 'text/plain', bytes: 'New.' },
      ])
    ).status,
    201,
  );
  t.match(
    await s.ada.post(url, {}, { 'if-match': read }),
    { status: 412, body: { code: 'stale' } },
    'not what she read',
  );
  t.match(await s.now(made.id), { status: 'Submitted' });
  const now = String((await s.ada.get(`/api/v1/applications/${made.id}`)).headers['etag']);
  const confirmed = await s.ada.post(url, {}, { 'if-match': now });
  t.match(confirmed, { status: 200, body: { status: 'Approved' } });
  t.equal((await s.ada.get(`/api/v1/applications/${made.id}`)).headers['etag'], confirmed.headers['etag']);
  t.equal((await s.ada.post(url, {}, { 'if-match': now })).status, 200, 'a repeat changes nothing');
  s.script.run = {};
});

t.test(
  'a client hears that steps of their own application changed while its status did not, by its id alone',
  async (t) => {
    const template = await s.template(steps('Outside', 'Outside2', 'MANUAL'));
    s.script.run.Outside2 = async () => ({ outcome: 'waiting', reasons: ['The registry answers tomorrow.'] });
    const heard = async (who: Person, after?: string): Promise<Json> =>
      (
        await who.get(
          `/api/v1/events?topic=dossier/1/o/${s.organization}/u/${who.id}/application${after === undefined ? '' : `&after=${after}`}`,
        )
      ).body;
    const places = [(await heard(s.ada)).place, (await heard(s.bob)).place];
    const made = await s.submit(template, { amount: 600 }, s.ada.email);
    await s.platform.settle();
    t.match(await s.now(made.id), { status: 'Submitted', steps: [{ state: 'passed' }, { state: 'waiting' }, {}] });
    const { events } = await heard(s.ada, places[0]);
    const changes = events.filter(({ type }: Json) => type === 'dossier.workflow.step-changed.v1');
    t.ok(changes.length > 0);
    t.same(
      changes.map(({ subject, data }: Json) => ({ subject, data })),
      changes.map(() => ({ subject: `application/${made.id}`, data: { id: made.id } })),
      'neither its name nor its reasons',
    );
    t.notMatch(JSON.stringify(events), /registry|dossier.applications.changed/);
    t.same((await heard(s.bob, places[1])).events, [], 'nobody else hears it');
    s.script.run = {};
  },
);

t.test('a rejection without a reason gets a message that asks for one', async (t) => {
  const made = await s.submit(await s.template(steps('First', 'MANUAL')));
  for (const reason of ['', '  ']) {
    t.match(await s.officer.post(`/api/v1/applications/${made.id}/reject`, { reason }), {
      status: 422,
      body: {
        errors: [{ pointer: '/reason', code: 'pattern', detail: 'reason: Say why the application is rejected.' }],
      },
    });
  }
});

t.test('GraphQL reads the same, with what the viewer may do', async (t) => {
  const made = await s.submit(await s.template(steps('First', 'MANUAL')), {}, s.ada.email);
  const one = `query($id: ID!) { application(id: $id) { id status steps { name state reasons { code pointer } } answers template { name version schema wizard requiredDocuments } assignees officers { kind id name } can } }`;
  t.match(await s.officer.graphql(one, { id: made.id }), {
    data: {
      application: {
        status: 'InReview',
        template: { version: 1, schema: { type: 'object' }, wizard: [{ key: 'loan' }] },
        assignees: [s.officer.id],
        officers: [{ kind: 'user', id: s.officer.id }],
        can: ['approve', 'reject'],
      },
    },
  });
  t.match(await s.ada.graphql(one, { id: made.id }), {
    data: { application: { assignees: [], officers: null, steps: [{ reasons: [] }, {}], can: [] } },
  });
  t.notOk((await s.bob.graphql(one, { id: made.id })).data?.application);
  const list = `query($w: ID!) { applications(workspaceId: $w, first: 2, status: ["InReview"]) { rows { id applicantName source { kind name } } next total } }`;
  const page = (await s.officer.graphql(list, { w: s.staff })).data.applications;
  t.equal(page.rows[0].id, made.id);
  t.ok(page.total > 2);
  t.type(page.next, 'string');
  const own = (await s.ada.graphql('{ myApplications { id assignees } }')).data.myApplications;
  t.match(own[0], { id: made.id, assignees: [] });
  t.ok((await s.officer.graphql('{ templates { templateId name } }')).data.templates.length > 0);
});

t.test('an application says what was answered last, everywhere', async (t) => {
  s.script.run.First = async () => ({ outcome: 'waiting', reasons: ['Please confirm.'] });
  const made = await s.submit(templateId, { amount: 600, purpose: 'CAR' });
  const system = await s.system();
  const { database } = s.platform.kernel.database;
  await database.write(system, (tx) =>
    insertRevision(tx, system.organization, {
      applicationId: made.id,
      revision: 2,
      templateVersion: 1,
      answers: { amount: 700, purpose: 'HOME' },
      by: system.actor,
      at: new Date(0).toISOString(),
    }),
  );
  const newest = { amount: 700, purpose: 'HOME' };
  const one = await s.officer.get(`/api/v1/applications/${made.id}`);
  t.same(one.body.answers, newest);
  const page = await s.officer.get(`/api/v1/applications?workspaceId=${s.staff}&include=answers&limit=100`);
  t.same(page.body.find(({ id }: { id: string }) => id === made.id).answers, newest);
  const query = `{ application(id: "${made.id}") { answers } }`;
  t.same((await s.officer.post('/graphql', { query })).body.data.application.answers, newest);
  let checked: unknown;
  s.script.run.First = async ({ case: { answers } }) => {
    checked = answers;
    return { outcome: 'passed' };
  };
  await s.platform.service(Workflow).recheck(system, made.id, 'documents');
  s.script.run = {};
  t.same(checked, newest, 'and a check is given it');
});
