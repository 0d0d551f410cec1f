/** Who hears of a document, and what. */
import { t } from '@dossier/core/testing/t';
import { bank, letterBox, testPlatform, toldOf } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';

const box = letterBox();
const platform = await testPlatform({ plugins: [box.plugin, '@dossier/workflow-handlers', '@dossier/notifications'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
});
const submit = async (): Promise<string> => {
  const record = acme.record(template, { primary: acme.client.email, answers: { amount: 5, purpose: 'CAR' } });
  const { id, assignees } = (await acme.key.post('/api/v1/applications', record)).body;
  for (const userId of assignees) await acme.admin.delete(`/api/v1/applications/${id}/assignees/${userId}`);
  await acme.admin.post(`/api/v1/applications/${id}/assignees`, { userId: acme.officer.id });
  return id;
};
const send = async (who: TestClient, id: string, fileName: string, more: readonly object[] = []): Promise<string> => {
  const file = { name: 'file', fileName, contentType: 'text/plain', bytes: `The text of ${fileName}` };
  const { status, body, text } = await who.upload(`/api/v1/applications/${id}/documents`, [...(more as []), file]);
  if (status !== 201) throw new Error(text);
  return body.id;
};
const told = async (who: TestClient, id: string): Promise<readonly Json[]> =>
  (await toldOf(platform, who, id)).filter(({ kind }) => kind.startsWith('document-'));
const mailed = async (): Promise<readonly string[]> => {
  await platform.settle();
  return box.take().map(({ to, subject }) => `${to.name}: ${subject}`);
};

t.test('who works on it hears of what the client sends later, and of nothing that colleagues add', async (t) => {
  const id = await submit();
  await send(acme.key, id, 'with-it.txt');
  platform.clock.advance(120_000);
  await mailed();
  await send(acme.client, id, 'payslip.txt', [{ name: 'requirementKey', value: 'income' }]);
  await send(acme.admin, id, 'memo.txt', [{ name: 'audience', value: 'staff' }]);
  t.match(await told(acme.officer, id), [
    {
      text: 'Carl Client sent payslip.txt',
      why: 'You are an assignee of this application.',
      subject: { path: `applications/${id}` },
    },
  ]);
  t.equal((await told(acme.officer, id)).length, 1, 'what came with the application is no news');
  for (const who of [acme.clerk, acme.client, acme.otherClient]) t.strictSame(await told(who, id), []);
  t.strictSame(await mailed(), []);
});

t.test('of a case that nobody works on those hear who give applications to others', async (t) => {
  const id = await submit();
  await acme.admin.delete(`/api/v1/applications/${id}/assignees/${acme.officer.id}`);
  platform.clock.advance(120_000);
  await send(acme.client, id, 'payslip.txt');
  t.match(await told(acme.admin, id), [{ text: 'Carl Client sent payslip.txt', why: /^Nobody works on this/ }]);
  t.strictSame(await told(acme.clerk, id), []);
});

t.test('the client hears what is not accepted and why, by mail too, until it is accepted', async (t) => {
  const id = await submit();
  const document = await send(acme.client, id, 'payslip.txt', [{ name: 'requirementKey', value: 'income' }]);
  const memo = await send(acme.officer, id, 'memo.txt', [{ name: 'audience', value: 'staff' }]);
  await mailed();
  const review = async (which: string, reviewStatus: string, reason?: string): Promise<void> => {
    const { status, text } = await acme.officer.put(`/api/v1/documents/${which}`, { reviewStatus, reason });
    if (status !== 200) throw new Error(text);
  };
  await review(memo, 'rejected', 'pomegranate');
  await review(document, 'rejected', 'It is of last year');
  t.match(await told(acme.client, id), [
    {
      text: 'We cannot accept payslip.txt',
      excerpt: 'It is of last year',
      why: 'It is about your application.',
      subject: { workspaceId: acme.clientWorkspace, path: `my/${id}` },
    },
  ]);
  t.equal((await told(acme.client, id)).length, 1, 'nothing of what is for the staff');
  t.strictSame(await told(acme.otherClient, id), []);
  t.strictSame(await mailed(), ['Carl Client: We cannot accept payslip.txt: Carl Client']);
  await review(document, 'approved');
  t.strictSame(await told(acme.client, id), []);
});

t.test(
  'several documents that are not accepted are one mail in ten minutes, and the rest is in the next',
  async (t) => {
    const id = await submit();
    const names = ['one.txt', 'two.txt', 'three.txt'];
    const sent: string[] = [];
    for (const name of names) sent.push(await send(acme.client, id, name));
    await mailed();
    const reject = (which: string) =>
      acme.officer.put(`/api/v1/documents/${which}`, { reviewStatus: 'rejected', reason: 'Not readable' });
    await reject(sent[0]!);
    t.strictSame(await mailed(), ['Carl Client: We cannot accept one.txt: Carl Client']);
    for (const which of sent.slice(1)) await reject(which);
    t.strictSame(await mailed(), [], 'they wait');
    platform.clock.advance(10 * 60_000 + 1_000);
    await platform.settle();
    const [next, ...more] = box.take();
    t.strictSame(more, []);
    t.match(next?.text, /We cannot accept two\.txt[^]*We cannot accept three\.txt/);
    t.notMatch(next?.text, /one\.txt/);
  },
);

t.test('what somebody has looked at waits for nobody else', async (t) => {
  const id = await submit();
  platform.clock.advance(120_000);
  const document = await send(acme.client, id, 'payslip.txt');
  const sent = async (): Promise<number> =>
    (await told(acme.officer, id)).filter(({ kind }) => kind === 'document-uploaded').length;
  t.equal(await sent(), 1);
  const { status } = await acme.admin.put(`/api/v1/documents/${document}`, { reviewStatus: 'approved' });
  t.equal(status, 200);
  t.equal(await sent(), 0);
});

t.test('who works on it hears how a colleague reviews what is there, as it stands when they look', async (t) => {
  const id = await submit();
  const document = await send(acme.client, id, 'payslip.txt');
  const memo = await send(acme.officer, id, 'memo.txt', [{ name: 'audience', value: 'staff' }]);
  const reviewed = async (who: TestClient): Promise<readonly Json[]> =>
    (await told(who, id)).filter(({ kind }) => kind === 'document-reviewed');
  const review = async (who: TestClient, which: string, reviewStatus: string, reason?: string): Promise<void> => {
    platform.clock.advance(1_000);
    const { status, text } = await who.put(`/api/v1/documents/${which}`, { reviewStatus, reason });
    if (status !== 200) throw new Error(text);
  };
  await mailed();
  await review(acme.admin, document, 'approved');
  t.match(await reviewed(acme.officer), [{ text: 'Ada Admin accepted payslip.txt', excerpt: null, isInternal: false }]);
  await review(acme.admin, document, 'rejected', 'It is of last year');
  t.match(await reviewed(acme.officer), [
    { text: 'payslip.txt is rejected now', excerpt: 'It is of last year', why: /assignee/ },
  ]);
  t.equal((await acme.officer.post('/api/v1/notifications/read', { record: id })).status, 204);
  await review(acme.admin, document, 'pending');
  t.match(await reviewed(acme.officer), [{ text: 'Ada Admin took back a review of payslip.txt' }], 'said anew');
  await review(acme.officer, document, 'approved');
  t.strictSame(await reviewed(acme.officer), [], 'and nothing when they have reviewed it themselves since');

  await review(acme.admin, memo, 'rejected', 'pomegranate');
  t.match(await reviewed(acme.officer), [
    { text: 'Ada Admin rejected memo.txt', excerpt: 'pomegranate', isInternal: true },
  ]);
  for (const who of [acme.admin, acme.clerk, acme.client]) t.strictSame(await reviewed(who), []);
  t.notMatch((await acme.client.get('/api/v1/notifications/inbox?view=new')).text, /memo|pomegranate/);
  t.notMatch(JSON.stringify(await mailed()), /Otto/);
});
