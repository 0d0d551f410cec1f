import t from 'tap';
import { stage } from './stage.ts';
import type { Someone, Stage } from './stage.ts';

let s: Stage;
t.before(async () => { s = await stage(); });
t.teardown(() => s.platform.stop());

const url = '/api/v1/user-profile-schemas';
const schema = {
  type: 'object', required: ['birthDate'],
  properties: { birthDate: { type: 'string', format: 'date', title: 'Date of birth' }, income: { type: 'integer', minimum: 0 }, code: { type: 'string', pattern: '^(a+)+$' } },
};
const register = (who: Someone, id: string, o: object = {}) => who.post(url, { id, title: 'Applicant', schema, ...o });
const write = (who: Someone, userProfileSchemaId: string, data: object) => who.post('/user-profiles', { userId: who.id, userProfileSchemaId, name: 'Private', data });

t.test('a registered schema is checked, all faults at once; an unknown one is opaque', async (t) => {
  t.equal((await write(s.applicant, 'person', { income: 'much' })).status, 201, 'not registered yet');
  t.match(await register(s.redMember, 'person'), { status: 201, headers: { location: `${url}/person` }, body: { id: 'person', title: 'Applicant', schema, version: 1 } });
  const refused = await write(s.applicant, 'person', { income: -1, code: `${'a'.repeat(900)}!`, other: { kept: true } });
  t.equal(refused.status, 422);
  t.strictSame(refused.body.errors.map((fault: { pointer: string; code: string }) => `${fault.pointer} ${fault.code}`).sort(), ['/data/birthDate missing', '/data/code pattern', '/data/income minimum']);
  const made = await write(s.applicant, 'person', { birthDate: '1990-04-01', other: { kept: true } });
  t.match(made, { status: 201, body: { data: { other: { kept: true } } } }, 'members that the schema does not know are kept');
  t.match(await s.applicant.put(`/user-profiles/${made.body.id}`, { userProfileSchemaId: 'person', name: 'Private', data: {} }), { status: 422, body: { errors: [{ pointer: '/data/birthDate', code: 'missing' }] } });
  t.equal((await write(s.stranger, 'person', {})).status, 201, 'another organization\'s schema is none of ours');
});

t.test('a profile fits the schema of the organization before it is shared there', async (t) => {
  const abroad = await s.also(s.applicant, s.second, s.abroad);
  await register(s.stranger, 'strict', { schema: { type: 'object', properties: { vat: { type: 'string' } }, required: ['vat'] } });
  const { body: { id } } = await write(s.applicant, 'strict', {});
  t.match(await s.share(abroad, id, s.abroad.id), { status: 422, body: { errors: [{ pointer: '/userProfileId', code: 'missing', detail: /^\/data\/vat in the profile/ }] } });
  t.equal((await s.share(s.applicant, id, s.red.id)).status, 201, 'the other organization has no such schema');
  await s.applicant.put(`/user-profiles/${id}`, { userProfileSchemaId: 'strict', name: 'Private', data: { vat: 'CHE-1' } });
  t.equal((await s.share(abroad, id, s.abroad.id)).status, 201);
});

t.test('a change of the schema acts on what is written next, also after removing and registering it again', async (t) => {
  await register(s.redMember, 'moving', { schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } });
  t.equal((await write(s.applicant, 'moving', { a: 'x' })).status, 201);
  const next = { title: 'Moved', schema: { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] } };
  t.match(await s.redMember.put(`${url}/moving`, next), { status: 200, body: { id: 'moving', ...next, version: 2 } });
  t.match(await write(s.applicant, 'moving', { a: 'x' }), { status: 422, body: { errors: [{ pointer: '/data/b' }] } });
  t.match(await s.redMember.delete(`${url}/moving`), { status: 204, text: '' });
  t.equal((await write(s.applicant, 'moving', {})).status, 201);
  await register(s.redMember, 'moving', { schema: { type: 'object', properties: { c: { type: 'string' } }, required: ['c'] } });
  t.match(await write(s.applicant, 'moving', { a: 'x' }), { status: 422, body: { errors: [{ pointer: '/data/c' }] } });
  t.match(await s.log(s.first.id, 'profiles/schema-'), [
    {}, { after: { version: 1 } }, { type: 'profiles/schema-changed@1', before: { version: 1 }, after: { title: 'Moved', version: 2 } }, { type: 'profiles/schema-removed@1', before: { version: 2 }, after: null }, { type: 'profiles/schema-registered@1' },
  ]);
});

t.test('members read the schemas, and only who may change them does', async (t) => {
  await register(s.redMember, 'listed');
  const ids = (await s.applicant.get(url)).body.map(({ id }: { id: string }) => id);
  t.ok(ids.includes('listed'));
  const page = await s.applicant.get(`${url}?limit=1`);
  t.strictSame((await s.applicant.get(/^<([^>]+)>/.exec(String(page.headers['link']))![1]!)).body.map(({ id }: { id: string }) => id), ids.slice(1, 2));
  t.match(await s.applicant.get(`${url}/listed`), { status: 200, body: { id: 'listed' } });
  for (const answer of [await register(s.applicant, 'mine'), await s.applicant.put(`${url}/listed`, { title: 'Mine', schema }), await s.applicant.delete(`${url}/listed`)]) t.match(answer, { status: 403, body: { code: 'forbidden' } });
  for (const answer of [await s.stranger.get(`${url}/listed`), await s.stranger.put(`${url}/listed`, { title: 'Mine', schema }), await s.stranger.delete(`${url}/listed`), await s.redMember.get(`${url}/%00`)]) t.equal(answer.status, 404);
});

t.test('a schema that could not be used is refused with every fault', async (t) => {
  t.equal((await register(s.redMember, 'taken')).status, 201);
  t.match(await register(s.redMember, 'taken'), { status: 409, body: { code: 'schema-taken' } });
  const refused = await register(s.redMember, 'broken', { schema: { type: 'object', additionalProperties: false, properties: { a: { type: 'string', pattern: '(?=x)' }, b: { type: 'object' } }, required: ['c'] } });
  t.equal(refused.status, 422);
  t.strictSame(refused.body.errors.map((fault: { pointer: string }) => fault.pointer).sort(), ['/schema/additionalProperties', '/schema/properties/a/pattern', '/schema/properties/b/type', '/schema/required/0']);
  for (const [wrong, pointer] of [[{ id: 'a b' }, '/id'], [{ id: '' }, '/id'], [{ title: ' ' }, '/title'], [{ schema: [] }, '/schema'], [{ version: 1 }, '/version'], [{ schema: { ...schema, title: 'a\0b' } }, '/schema']] as const) {
    t.match(await register(s.redMember, 'wrong', wrong), { status: 422, body: { errors: [{ pointer }] } }, pointer);
  }
});

t.test('the fields of a form stand in the order in which they were written', async (t) => {
  t.equal((await register(s.redMember, 'ordered')).status, 201);
  t.same(Object.keys((await s.applicant.get(`${url}/ordered`)).body.schema.properties), ['birthDate', 'income', 'code']);
  const { income, code, birthDate } = schema.properties;
  t.equal((await s.redMember.put(`${url}/ordered`, { title: 'Applicant', schema: { ...schema, properties: { income, code, birthDate } } })).status, 200);
  t.same(Object.keys((await s.applicant.get(`${url}/ordered`)).body.schema.properties), ['income', 'code', 'birthDate']);
});
