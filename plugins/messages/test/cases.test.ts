/** Conversations with clients are external comments, listed for those who read them. */
import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { readComments } from '@dossier/core/platform/comments/contract';
import { stage } from './stage.ts';
import type { Json, TestClient } from './stage.ts';

const { platform, acme, beta, submit } = await stage();
t.teardown(() => platform.stop());
const { officer, clerk, client, otherClient } = acme;
const list = async (who: TestClient, query = ''): Promise<Json> =>
  (await who.get(`/api/v1/message-cases${query}`)).body;
const ids = async (who: TestClient): Promise<readonly string[]> =>
  (await list(who)).conversations.map(({ application }: Json) => application.id);
const comment = async (who: TestClient, id: string, kind: string, text: string): Promise<Json> => {
  const answer = await who.post(`/api/v1/applications/${id}/comments`, { kind, text });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};

t.test('they stand by their newest external comment, and nothing internal is in them', async (t) => {
  const [one, two, quiet] = [await submit(), await submit(), await submit()];
  await comment(officer, one, 'external', 'Please send the *payslip*');
  await comment(client, two, 'external', 'When will you decide?');
  const last = await comment(client, one, 'external', 'Here it is');
  await comment(officer, two, 'internal', 'Never');
  await comment(officer, quiet, 'internal', 'Nobody asked');
  t.strictSame(await ids(officer), [one, two]);
  t.match((await list(officer)).conversations, [
    {
      application: { id: one, title: 'Carl Client' },
      newest: { by: 'Carl Client', isMine: false, text: 'Here it is' },
      unread: 1,
    },
    { application: { id: two }, newest: { text: 'When will you decide?' }, unread: 1 },
  ]);
  t.match((await list(client)).conversations, [
    { application: { id: one, path: `my/${one}` }, newest: { isMine: true }, unread: 1 },
    { application: { id: two }, unread: 0 },
  ]);
  t.notMatch(JSON.stringify(await list(client)), /Never|Nobody asked/);
  await officer.post(`/api/v1/comments/${last.id}/read`);
  t.match((await list(officer)).conversations[0], { unread: 0 });
  t.match((await officer.graphql('{ messageCases { conversations { application { id } unread } } }')).data, {
    messageCases: { conversations: [{ application: { id: one }, unread: 0 }, { application: { id: two } }] },
  });
  for (const who of [otherClient, beta.officer, beta.client]) t.strictSame(await ids(who), []);
});

t.test('who may not read comments is shown none', async (t) => {
  t.ok((await ids(clerk)).length > 0);
  await acme.grant('clerk', readComments, false);
  t.strictSame(await ids(clerk), []);
  await acme.grant('clerk', readComments, true);
});

t.test('they come in pages', async (t) => {
  const { conversations, next } = await list(officer, '?limit=1');
  t.equal(conversations.length, 1);
  const rest = await list(officer, `?limit=1&before=${next}`);
  t.not(rest.conversations[0].application.id, conversations[0].application.id);
  t.equal(rest.next, null);
  t.strictSame((await list(officer, `?before=00000000-0000-7000-8000-000000000000`)).conversations, []);
  t.equal((await officer.get('/api/v1/message-cases?before=x')).status, 400);
  t.equal((await officer.get(`/api/v1/message-cases?before=${newId()}`)).status, 200);
});
