/** Who may open a thread with whom, and who reads it, at every reading. */
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { Database, newId } from '@dossier/sdk';
import { Applications, readApplications } from '@dossier/core/platform/applications/contract';
import { useMessages } from '../contract.ts';
import type { MessageTables } from '../entities.ts';
import { ids, open, said, stage, threads, write } from './stage.ts';
import type { Json, TestClient } from './stage.ts';

const { platform, acme, beta, submit, priya } = await stage();
t.teardown(() => platform.stop());
const { admin, officer, clerk, client } = acme;
const colleagues = async (who: TestClient, query = ''): Promise<readonly string[]> =>
  (await who.get(`/api/v1/message-colleagues${query}`)).body.map(({ name }: Json) => name);
/** A thread that somebody does not read answers as one that there is not. */
const closed = async (t: Test, who: TestClient, thread: string, message: string): Promise<void> => {
  for (const url of [`${threads}/${thread}`, `${threads}/${thread}/messages`, `/api/v1/messages/${message}`])
    t.match(await who.get(url), { status: 404, body: { code: 'not-found' } }, url);
  for (const [url, body] of [
    [`${threads}/${thread}/messages`, { text: 'I, too' }],
    [`${threads}/${thread}/read`, { messageId: message }],
    [`${threads}/${thread}/typing`, undefined],
    [`${threads}/${thread}/members`, { userIds: [clerk.id] }],
    [`${threads}/${thread}/leave`, undefined],
    [`${threads}/${thread}/mute`, { muted: true }],
    [`${threads}/${thread}/files`, { fileName: 'a.txt', contentBase64: 'UGFwZXI=' }],
  ] as const)
    t.match(await who.post(url, body), { status: 404 }, url);
  t.notOk((await ids(who)).includes(thread));
  const { errors } = await who.graphql(`{ messages(threadId: "${thread}") { rows { text } } }`);
  t.match(errors, [{ extensions: { code: 'not-found' } }]);
};

t.test('colleagues are offered by name: people of the staff with whom one works', async (t) => {
  t.strictSame(await colleagues(officer), ['Ada Admin', 'Clara Clerk', 'Priya Nandan']);
  t.strictSame(await colleagues(officer, '?search=nand'), ['Priya Nandan']);
  t.strictSame(await colleagues(beta.officer), ['Ada Admin', 'Clara Clerk'], 'each organization has its own');
  t.match(await client.get('/api/v1/message-colleagues'), { status: 404, body: { code: 'feature-off' } });
  t.match(await acme.key.get(threads), { status: 401 });
});

t.test('nobody writes to a client, to another organization, to a stranger or to themselves', async (t) => {
  for (const id of [client.id, beta.officer.id, newId()])
    t.match(await officer.post(threads, { userIds: [priya.id, id] }), {
      status: 422,
      body: { errors: [{ pointer: '/userIds/1', code: 'no-colleague' }] },
    });
  t.match(await officer.post(threads, { userIds: [officer.id] }), {
    status: 422,
    body: { errors: [{ pointer: '/userIds', code: 'nobody' }] },
  });
  t.match(await client.post(threads, { userIds: [officer.id] }), { status: 404, body: { code: 'feature-off' } });
});

t.test('two people have one thread, no matter from which side it is opened', async (t) => {
  const first = await open(officer, [priya.id]);
  t.match(first, { kind: 'direct', title: '', application: null, unread: 0, newest: null });
  t.strictSame(
    first.members.map(({ name }: Json) => name),
    ['Otto Officer', 'Priya Nandan'],
  );
  t.strictSame(await ids(priya), [], 'it is theirs alone who opened it, until something is written');
  t.equal((await open(priya, [officer.id])).id, first.id);
  const message = await write(officer, first.id, 'Good *morning*');
  t.match(message, { number: 1, text: 'Good *morning*', by: { name: 'Otto Officer' } });
  t.match((await priya.get(threads)).body, [
    { id: first.id, unread: 1, newest: { by: 'Otto Officer', isMine: false, text: 'Good morning' } },
  ]);
  t.match((await priya.graphql('{ messageThreads { rows { id unread members { name } } } }')).data, {
    messageThreads: { rows: [{ id: first.id, unread: 1 }] },
  });
  for (const who of [admin, clerk, beta.officer]) await closed(t, who, first.id, message.id);
  t.match(await officer.post(`${threads}/${first.id}/leave`), { status: 409, body: { code: 'direct-thread' } });
  t.match(await officer.post(`${threads}/${first.id}/members`, { userIds: [clerk.id] }), {
    status: 409,
    body: { code: 'direct-thread' },
  });
  t.not((await open(officer, [priya.id], { title: 'Rates' })).id, first.id, 'one with a title is another');
});

t.test('who is brought in reads what was written, who leaves reads no more, and may be brought back', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Rates' });
  const message = await write(officer, id, 'They rise');
  t.equal((await priya.post(`${threads}/${id}/members`, { userIds: [clerk.id] })).status, 204);
  t.strictSame(await said(clerk, id), ['They rise']);
  t.equal((await clerk.get(`${threads}/${id}`)).body.unread, 0, 'nothing of it is unread to them');
  t.equal((await clerk.post(`${threads}/${id}/leave`)).status, 204);
  await closed(t, clerk, id, message.id);
  await write(officer, id, 'And rise');
  t.equal((await officer.post(`${threads}/${id}/members`, { userIds: [clerk.id] })).status, 204);
  t.strictSame(await said(clerk, id), ['They rise', 'And rise']);
  t.equal((await clerk.post(`${threads}/${id}/leave`)).status, 204);
  t.equal((await priya.post(`${threads}/${id}/leave`)).status, 204);
  t.match(await officer.post(`${threads}/${id}/messages`, { text: 'Hello?' }), {
    status: 409,
    body: { code: 'nobody-reads' },
  });
});

t.test('a thread about an application is walled with it', async (t) => {
  const applicationId = await submit();
  const { id, ...made } = await open(officer, [clerk.id, priya.id], { applicationId });
  t.match(made, { kind: 'case', application: { id: applicationId, title: 'Carl Client', path: /^applications\// } });
  const message = await write(officer, id, 'What of the income?');
  t.strictSame(await said(clerk, id), ['What of the income?']);
  await acme.grant('clerk', readApplications, false);
  await closed(t, clerk, id, message.id);
  t.notOk((await colleagues(officer, `?applicationId=${applicationId}`)).includes('Clara Clerk'));
  t.match(await officer.post(threads, { userIds: [clerk.id], applicationId }), {
    status: 422,
    body: { errors: [{ pointer: '/userIds/0', code: 'no-colleague' }] },
  });
  t.match(await clerk.post(threads, { userIds: [officer.id], applicationId }), {
    status: 422,
    body: { errors: [{ pointer: '/applicationId', code: 'not-found' }] },
  });
  await acme.grant('clerk', readApplications, true);
  t.strictSame(await said(clerk, id), ['What of the income?'], 'and comes back with the right');
  const elsewhere = await beta.key.post(
    '/api/v1/applications',
    beta.record(await beta.template(['DocumentCompletenessCheckHandler'])),
  );
  const refusal = async (id: string) => (await officer.post(threads, { userIds: [priya.id], applicationId: id })).body;
  const [foreign, unknown] = [await refusal(elsewhere.body.id), await refusal(newId())];
  t.match(unknown, { status: 422, errors: [{ pointer: '/applicationId', code: 'not-found' }] });
  t.strictSame(foreign.errors, unknown.errors, 'one of another organization is one that there is not');
});

t.test('what colleagues say about the application of one of them is not for that one', async (t) => {
  const applicationId = await submit('clara@home.example');
  const { id } = await open(officer, [clerk.id, priya.id], { applicationId });
  const message = await write(officer, id, 'They will never pay it back');
  t.strictSame(await said(clerk, id), ['They will never pay it back'], 'while nobody knows that it is theirs');
  await platform.service(Applications).linkApplicants(acme.access, clerk.id, 'clara@home.example');
  await closed(t, clerk, id, message.id);
  t.strictSame(await colleagues(officer, `?applicationId=${applicationId}`), ['Ada Admin', 'Priya Nandan']);
  t.match(await officer.post(`${threads}/${id}/members`, { userIds: [clerk.id] }), { status: 422 });
  t.match(await clerk.post(threads, { userIds: [officer.id], applicationId }), { status: 422 });
});

t.test('whose right to use messages ended reads, finds and is offered nothing', async (t) => {
  const { id } = await open(officer, [clerk.id], { title: 'Ending' });
  await write(officer, id, 'Good day');
  await acme.grant('clerk', useMessages, false);
  t.match(await clerk.get(threads), { status: 403 });
  t.match(await clerk.get(`${threads}/${id}`), { status: 403 });
  t.notOk((await colleagues(officer)).includes('Clara Clerk'));
  t.match(await officer.post(`${threads}/${id}/messages`, { text: 'Hello?' }), {
    status: 409,
    body: { code: 'nobody-reads' },
  });
  await acme.grant('clerk', useMessages, true);
  t.strictSame(await said(clerk, id), ['Good day']);
});

t.test('a list comes in pages, and a bad place is said', async (t) => {
  for (const title of ['One', 'Two', 'Three']) {
    platform.clock.advance(1_000);
    await write(admin, (await open(admin, [priya.id], { title })).id, title);
  }
  const first = await admin.get(`${threads}?limit=2`);
  t.strictSame(
    first.body.map(({ title }: Json) => title),
    ['Three', 'Two'],
  );
  const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
  t.match((await admin.get(next)).body[0], { title: 'One' });
  t.match(await admin.get(`${threads}?cursor=x`), { status: 400 });
  t.match(await admin.graphql('{ messageThreads(after: "x") { next } }'), {
    errors: [{ extensions: { status: 400 } }],
  });
});

t.test('the database keeps every row of it from clients, whatever a statement asks for', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Walled' });
  const file = await officer.post(`${threads}/${id}/files`, { fileName: 'a.txt', contentBase64: 'UGFwZXI=' });
  await officer.post(`${threads}/${id}/messages`, { text: 'Inside', fileIds: [file.body.id] });
  const rows = (audience: 'staff' | 'client', table: keyof MessageTables) =>
    platform
      .service(Database)
      .read({ organization: acme.organization, audience }, (tx) =>
        tx.sql<MessageTables>().selectFrom(table).selectAll().execute(),
      );
  for (const table of ['message_thread', 'message_member', 'message', 'message_file', 'message_term'] as const) {
    t.ok((await rows('staff', table)).length > 0, table);
    t.strictSame(await rows('client', table), [], table);
  }
});
