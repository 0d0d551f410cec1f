/** Views of the queue that people keep: whose they are, what they show, and what becomes of them. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Json, TestAnswer, TestClient } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import { assignApplications, readApplications } from '../../applications/contract.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const { admin, officer, clerk, client } = acme;
const priya = await acme.person('Priya Nandan', 'officer');
const url = `/api/v1/workspaces/${acme.staffWorkspace}/views`;
const at = (id: string): string => `${url}/${id}`;

const fields = {
  income: { type: 'number', title: 'Net income', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2 },
  employed: { type: 'boolean', title: 'Employed' },
  colours: { type: 'array', title: 'Colours', items: { type: 'string', enum: ['red', 'blue'] } },
};
const content = (schema: Json = fields) => ({
  schema: { type: 'object', properties: schema },
  wizard: [{ key: 'loan', title: 'Loan', fields: Object.keys(schema) }],
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
});
const template = await acme.template(['DocumentCompletenessCheckHandler'], content());
const other = await acme.template(['DocumentCompletenessCheckHandler'], content());
const submit = async (answers: Readonly<Record<string, unknown>>, of = template): Promise<Json> => {
  platform.clock.advance(1_000);
  return (await acme.key.post('/api/v1/applications', acme.record(of, { answers }))).body;
};

const plain = { name: 'Mine alone', shared: false, query: { view: 'mine' }, columns: [], group: null };
const add = (who: TestClient, o: object = {}): Promise<TestAnswer> => who.post(url, { ...plain, ...o });
const names = async (who: TestClient): Promise<readonly string[]> =>
  (await who.get(url)).body.map(({ name }: Json) => name);
const faults = ({ status, body }: TestAnswer): readonly string[] => [
  String(status),
  ...(body.errors ?? []).map(({ pointer, code }: Json) => `${pointer} ${code}`),
];
const count = async (who: TestClient, id: string): Promise<number> =>
  (await who.get(`/api/v1/workspaces/${acme.staffWorkspace}/view-counts`)).body.find((one: Json) => one.id === id)
    ?.count;
const clear = async (): Promise<void> => {
  for (const who of [priya, officer, admin])
    for (const { id, mayChange } of (await who.get(url)).body) if (mayChange) await who.delete(at(id));
};

t.test('a view is kept with filters, columns, order and grouping, and read by REST and GraphQL', async (t) => {
  const query = { view: 'all', status: ['InReview'], templateId: template, amountFrom: 5000, sort: '-amount' };
  const made = await add(officer, { name: ' Large ', query, columns: ['status', `${template}:income`], group: 'day' });
  t.match(made, {
    status: 201,
    headers: { etag: '"1"', location: at(made.body.id) },
    body: { name: 'Large', shared: false, query, group: 'day', own: true, mayChange: true, missing: [], position: 0 },
  });
  t.match(made.body.shown, [
    { id: 'status', title: 'Status', template: null },
    { title: 'Net income', schema: { 'x-currency': 'EUR' } },
  ]);
  t.same((await officer.get(url)).body, [made.body]);
  t.same(
    (
      await officer.graphql(
        `{ savedViews(workspaceId: "${acme.staffWorkspace}") { id workspaceId name shared query columns group shown { id title template schema } roles missing author { id name } begins own mayChange position version } }`,
      )
    ).data.savedViews,
    [made.body],
  );
  await clear();
});

t.test('all that is wrong is shown at once, and an order by an answer is refused with words', async (t) => {
  const bad = await add(officer, {
    name: ' ',
    query: { view: 'some', status: ['Gone'], sort: `${template}:income`, createdFrom: 'soon' },
    columns: ['number', 'number', 'nothing'],
  });
  t.same(faults(bad), [
    '422',
    '/name bad-name',
    '/query/createdFrom bad-time',
    '/query/view unknown-view',
    '/query/sort sort-by-answer',
    '/query/status unknown-status',
    '/columns/1 twice',
    '/columns/2 bad-column',
  ]);
  t.match(JSON.stringify(bad.body), /not sorted by an answer/);
  const beyond = await beta.template(['DocumentCompletenessCheckHandler'], content());
  t.same(
    faults(
      await add(officer, {
        query: { templateId: beyond, assignee: beta.officer.id },
        columns: [`${beyond}:income`, `${template}:nothing`],
        roles: ['Nobody'],
      }),
    ),
    ['403'],
    'roles are for who manages views',
  );
  t.same(
    faults(
      await add(admin, {
        query: { templateId: beyond, assignee: beta.officer.id },
        columns: [`${beyond}:income`, `${template}:nothing`],
        roles: ['Nobody'],
      }),
    ),
    [
      '422',
      '/query/templateId unknown-template',
      '/query/assignee unknown-person',
      '/columns/0 unknown-column',
      '/columns/1 unknown-column',
      '/roles/0 unknown-role',
      '/roles private',
    ],
  );
});

t.test(
  'a private view is nobody else’s, by any way; a shared one is managed by its author and who manages views',
  async (t) => {
    const own = (await add(officer, { name: 'Secret plan' })).body;
    const shared = (await add(officer, { name: 'For all', shared: true })).body;
    for (const who of [priya, admin]) {
      t.same(await names(who), ['For all']);
      t.equal(await count(who, own.id), undefined);
      t.equal((await who.get(at(own.id))).status, 404);
      t.equal((await who.put(at(own.id), plain)).status, 404);
      t.equal((await who.delete(at(own.id))).status, 404);
      const { data } = await who.graphql(`{ savedViews(workspaceId: "${acme.staffWorkspace}") { name } }`);
      t.notMatch(JSON.stringify(data), /Secret/);
    }
    t.notMatch(JSON.stringify((await admin.get('/api/v1/audit?limit=100')).body), /Secret plan/, 'nor in the trail');
    t.match(JSON.stringify((await admin.get('/api/v1/audit?limit=100')).body), /For all/);
    t.notMatch(JSON.stringify((await admin.get('/api/v1/search?text=secret')).body), /Secret plan/);
    t.match((await priya.get(at(shared.id))).body, { own: false, mayChange: false, author: { id: officer.id } });
    t.equal((await priya.put(at(shared.id), { ...plain, shared: true })).status, 403);
    t.equal((await priya.delete(at(shared.id))).status, 403);
    t.equal((await admin.put(at(shared.id), plain)).status, 403, 'only its author takes it back to themselves');
    t.equal((await admin.put(at(shared.id), { ...plain, shared: true, name: 'For us' })).body.name, 'For us');
    for (const who of [client, beta.admin, beta.officer]) {
      t.not((await who.get(url)).status, 200);
      t.not((await add(who)).status, 201);
      t.not((await who.get(`/api/v1/workspaces/${acme.staffWorkspace}/view-counts`)).status, 200);
    }
    t.equal(
      (await beta.admin.get(`/api/v1/workspaces/${beta.staffWorkspace}/views/${shared.id}`)).status,
      404,
      'nor by another workspace',
    );
    t.match((await officer.put(at(shared.id), { ...plain, name: 'Back' })).body, { shared: false, name: 'Back' });
    t.same(await names(priya), []);
    await clear();
  },
);

t.test('a view is changed as it was read, and has its place', async (t) => {
  for (const name of ['A', 'B', 'C']) await add(officer, { name });
  await add(officer, { name: 'S', shared: true });
  await add(officer, { name: 'First', position: 0 });
  t.same(await names(officer), ['First', 'A', 'B', 'C', 'S']);
  const [first, , second] = (await officer.get(url)).body;
  t.equal((await officer.put(at(second.id), { ...plain, name: 'B', position: 9 })).body.position, 3);
  t.same(await names(officer), ['First', 'A', 'C', 'B', 'S']);
  const stale = await officer.put(at(first.id), { ...plain, name: 'X' }, { 'if-match': '"7"' });
  t.equal(stale.status, 412);
  t.equal((await officer.delete(at(first.id), { 'if-match': '"7"' })).status, 412);
  t.equal((await officer.delete(at(first.id), { 'if-match': '"1"' })).status, 204);
  t.same(await names(officer), ['A', 'C', 'B', 'S']);
  await clear();
});

t.test('there are at most 100 of a person, and 100 that are shared', async (t) => {
  for (let i = 0; i < 100; i += 1) await add(priya, { name: `V${i}` });
  t.match(await add(priya), { status: 409, body: { code: 'too-many-views' } });
  t.equal((await add(officer)).status, 201, 'each has their own');
  const shared = (await add(priya, { shared: true })).body;
  t.equal((await priya.put(at(shared.id), plain)).status, 409, 'nor by taking one back');
  await clear();
});

t.test('counts are those of the list, and “mine” is the reader’s', async (t) => {
  const made = await submit({ income: 1 });
  await acme.grant('admin', assignApplications, true);
  for (const id of (await officer.get(`/api/v1/applications/${made.id}`)).body.assignees)
    await admin.delete(`/api/v1/applications/${made.id}/assignees/${id}`);
  const mine = (await add(priya, { name: 'Mine', shared: true })).body;
  const all = (await add(priya, { name: 'All', shared: true, query: { templateId: template } })).body;
  t.equal((await priya.post(`/api/v1/applications/${made.id}/assignees`, { userId: priya.id })).status, 204);
  t.equal(await count(priya, mine.id), 1);
  t.equal(await count(officer, mine.id), 0);
  t.equal(await count(clerk, all.id), 1);
  await clear();
});

t.test('answers stand in rows and in the file, for staff alone, and only of what was asked for', async (t) => {
  const made = await submit({ income: 2310, employed: true, colours: ['red', 'blue'], secret: 'x' });
  const foreign = await submit({ income: 99 }, other);
  const columns = [`${template}:income`, `${template}:employed`, `${template}:colours`];
  const rowsOf = async (who: TestClient, some: readonly string[] = columns): Promise<Json> =>
    (
      await who.graphql(
        `query Q($c: [String!]) { applications(workspaceId: "${acme.staffWorkspace}", columns: $c) { rows { id shown } } }`,
        { c: some },
      )
    ).data.applications.rows;
  const shownOf = (rows: Json, id: string): Json => rows.find((row: Json) => row.id === id).shown;
  const rows = await rowsOf(clerk);
  t.same(shownOf(rows, made.id), { [columns[0]!]: 2310, [columns[1]!]: true, [columns[2]!]: ['red', 'blue'] });
  t.same(shownOf(rows, foreign.id), {}, 'of another template, whose field is called the same, nothing');
  t.same(shownOf(await rowsOf(clerk, [`${template}:secret`]), made.id) ?? {}, {}, 'what is no field is not shown');
  const file = String(
    (await officer.get(`/api/v1/workspaces/${acme.staffWorkspace}/applications/export?columns=${columns.join(',')}`))
      .body,
  );
  t.match(file, /,Assigned to,Net income \(.*\),Employed \(.*\),Colours \(.*\)\r\n/);
  t.match(file, /,2310,true,"red, blue"\r\n/);
  t.match(await officer.get(`/api/v1/applications?sort=${template}:income`), {
    status: 400,
    body: { errors: [{ code: 'sort-by-answer' }] },
  });
});

t.test('a role begins with the view that it was given last', async (t) => {
  const first = (await add(admin, { name: 'First', shared: true, roles: ['Officer'] })).body;
  t.match(first.roles, ['Officer']);
  t.match((await officer.get(at(first.id))).body, { begins: true });
  t.match((await clerk.get(at(first.id))).body, { begins: false });
  const second = (await add(admin, { name: 'Second', shared: true, roles: ['Officer', 'Clerk'] })).body;
  t.match((await officer.get(at(first.id))).body, { begins: false, roles: [] });
  t.match((await officer.get(at(second.id))).body, { begins: true });
  t.equal((await add(officer, { shared: true, roles: ['Officer'] })).status, 403);
  t.same(
    (await admin.graphql(`{ viewRoles(workspaceId: "${acme.staffWorkspace}") }`)).data.viewRoles.includes('Clerk'),
    true,
  );
  t.same((await officer.graphql(`{ viewRoles(workspaceId: "${acme.staffWorkspace}") }`)).data.viewRoles, []);
  await clear();
});

t.test(
  'a view outlives its fields, people, roles and author, says what is missing, and is mended by saving it',
  async (t) => {
    const leaver = await acme.person('Lea Leaver', 'officer');
    const columns = ['number', `${other}:income`, `${other}:employed`];
    const made = (
      await add(leaver, {
        name: 'Long lived',
        shared: true,
        query: { assignee: leaver.id, status: ['InReview'], sort: '-amount' },
        columns,
      })
    ).body;
    const { employed } = fields;
    const now = (await admin.get(`/api/v1/templates/${other}`)).body;
    await admin.put(`/api/v1/templates/${other}`, {
      ...now.draft,
      ...content({ employed }),
      name: now.name,
      workflow: now.draft.workflow,
    });
    t.equal((await admin.post(`/api/v1/templates/${other}/publish`, {})).status < 300, true);
    const [membership] = (await leaver.get(`/users/${leaver.id}/user-teams`)).body;
    t.equal((await admin.delete(`/api/v1/user-teams/${membership.id}`)).status, 204);
    t.not((await leaver.get(at(made.id))).status, 200, 'who left reads it no more');
    const read = (await officer.get(at(made.id))).body;
    t.same(read.missing, [
      'Lea Leaver works here no more: it is not narrowed to them.',
      `The column Net income of ${now.name} is no more.`,
    ]);
    t.match(read, {
      query: { status: ['InReview'], sort: '-amount' },
      columns: ['number', `${other}:employed`],
      name: 'Long lived',
    });
    t.equal(read.query.assignee, undefined);
    t.match(await admin.put(`${at(made.id)}/position`, { position: 0 }, { 'if-match': `"${read.version + 1}"` }), {
      status: 412,
    });
    t.equal((await officer.put(`${at(made.id)}/position`, { position: 0 })).status, 403);
    const moved = await admin.put(`${at(made.id)}/position`, { position: 0 });
    t.match(moved, { status: 200, body: { position: 0, missing: read.missing } }, 'to move it mends nothing');
    t.type(await count(officer, made.id), 'number');
    const { name, shared, query, columns: left, group } = read;
    t.equal((await officer.put(at(made.id), { name, shared, query, columns: left, group })).status, 403);
    const mended = await admin.put(at(made.id), { name, shared, query, columns: left, group });
    t.match(mended, { status: 200, body: { missing: [], mayChange: true } });
    t.equal((await admin.delete(at(made.id))).status, 204);
  },
);

t.test('a role that is no more is named, and goes when the view is saved', async (t) => {
  const grants = platform.service(AccessAdministration);
  const role = await grants.createRole(acme.access, acme.staffTeam, {
    name: 'Night shift',
    description: '',
    permissions: [],
  });
  const set = (granted: boolean) =>
    grants.setGrant(acme.access, {
      teamRoleId: role.id,
      permission: readApplications,
      workspace: acme.staffWorkspace,
      granted,
    });
  await set(true);
  const night = await acme.person('Nils Night', 'clerk');
  const [membership] = (await night.get(`/users/${night.id}/user-teams`)).body;
  await admin.put(`/api/v1/user-teams/${membership.id}`, { teamRoleId: role.id });
  const made = (await add(admin, { shared: true, roles: ['Night shift'] })).body;
  t.match(made.roles, ['Night shift']);
  await set(false);
  t.match((await admin.get(at(made.id))).body, {
    roles: [],
    missing: ['The role Night shift, which begins with this view, is no more here.'],
  });
  t.same((await admin.put(at(made.id), { ...plain, shared: true })).body.missing, []);
  await clear();
});
