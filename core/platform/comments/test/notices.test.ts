/** Who hears of a comment, why, and until when. */
import { t } from '@dossier/core/testing/t';
import { bank, letterBox, testPlatform, toldOf } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { readComments } from '../contract.ts';

const box = letterBox();
const platform = await testPlatform({ plugins: [box.plugin, '@dossier/workflow-handlers', '@dossier/notifications'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
});
/** Otto works on it alone; Carl applies. */
const submit = async (): Promise<string> => {
  const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
    .body;
  for (const user of (await acme.officer.get(`/api/v1/applications/${id}`)).body.assignees)
    await acme.admin.delete(`/api/v1/applications/${id}/assignees/${user}`);
  await acme.officer.post(`/api/v1/applications/${id}/assignees`, { userId: acme.officer.id });
  await platform.settle();
  box.take();
  return id;
};
const write = async (who: TestClient, id: string, kind: string, text: string): Promise<Json> => {
  const answer = await who.post(`/api/v1/applications/${id}/comments`, { kind, text });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const edit = async (who: TestClient, id: string, text: string): Promise<void> => {
  const { status } = await who.put(`/api/v1/comments/${id}`, { text });
  if (status !== 200) throw new Error(String(status));
};
const naming = ({ id }: { id: string }, text = 'Look'): string => `${text}, @[Somebody](user:${id})`;
const comments = async (who: TestClient, id: string): Promise<readonly Json[]> =>
  (await toldOf(platform, who, id)).filter(({ kind }) => kind.startsWith('comment-'));
const mailed = async (): Promise<readonly string[]> => {
  await platform.settle();
  return box.take().map(({ to, subject }) => `${to.name}: ${subject}`);
};

t.test('who is named gets a mail, once however often it is edited, and no more when edited out', async (t) => {
  const id = await submit();
  const made = await write(acme.officer, id, 'internal', naming(acme.admin, 'Her **salary** is wrong'));
  t.match(await comments(acme.admin, id), [
    {
      text: 'Otto Officer named you in a comment',
      excerpt: 'Her salary is wrong, @Ada Admin',
      isInternal: true,
      why: 'You are named in this comment.',
      subject: {
        title: 'Carl Client',
        workspaceId: acme.staffWorkspace,
        path: `applications/${id}?tab=dossier-comments`,
      },
    },
  ]);
  const [mail, ...more] = await mailed();
  t.strictSame([mail, more], ['Ada Admin: Otto Officer named you in a comment: Carl Client', []]);
  await edit(acme.officer, made.id, naming(acme.admin, 'Her salary is right'));
  t.match(await comments(acme.admin, id), [{ excerpt: /right/ }], 'as it stands now');
  await edit(acme.officer, made.id, 'Her salary is right');
  t.strictSame(await comments(acme.admin, id), []);
  await edit(acme.officer, made.id, naming(acme.admin, 'Her salary is right'));
  t.equal((await comments(acme.admin, id)).length, 1, 'edited in again, it is back');
  t.strictSame(await mailed(), [], 'and no second mail goes');
  await edit(acme.officer, made.id, naming(acme.clerk, 'Her salary is right'));
  t.strictSame(await comments(acme.admin, id), []);
  t.equal((await comments(acme.clerk, id)).length, 1, 'one who is edited in hears of it');
  await acme.officer.delete(`/api/v1/comments/${made.id}`);
  t.strictSame(await comments(acme.clerk, id), [], 'a comment that was removed ends it');
  t.strictSame(await mailed(), ['Clara Clerk: Otto Officer named you in a comment: Carl Client']);
  t.strictSame(await comments(acme.client, id), []);
});

t.test('who works on it hears of comments of others, in the page alone; who is named, of that', async (t) => {
  const id = await submit();
  await write(acme.officer, id, 'internal', 'A note to myself');
  t.strictSame(await comments(acme.officer, id), [], 'nobody hears of what they did');
  const note = await write(acme.admin, id, 'internal', 'Ask for the payslip');
  // What clients may hear of is noted beside what they may not: one after the other is noted in its order.
  await platform.settle();
  await write(acme.client, id, 'external', 'I have sent it: > 3000, **not** 2_000');
  await platform.settle();
  await write(acme.admin, id, 'internal', naming(acme.officer));
  t.match(await comments(acme.officer, id), [
    { text: 'Ada Admin named you in a comment' },
    { text: 'Carl Client, the client, wrote', excerpt: 'I have sent it: > 3000, not 2_000', isInternal: false },
    { text: 'Ada Admin wrote', isInternal: true, why: 'You are an assignee of this application.' },
  ]);
  t.strictSame(await comments(acme.clerk, id), [], 'who does not work on it hears nothing');
  t.strictSame(await mailed(), ['Otto Officer: Ada Admin named you in a comment: Carl Client']);
  await acme.admin.delete(`/api/v1/comments/${note.id}`);
  t.equal((await comments(acme.officer, id)).length, 2);
  await acme.grant('officer', readComments, false);
  t.strictSame(await comments(acme.officer, id), [], 'who may read comments no more');
  await acme.grant('officer', readComments, true);
});

t.test(
  'what a client writes on a case that nobody works on comes to those who give applications to others',
  async (t) => {
    const id = await submit();
    await acme.officer.delete(`/api/v1/applications/${id}/assignees/${acme.officer.id}`);
    await platform.settle();
    await write(acme.officer, id, 'internal', 'Whose is this?');
    await write(acme.client, id, 'external', 'Is anybody there?');
    const heard = await comments(acme.admin, id);
    t.match(heard, [
      {
        text: 'Carl Client, the client, wrote',
        why: 'Nobody works on this application, and you give applications to others.',
        subject: { workspaceId: acme.staffWorkspace },
      },
    ]);
    t.equal(heard.length, 1, 'what colleagues write waits for who will work on it');
    for (const who of [acme.clerk, acme.client, acme.otherClient]) t.strictSame(await comments(who, id), []);
  },
);

t.test('a client who is edited out of what is written to them hears of it all the same', async (t) => {
  const id = await submit();
  const made = await write(acme.officer, id, 'external', naming(acme.client, 'Which day suits you?'));
  t.equal((await comments(acme.client, id)).length, 1);
  await edit(acme.officer, made.id, 'Which day suits you?');
  t.equal((await comments(acme.client, id)).length, 1, 'it is written to them, named or not');
});

t.test('a client who is edited out of what another client wrote hears of it no more, and by no mail', async (t) => {
  const applicant = (type: string, email: string) => ({ type, firstName: 'Carl', lastName: 'Client', email });
  const sent = await acme.key.post('/api/v1/applications', {
    ...acme.record(template),
    applicants: [applicant('PRIMARY', acme.client.email), applicant('CO_APPLICANT', acme.otherClient.email)],
  });
  t.equal(sent.status, 201, sent.text);
  const { id } = sent.body;
  await mailed();
  const toOlga = async () => (await mailed()).filter((one) => one.startsWith('Olga Other'));
  await write(acme.client, id, 'external', naming(acme.otherClient, 'Have you signed?'));
  t.match(await comments(acme.otherClient, id), [{ why: 'You are named in it.', excerpt: /Have you signed/ }]);
  t.equal((await toOlga()).length, 1);
  // In these ten minutes the next mail waits.
  const made = await write(acme.client, id, 'external', naming(acme.otherClient, 'And the payslip?'));
  t.equal((await comments(acme.otherClient, id)).length, 2);
  await edit(acme.client, made.id, 'And the payslip?');
  t.match(await comments(acme.otherClient, id), [{ excerpt: /Have you signed/ }]);
  t.equal((await comments(acme.otherClient, id)).length, 1);
  platform.clock.advance(10 * 60_000 + 1_000);
  t.strictSame(await toOlga(), [], 'what waited for its mail gets none');
});

t.test('the client gets what is written to them, and nothing of what the staff says among themselves', async (t) => {
  const id = await submit();
  await write(acme.officer, id, 'internal', 'pomegranate');
  t.strictSame(await comments(acme.client, id), []);
  const inside = await write(acme.officer, id, 'internal', 'We pay on Friday');
  await write(acme.officer, id, 'external', 'Which day suits you?');
  t.match(await comments(acme.client, id), [
    {
      text: 'Otto Officer wrote to you',
      excerpt: 'Which day suits you?',
      isInternal: false,
      why: 'It is about your application.',
      subject: { workspaceId: acme.clientWorkspace, path: `my/${id}?tab=dossier-comments` },
    },
  ]);
  await platform.settle();
  const mails = box.take();
  t.match(
    mails.map(({ to, subject }) => [to.name, subject]),
    [['Carl Client', 'Otto Officer wrote to you: Carl Client']],
  );
  t.match(mails[0]?.text, `/w/${acme.clientWorkspace}/my/${id}?tab=dossier-comments`);
  t.notMatch(JSON.stringify(mails), /Which day|pomegranate|Friday/, 'what was said is read where it stands');
  await acme.admin.post(`/api/v1/comments/${inside.id}/share`, { version: 1 });
  t.equal((await comments(acme.client, id)).length, 2, 'what is shown to them is new to them');
  await write(acme.client, id, 'external', 'Friday');
  t.equal((await comments(acme.client, id)).length, 2, 'nobody hears of what they did');
  t.strictSame(await comments(acme.otherClient, id), []);
  platform.clock.advance(10 * 60_000 + 1_000);
  t.strictSame(
    (await mailed()).filter((one) => one.startsWith('Carl')),
    ['Carl Client: Ada Admin showed you a comment: Carl Client'],
    'by who showed it, when the ten minutes are over',
  );
});

t.test('in ten minutes a client gets one mail about a case, and the next has what came meanwhile', async (t) => {
  const [id, other] = [await submit(), await submit()];
  await write(acme.officer, id, 'external', 'Which day suits you?');
  t.equal((await mailed()).length, 1);
  for (const text of ['Or Monday?', 'Or Tuesday?']) await write(acme.officer, id, 'external', text);
  t.strictSame(await mailed(), [], 'they wait');
  await write(acme.officer, other, 'external', 'Hello');
  t.equal((await mailed()).length, 1, 'another case is another matter');
  platform.clock.advance(10 * 60_000 + 1_000);
  await platform.settle();
  const mails = box.take();
  t.match(
    mails.map(({ to, subject }) => [to.name, subject]),
    [['Carl Client', 'Otto Officer wrote to you: Carl Client']],
    'one mail',
  );
  t.match(mails[0]?.text, 'Otto Officer wrote to you', 'one is its subject, the other in its text');
  platform.clock.advance(60 * 60_000);
  t.strictSame(await mailed(), [], 'and each once');
});

t.test('a page of notices of many comments reads them at once', async (t) => {
  const id = await submit();
  const made: Json[] = [];
  for (const text of ['One', 'Two', 'Three'])
    made.push(await write(acme.officer, id, 'internal', naming(acme.admin, text)));
  await acme.officer.delete(`/api/v1/comments/${made[1]!.id}`);
  t.strictSame(
    (await comments(acme.admin, id)).map(({ excerpt }) => excerpt),
    ['Three, @Ada Admin', 'One, @Ada Admin'],
  );
});
