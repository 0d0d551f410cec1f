/** What people hear of messages and find: once for a thread, live, and only while they may read it. */
import { t } from '@dossier/core/testing/t';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { connect, person } from '../../../core/test/realtime/support.ts';
import type { Listener } from '../../../core/test/realtime/support.ts';
import { eventually, letterBox, toldOf } from '@dossier/core/testing';
import { useMessages } from '../contract.ts';
import { open, read, stage, threads, write } from './stage.ts';
import type { Json, TestClient } from './stage.ts';

const box = letterBox();
const { platform, acme, beta, submit, priya } = await stage({ plugins: [box.plugin], listen: true });
t.teardown(() => platform.stop());
const { admin, officer, clerk, client } = acme;
const told = async (who: TestClient, thread: string): Promise<readonly Json[]> => toldOf(platform, who, thread);
const unseen = async (who: TestClient): Promise<number> => (await who.get('/api/v1/notifications/count')).body.unread;
const found = async (who: TestClient, text: string): Promise<readonly Json[]> =>
  (await who.get(`/api/v1/search?text=${encodeURIComponent(text)}`)).body
    .filter(({ kind }: Json) => kind === 'messages')
    .flatMap(({ hits }: Json) => hits);

t.test('however many messages come, one hears once of a thread until one has read it', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Bell' });
  await write(officer, id, 'The *first* of 2 * 3');
  t.match(await told(priya, id), [
    {
      kind: 'message',
      text: 'Otto Officer wrote to you',
      excerpt: 'The first of 2 * 3',
      isInternal: true,
      why: 'You are in this conversation.',
      subject: { title: 'Bell', workspaceId: null, path: `messages/${id}` },
    },
  ]);
  let last = await write(officer, id, 'The second');
  for (let n = 0; n < 18; n++) last = await write(officer, id, `And ${n}`);
  const [line, ...others] = await told(priya, id);
  t.match(line, { text: '20 messages that you have not read', excerpt: 'And 17' });
  t.strictSame(others, []);
  t.equal(await unseen(priya), 1);
  t.equal(await unseen(officer), 0, 'nobody hears of what they wrote');
  await read(priya, id, last.id);
  t.strictSame(await told(priya, id), [], 'what was read is not told');
  t.equal(await unseen(priya), 0, 'nor counted');
  await write(officer, id, 'Later');
  t.match(await told(priya, id), [{ text: 'Otto Officer wrote to you', excerpt: 'Later' }], 'and then once again');
});

t.test('what one puts away unread does not silence a thread: what comes then rings again, and once', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Put away' });
  const next = async (text: string): Promise<void> => {
    platform.clock.advance(1_000);
    await write(officer, id, text);
    await told(priya, id);
  };
  await next('One');
  await priya.post('/api/v1/notifications/done', { done: true });
  t.equal(await unseen(priya), 0);
  t.strictSame(await told(priya, id), []);
  await next('Two');
  await next('Three');
  t.equal(await unseen(priya), 1);
  t.match(await told(priya, id), [{ excerpt: 'Three', readAt: null }]);
  await priya.post(`${threads}/${id}/mute`, { muted: true });
  t.strictSame(await told(priya, id), [], 'what is muted is not told, and counts as seen');
  t.equal(await unseen(priya), 0);
  await priya.post(`${threads}/${id}/mute`, { muted: false });
  await next('Four');
  t.equal(await unseen(priya), 1, 'and rings again later');
});

t.test('nobody hears of what was removed, nor of what they muted', async (t) => {
  const { id } = await open(officer, [clerk.id], { title: 'Quiet' });
  const message = await write(officer, id, 'Sorry');
  t.equal((await told(clerk, id)).length, 1);
  await officer.delete(`/api/v1/messages/${message.id}`);
  t.strictSame(await told(clerk, id), []);
  t.equal(await unseen(clerk), 0);
  await clerk.post(`${threads}/${id}/mute`, { muted: true });
  await write(officer, id, 'Hello?');
  t.strictSame(await told(clerk, id), []);
  t.equal(await unseen(clerk), 0);
});

t.test('rights are asked when people hear of it and when they find it', async (t) => {
  const applicationId = await submit();
  const { id } = await open(officer, [clerk.id, priya.id], { applicationId });
  await write(officer, id, 'The Überweisung to **Nováček** is > 3000');
  t.match(await told(clerk, id), [{ excerpt: /Nováček/ }]);
  t.match(await found(clerk, 'novacek uberw'), [
    { title: /to Nováček is > 3000/, workspaceId: null, path: `messages/${id}` },
  ]);
  await acme.grant('clerk', readApplications, false);
  t.strictSame(await told(clerk, id), []);
  t.strictSame(await found(clerk, 'novacek'), []);
  await write(officer, id, 'Still missing');
  t.strictSame(await told(clerk, id), []);
  await acme.grant('clerk', readApplications, true);
  await acme.grant('clerk', useMessages, false);
  t.strictSame(await found(clerk, 'novacek'), []);
  t.equal(await unseen(clerk), 0);
  await acme.grant('clerk', useMessages, true);
  await clerk.post(`${threads}/${id}/leave`);
  t.strictSame(await found(clerk, 'novacek'), []);
});

t.test('messages are found by their words and the names of their files, and by nobody else', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Finding' });
  const file = (await officer.post(`${threads}/${id}/files`, { fileName: 'lease_4711.txt', contentBase64: 'UGFwZXI=' }))
    .body.id;
  await officer.post(`${threads}/${id}/messages`, { text: 'Here is the Mietvertrag', fileIds: [file] });
  for (const text of ['mietv', 'lease_4711.txt', '4711', 'here mietvertrag'])
    t.match(await found(priya, text), [{ title: 'Here is the Mietvertrag' }], text);
  for (const who of [admin, clerk, client, beta.officer]) t.strictSame(await found(who, 'mietvertrag'), []);
  t.strictSame(await found(priya, 'mietvertrag nothing'), []);
  const message = await write(officer, id, 'Ephemeral thought');
  await officer.put(`/api/v1/messages/${message.id}`, { text: 'Lasting thought' });
  t.strictSame(await found(priya, 'ephemeral'), [], 'what was edited out is not found');
  t.equal((await found(priya, 'lasting')).length, 1);
  await officer.delete(`/api/v1/messages/${message.id}`);
  t.strictSame(await found(priya, 'lasting'), []);
});

t.test('by mail it comes once a day, without a word of what was written, and not when it was read', async (t) => {
  await platform.settle();
  box.take();
  const { id } = await open(officer, [clerk.id], { title: 'Post' });
  const message = await write(officer, id, 'The secret of the vault');
  await platform.settle();
  t.strictSame(box.take(), [], 'not at once');
  for (let hour = 0; hour < 25; hour++) {
    platform.clock.advance(3_600_000);
    await platform.settle();
  }
  const mails = box.take().filter(({ to }) => to.address === clerk.email);
  t.equal(mails.length, 1);
  t.notMatch(JSON.stringify(mails), /secret of the vault/);
  t.match(JSON.stringify(mails), /Answers to this e-mail reach nobody/);
  await read(clerk, id, message.id);
  const { id: other } = await open(officer, [clerk.id], { title: 'Read before' });
  await read(clerk, other, (await write(officer, other, 'Seen')).id);
  for (let hour = 0; hour < 25; hour++) {
    platform.clock.advance(3_600_000);
    await platform.settle();
  }
  t.strictSame(
    box.take().filter(({ to }) => to.address === clerk.email),
    [],
  );
});

t.test('windows hear that something changed and that somebody writes, as long as they may read it', async (t) => {
  const applicationId = await submit();
  const url = `${platform.kernel.publicUrl().replace('http', 'ws')}/rt`;
  const listening = async (as: TestClient, id: string): Promise<Listener> => {
    const tickets = { issueTicket: async () => (await as.post('/rt/ticket')).body };
    const listener = await connect({ url, tickets: tickets as never }, person(acme.organization));
    t.teardown(() => listener.end());
    t.strictSame(await listener.subscribe(`dossier/1/o/${acme.organization}/u/${id}/messages`), [0]);
    return listener;
  };
  const [here, there] = [await listening(priya, priya.id), await listening(clerk, clerk.id)];
  const { id } = await open(officer, [clerk.id, priya.id], { applicationId });
  const heard = (listener: Listener): readonly string[] =>
    listener.got
      .map(({ text }) => JSON.parse(text))
      .filter(({ data }) => data.threadId === id)
      .map(({ type }) => type);
  const [changed, typing] = ['dossier.messages.changed.v1', 'dossier.messages.typing.v1'];
  const message = await write(officer, id, 'Hello');
  await eventually('both hear it', () => [heard(here), heard(there)], [[changed], [changed]]);
  t.equal((await officer.post(`${threads}/${id}/typing`)).status, 204);
  t.equal((await officer.post(`${threads}/${id}/typing`)).status, 204);
  await eventually('it is heard once in three seconds', () => heard(here), [changed, typing]);
  await read(priya, id, message.id);
  await eventually('one reads in all windows', () => heard(here), [changed, typing, changed]);
  await eventually('the other hears it too', () => heard(there).length, 3);
  await acme.grant('clerk', readApplications, false);
  await write(officer, id, 'Without you');
  platform.clock.advance(3_000);
  await officer.post(`${threads}/${id}/typing`);
  await eventually('who may read it hears it', () => heard(here).length, 5);
  t.equal(heard(there).length, 3, 'who may not read it hears nothing');
  await acme.grant('clerk', readApplications, true);
});
