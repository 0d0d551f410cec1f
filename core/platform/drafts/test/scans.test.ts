/** Files of a draft and the virus scanners: while they look, when they found something, and when they are away. */
import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import { readApplications } from '../../applications/contract.ts';
import { readAudit } from '../../audit/contract.ts';
import { fileScanners } from '../../files/contract.ts';
import type { FileScanner } from '../../files/contract.ts';
import { stage } from '../../workflow/test/stage.ts';

const virus: FileScanner['scan'] = async () => ({ clean: false, threat: 'Eicar' });
const harmless: FileScanner['scan'] = async () => ({ clean: true });
let scan: FileScanner['scan'] = harmless;
const scanner = definePlugin({
  id: 'scanner',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [fileScanners],
  setup: (_needs, plugin) =>
    plugin.contribute(fileScanners, 'scanner', { open: 'to members' }, { scan: (file) => scan(file) }),
});
const s = await stage({ plugins: [scanner] });
t.teardown(() => s.stop());
const templateId = await s.template(undefined, { requiredDocuments: [{ key: 'income', title: 'Proof of income' }] });
await s.admin.put(`/api/v1/templates/${templateId}/offers/${s.client}`, { workspaceId: s.staff });

// It halts at an officer, so that an application is not decided before its files are.
s.script.run['First'] = async () => ({ outcome: 'failed', reasons: [{ code: 'look', text: 'Look at it.' }] });
const auditor = await s.person('auditor', { permissions: [readApplications, readAudit] });

/** Of a client, whose applications are handled in another workspace than the one in which they begin them. */
const begin = async (): Promise<string> => {
  const made = await s.ada.post(`/api/v1/workspaces/${s.client}/drafts`, { templateId });
  const url = `/api/v1/drafts/${made.body.id}`;
  const applicants = [{ type: 'PRIMARY', firstName: 'Ada', lastName: 'Client', email: s.ada.email }];
  const saved = await s.ada.put(url, { answers: { amount: 900 }, typed: {}, step: null, done: [], applicants });
  if (saved.status !== 200) throw new Error(saved.text);
  return url;
};
const paper = (url: string, name: string) =>
  s.ada.upload(`${url}/files`, [
    { name: 'file', fileName: `${name}.txt`, contentType: 'text/plain', bytes: name },
    { name: 'requirementKey', value: 'income' },
  ]);
const documentsOf = async (application: string) =>
  (await s.officer.get(`/api/v1/applications/${application}`)).body.documents;

t.test('a file is closed to its owner too until it was looked through', async (t) => {
  const looking = Promise.withResolvers<void>();
  scan = (file) => looking.promise.then(() => harmless(file));
  const url = await begin();
  const sent = await paper(url, 'salary');
  t.match(sent, { status: 201, body: { scan: 'pending' } });
  const file = `${url}/files/${sent.body.id}`;
  t.match(await s.ada.get(file), { status: 409, body: { code: 'scan-pending', detail: /"salary.txt"/ } });
  looking.resolve();
  await s.platform.settle();
  t.match((await s.ada.get(url)).body.files, [{ scan: 'clean' }]);
  t.equal((await s.ada.get(file)).text, 'salary');
});

t.test('an infected file is opened by nobody and keeps its draft from being sent until it is taken away', async (t) => {
  scan = virus;
  const url = await begin();
  const [bad, worse] = [await paper(url, 'poison'), await paper(url, 'more poison')];
  await s.platform.settle();
  scan = harmless;
  const good = await paper(url, 'salary');
  await s.platform.settle();
  t.same(
    (await s.ada.get(url)).body.files.map((file: { scan: string }) => file.scan),
    ['infected', 'infected', 'clean'],
  );
  t.match(await s.ada.get(`${url}/files/${bad.body.id}`), { status: 403, body: { code: 'infected', detail: /Eicar/ } });
  const refused = await s.ada.post(`${url}/submit`);
  t.match(refused, {
    status: 422,
    body: {
      errors: [
        {
          pointer: '/files/income',
          code: 'infected',
          detail: /in "poison.txt", "more poison.txt"\..*"Proof of income"/,
        },
      ],
    },
  });
  t.equal(refused.body.errors.length, 1, 'the good one is not asked for again');
  for (const { body } of [bad, worse]) t.equal((await s.ada.delete(`${url}/files/${body.id}`)).status, 204);
  const sent = await s.ada.post(`${url}/submit`);
  t.equal(sent.status, 201);
  t.match(await documentsOf(sent.body.applicationId), [{ fileName: 'salary.txt', scan: 'clean' }]);
  t.equal((await s.ada.get(`${url}/files/${good.body.id}`)).status, 404, "it is the application's now");
});

t.test('the same bytes again do not make an infected file a good one', async (t) => {
  scan = virus;
  const url = await begin();
  const { body } = await paper(url, 'poison');
  await s.platform.settle();
  scan = harmless;
  t.match(await paper(url, 'poison'), { status: 201, body: { id: body.id, scan: 'infected' } });
});

t.test('a file that waits keeps nobody from sending, and is judged as a document', async (t) => {
  for (const verdict of ['clean', 'infected'] as const) {
    const looking = Promise.withResolvers<void>();
    scan = (file) => looking.promise.then(() => (verdict === 'clean' ? harmless(file) : virus(file)));
    const url = await begin();
    await paper(url, `${verdict} in the end`);
    const sent = await s.ada.post(`${url}/submit`);
    t.equal(sent.status, 201, sent.text);
    const [document] = await documentsOf(sent.body.applicationId);
    t.match(document, { scan: 'pending', requirementKey: 'income' });
    const content = `/api/v1/documents/${document.id}/content`;
    for (const who of [s.ada, s.officer])
      t.match(await who.get(content), { status: 409, body: { code: 'scan-pending' } }, 'nobody opens it meanwhile');
    const before = s.script.calls.length;
    looking.resolve();
    await s.platform.settle();
    t.match(await documentsOf(sent.body.applicationId), [{ scan: verdict }]);
    t.match(await s.officer.get(content), { status: verdict === 'clean' ? 200 : 403 });
    t.equal(s.script.calls.length - before, verdict === 'clean' ? 0 : 1, 'what rests on documents is checked anew');
    const audit = await auditor.get(`/api/v1/applications/${sent.body.applicationId}/audit?limit=100`);
    t.match(
      audit.body.filter(({ type }: { type: string }) => type === 'documents/scanned@1'),
      [{ after: { scan: verdict } }],
    );
  }
});

t.test('while the scanners are away a draft can be sent, and its file stays closed', async (t) => {
  scan = async () => {
    throw new Error('The scanner is away.');
  };
  const url = await begin();
  const file = `${url}/files/${(await paper(url, 'salary')).body.id}`;
  for (let i = 0; i < 8; i++) await s.at(400_000);
  t.match((await s.ada.get(url)).body.files, [{ scan: 'failed' }]);
  t.match(await s.ada.get(file), { status: 409, body: { code: 'not-scanned' } });
  const sent = await s.ada.post(`${url}/submit`);
  t.equal(sent.status, 201, sent.text);
  scan = harmless;
  await s.at(2 * 3_600_000);
  t.match(await documentsOf(sent.body.applicationId), [{ scan: 'clean' }]);
});
