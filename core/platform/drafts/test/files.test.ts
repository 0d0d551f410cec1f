import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { eventually } from '../../../testing/index.ts';
import { createApplications } from '../../applications/contract.ts';
import { stage } from '../../workflow/test/stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const templateId = await s.template(undefined, {
  schema: {
    type: 'object',
    properties: {
      amount: { type: 'number' },
      plan: {
        'x-kind': 'file',
        title: 'Plan',
        'x-show': { field: 'amount', is: 'at-least', value: 100 },
        'x-least': 2,
        'x-most': 2,
        'x-types': ['text/*'],
      },
      deed: { 'x-kind': 'file', title: 'Deed', 'x-later': true, 'x-types': ['application/pdf'] },
    },
    required: ['amount'],
  },
  wizard: [{ key: 'loan', title: 'The loan', fields: ['amount', 'plan', 'deed'] }],
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
});
const begin = async (who = s.officer): Promise<string> =>
  `/api/v1/drafts/${(await who.post(`/api/v1/workspaces/${s.staff}/drafts`, { templateId })).body.id}`;
const paper = (bytes: string, requirementKey = 'income') => [
  { name: 'file', fileName: `${bytes}.txt`, contentType: 'text/plain', bytes },
  { name: 'requirementKey', value: requirementKey },
];
/** What is discarded goes after the answer. */
const stored = (): number => {
  const root = join(s.platform.dataDir, 'files');
  return existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
    : 0;
};

t.test('a file is added, shown with its draft, read again, and taken away with its bytes', async (t) => {
  const url = await begin();
  const before = stored();
  const { body: file, status } = await s.officer.upload(`${url}/files`, paper('salary'));
  t.equal(status, 201);
  t.match(file, { requirementKey: 'income', fileName: 'salary.txt', contentType: 'text/plain', size: 6, scan: null });
  t.match(await s.officer.get(url), { headers: { etag: '"1"' }, body: { files: [file] } }, 'typing is not overtaken');
  t.match(await s.officer.get(`${url}/files/${file.id}`), {
    status: 200,
    text: 'salary',
    headers: {
      'content-type': 'text/plain',
      'content-disposition': /attachment; filename="salary.txt"/,
      'x-content-type-options': 'nosniff',
      'content-security-policy': /sandbox/,
      'cache-control': 'private, no-store',
    },
  });
  t.match(await s.officer.upload(`${url}/files`, paper('salary')), { status: 201, body: { id: file.id } });
  t.equal(stored(), before + 1, 'sent again, since its answer was lost, it is the same');
  const other = await s.officer.post(`${url}/files`, {
    requirementKey: 'plan',
    fileName: 'plan.txt',
    contentBase64: Buffer.from('a plan').toString('base64'),
  });
  t.match(other, { status: 201, body: { fileName: 'plan.txt', size: 6 } }, 'as JSON too');
  t.equal((await s.officer.delete(`${url}/files/${file.id}`)).status, 204);
  t.equal((await s.officer.delete(`${url}/files/${file.id}`)).status, 404);
  t.equal((await s.officer.get(`${url}/files/${file.id}`)).status, 404);
  t.match((await s.officer.get(url)).body.files, [{ id: other.body.id }]);
  await eventually('the file that is deleted is gone', stored, before + 1);
  t.equal((await s.officer.delete(url)).status, 204);
  await eventually('its files go with a draft', stored, before);
});

t.test('a file that cannot be one of this form is refused with all that is wrong, and leaves nothing', async (t) => {
  const url = await begin();
  const before = stored();
  const refused = async (parts: Parameters<typeof s.officer.upload>[1], status: number, body: object): Promise<void> =>
    void t.match(await s.officer.upload(`${url}/files`, parts), { status, body });
  const unknown = { pointer: '/requirementKey', code: 'unknown-requirement', detail: /income, plan, deed/ };
  await refused(paper('stray', 'passport'), 422, { errors: [unknown] });
  await refused([{ name: 'requirementKey', value: 'income' }], 422, {
    errors: [{ pointer: '/file', code: 'no-file' }],
  });
  await refused(paper('stray').slice(0, 1), 422, { errors: [{ pointer: '/requirementKey', code: 'required' }] });
  await refused([...paper('stray'), { name: 'audience', value: 'staff' }], 422, { errors: [{ pointer: '/audience' }] });
  await refused(paper(''), 422, { errors: [{ pointer: '/file', code: 'empty' }] });
  await refused([paper('one')[0]!, ...paper('two')], 413, { code: 'too-many-files' });
  const html = { name: 'file', fileName: 'page.pdf', contentType: 'application/pdf', bytes: '<html><script></script>' };
  await refused([html, { name: 'requirementKey', value: 'income' }], 415, { code: 'unsupported-type' });
  await refused([html, { name: 'requirementKey', value: 'passport' }], 422, {
    errors: [{ pointer: '/file', code: 'unsupported-type' }, unknown],
  });
  await refused(paper('stray', 'deed'), 422, { errors: [{ pointer: '/file', code: 'other-type', detail: /"Deed"/ }] });
  const bad = { requirementKey: 'passport', fileName: 'a.txt', contentBase64: '*' };
  t.match(await s.officer.post(`${url}/files`, bad), {
    status: 422,
    body: { errors: [{ pointer: '/contentBase64', code: 'bad-base64' }, unknown] },
  });
  t.equal((await s.officer.post(`${url}/files`)).status, 422);
  await eventually('nothing of them is left', stored, before);
  t.same((await s.officer.get(url)).body.files, []);
});

t.test('a document takes as many files as its field says, also when they come at once', async (t) => {
  const url = await begin();
  const before = stored();
  const all = await Promise.all(['a', 'b', 'c'].map((page) => s.officer.upload(`${url}/files`, paper(page, 'plan'))));
  t.same(all.map(({ status }) => status).sort(), [201, 201, 409]);
  t.match(all.find(({ status }) => status === 409)!.body, { code: 'too-many-documents', detail: /"Plan" .* 2 files/ });
  t.equal(stored(), before + 2);
  t.equal((await s.officer.upload(`${url}/files`, paper('another one'))).status, 201);
});

t.test('files of a draft are there for its owner alone', async (t) => {
  const url = await begin();
  const { id } = (await s.officer.upload(`${url}/files`, paper('mine'))).body;
  const colleague = await s.person('colleague', { permissions: [createApplications] });
  const own = await begin(colleague);
  for (const other of [colleague, s.admin, s.clerk, s.ada, beta.officer]) {
    t.equal((await other.get(`${url}/files/${id}`)).status, 404);
    t.equal((await other.delete(`${url}/files/${id}`)).status, 404);
    t.equal((await other.upload(`${url}/files`, paper('foisted'))).status, 404);
  }
  t.equal((await colleague.get(`${own}/files/${id}`)).status, 404, 'not by a draft of their own either');
  t.equal((await colleague.delete(`${own}/files/${id}`)).status, 404);
  t.match((await s.officer.get(url)).body.files, [{ id }]);
});

t.test('a draft is sent with the files that are asked for, which are documents then', async (t) => {
  const url = await begin();
  const applicants = [{ type: 'PRIMARY', firstName: 'Grace', lastName: 'Hopper', email: 'grace@else.example' }];
  const fill = (amount: number) =>
    s.officer.put(url, { answers: { amount }, typed: {}, step: null, done: [], applicants });
  await fill(900);
  const missing = (key: string) => ({ pointer: `/files/${key}`, code: 'missing' });
  t.match(await s.officer.post(`${url}/submit`), {
    status: 422,
    body: { errors: [missing('income'), missing('plan')] },
  });
  await s.officer.upload(`${url}/files`, paper('salary'));
  t.match((await s.officer.post(`${url}/submit`)).body.errors, [missing('plan')], 'a field for files is a document');
  await s.officer.upload(`${url}/files`, paper('the plan', 'plan'));
  t.match((await s.officer.post(`${url}/submit`)).body.errors, [{ ...missing('plan'), detail: /1 more/ }]);
  await fill(50);
  const before = stored();
  const sent = await s.officer.post(`${url}/submit`);
  t.equal(sent.status, 201);
  const { documents } = (await s.officer.get(`/api/v1/applications/${sent.body.applicationId}`)).body;
  t.match(documents, [{ fileName: 'salary.txt', requirementKey: 'income', contentType: 'text/plain', size: 6 }]);
  t.equal((await s.officer.get(`/api/v1/documents/${documents[0].id}/content`)).text, 'salary');
  await eventually('what is not asked for in the end is not kept', stored, before - 1);
});
