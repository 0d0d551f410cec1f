import { t } from '@dossier/core/testing/t';
import { stage } from './stage.ts';
import type { Someone, Stage } from './stage.ts';

let s: Stage;
t.before(async () => {
  s = await stage();
});
t.teardown(() => s.platform.stop());

const url = '/api/v1/user-profile-schemas';
const schema = {
  type: 'object',
  required: ['birthDate'],
  properties: {
    birthDate: { type: 'string', format: 'date', title: 'Date of birth' },
    income: { type: 'integer', minimum: 0 },
    code: { type: 'string', pattern: '^(a+)+$' },
  },
};
const register = (who: Someone, id: string, o: object = {}) => who.post(url, { id, title: 'Applicant', schema, ...o });
const write = (who: Someone, userProfileSchemaId: string, data: object) =>
  who.post('/user-profiles', { userId: who.id, userProfileSchemaId, name: 'Private', data });

t.test('a registered schema is checked, all faults at once; an unknown one is opaque', async (t) => {
  t.equal((await write(s.applicant, 'person', { income: 'much' })).status, 201, 'not registered yet');
  t.match(await register(s.redMember, 'person'), {
    status: 201,
    headers: { location: `${url}/person` },
    body: { id: 'person', title: 'Applicant', schema, version: 1 },
  });
  const refused = await write(s.applicant, 'person', {
    income: -1,
    code: `${'a'.repeat(900)}!`,
    other: { kept: true },
  });
  t.equal(refused.status, 422);
  t.strictSame(
    refused.body.errors.map((fault: { pointer: string; code: string }) => `${fault.pointer} ${fault.code}`).sort(),
    ['/data/birthDate missing', '/data/code pattern', '/data/income minimum'],
  );
  const made = await write(s.applicant, 'person', { birthDate: '1990-04-01', other: { kept: true } });
  t.match(
    made,
    { status: 201, body: { data: { other: { kept: true } } } },
    'members that the schema does not know are kept',
  );
  t.match(
    await s.applicant.put(`/user-profiles/${made.body.id}`, {
      userProfileSchemaId: 'person',
      name: 'Private',
      data: {},
    }),
    { status: 422, body: { errors: [{ pointer: '/data/birthDate', code: 'missing' }] } },
  );
  t.equal((await write(s.stranger, 'person', {})).status, 201, "another organization's schema is none of ours");
});

t.test('a profile fits the schema of the organization before it is shared there', async (t) => {
  const abroad = await s.also(s.applicant, s.second, s.abroad);
  await register(s.stranger, 'strict', {
    schema: { type: 'object', properties: { vat: { type: 'string' } }, required: ['vat'] },
  });
  const {
    body: { id },
  } = await write(s.applicant, 'strict', {});
  t.match(await s.share(abroad, id, s.abroad.id), {
    status: 422,
    body: { errors: [{ pointer: '/userProfileId', code: 'missing', detail: /^\/data\/vat in the profile/ }] },
  });
  t.equal((await s.share(s.applicant, id, s.red.id)).status, 201, 'the other organization has no such schema');
  await s.applicant.put(`/user-profiles/${id}`, {
    userProfileSchemaId: 'strict',
    name: 'Private',
    data: { vat: 'CHE-1' },
  });
  t.equal((await s.share(abroad, id, s.abroad.id)).status, 201);
});

t.test(
  'a change of the schema acts on what is written next, also after removing and registering it again',
  async (t) => {
    await register(s.redMember, 'moving', {
      schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    });
    t.equal((await write(s.applicant, 'moving', { a: 'x' })).status, 201);
    const next = { title: 'Moved', schema: { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] } };
    t.match(await s.redMember.put(`${url}/moving`, next), { status: 200, body: { id: 'moving', ...next, version: 2 } });
    t.match(await write(s.applicant, 'moving', { a: 'x' }), {
      status: 422,
      body: { errors: [{ pointer: '/data/b' }] },
    });
    t.match(await s.redMember.delete(`${url}/moving`), { status: 204, text: '' });
    t.equal((await write(s.applicant, 'moving', {})).status, 201);
    await register(s.redMember, 'moving', {
      schema: { type: 'object', properties: { c: { type: 'string' } }, required: ['c'] },
    });
    t.match(await write(s.applicant, 'moving', { a: 'x' }), {
      status: 422,
      body: { errors: [{ pointer: '/data/c' }] },
    });
    t.match(await s.log(s.first.id, 'profiles/schema-'), [
      {},
      { after: { version: 1 } },
      { type: 'profiles/schema-changed@1', before: { version: 1 }, after: { title: 'Moved', version: 2 } },
      { type: 'profiles/schema-removed@1', before: { version: 2 }, after: null },
      { type: 'profiles/schema-registered@1' },
    ]);
  },
);

t.test('members read the schemas, and only who may change them does', async (t) => {
  await register(s.redMember, 'listed');
  const ids = (await s.applicant.get(url)).body.map(({ id }: { id: string }) => id);
  t.ok(ids.includes('listed'));
  const page = await s.applicant.get(`${url}?limit=1`);
  t.strictSame(
    (await s.applicant.get(/^<([^>]+)>/.exec(String(page.headers['link']))![1]!)).body.map(
      ({ id }: { id: string }) => id,
    ),
    ids.slice(1, 2),
  );
  t.match(await s.applicant.get(`${url}/listed`), { status: 200, body: { id: 'listed' } });
  for (const answer of [
    await register(s.applicant, 'mine'),
    await s.applicant.put(`${url}/listed`, { title: 'Mine', schema }),
    await s.applicant.delete(`${url}/listed`),
  ])
    t.match(answer, { status: 403, body: { code: 'forbidden' } });
  for (const answer of [
    await s.stranger.get(`${url}/listed`),
    await s.stranger.put(`${url}/listed`, { title: 'Mine', schema }),
    await s.stranger.delete(`${url}/listed`),
    await s.redMember.get(`${url}/%00`),
  ])
    t.equal(answer.status, 404);
});

t.test(
  'a person who has left the organization learns nothing of its schemas by the token that they still have',
  async (t) => {
    await register(s.redMember, 'inner');
    const { id, client } = await s.first.member(s.blue);
    const gone = { id, ...client };
    t.equal((await write(gone, 'inner', {})).status, 422, 'as a member');
    await s.leave(gone, s.first);
    t.match(
      await write(gone, 'inner', { income: 'much' }),
      { status: 201, body: { data: { income: 'much' } } },
      'their profile is still their own, and opaque',
    );
  },
);

t.test('a schema that could not be used is refused with every fault', async (t) => {
  t.equal((await register(s.redMember, 'taken')).status, 201);
  t.match(await register(s.redMember, 'taken'), { status: 409, body: { code: 'schema-taken' } });
  const refused = await register(s.redMember, 'broken', {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: { a: { type: 'string', pattern: '(?=x)' }, b: { type: 'object' } },
      required: ['c'],
    },
  });
  t.equal(refused.status, 422);
  t.strictSame(refused.body.errors.map((fault: { pointer: string }) => fault.pointer).sort(), [
    '/schema/additionalProperties',
    '/schema/properties/a/pattern',
    '/schema/properties/b/properties',
    '/schema/required/0',
  ]);
  for (const [wrong, pointer] of [
    [{ id: 'a b' }, '/id'],
    [{ id: '' }, '/id'],
    [{ title: ' ' }, '/title'],
    [{ schema: [] }, '/schema'],
    [{ version: 1 }, '/version'],
    [{ schema: { ...schema, title: 'a\0b' } }, '/schema'],
  ] as const) {
    t.match(await register(s.redMember, 'wrong', wrong), { status: 422, body: { errors: [{ pointer }] } }, pointer);
  }
});

t.test('the fields of a form stand in the order in which they were written', async (t) => {
  t.equal((await register(s.redMember, 'ordered')).status, 201);
  t.same(Object.keys((await s.applicant.get(`${url}/ordered`)).body.schema.properties), [
    'birthDate',
    'income',
    'code',
  ]);
  const { income, code, birthDate } = schema.properties;
  t.equal(
    (
      await s.redMember.put(`${url}/ordered`, {
        title: 'Applicant',
        schema: { ...schema, properties: { income, code, birthDate } },
      })
    ).status,
    200,
  );
  t.same(Object.keys((await s.applicant.get(`${url}/ordered`)).body.schema.properties), [
    'income',
    'code',
    'birthDate',
  ]);
});

t.test('a field of type object holds others, and each fault is named where it is', async (t) => {
  const person = {
    type: 'object',
    title: 'Person',
    required: ['name'],
    properties: { name: { type: 'string', title: 'Full name' }, age: { type: 'integer', maximum: 150 } },
  };
  const nested = {
    type: 'object',
    required: ['address'],
    properties: {
      address: {
        type: 'object',
        title: 'Address',
        required: ['city'],
        properties: { city: { type: 'string' }, owner: person },
      },
    },
  };
  t.match(await register(s.redMember, 'nested', { schema: nested }), { status: 201, body: { schema: nested } });
  const faults = async (data: object) => (await write(s.applicant, 'nested', data)).body.errors;
  t.match(await faults({}), [{ pointer: '/data/address', code: 'missing', detail: /^Address/ }]);
  t.match(await faults({ address: 'Main Street 1' }), [
    { pointer: '/data/address', code: 'type', detail: /^Address: .* object/ },
  ]);
  t.match(
    (await faults({ address: { owner: { age: 200 } } })).toSorted((a: { pointer: string }, b: { pointer: string }) =>
      a.pointer < b.pointer ? -1 : 1,
    ),
    [
      { pointer: '/data/address/city', code: 'missing', detail: /^city/ },
      { pointer: '/data/address/owner/age', code: 'maximum' },
      { pointer: '/data/address/owner/name', code: 'missing', detail: /^Full name/ },
    ],
  );
  const data = { address: { city: 'Łódź', floor: null, owner: { name: 'Ann', pets: [{ kind: 'cat' }] } } };
  t.match(
    await write(s.applicant, 'nested', data),
    { status: 201, body: { data } },
    'members that no field knows are kept inside, too',
  );
});

t.test('a schema is wrong inside as it is outside, and neither too deep nor too large', async (t) => {
  const wrong = async (properties: object) => {
    const { status, body } = await register(s.redMember, 'inside', { schema: { type: 'object', properties } });
    t.equal(status, 422);
    return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`).sort();
  };
  t.strictSame(
    await wrong({
      a: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        title: 1,
        required: ['x'],
        properties: { b: { type: 'text' }, 'c d': { type: 'string' }, e: { type: 'object' } },
      },
    }),
    [
      '/schema/properties/a/additionalProperties unknown-keyword',
      '/schema/properties/a/minProperties unknown-keyword',
      '/schema/properties/a/properties/b/type bad-type',
      '/schema/properties/a/properties/c d bad-key',
      '/schema/properties/a/properties/e/properties no-fields',
      '/schema/properties/a/required/0 unknown-field',
      '/schema/properties/a/title bad-text',
    ],
  );
  t.strictSame(await wrong({ a: { type: 'object', properties: { n: { type: 'integer', default: 'x' } } } }), [
    '/schema/properties/a/properties/n/default bad-default',
  ]);
  const within = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: within(levels - 1) } };
  t.equal((await register(s.redMember, 'deep', { schema: within(5) })).status, 201, 'four groups below the form');
  t.strictSame(await wrong({ a: within(5) }), [`/schema${'/properties/a'.repeat(5)} too-deep`]);
  t.strictSame(await wrong({ a: within(12) }), [`/schema${'/properties/a'.repeat(5)} too-deep`]);
  const fields = (count: number): object => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, { type: 'string' }])),
  });
  t.strictSame(await wrong({ a: fields(250), b: fields(249) }), ['/schema/properties too-many']);
});

t.test('the examples of the document fit each other', async (t) => {
  const { paths } = (await s.platform.get('/openapi.json')).body;
  const exampleOf = (path: string) => {
    const { schema, examples } = paths[path].post.requestBody.content['application/json'];
    return (schema.examples ??
      Object.values(examples ?? {}).map((one: unknown) => (one as { value: unknown }).value))[0];
  };
  const form = exampleOf('/api/v1/user-profile-schemas');
  const profile = exampleOf('/user-profiles');
  t.equal(form.id, profile.userProfileSchemaId);
  t.same(Object.keys(profile.data), Object.keys(form.schema.properties), 'each member of the data is a field');
  t.equal((await s.redMember.post('/api/v1/user-profile-schemas', form)).status, 201);
  t.match(await write(s.applicant, form.id, profile.data), { status: 201, body: { data: profile.data } });
});

t.test(
  'what is wrong with a schema, and with data against one, is reported with what is wrong with the rest of the body',
  async (t) => {
    const pointers = ({ body }: { body: { errors: { pointer: string }[] } }): string[] =>
      body.errors.map(({ pointer }) => pointer).toSorted();
    const bad = { title: ' ', schema: { type: 'array', properties: {} } };
    t.strictSame(pointers(await s.redMember.post(url, { id: '!', ...bad })), ['/id', '/schema/type', '/title']);
    await register(s.redMember, 'whole');
    t.strictSame(pointers(await s.redMember.put(`${url}/whole`, bad)), ['/schema/type', '/title']);
    const [name, data] = ['', { income: -1 }];
    t.strictSame(
      pointers(
        await s.applicant.post('/user-profiles', { userId: s.applicant.id, userProfileSchemaId: 'whole', name, data }),
      ),
      ['/data/birthDate', '/data/income', '/name'],
    );
    const {
      body: { id },
    } = await write(s.applicant, 'opaque', {});
    t.strictSame(
      pointers(await s.applicant.put(`/user-profiles/${id}`, { userProfileSchemaId: 'whole', name, data })),
      ['/data/birthDate', '/data/income', '/name'],
    );
    t.strictSame(pointers(await s.applicant.put(`/user-profiles/${id}`, { userProfileSchemaId: '', name, data })), [
      '/name',
      '/userProfileSchemaId',
    ]);
    t.strictSame(
      pointers(await s.redMember.put(`/user-profiles/${id}`, { userProfileSchemaId: 'whole', name, data })),
      ['/name'],
      'of what is not theirs to change they learn no more',
    );
    t.strictSame(
      pointers(
        await s.redMember.post('/user-profiles', { userId: s.applicant.id, userProfileSchemaId: 'whole', name, data }),
      ),
      ['/name'],
    );
  },
);
