import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { Templates } from '../../templates/contract.ts';
import { stage, steps } from '../../workflow/test/stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const templateId = await s.template();
const record = (change: object = {}): Record<string, unknown> => ({
  workspaceId: s.staff,
  templateId,
  applicants: [{ type: 'PRIMARY', firstName: 'Grace', lastName: 'Hopper', email: 'grace@else.example' }],
  answers: { amount: 25000, purpose: 'CAR' },
  ...change,
});
const post = (body: unknown, headers: Record<string, string> = {}) => s.key.post('/api/v1/applications', body, headers);
const count = async (): Promise<number> => (await s.key.get('/api/v1/applications?limit=100')).body.length;

t.test('a valid record is submitted in one call', async (t) => {
  const answer = await post(record());
  t.equal(answer.status, 201);
  t.equal(answer.headers.location, `/api/v1/applications/${answer.body.id}`);
  t.match(answer.body, {
    ...record(),
    status: 'Approved',
    createdAt: /Z$/,
    submittedAt: /Z$/,
    applicantName: 'Grace Hopper',
    templateVersion: 1,
    source: { kind: 'key', id: s.key.id, name: 'Broker of acme' },
  });
  t.equal(answer.body.updatedAt, answer.body.decidedAt, 'the decision is its last change');
  t.same((await s.key.get(`/api/v1/applications/${answer.body.id}`)).body, answer.body);
  const [grace] = answer.body.applicants;
  t.same(
    (await post(record({ applicants: [{ ...grace, email: `\u202A${grace.email}\u202C` }] }))).body.applicants,
    [grace],
    'an address is kept without what nobody sees',
  );
});

t.test(
  'an application is named after its primary applicant, at any place in the list, and without one after the first',
  async (t) => {
    const applicants = (...types: readonly string[]) =>
      types.map((type, i) => ({ type, firstName: `First${i}`, lastName: 'Last', email: `a${i}@else.example` }));
    const nameOf = async (...types: readonly string[]): Promise<string> =>
      (await post(record({ applicants: applicants(...types) }))).body.applicantName;
    t.equal(await nameOf('GUARANTOR', 'PRIMARY', 'PRIMARY'), 'First1 Last');
    t.equal(await nameOf('GUARANTOR', 'primary'), 'First1 Last');
    t.equal(await nameOf('GUARANTOR', 'SPOUSE'), 'First0 Last');
  },
);

t.test(
  'a record that would weigh down every page on which it is listed is too large, for people and keys alike',
  async (t) => {
    const before = await count();
    const answers = { amount: 25000, purpose: 'CAR', note: 'x'.repeat(100_000) };
    t.equal((await post(record({ answers }))).status, 201);
    const { workspaceId, ...own } = record({ answers: { ...answers, note: 'x'.repeat(128 * 1024) } });
    t.match(await post({ workspaceId, ...own }), { status: 413, body: { code: 'too-large' } });
    t.match(await s.officer.post(`/api/v1/workspaces/${s.staff}/applications`, own), {
      status: 413,
      body: { code: 'too-large' },
    });
    t.equal(await count(), before + 1);
  },
);

t.test('each missing or misshapen member of the envelope is named, and nothing is created', async (t) => {
  const before = await count();
  for (const member of ['workspaceId', 'templateId', 'applicants', 'answers']) {
    const { [member]: _gone, ...rest } = record();
    t.match(await post(rest), { status: 422, body: { errors: [{ pointer: `/${member}` }] } }, `without ${member}`);
  }
  const bad = await post({ workspaceId: 7, templateId: '', applicants: [], answers: [], status: 'Approved' });
  t.equal(bad.status, 422);
  t.same(bad.body.errors.map((error: { pointer: string }) => error.pointer).sort(), [
    '/answers',
    '/applicants',
    '/status',
    '/templateId',
    '/workspaceId',
  ]);
  const applicant = await post(
    record({ applicants: [{ type: 'not one word', firstName: '', lastName: 'x', email: 'nobody', userId: s.ada.id }] }),
  );
  t.same(applicant.body.errors.map((error: { pointer: string }) => error.pointer).sort(), [
    '/applicants/0/email',
    '/applicants/0/firstName',
    '/applicants/0/type',
    '/applicants/0/userId',
  ]);
  const blank = await post(
    record({
      applicants: [
        { type: 'PRIMARY', firstName: ' ', lastName: '\u200b', email: 'x@y.example' },
        { type: 'OTHER', firstName: '\u202egnirts', lastName: 'x', email: 'x@y.example' },
      ],
    }),
  );
  t.match(
    blank,
    {
      status: 422,
      body: {
        errors: [
          { pointer: '/applicants/0/firstName', detail: /at least one visible character/ },
          { pointer: '/applicants/0/lastName' },
          { pointer: '/applicants/1/firstName' },
        ],
      },
    },
    'nobody is called " "',
  );
  t.equal(await count(), before);
});

t.test('a wrong place or template is refused', async (t) => {
  t.match(await post(record({ workspaceId: s.client })), {
    status: 422,
    body: { errors: [{ pointer: '/workspaceId' }] },
  });
  t.equal((await post(record({ workspaceId: s.mixed }))).status, 201);
  const draft = await s.platform.service(Templates).create(await s.system(), {
    name: 'Draft',
    content: (await s.platform.service(Templates).list(s.organization))[0]!.draft,
  });
  t.match(await post(record({ templateId: draft.id })), {
    status: 422,
    body: { errors: [{ pointer: '/templateId' }] },
  });
  const unknown = await post(record({ workspaceId: newId() }));
  for (const change of [{ workspaceId: beta.staff }, { templateId: await beta.template() }, { templateId: newId() }]) {
    const answer = await post(record(change));
    t.equal(answer.status, 404);
    t.same(answer.body, unknown.body, 'foreign and unknown look the same');
  }
});

t.test('everything that is wrong with a record is reported at once, of its shape and of what it names', async (t) => {
  const faultsOf = async (answer: ReturnType<typeof post>): Promise<unknown> => {
    const { status, body } = await answer;
    return [
      status,
      ...(body.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
    ];
  };
  const before = await count();
  const applicants = [{ type: 'PRIMARY', firstName: 7, lastName: 'H', email: 'grace@else.example' }];
  const everything = post(
    record({
      workspaceId: s.client,
      templateId: newId(),
      applicants,
      colour: 'red',
      answers: { deep: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) },
    }),
  );
  t.same(await faultsOf(everything), [
    422,
    '/colour additionalProperties',
    '/applicants/0/firstName type',
    '/workspaceId client-workspace',
    '/templateId not-found',
    '/answers too-deep',
  ]);
  const foreign = await post(record({ templateId: await beta.template(), applicants }));
  t.same(
    foreign.body,
    (await post(record({ templateId: newId(), applicants }))).body,
    'a foreign template looks as an unknown one',
  );
  t.same(
    await faultsOf(post(record({ workspaceId: s.client, templateId: newId() }))),
    [422, '/workspaceId client-workspace', '/templateId not-found'],
    'also when the shape is right',
  );
  t.same(
    await faultsOf(post(record({ templateId: 7, answers: [] }))),
    [422, '/templateId type', '/answers type'],
    'what is misshapen is not asked after',
  );
  t.same(await faultsOf(post(record({ templateId: 'a\0', applicants: [] }))), [
    422,
    '/templateId unstorable-text',
    '/applicants minItems',
  ]);
  t.same(
    await faultsOf(post(record({ workspaceId: 'x', templateId: 'y', applicants: [] }))),
    [422, '/workspaceId format', '/templateId format', '/applicants minItems'],
    'a mistyped identifier is one of them, and hides no other',
  );
  t.same(
    await faultsOf(post(record({ workspaceId: s.staff.toUpperCase() }))),
    [422, '/workspaceId format'],
    'identifiers are written as they are given out',
  );
  t.same(await faultsOf(post([])), [422, ' type']);
  t.same(
    await faultsOf(post(record({ workspaceId: 7, templateId: newId() }))),
    [422, '/workspaceId type'],
    'without a place nobody is known to be allowed to ask',
  );
  for (const workspaceId of [beta.staff, newId()])
    t.same(
      await faultsOf(post(record({ workspaceId, applicants }))),
      [404],
      'and where one may not be one learns nothing',
    );
  t.equal((await s.platform.post('/api/v1/applications', record({ applicants }))).status, 401);

  const ownApplication = (change: object) =>
    s.ada.post(`/api/v1/workspaces/${s.client}/applications`, {
      templateId: newId(),
      applicants: [{ type: 'PRIMARY', firstName: '', lastName: 'L', email: s.bob.email }, { type: 'x y' }],
      answers: {},
      ...change,
    });
  t.same(await faultsOf(ownApplication({})), [
    422,
    '/applicants/0/firstName pattern',
    '/applicants/1/firstName required',
    '/applicants/1/lastName required',
    '/applicants/1/email required',
    '/applicants/1/type pattern',
    '/templateId not-found',
    '/applicants/0/email not-yourself',
  ]);
  t.same(
    await faultsOf(
      ownApplication({ applicants: [{ type: 'PRIMARY', firstName: 'B', lastName: 'L', email: s.bob.email }] }),
    ),
    [422, '/templateId not-found', '/applicants/0/email not-yourself'],
  );
  t.same(
    await faultsOf(
      ownApplication({ applicants: [7, { type: 'SECOND', firstName: 'B', lastName: 'L', email: s.bob.email }] }),
    ),
    [422, '/applicants/0 type', '/templateId not-found'],
  );
  t.equal(await count(), before);
});

t.test('only a key submits here', async (t) => {
  t.equal((await s.platform.post('/api/v1/applications', record())).status, 401);
  t.equal((await s.officer.post('/api/v1/applications', record())).status, 401);
});

t.test('hostile answers are kept or refused, and crash nothing', async (t) => {
  for (const answers of [
    { amount: 1e308 },
    { amount: -0 },
    { amount: null },
    { amount: [] },
    { amount: {} },
    { amount: '' },
    { "a'; drop table application": 1, amount: 600 },
    { toString: 1, constructor: 2, amount: 600 },
    { amount: '💥'.repeat(5000) },
  ]) {
    const answer = await post(record({ answers }));
    t.equal(answer.status, 201, JSON.stringify(answers).slice(0, 40));
  }
  t.match(await post(record({ answers: { a: 'x\0y' } })), {
    status: 422,
    body: { errors: [{ pointer: '/answers', code: 'unstorable-text' }] },
  });
  t.match(await post(record({ answers: { a: '\ud800' } })), { status: 422 });
  t.match(
    await post(
      `{"workspaceId":"${s.staff}","templateId":"${templateId}","applicants":${JSON.stringify(record().applicants)},"answers":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
    ),
    { status: 422, body: { errors: [{ code: 'too-deep' }] } },
  );
  t.match(
    await post(record({ applicants: [{ type: 'PRIMARY', firstName: 'a\0', lastName: 'b', email: 'a@b.example' }] })),
    { status: 422 },
  );
});

t.test('a repeat with the same Idempotency-Key makes one application', async (t) => {
  const before = await count();
  const first = await post(record(), { 'idempotency-key': 'one' });
  const second = await post(record(), { 'idempotency-key': 'one' });
  t.equal(first.status, 201);
  t.same(second.body, first.body);
  t.equal(await count(), before + 1);
  t.equal((await post(record({ answers: {} }), { 'idempotency-key': 'one' })).status, 422);
  t.equal((await post({}, { 'idempotency-key': 'two' })).status, 422);
  t.equal((await post(record(), { 'idempotency-key': 'two' })).status, 201, 'a refusal is not stored');
});

t.test('a running application keeps its version, a new one gets the new one', async (t) => {
  s.script.run.First = async () => ({ outcome: 'waiting', reasons: ['Wait.'] });
  const service = s.platform.service(Templates);
  const id = await s.template();
  const old = await s.submit(id);
  const template = (await service.get(s.organization, id))!;
  await service.update(await s.system(), id, {
    content: { ...template.draft, workflow: steps('First', 'Second', 'MANUAL') },
  });
  await service.publish(await s.system(), id);
  const fresh = await s.submit(id);
  t.equal((await s.now(old.id)).steps.length, 2);
  t.equal(fresh.steps.length, 3);
  t.equal(fresh.templateVersion, 2);
  s.script.run = {};
});

t.test('a person with the right creates one in the staff workspace, others do not', async (t) => {
  const { workspaceId: _gone, ...body } = record();
  const made = await s.officer.post(`/api/v1/workspaces/${s.staff}/applications`, body);
  t.match(made, { status: 201, body: { source: { kind: 'user', name: 'officer' }, workspaceId: s.staff } });
  t.equal((await s.clerk.post(`/api/v1/workspaces/${s.staff}/applications`, body)).status, 403);
  t.equal((await s.ada.post(`/api/v1/workspaces/${s.staff}/applications`, body)).status, 404);
  t.equal((await s.key.post(`/api/v1/workspaces/${s.staff}/applications`, body)).status, 401);
});

t.test('a client applies for themselves only', async (t) => {
  const body = (email: string) => ({
    templateId,
    applicants: [{ type: 'PRIMARY', firstName: 'Ada', lastName: 'L', email }],
    answers: { amount: 600 },
  });
  const apply = (email: string) => s.ada.post(`/api/v1/workspaces/${s.client}/applications`, body(email));
  const [notOffered, notYourself] = [
    { pointer: '/templateId', code: 'not-offered' },
    { pointer: '/applicants/0/email', code: 'not-yourself' },
  ];
  t.match((await apply(s.ada.email)).body, { errors: [notOffered] }, 'and for what is offered there');
  t.match(await apply(s.bob.email), { status: 422, body: { errors: [notOffered, notYourself] } });
  const offer = `/api/v1/templates/${templateId}/offers/${s.client}`;
  t.equal((await s.admin.put(offer, { workspaceId: s.staff })).status, 200);
  t.match(await apply(s.bob.email), { status: 422, body: { errors: [notYourself] } });
  const made = await apply(s.ada.email.toUpperCase());
  t.match(made, { status: 201, body: { workspaceId: s.staff } });
  t.equal((await s.ada.get(`/api/v1/applications/${made.body.id}`)).status, 200);
  t.equal((await s.bob.get(`/api/v1/applications/${made.body.id}`)).status, 404);
});
