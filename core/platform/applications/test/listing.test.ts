import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { AccessAdministration } from '../../access/contract.ts';
import { Tenancy } from '../../tenancy/contract.ts';
import { stage } from '../../workflow/test/stage.ts';
import { readApplications, readOwnApplications } from '../contract.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const templateId = await s.template();
const ids = (answer: { body: { id: string }[] }): string[] => answer.body.map(({ id }) => id);

/** There are some of each status, most of them of ada, and one in another organization. */
t.before(async () => {
  const [approved, rejected] = [
    await s.submit(templateId, {}, s.ada.email),
    await s.submit(templateId, { amount: 600 }, s.ada.email),
  ];
  await s.officer.post(`/api/v1/applications/${approved.id}/approve`);
  await s.officer.post(`/api/v1/applications/${rejected.id}/reject`, { reason: 'Too risky.' });
  s.script.run.First = async () => ({ outcome: 'waiting', reasons: ['Please confirm.'] });
  for (const email of [s.ada.email, 'frank@acme.example']) await s.submit(templateId, { amount: 600 }, email);
  await s.at(60_000);
  s.script.run = {};
  for (const email of [s.ada.email, s.ada.email, 'carol@acme.example', 'dave@acme.example', 'erin@acme.example'])
    await s.submit(templateId, {}, email);
  await beta.submit(await beta.template(), {}, 'dave@acme.example');
});

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
    'a client does not learn in this way who works on what is theirs',
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

t.test('everybody lists what is theirs', async (t) => {
  t.same(
    ids(await s.officer.get('/api/v1/applications?limit=100')),
    ids(await s.officer.get(`/api/v1/applications?workspaceId=${s.staff}&limit=100`)),
  );
  t.equal((await s.admin.get('/api/v1/applications')).status, 403, 'a reader without any right gets a refusal');
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
    'a workspace in which they are not a member stays closed',
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

t.test('a person who may read neither all nor their own learns of the permission that staff have', async (t) => {
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
  t.same(rows[0]!.assignees, [], 'their own as a client sees it');
});
