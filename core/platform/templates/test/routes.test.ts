import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
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

t.test('a template is created, edited and published, and its schema is read by a key', async (t) => {
  const made = await s.admin.post('/api/v1/templates', draft());
  t.equal(made.status, 201);
  t.match(made.body, { name: 'Car loan', version: null });
  const schema = `/api/v1/templates/${made.body.id}/schema`;
  t.equal((await s.key.get(schema)).status, 404, 'not before it is published');
  t.match(await s.admin.post(`/api/v1/templates/${made.body.id}/publish`), { status: 200, body: { version: 1 } });
  t.same((await s.key.get(schema)).body, {
    templateId: made.body.id,
    version: 1,
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...loan.schema },
    fields: [
      { key: 'amount', kind: 'number', type: 'number', required: true, options: [], calculated: false },
      {
        key: 'purpose',
        kind: 'string',
        type: 'string',
        required: false,
        options: ['CAR', 'HOME'],
        calculated: false,
      },
    ],
    steps: [{ key: 'loan', title: 'The loan', fields: ['amount', 'purpose'] }],
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  t.equal((await s.admin.put(`/api/v1/templates/${made.body.id}`, draft({ requiredDocuments: [] }))).status, 200);
  t.equal(
    (await s.key.get(schema)).body.requiredDocuments.length,
    1,
    'an edited draft changes nothing that is published',
  );
  await s.admin.post(`/api/v1/templates/${made.body.id}/publish`);
  t.match((await s.key.get(schema)).body, { version: 2, requiredDocuments: [] });
  t.match(await s.admin.post('/api/v1/templates', draft()), { status: 409, body: { code: 'name-taken' } });
});

t.test('the schema needs a key of the organization', async (t) => {
  const id = await s.template();
  const unknown = await beta.key.get(`/api/v1/templates/${newId()}/schema`);
  for (const path of [id, 'x']) {
    const answer = await beta.key.get(`/api/v1/templates/${path}/schema`);
    t.equal(answer.status, 404);
    t.same(answer.body, unknown.body);
  }
  t.equal((await s.platform.get(`/api/v1/templates/${id}/schema`)).status, 401);
  t.equal((await s.admin.get(`/api/v1/templates/${id}/schema`)).status, 401);
});

t.test('a workflow without a kind of step is not published, and the kind is named', async (t) => {
  const publish = async (workflow: readonly object[]) => {
    const made = await s.admin.post('/api/v1/templates', draft({ name: `W ${newId()}`, workflow }));
    return made.status === 201 ? s.admin.post(`/api/v1/templates/${made.body.id}/publish`) : made;
  };
  const [system, manual] = [
    { name: 'Check', kind: 'SYSTEM', handler: 'First' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ];
  t.match(await publish([system]), { status: 422, body: { errors: [{ pointer: '/workflow', detail: /MANUAL/ }] } });
  t.match(await publish([manual]), { status: 422, body: { errors: [{ pointer: '/workflow', detail: /SYSTEM/ }] } });
  t.match(await publish([system, manual, { name: 'x', kind: 'AUTO' }]), {
    status: 422,
    body: { errors: [{ pointer: /^\/workflow\/2\/kind/ }] },
  });
  t.match(await publish([system, manual, { name: 'x', kind: 'system' }]), { status: 422 });
  t.match(await publish([system, manual, { name: 'x', kind: 'SYSTEM' }]), {
    status: 422,
    body: { errors: [{ pointer: '/workflow/2/handler' }] },
  });
  t.match(await publish([system, manual, { name: 'x', kind: 'SYSTEM', handler: 'first' }]), {
    status: 422,
    body: { errors: [{ pointer: '/workflow/2/handler' }] },
  });
  t.match(await publish([system, manual, { ...system, name: 'Check ' }]), {
    status: 422,
    body: { errors: [{ pointer: '/workflow/2/name', code: 'name-twice' }] },
  });
  for (const [name, same] of [
    ['Check', 'CHECK'],
    ['Credit check', ' credit  Check\u00a0'],
    ['Stra\u00dfe', 'STRASSE'],
    ['Pr\u00fcfung', 'Pru\u0308fung'],
    ['Final', '\ufb01nal'],
    ['Check', 'Che\u200bck'],
    ['Check', 'Che\u00adck\u2060'],
  ] as const) {
    t.match(
      await publish([{ ...system, name }, manual, { ...system, name: same }]),
      { status: 422, body: { errors: [{ pointer: '/workflow/2/name', code: 'name-twice' }] } },
      same,
    );
  }
  t.equal((await publish([system, manual, { ...system, name: 'Ch eck' }])).status, 200, 'another word is another name');
  t.match(await publish([{ ...system, name: ' ' }, manual]), {
    status: 422,
    body: { errors: [{ pointer: '/workflow/0/name' }] },
  });
  t.equal((await publish([system, manual])).status, 200);
});

t.test('only who may edit templates does; others see the published ones', async (t) => {
  const made = await s.admin.post('/api/v1/templates', draft({ name: 'Secret draft' }));
  const url = `/api/v1/templates/${made.body.id}`;
  for (const answer of [
    await s.officer.post('/api/v1/templates', draft({ name: 'x' })),
    await s.officer.get(url),
    await s.officer.put(url, draft()),
    await s.officer.post(`${url}/publish`),
  ])
    t.equal(answer.status, 403);
  for (const answer of [
    await beta.admin.get(url),
    await beta.admin.put(url, draft()),
    await beta.admin.post(`${url}/publish`),
  ])
    t.equal(answer.status, 404);
  const names = (answer: { body: { name: string }[] }): string[] => answer.body.map(({ name }) => name);
  t.ok(names(await s.admin.get('/api/v1/templates')).includes('Secret draft'));
  const seen = await s.ada.get('/api/v1/templates');
  t.notOk(names(seen).includes('Secret draft'));
  t.ok(names(seen).includes('Car loan'));
});

t.test('a draft with a bad schema is not saved, and every fault has its place', async (t) => {
  const bad = await s.admin.post(
    '/api/v1/templates',
    draft({
      name: 'Bad',
      schema: {
        type: 'object',
        properties: { a: { type: 'money' }, constructor: { type: 'string' } },
        required: ['b'],
      },
    }),
  );
  t.equal(bad.status, 422);
  t.same(bad.body.errors.map((error: { pointer: string }) => error.pointer).sort(), [
    '/schema/properties/a/type',
    '/schema/properties/constructor',
    '/schema/required/0',
  ]);
  t.equal((await s.admin.post('/api/v1/templates', draft({ name: 'More', organizationId: newId() }))).status, 422);
});

t.test('an edit or a publication that another one has overtaken is refused when it says what it read', async (t) => {
  const {
    body: { id },
    headers,
  } = await s.admin.post('/api/v1/templates', draft({ name: 'Boat loan' }));
  const url = `/api/v1/templates/${id}`;
  const read = String((await s.admin.get(url)).headers['etag']);
  t.equal(headers['etag'], read);
  const edited = await s.admin.put(url, draft({ name: 'Boat loan', description: 'One' }), { 'if-match': read });
  t.equal(edited.status, 200);
  t.not(edited.headers['etag'], read);
  t.match(await s.admin.put(url, draft({ name: 'Boat loan', description: 'Two' }), { 'if-match': read }), {
    status: 412,
    body: { code: 'stale' },
  });
  t.match(await s.admin.post(`${url}/publish`, undefined, { 'if-match': read }), { status: 412 });
  t.match((await s.admin.get(url)).body, { description: 'One', version: null });
  t.match(await s.admin.post(`${url}/publish`, undefined, { 'if-match': String(edited.headers['etag']) }), {
    status: 200,
    body: { version: 1 },
  });
  t.equal((await s.admin.put(url, draft({ name: 'Boat loan' }), { 'if-match': '*' })).status, 200);
  const { get, put } = (await s.platform.get('/openapi.json')).body.paths['/api/v1/templates/{id}'];
  t.match(
    put.parameters,
    [{ name: 'id' }, { in: 'header', name: 'If-Match', required: false }],
    'and the document says so',
  );
  for (const operation of [get, put])
    t.match(operation.responses['200'].headers, { ETag: { schema: { type: 'string' } } });
});

t.test('what is published twice, or by several at once, is one version', async (t) => {
  const {
    body: { id },
  } = await s.admin.post('/api/v1/templates', draft({ name: 'House loan' }));
  const url = `/api/v1/templates/${id}`;
  const publish = async (): Promise<unknown> => (await s.admin.post(`${url}/publish`)).body.version;
  t.same(await Promise.all([publish(), publish(), publish()]), [1, 1, 1]);
  await s.admin.put(url, draft({ name: 'House loan', requiredDocuments: [] }));
  t.same(await Promise.all([publish(), publish()]), [2, 2]);
  await s.admin.put(url, draft({ name: 'House loan', requiredDocuments: [] }));
  t.equal(await publish(), 2, 'nor is an edit that changed nothing');
});

t.test('what is wrong with the schema of a draft is reported with what is wrong with the rest', async (t) => {
  const bad = draft({
    name: ' ',
    schema: { type: 'object', properties: { '1a': { type: 'string' } } },
    workflow: [{ name: 'Check', kind: 'AUTO', handler: 'Nope' }],
    requiredDocuments: [{ key: '!', title: 'x' }],
  });
  const {
    body: { id },
  } = await s.admin.post('/api/v1/templates', draft({ name: 'Whole' }));
  for (const answer of [
    await s.admin.post('/api/v1/templates', bad),
    await s.admin.put(`/api/v1/templates/${id}`, bad),
  ]) {
    t.equal(answer.status, 422);
    t.same([...new Set(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer))].toSorted(), [
      '/name',
      '/requiredDocuments/0/key',
      '/schema/properties/1a',
      '/workflow/0/kind',
    ]);
  }
});
