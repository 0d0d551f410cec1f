import { t } from '@dossier/core/testing/t';
import { stage } from '../../workflow/test/stage.ts';
import { loan } from './content.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const content = {
  ...loan,
  schema: {
    ...loan.schema,
    properties: {
      amount: { type: 'number', title: 'Amount' },
      purpose: { type: 'string', 'x-show': { field: 'amount', is: 'at-least', value: 500 } },
    },
  },
  workflow: [
    { name: 'Check', kind: 'SYSTEM', handler: 'First' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
};
const made = await s.admin.post('/api/v1/templates', { name: 'Car loan', description: 'For cars.', ...content });
const exported = await s.admin.get(`/api/v1/templates/${made.body.id}/export`);
const file = exported.body;

t.test('a template goes as one file into another organization, references and all', async (t) => {
  t.equal(exported.status, 200);
  t.match(exported.headers['content-disposition'], /^attachment; filename\*=UTF-8''Car%20loan\.json$/);
  t.match(await beta.admin.post('/api/v1/templates/import-check', { file }), {
    status: 200,
    body: { name: 'Car loan', nameTaken: false, missing: [], differing: [], problems: [] },
  });
  t.same((await beta.admin.get('/api/v1/templates')).body, [], 'a check imports nothing');
  const there = await beta.admin.post('/api/v1/templates/import', { file });
  t.match(there, { status: 201, body: { name: 'Car loan', description: 'For cars.', version: null, problems: [] } });
  t.not(there.body.id, made.body.id);
  t.same(there.body.draft, made.body.draft);
});

t.test('a name that is taken is said before, and another one may be given', async (t) => {
  t.match((await s.admin.post('/api/v1/templates/import-check', { file })).body, { nameTaken: true });
  t.match(await s.admin.post('/api/v1/templates/import', { file }), { status: 409, body: { code: 'name-taken' } });
  t.match(await s.admin.post('/api/v1/templates/import', { file, name: 'Car loan, again' }), { status: 201 });
});

t.test('an import that comes twice is made once', async (t) => {
  const again = (): ReturnType<typeof s.admin.post> =>
    s.admin.post('/api/v1/templates/import', { file, name: 'Once' }, { 'idempotency-key': 'import-once' });
  const [first, second] = [await again(), await again()];
  t.equal(first.status, 201);
  t.equal(second.body.id, first.body.id);
});

t.test('what the installation lacks is listed, and what stands against publishing it', async (t) => {
  const foreign = structuredClone(file);
  foreign.content.workflow[0].handler = 'ElsewhereHandler';
  foreign.needs.handlers = [{ id: 'ElsewhereHandler', digest: 'x' }];
  foreign.needs.fieldKinds[0].digest = 'of another one';
  t.match((await beta.admin.post('/api/v1/templates/import-check', { file: foreign })).body, {
    missing: [{ what: 'handler', id: 'ElsewhereHandler' }],
    differing: [{ what: 'field-kind', id: foreign.needs.fieldKinds[0].id }],
    problems: [{ pointer: '/workflow/0/handler', code: 'unknown-handler' }],
  });
});

t.test('a file that is none, that is broken, or of a later version is refused with what to do', async (t) => {
  const refused = async (given: object): Promise<readonly string[]> => {
    const answer = await beta.admin.post('/api/v1/templates/import', { file: given, name: 'Refused' });
    t.equal(answer.status, 422);
    return answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  };
  t.same(await refused({ hello: 'world' }), ['/file no-template']);
  t.same(await refused({ ...file, version: 2 }), ['/file/version newer-format']);
  t.same(await refused({ ...file, content: { ...file.content, format: 2 } }), ['/file/content/format unknown-format']);
  t.same(await refused({ ...file, content: { ...file.content, wizard: 'none' } }), ['/file/content/wizard bad-file']);
  t.equal((await beta.admin.get('/api/v1/templates')).body.length, 1);
});
