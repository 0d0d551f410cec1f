/** What is written: unread in every session, read marks, changed for 15 minutes, removed, with files. */
import { t } from '@dossier/core/testing/t';
import { count, open, read, said, stage, threads, write } from './stage.ts';
import type { Json, TestClient } from './stage.ts';

const { platform, acme, priya } = await stage();
t.teardown(() => platform.stop());
const { officer, clerk, client } = acme;
const minutes = (n: number): void => platform.clock.advance(n * 60_000);
const of = async (who: TestClient, id: string): Promise<Json> => (await who.get(`${threads}/${id}`)).body;

t.test('unread is what others wrote after what one has read, wherever one looks', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Counting' });
  const [first, second] = [await write(officer, id, 'One'), await write(officer, id, 'Two')];
  await write(priya, id, 'Mine');
  t.equal((await of(priya, id)).unread, 2, 'not what they wrote themselves, which reads nothing for them');
  t.equal((await of(officer, id)).unread, 1);
  t.equal(await count(priya), 1);
  t.match((await priya.graphql('{ messageCount }')).data, { messageCount: 1 });
  t.equal((await read(priya, id, first.id)).status, 204);
  t.equal((await of(priya, id)).unread, 1);
  t.equal((await read(priya, id, second.id)).status, 204);
  t.equal((await read(priya, id, first.id)).status, 204, 'what was read stays read');
  t.equal((await of(priya, id)).unread, 0);
  t.equal(await count(priya), 0);
  t.strictSame((await priya.get(`${threads}?unread=true`)).body, []);
  const marks = (await of(officer, id)).members.map(({ name, upTo }: Json) => [name, upTo]);
  t.strictSame(marks, [
    ['Otto Officer', 0],
    ['Priya Nandan', 2],
  ]);
  const other = await open(officer, [priya.id], { title: 'Other' });
  t.equal((await read(priya, other.id, first.id)).status, 404, 'a message of another thread is none of this one');
});

t.test('what was removed is not unread, and what is muted is not counted', async (t) => {
  const { id } = await open(officer, [clerk.id], { title: 'Muting' });
  const message = await write(officer, id, 'Gone soon');
  t.equal(await count(clerk), 1);
  t.equal((await officer.delete(`/api/v1/messages/${message.id}`)).status, 204);
  t.equal(await count(clerk), 0);
  t.match(await of(clerk, id), { unread: 0, newest: { text: null } });
  await write(officer, id, 'Again');
  t.equal((await clerk.post(`${threads}/${id}/mute`, { muted: true })).status, 204);
  t.equal(await count(clerk), 0);
  t.match(await of(clerk, id), { unread: 1, muted: true });
  await clerk.post(`${threads}/${id}/mute`, { muted: false });
  t.equal(await count(clerk), 1);
});

t.test('its author changes it for 15 minutes, or removes it, and nobody else does', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Changing' });
  const message = await write(officer, id, 'Frist');
  const url = `/api/v1/messages/${message.id}`;
  t.match(await priya.put(url, { text: 'Mine' }), { status: 403 });
  t.match(await priya.delete(url), { status: 403 });
  t.match((await priya.get(url)).body, { editableUntil: null });
  const { etag } = (await officer.get(url)).headers;
  const changed = await officer.put(url, { text: 'First' }, { 'if-match': String(etag) });
  t.match(changed, { status: 200, body: { text: 'First', version: 2 } });
  t.ok(changed.body.editedAt);
  t.match(await officer.put(url, { text: 'Late' }, { 'if-match': String(etag) }), { status: 412 });
  t.match(await officer.put(url, { text: ' ' }), { status: 422, body: { errors: [{ pointer: '/text' }] } });
  t.strictSame(await said(priya, id), ['First']);
  minutes(15);
  for (const answer of [await officer.put(url, { text: 'Too late' }), await officer.delete(url)])
    t.match(answer, { status: 409, body: { code: 'too-late' } });
  const second = await write(officer, id, 'Second');
  t.equal((await officer.delete(`/api/v1/messages/${second.id}`)).status, 204);
  t.match(await officer.put(`/api/v1/messages/${second.id}`, { text: 'Back' }), {
    status: 409,
    body: { code: 'message-removed' },
  });
  t.strictSame(await said(priya, id), ['First', null], 'that there was one stays');
});

t.test('a message without a word is none, and one that is sent twice with its key is one', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Once' });
  t.match(await officer.post(`${threads}/${id}/messages`, { text: '\u200B\n' }), { status: 422 });
  t.match(await officer.post(`${threads}/${id}/messages`, { text: ' ' }), {
    status: 422,
    body: { errors: [{ pointer: '/text', code: 'missing' }] },
  });
  const key = { 'idempotency-key': 'once' };
  const [one, two] = [
    await officer.post(`${threads}/${id}/messages`, { text: 'Once' }, key),
    await officer.post(`${threads}/${id}/messages`, { text: 'Once' }, key),
  ];
  t.equal(two.body.id, one.body.id);
});

t.test('older messages come in pages', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Pages' });
  for (const text of ['1', '2', '3']) await write(officer, id, text);
  const first = await priya.get(`${threads}/${id}/messages?limit=2`);
  t.strictSame(
    first.body.map(({ text }: Json) => text),
    ['3', '2'],
  );
  const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
  t.match((await priya.get(next)).body, [{ text: '1' }]);
  const paged = (after: string) =>
    priya.graphql(`{ messages(threadId: "${id}", first: 2, after: "${after}") { rows { text } next } }`);
  t.strictSame((await paged('3')).data.messages, { rows: [{ text: '2' }, { text: '1' }], next: null });
  t.match(await paged('x'), { errors: [{ extensions: { status: 400 } }] });
});

t.test('files come with a message, for those who read it, and go with it', async (t) => {
  const { id } = await open(officer, [priya.id], { title: 'Files' });
  const send = async (who: TestClient): Promise<string> =>
    (
      await who.upload(`${threads}/${id}/files`, [
        { name: 'file', fileName: 'payslip-2026.txt', contentType: 'text/plain', bytes: 'Paper' },
      ])
    ).body.id;
  const file = await send(officer);
  t.equal((await officer.get(`/api/v1/message-files/${file}`)).status, 404, 'it waits for its message');
  t.match(await priya.post(`${threads}/${id}/messages`, { text: 'Mine', fileIds: [file] }), { status: 404 });
  const message = await officer.post(`${threads}/${id}/messages`, { text: '', fileIds: [file] });
  t.match(message, { status: 201, body: { files: [{ id: file, fileName: 'payslip-2026.txt', size: 5 }] } });
  t.equal((await priya.get(`/api/v1/message-files/${file}`)).text, 'Paper');
  for (const who of [clerk, client]) t.equal((await who.get(`/api/v1/message-files/${file}`)).status, 404);
  await officer.delete(`/api/v1/messages/${message.body.id}`);
  t.equal((await priya.get(`/api/v1/message-files/${file}`)).status, 404);
  const left = await send(officer);
  minutes(25 * 60);
  await platform.settle();
  t.match(await officer.post(`${threads}/${id}/messages`, { text: 'Late', fileIds: [left] }), { status: 404 });
});
