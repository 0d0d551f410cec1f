import t from 'tap';
import { newId } from '@dossier/sdk';
import type { Json } from '../../../testing/index.ts';
import { AccessAdministration } from '../../access/contract.ts';
import { People } from '../../people/contract.ts';
import { Tenancy } from '../../tenancy/contract.ts';
import { eventually, stage, steps } from '../../workflow/test/stage.ts';
import type { Person } from '../../workflow/test/stage.ts';
import { Applications, Confirmations, readApplications, readOwnApplications } from '../contract.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const templateId = await s.template();
const ids = (answer: { body: { id: string }[] }): string[] => answer.body.map(({ id }) => id);

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

t.test('a client sees what is meant for him: no officers, no findings', async (t) => {
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

t.test('an unverified e-mail links nobody; a later verified one does (Q25)', async (t) => {
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
  t.ok(await eventually(async () => String(await reasons(made.id)) === 'Confirm.'));
  s.script.run = {};
});

t.test(
  'a client finds all his applications, also while one of them cannot be checked again; the others are',
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
    t.ok(await eventually(async () => (await reason(free.id)) === 'Confirm.'));
    for (const { id } of [stuck, free]) t.equal((await frank.get(`/api/v1/applications/${id}`)).status, 200);
    t.equal(await reason(stuck.id), 'Invite somebody.');
    await s.platform.kernel.database.asOwner((owner) => owner.run('alter table workflow_step drop constraint stuck'));
    await s.at(60_000);
    t.equal(await reason(stuck.id), 'Confirm.', 'as soon as it can be');
    s.script.run = {};
  },
);

t.test('who becomes a member later finds what was submitted before (Q25)', async (t) => {
  const made = await s.submit(templateId, {}, 'dave@acme.example');
  const foreign = await beta.submit(await beta.template(), {}, 'dave@acme.example');
  const dave = await s.person('dave', { workspaces: [s.client], permissions: [readOwnApplications] });
  t.ok(await eventually(async () => (await dave.get(`/api/v1/applications/${made.id}`)).status === 200));
  t.equal((await dave.get(`/api/v1/applications/${foreign.id}`)).status, 404);
});

t.test('only the client himself confirms, in the client workspace (A61)', async (t) => {
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
  'a client hears that steps of his own application changed while its status did not, by its id alone',
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

t.test('the staff list is paged by cursor, without gap or double, in every order', async (t) => {
  const list = `/api/v1/applications?workspaceId=${s.staff}`;
  const all = ids(await s.officer.get(`${list}&limit=100`));
  t.ok(all.length > 4);
  for (const sort of [
    'createdAt',
    '-createdAt',
    'updatedAt',
    '-updatedAt',
    'applicantName',
    '-applicantName',
    'status',
    '-status',
  ]) {
    const found: string[] = [];
    for (let url: string | undefined = `${list}&limit=2&sort=${sort}`; url;) {
      const page = await s.officer.get(url);
      t.equal(page.status, 200);
      found.push(...ids(page));
      url = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
    }
    t.same([...found].sort(), [...all].sort(), sort);
    if (sort === '-createdAt') t.same(found, all);
  }
});

t.test('a list has its columns, and the answers when they are included', async (t) => {
  const list = `/api/v1/applications?workspaceId=${s.staff}&limit=3`;
  const [bare, whole] = [await s.officer.get(list), await s.officer.get(`${list}&include=answers`)];
  t.equal(bare.body.length, 3);
  for (const [i, row] of bare.body.entries()) {
    t.notOk('answers' in row);
    const { answers, ...rest } = whole.body[i];
    t.strictSame(rest, row, 'all else is the same');
    t.strictSame(answers, (await s.officer.get(`/api/v1/applications/${row.id}`)).body.answers);
  }
  t.match(whole.headers, { 'content-type': 'application/json; charset=utf-8', link: /include=answers/ });
  t.match(await s.officer.get(`${list}&include=steps`), {
    status: 400,
    body: { code: 'bad-query', errors: [{ pointer: '?include/0' }] },
  });
  t.strictSame((await s.officer.get(`${list}&include=answers&search=nobody-of-this-name`)).body, []);
});

t.test('the list is filtered by status, name, template and officer', async (t) => {
  const list = `/api/v1/applications?workspaceId=${s.staff}&limit=100`;
  const status = async (query: string): Promise<string[]> =>
    [...new Set<string>((await s.officer.get(list + query)).body.map((row: { status: string }) => row.status))].sort();
  t.same(await status('&status=Approved'), ['Approved']);
  t.same(await status('&status=Approved,InReview'), ['Approved', 'InReview']);
  t.same(await status('&status=Approved&status=InReview'), ['Approved', 'InReview']);
  t.ok((await s.officer.get(`${list}&search=hopp`)).body.length > 0);
  for (const search of ['%25', '_', "'", '\\'])
    t.same((await s.officer.get(`${list}&search=${search}`)).body, [], search);
  t.same((await s.officer.get(`${list}&templateId=${newId()}`)).body, []);
  t.ok(
    (await s.officer.get(`${list}&assignee=${s.officer.id}`)).body.every((row: { assignees: string[] }) =>
      row.assignees.includes(s.officer.id),
    ),
  );
  t.match(await s.officer.get(`${list}&assignee=x&templateId=y&sort=z`), {
    status: 400,
    body: { errors: [{ pointer: '?templateId' }, { pointer: '?assignee' }, { pointer: '?sort' }] },
  });
  t.ok((await s.ada.get('/api/v1/applications')).body.length > 0);
  t.same(
    (await s.ada.get(`/api/v1/applications?assignee=${s.officer.id}`)).body,
    [],
    'a client does not learn in this way who works on what is his',
  );
});

t.test('a bad query is named, and a forged cursor opens nothing', async (t) => {
  const list = `/api/v1/applications?workspaceId=${s.staff}`;
  t.match(await s.officer.get(`${list}&sort=answers`), {
    status: 400,
    body: { code: 'bad-query', errors: [{ pointer: '?sort' }] },
  });
  t.match(await s.officer.get(`${list}&limit=101`), {
    status: 400,
    body: { code: 'bad-query', errors: [{ pointer: '?limit' }] },
  });
  t.match(await s.officer.get(`${list}&status=approved`), { status: 400 });
  const forged = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const cursor of [
    'x',
    forged(['-createdAt', "2026' or 1=1", newId()]),
    forged(['createdAt', new Date().toISOString(), newId()]),
    forged(['-createdAt', new Date().toISOString(), 'x']),
    forged({}),
  ]) {
    t.match(await s.officer.get(`${list}&cursor=${cursor}`), { status: 400, body: { code: 'bad-cursor' } });
  }
});

t.test('everybody lists what is his (A1, A5)', async (t) => {
  t.same(
    ids(await s.officer.get('/api/v1/applications?limit=100')),
    ids(await s.officer.get(`/api/v1/applications?workspaceId=${s.staff}&limit=100`)),
  );
  t.equal((await s.admin.get('/api/v1/applications')).status, 403, 'who may read nowhere is told so');
  t.equal((await s.ada.get(`/api/v1/applications?workspaceId=${s.staff}`)).status, 404);
  t.equal((await s.officer.get(`/api/v1/applications?workspaceId=${beta.staff}`)).status, 404);
  const own = await s.ada.get(`/api/v1/applications?workspaceId=${s.client}&limit=100`);
  t.ok(own.body.length > 0);
  t.ok(
    own.body.every(
      (row: { applicants: { email: string }[]; assignees: string[] }) =>
        row.applicants[0]!.email === s.ada.email && row.assignees.length === 0,
    ),
  );
  t.same((await s.bob.get(`/api/v1/applications?workspaceId=${s.client}`)).body, []);
  const byKey = await s.key.get('/api/v1/applications?limit=100');
  t.ok(byKey.body.every((row: { source: { id: string } }) => row.source.id === s.key.id));
  t.same(
    (await beta.key.get('/api/v1/applications')).body.map((row: { workspaceId: string }) => row.workspaceId),
    [beta.staff],
  );
  t.equal((await s.key.get(`/api/v1/applications?workspaceId=${beta.staff}`)).status, 404);
});

t.test('without a workspace people list all that they may read, page by page', async (t) => {
  const elsewhere = await s.key.post('/api/v1/applications', {
    workspaceId: s.mixed,
    templateId,
    applicants: [{ type: 'PRIMARY', firstName: 'Ada', lastName: 'Byron', email: s.ada.email }],
    answers: { amount: 600 },
  });
  t.equal(elsewhere.status, 201);
  const both = await s.person('both', { workspaces: [s.staff, s.mixed], permissions: [readApplications] });
  const [here, there] = [
    ids(await both.get(`/api/v1/applications?workspaceId=${s.staff}&limit=100`)),
    ids(await both.get(`/api/v1/applications?workspaceId=${s.mixed}&limit=100`)),
  ];
  t.ok(here.length > 2);
  t.ok(there.includes(elsewhere.body.id));
  const times: string[] = [];
  const found: string[] = [];
  for (let url: string | undefined = '/api/v1/applications?limit=3'; url;) {
    const page = await both.get(url);
    t.equal(page.status, 200);
    found.push(...ids(page));
    times.push(...page.body.map(({ createdAt }: { createdAt: string }) => createdAt));
    url = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
  }
  t.same([...found].sort(), [...here, ...there].sort(), 'both workspaces, without gap or double');
  t.same(times, [...times].sort().reverse());
  t.notOk(
    ids(await s.officer.get('/api/v1/applications?limit=100')).includes(elsewhere.body.id),
    'a workspace in which he is not a member stays closed',
  );

  const own = (await s.ada.get('/api/v1/applications?limit=100')).body;
  t.ok(own.some(({ id }: { id: string }) => id === elsewhere.body.id));
  t.ok(
    own.every(
      (row: { applicants: { email: string }[]; assignees: string[] }) =>
        row.applicants[0]!.email === s.ada.email && row.assignees.length === 0,
    ),
  );
  t.same((await s.bob.get('/api/v1/applications')).body, []);
});

t.test('whoever may read neither all nor his own is told of the permission that staff have', async (t) => {
  const neither = await s.person('neither', { workspaces: [s.staff], permissions: [] });
  t.match(await neither.get(`/api/v1/applications?workspaceId=${s.staff}`), {
    status: 403,
    body: { detail: new RegExp(readApplications.title.replace(/[()]/g, '.')) },
  });
});

t.test('who is staff here and a client there finds both in one list', async (t) => {
  const eve = await s.person('eve', { workspaces: [s.mixed], permissions: [readApplications] });
  const handled = ids(await eve.get('/api/v1/applications'));
  const own = await s.submit(templateId, {}, eve.email);
  t.same(ids(await eve.get('/api/v1/applications')), handled, 'not yet a client');
  const [root, grants] = [await s.system(), s.platform.service(AccessAdministration)];
  const team = await s.platform.service(Tenancy).createTeam(root, { name: 'Clients like eve' });
  const role = await grants.createRole(root, team.id, { name: 'Client', description: '', permissions: [] });
  await grants.assignTeam(root, team.id, s.client);
  await grants.setGrant(root, {
    teamRoleId: role.id,
    permission: readOwnApplications,
    workspace: s.client,
    granted: true,
  });
  await grants.addMember(root, { userId: eve.id, teamId: team.id, teamRoleId: role.id, status: 'active' });
  const rows: { id: string; assignees: string[] }[] = (await eve.get('/api/v1/applications')).body;
  t.same(
    rows.map(({ id }) => id),
    [own.id, ...handled],
  );
  t.same(rows[0]!.assignees, [], 'his own as a client sees it');
});

t.test('a rejection without words is told what to write', async (t) => {
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
