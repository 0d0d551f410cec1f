/** What nobody means to send: each is a clear fault, or the same content afterwards. */
import { t } from '@dossier/core/testing/t';
import type { Json } from '../../../testing/index.ts';
import { stage } from '../../workflow/test/stage.ts';
import { loan } from './content.ts';

const s = await stage();
t.teardown(() => s.stop());
const text = { type: 'string', title: 'Text' };
const calculated = (formula: string) => ({ type: 'number', 'x-kind': 'calculated', 'x-formula': formula });
const when = (field: string) => ({ 'x-show': { field, is: 'answered' } });
let made = 0;
const draft = (properties: object, more: object = {}) => ({
  ...loan,
  name: `Bad ${(made += 1)}`,
  schema: { type: 'object', properties },
  wizard: [{ key: 'all', title: 'All', fields: Object.keys(properties) }],
  workflow: [
    { key: 'check', name: 'Check', kind: 'SYSTEM', handler: 'First' },
    { key: 'hand', name: 'Underwriting', kind: 'MANUAL' },
  ],
  requiredDocuments: [],
  ...more,
});
const create = async (content: object): Promise<Json> => {
  const { status, body, text: reply } = await s.admin.post('/api/v1/templates', content);
  if (status !== 201) throw new Error(reply);
  return body;
};
const at = (id: string, rest = ''): string => `/api/v1/templates/${id}${rest}`;
const faultsOf = (body: Json): string[] => body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);

t.test('a circle, and what depends on a field that is gone, are kept, told, and never published', async (t) => {
  const { id, problems } = await create(
    draft({
      a: { ...text, ...when('b') },
      b: { ...text, ...when('a') },
      c: calculated('d + 1'),
      d: calculated('c + 1'),
      e: { ...text, ...when('gone') },
      f: calculated('gone * 2'),
    }),
  );
  const expected = [
    '/schema/properties/e/x-show/field unknown-field',
    '/schema/properties/f/x-formula unknown-field',
    '/schema/properties/a circle',
    '/schema/properties/c circle',
  ];
  t.same(
    problems.map(({ pointer, code }: Json) => `${pointer} ${code}`),
    expected,
  );
  const refused = await s.admin.post(at(id, '/publish'));
  t.equal(refused.status, 422);
  t.same(faultsOf(refused.body), expected);
});

t.test('a doubled key or id takes over no reference', async (t) => {
  const properties = { living: text, employer: { ...text, ...when('living') } };
  const { id } = await create(draft(properties));
  const renamed = { occupation: { ...text, 'x-id': 'living' }, employer: { ...text, ...when('living') } };
  const name = (await s.admin.get(at(id))).body.name;
  const saved = await s.admin.put(at(id), { ...draft({ ...renamed, living: text }), name });
  const after = saved.body.draft.schema.properties;
  t.equal(after.occupation['x-id'], 'living', 'the renamed field is still the one that is meant');
  t.not(after.living['x-id'] ?? 'living', 'living', 'and the new field of its old key is another one');
  const doubled = await s.admin.put(at(id), {
    ...draft({ ...renamed, other: { ...text, 'x-id': 'living' } }),
    name,
    wizard: [{ key: 'all', title: 'All', fields: ['occupation', 'employer', 'other'] }],
  });
  t.match(doubled.body.problems, [{ pointer: '/schema/properties/other/x-id', code: 'id-twice' }]);
});

t.test('copies, files and restored versions keep their references, and the original is untouched', async (t) => {
  const money = { type: 'number', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2, title: 'Sum' };
  const properties = {
    sum: { ...money, 'x-id': 'the_amount' },
    why: { ...text, 'x-show': { field: 'the_amount', is: 'at-least', value: 1 } },
    twice: calculated('the_amount * 2'),
  };
  const more = { amount: 'the_amount', keyAnswers: ['the_amount', 'why'], language: 'en' };
  const { id, name } = await create(draft(properties, more));
  t.equal((await s.admin.post(at(id, '/publish'))).status, 200);
  const german = { texts: { 'field/the_amount/title': { text: 'Summe' }, 'field/why/title': { text: 'Wozu' } } };
  t.equal((await s.admin.put(at(id, '/languages/de'), german)).status, 200);
  const seen = async (one: string): Promise<Json> => {
    const { draft: kept, problems } = (await s.admin.get(at(one))).body;
    const { texts } = (await s.admin.get(at(one, '/languages/de'))).body;
    return {
      ids: Object.fromEntries(
        Object.entries<Json>(kept.schema.properties).map(([key, field]) => [field['x-id'] ?? key, field.title]),
      ),
      show: kept.schema.properties.why['x-show'],
      formula: kept.schema.properties.twice['x-formula'],
      named: [kept.amount, kept.keyAnswers, kept.language],
      problems,
      translated: texts.filter(({ state }: Json) => state === 'translated').map(({ place }: Json) => place),
    };
  };
  const before = await seen(id);
  t.match(before, { problems: [], named: ['the_amount', ['the_amount', 'why'], 'en'], translated: { length: 2 } });
  const copy = (await s.admin.post(at(id, '/duplicate'))).body;
  const file = (await s.admin.get(at(id, '/export'))).body;
  const imported = (await s.admin.post('/api/v1/templates/import', { file, name: `${name}, imported` })).body;
  for (const other of [copy, imported]) t.same(await seen(other.id), before);

  const renamed = { total: { ...money, 'x-id': 'the_amount' }, why: properties.why, twice: properties.twice };
  for (const other of [copy, imported])
    t.match(await s.admin.put(at(other.id), { ...draft(renamed, more), name: other.name }), {
      status: 200,
      body: { problems: [], draft: { schema: { properties: { total: { 'x-id': 'the_amount' } } } } },
    });
  t.same(await seen(id), before, 'renaming in a copy changes nothing here');
  await s.admin.put(at(id), { ...draft({ other: text }), name });
  t.equal((await s.admin.post(at(id, '/restore'), { version: 1 })).status, 200);
  t.same(await seen(id), before, 'what was published is the draft again, references, amount and texts');
});

t.test('a file that somebody made is refused or harmless', async (t) => {
  const { id } = await create(draft({ living: text }));
  const file = (await s.admin.get(at(id, '/export'))).body;
  const count = (await s.admin.get('/api/v1/templates')).body.length;
  const sent = (given: unknown): Promise<Json> =>
    s.admin.post('/api/v1/templates/import', { file: given, name: `Made ${(made += 1)}` });
  for (const [given, fault] of [
    [{}, '/file no-template'],
    [{ kind: file.kind }, undefined],
    [{ ...file, version: 99 }, '/file/version newer-format'],
    [{ ...file, version: Infinity }, undefined],
    [{ ...file, content: { ...file.content, format: 99 } }, '/file/content/format unknown-format'],
    [{ ...file, content: { ...file.content, schema: [] } }, undefined],
    [{ ...file, translations: { de: { 'field/living/title': 7 } } }, undefined],
    [{ ...file, content: { ...file.content, workflow: [{ key: '__proto__', name: 'x', kind: 'MANUAL' }] } }, undefined],
  ] as const) {
    const { status, body } = await sent(given);
    t.equal(status, 422, JSON.stringify(given).slice(0, 80));
    if (fault) t.same(faultsOf(body), [fault]);
  }
  const proto = JSON.parse(JSON.stringify(file).replace('"living"', '"__proto__"')) as Json;
  t.equal((await sent(proto)).status, 422, 'a key that every object has');
  t.equal(({} as Json).type, undefined);
  const huge = await sent({ ...file, description: 'x'.repeat(10_000_000) });
  t.equal(huge.status, 413);
  t.equal((await s.admin.get('/api/v1/templates')).body.length, count, 'nothing was made of any of them');

  const outside = structuredClone(file);
  outside.content.schema.properties.living['x-show'] = { field: 'elsewhere', is: 'answered' };
  outside.content.amount = 'elsewhere';
  outside.content.keyAnswers = ['elsewhere'];
  outside.translations = { de: { 'field/elsewhere/title': { text: 'Fremd', hash: 'x' } } };
  const there = await sent(outside);
  t.equal(there.status, 201, there.text);
  t.same(
    there.body.problems.map(({ pointer }: Json) => pointer),
    ['/schema/properties/living/x-show/field', '/amount', '/keyAnswers/0'],
    'what leads out of the file leads nowhere, and is reported',
  );
});

t.test('two who publish at once make whole versions, each of one draft', async (t) => {
  const { id, name } = await create(draft({ a: text }));
  const write = (key: string): Promise<Json> => s.admin.put(at(id), { ...draft({ [key]: text }, { next: key }), name });
  await write('a');
  const answers = await Promise.all([
    s.admin.post(at(id, '/publish')),
    write('b'),
    s.admin.post(at(id, '/publish')),
    write('c'),
    s.admin.post(at(id, '/publish')),
  ]);
  t.same([...new Set(answers.map(({ status }) => status))], [200]);
  const versions: Json[] = (await s.admin.get(at(id, '/versions'))).body;
  t.same(
    versions.map(({ version }) => version),
    Array.from({ length: versions.length }, (_, i) => versions.length - i),
  );
  for (const { version } of versions) {
    const { body } = await s.admin.get(at(id, `/versions/${version}`));
    t.same(Object.keys(body.schema.properties), [body.next], 'fields and texts of the same draft');
    t.same(body.wizard[0].fields, [body.next]);
  }
});

t.test('a form of 500 fields is saved, published and read, and an application of it is checked', async (t) => {
  const properties = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [
      `f${i}`,
      i % 10 === 0 ? calculated(`f${i + 1} + 1`) : i % 10 === 1 ? { type: 'number' } : { ...text, ...when('f1') },
    ]),
  );
  const { id, problems } = await create(draft(properties));
  t.same(problems, []);
  t.equal((await s.admin.post(at(id, '/publish'))).status, 200);
  const { body } = await s.admin.get(at(id));
  t.same(Object.keys(body.draft.schema.properties).length, 500);
  const answers = { f1: 1, f2: 'x', f11: 'no number' };
  const sent = await s.submit(id, answers);
  t.equal(sent.status, 'InReview');
  t.match(await s.admin.post('/api/v1/templates', draft({ ...properties, more: text })), {
    status: 422,
    body: { errors: [{ pointer: '/wizard/0/fields', code: 'maxItems' }, { code: 'too-many' }] },
  });
});
