/** Who hears of a request for correction, why, and until when. */
import { t } from '@dossier/core/testing/t';
import { bank, eventually, letterBox, testPlatform, toldOf } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import { answerCorrections, correctionsFeature } from '../contract.ts';

const box = letterBox();
const platform = await testPlatform({ plugins: [box.plugin, '@dossier/workflow-handlers', '@dossier/notifications'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
await acme.admin.put('/api/v1/organization', { timeZone: 'Europe/Berlin' });
const template = await acme.template(['DocumentCompletenessCheckHandler']);
const DAY = 86_400_000;

/** Otto works on it. */
const submit = async (primary: string = acme.client.email): Promise<string> => {
  const record = acme.record(template, { primary, answers: { amount: 5, purpose: 'CAR' } });
  const { id, assignees } = (await acme.key.post('/api/v1/applications', record)).body;
  for (const userId of assignees) await acme.admin.delete(`/api/v1/applications/${id}/assignees/${userId}`);
  await acme.officer.post(`/api/v1/applications/${id}/assignees`, { userId: acme.officer.id });
  await platform.settle();
  box.take();
  return id;
};
/** At ten in the evening of a day in Berlin. */
const ask = async (id: string, days = 7): Promise<Json> => {
  const dueAt = new Date(platform.clock.time() + days * DAY).toISOString();
  const items = [{ field: 'amount', reason: 'pomegranate' }];
  const answer = await acme.admin.post(`/api/v1/applications/${id}/corrections`, { items, dueAt });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const answer = async (correction: string): Promise<void> => {
  await acme.client.put(`/api/v1/corrections/${correction}/answers`, { answers: { amount: 2_500 } });
  const { status } = await acme.client.post(`/api/v1/corrections/${correction}/send`, {});
  if (status !== 200) throw new Error(String(status));
};
const told = async (who: TestClient, id: string): Promise<readonly Json[]> =>
  (await toldOf(platform, who, id)).filter(({ kind }) => kind.startsWith('correction-'));
const said = async (who: TestClient, id: string): Promise<readonly string[]> =>
  (await told(who, id)).map(({ text }) => text);
const mailed = async (): Promise<readonly string[]> => {
  await platform.settle();
  return box.take().map(({ to, subject }) => `${to.name}: ${subject}`);
};
const due = ({ dueAt }: Json): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Europe/Berlin' })
    .format(new Date(dueAt))
    .replace(',', '');

t.test('the client hears that they are asked, by mail at once, until they have answered', async (t) => {
  const id = await submit();
  const round = await ask(id);
  const text = `Please correct your application by ${due(round)}`;
  const [notice, ...more] = await told(acme.client, id);
  t.strictSame(more, []);
  t.match(notice, {
    why: 'It is your application.',
    excerpt: null,
    subject: { workspaceId: acme.clientWorkspace, path: `my/${id}` },
  });
  t.equal(notice.text.replace(',', ''), text);
  await platform.settle();
  const mails = box.take();
  t.match(mails, [{ to: { address: acme.client.email }, kind: 'notice-correction-asked' }]);
  t.notMatch(JSON.stringify(mails), 'pomegranate', 'no word of what it is about');
  for (const who of [acme.officer, acme.otherClient]) t.strictSame(await told(who, id), []);
  await acme.grant('client', answerCorrections, false);
  t.strictSame(await told(acme.client, id), [], 'nobody is asked who cannot answer');
  await acme.grant('client', answerCorrections, true);
  await answer(round.id);
  t.strictSame(await told(acme.client, id), []);
  t.match(await told(acme.officer, id), [
    { text: 'Corrected by Carl Client', why: 'You are an assignee of this application.' },
  ]);
  t.equal((await told(acme.admin, id)).length, 1, 'who asked works on it too');
  t.strictSame(await told(acme.clerk, id), []);
  t.strictSame((await mailed()).toSorted(), [
    'Ada Admin: Corrected by Carl Client: Carl Client',
    'Otto Officer: Corrected by Carl Client: Carl Client',
  ]);
});

t.test('a reminder comes to what was asked; what is taken back ends both, and is news by itself', async (t) => {
  const [id, decided] = [await submit(), await submit()];
  const round = await ask(id, 5);
  await ask(decided, 5);
  await mailed();
  platform.clock.advance(3.5 * DAY);
  await platform.settle();
  t.match(await said(acme.client, id), [/^Your application waits for you until /, /^Please correct your application/]);
  t.match(await mailed(), [/waits for you/, /waits for you/]);
  await acme.officer.delete(`/api/v1/corrections/${round.id}`);
  t.strictSame(await said(acme.client, id), ['There is nothing to correct any more']);
  t.strictSame(await mailed(), ['Carl Client: There is nothing to correct any more: Carl Client']);
  await acme.officer.post(`/api/v1/applications/${decided}/reject`, { reason: 'Too late' });
  await mailed();
  t.strictSame(await said(acme.client, decided), [], 'what is decided is not corrected');
});

t.test('of a case that nobody works on those hear who give applications to others', async (t) => {
  const id = await submit();
  const round = await ask(id);
  for (const who of (await acme.admin.get(`/api/v1/applications/${id}`)).body.assignees)
    await acme.admin.delete(`/api/v1/applications/${id}/assignees/${who}`);
  await answer(round.id);
  t.match(await told(acme.admin, id), [{ text: 'Corrected by Carl Client', why: /^Nobody works on this/ }]);
  t.strictSame(await told(acme.clerk, id), []);
  await mailed();
});

t.test('applicants of whom none is known here get a mail all the same', async (t) => {
  const id = await submit('nina@new.example');
  const { id: correction } = await ask(id);
  await platform.settle();
  t.match(box.take(), [
    { to: { name: 'Carl Client', address: 'nina@new.example' }, subject: /^Please correct your application 20/ },
  ]);
  await acme.officer.delete(`/api/v1/corrections/${correction}`);
  t.match(await mailed(), [/Nothing to correct in your application 20/]);
});

t.test('the client hears that a question is gone with the feature', async (t) => {
  const id = await submit();
  await ask(id);
  await mailed();
  const turn = (on: boolean) =>
    platform
      .service(AccessAdministration)
      .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: correctionsFeature, on });
  await turn(false);
  // The module hears of the switch, and takes the round back.
  await eventually('the client hears it', () => said(acme.client, id), ['There is nothing to correct any more']);
  await turn(true);
});
