/** News of applications that come in, halt, are given, taken, decided or withdrawn: for whom, and in which words. */
import { t } from '@dossier/core/testing/t';
import { bank, letterBox, testPlatform, toldOf } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { Workflow } from '../../workflow/contract.ts';
import { actors } from '../../workflow/test/stage.ts';
import type { Script } from '../../workflow/test/stage.ts';
import { readApplications } from '../contract.ts';

const box = letterBox();
const script: Script = { calls: [], run: {} };
const platform = await testPlatform({
  plugins: [box.plugin, actors(script), '@dossier/workflow-handlers', '@dossier/notifications'],
});
t.teardown(() => platform.stop());
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler']);

/** Answers that do not fit have an officer decide; Otto and Clara have it before them. */
const submit = async (answers: object = { amount: 5, purpose: 'CAR' }): Promise<string> => {
  const record = acme.record(template, { primary: acme.client.email, answers: { ...answers } });
  const { id } = (await acme.key.post('/api/v1/applications', record)).body;
  const at = `/api/v1/applications/${id}/assignees`;
  for (const user of (await acme.admin.get(`/api/v1/applications/${id}`)).body.assignees)
    await acme.admin.delete(`${at}/${user}`);
  for (const userId of [acme.officer.id, acme.clerk.id]) await acme.admin.post(at, { userId });
  return id;
};
/** Notices but for that it came in, of which clients hear each time. */
const told = async (who: TestClient, id: string): Promise<readonly Json[]> =>
  (await toldOf(platform, who, id)).filter(({ kind }) => kind !== 'received');
const said = async (who: TestClient, id: string): Promise<readonly string[]> =>
  (await told(who, id)).map(({ text }) => text);
const mailed = async (): Promise<readonly string[]> => {
  await platform.settle();
  return box.take().map(({ to, subject }) => `${to.name}: ${subject}`);
};

t.test('who is given an application, or loses it, finds it in the inbox', async (t) => {
  const id = await submit();
  await acme.admin.delete(`/api/v1/applications/${id}/assignees/${acme.clerk.id}`);
  t.match(await told(acme.clerk, id), [
    { text: 'Taken from you by Ada Admin', why: 'You were an assignee of this application.' },
  ]);
  t.equal((await told(acme.clerk, id)).length, 1, 'what was given waits no more');
  t.match(await told(acme.officer, id), [
    { text: 'Given to you by Ada Admin', why: 'You are an assignee of this application.' },
  ]);
  await acme.admin.post(`/api/v1/applications/${id}/assignees`, { userId: acme.clerk.id });
  t.strictSame(await said(acme.clerk, id), ['Given to you by Ada Admin'], 'given again, it is theirs again');
  t.strictSame(await mailed(), []);
  t.strictSame(await said(acme.client, id), []);
});

t.test('the client hears of the decision, by mail too; those who worked on it of that of others', async (t) => {
  const [yes, no] = [await submit(), await submit()];
  await mailed();
  await acme.officer.post(`/api/v1/applications/${yes}/approve`, { reason: 'Of good standing' });
  await acme.officer.post(`/api/v1/applications/${no}/reject`, { reason: 'pomegranate' });
  t.match(await told(acme.client, yes), [
    {
      text: 'Your application was approved',
      excerpt: null,
      why: 'It is your application.',
      subject: { workspaceId: acme.clientWorkspace, path: `my/${yes}` },
    },
  ]);
  t.strictSame(await said(acme.client, no), ['Your application was rejected']);
  t.strictSame(await said(acme.clerk, yes), ['Approved by Otto Officer'], 'there is nothing left to do');
  t.match((await told(acme.clerk, no))[0], {
    text: 'Rejected by Otto Officer',
    why: 'You worked on this application.',
    subject: { path: `applications/${no}` },
  });
  t.strictSame(await said(acme.officer, yes), [], 'not who did it');
  t.strictSame(await said(acme.otherClient, yes), []);
  t.strictSame((await mailed()).toSorted(), [
    'Carl Client: Your application was approved: Carl Client',
    'Carl Client: Your application was rejected: Carl Client',
  ]);
});

t.test('those who worked on what its client withdraws get a mail, if they may still read it', async (t) => {
  const id = await submit();
  await mailed();
  await acme.grant('clerk', readApplications, false);
  await acme.client.post(`/api/v1/applications/${id}/withdraw`, { reason: 'I found another offer' });
  t.match((await told(acme.officer, id))[0], {
    text: 'Withdrawn by the client',
    why: 'You worked on this application.',
    subject: { title: 'Carl Client', about: /Withdrawn$/ },
  });
  t.strictSame(await said(acme.clerk, id), []);
  t.strictSame(await said(acme.client, id), [], 'nobody hears of what they did');
  await platform.settle();
  const mails = box.take();
  t.match(
    mails.map(({ to, subject }) => [to.name, subject]),
    [['Otto Officer', 'Withdrawn by the client: Carl Client']],
  );
  t.notMatch(JSON.stringify(mails), /another offer/);
  await acme.grant('clerk', readApplications, true);
});

t.test('of what nobody worked on those hear who give applications to others', async (t) => {
  const id = await submit();
  for (const who of (await acme.admin.get(`/api/v1/applications/${id}`)).body.assignees)
    await acme.admin.delete(`/api/v1/applications/${id}/assignees/${who}`);
  await acme.client.post(`/api/v1/applications/${id}/withdraw`, { reason: 'I found another offer' });
  t.match((await told(acme.admin, id))[0], { text: 'Withdrawn by the client', why: /^Nobody works on this/ });
  t.notOk((await said(acme.clerk, id)).includes('Withdrawn by the client'));
  await mailed();
});

t.test('who is to approve as the second one hears of it, by mail too, until it is decided', async (t) => {
  const twice = await acme.template([], {
    workflow: [
      { name: 'Papers', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
      { name: 'Underwriting', kind: 'MANUAL', secondApprover: true },
    ],
  });
  const { id, assignees } = (
    await acme.key.post('/api/v1/applications', acme.record(twice, { answers: { amount: 5, purpose: 'CAR' } }))
  ).body;
  for (const user of assignees) await acme.admin.delete(`/api/v1/applications/${id}/assignees/${user}`);
  await acme.officer.post(`/api/v1/applications/${id}/assignees`, { userId: acme.officer.id });
  await mailed();
  t.equal((await acme.officer.post(`/api/v1/applications/${id}/approve`, { reason: 'All right' })).status, 200);
  const second = async (who: TestClient): Promise<readonly Json[]> =>
    (await told(who, id)).filter(({ kind }) => kind === 'second-approval');
  t.match(await second(acme.admin), [
    {
      text: 'Approved by Otto Officer, and needs a second one',
      why: 'You are an assignee of this application.',
    },
  ]);
  for (const who of [acme.officer, acme.clerk, acme.client]) t.strictSame(await second(who), []);
  t.strictSame(await mailed(), ['Ada Admin: Approved by Otto Officer, and needs a second one: Carl Client']);
  t.equal((await acme.admin.post(`/api/v1/applications/${id}/approve`, { reason: 'All right' })).status, 200);
  t.strictSame(await second(acme.admin), []);
});

t.test('the client hears that it came in by a key, and nobody else does', async (t) => {
  const received = async (who: TestClient, id: string): Promise<readonly Json[]> =>
    (await toldOf(platform, who, id)).filter(({ kind }) => kind === 'received');
  await mailed();
  const id = await submit();
  t.match(await received(acme.client, id), [
    { text: 'We have received your application', subject: { path: `my/${id}` } },
  ]);
  for (const who of [acme.officer, acme.otherClient]) t.strictSame(await received(who, id), []);
  t.strictSame(await mailed(), []);
});

t.test('who works on it before it halts hears that it waits for them, until it is decided', async (t) => {
  const checked = await acme.template(['First']);
  const enter = async (): Promise<Json> =>
    (await acme.key.post('/api/v1/applications', acme.record(checked, { primary: acme.client.email }))).body;
  script.run['First'] = async () => ({ outcome: 'waiting', reasons: ['The weather is bad.'] });
  const { id, assignees } = await enter();
  t.strictSame(assignees, []);
  for (const userId of [acme.officer.id, acme.clerk.id])
    await acme.admin.post(`/api/v1/applications/${id}/assignees`, { userId });
  await acme.admin.delete(`/api/v1/applications/${id}/assignees/${acme.clerk.id}`);
  const waits = async (who: TestClient, of: string): Promise<readonly Json[]> =>
    (await told(who, of)).filter(({ kind }) => kind === 'halted');
  t.strictSame(await waits(acme.officer, id), []);
  await mailed();

  script.run['First'] = async () => ({ outcome: 'failed', reasons: ['It rains.'] });
  await platform.service(Workflow).recheck(acme.access, id, 'documents');
  t.match(await waits(acme.officer, id), [
    {
      text: 'Waits for your decision at the step Underwriting',
      why: 'You are an assignee of this application.',
      subject: { path: `applications/${id}` },
    },
  ]);
  for (const who of [acme.admin, acme.clerk, acme.client]) t.strictSame(await waits(who, id), []);
  t.strictSame(await mailed(), ['Otto Officer: Waits for your decision at the step Underwriting: Carl Client']);

  const chosen = await enter();
  const [who] = [acme.admin, acme.officer].filter((one) => chosen.assignees.includes(one.id));
  t.strictSame(
    (await told(who!, chosen.id)).map(({ kind }) => kind),
    ['assigned'],
    'who is chosen at that moment hears that alone',
  );
  await acme.admin.post(`/api/v1/applications/${id}/approve`, { reason: 'It is dry inside' });
  await platform.settle();
  const { unread } = (await acme.officer.get('/api/v1/notifications/count')).body;
  const there = (await acme.officer.get('/api/v1/notifications?unread=true')).body;
  t.equal(unread, there.length, 'nor is it counted');
  t.notOk(there.some(({ kind }: Json) => kind === 'halted'));
  await mailed();
});
