/** What staff and clients say to each other about an application, and what staff says among themselves. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import { createApplications, readApplications, readOwnApplications } from '../../applications/contract.ts';
import { Tenancy } from '../../tenancy/contract.ts';
import { commentsFeature, readComments, writeComments, writeOwnComments } from '../contract.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler']);
const submit = async (primary = acme.client.email): Promise<string> =>
  (await acme.key.post('/api/v1/applications', acme.record(template, { primary }))).body.id;
const of = (id: string): string => `/api/v1/applications/${id}/comments`;
const write = async (who: TestClient, id: string, body: object): Promise<Json> => {
  const answer = await who.post(of(id), body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const internal = (text: string, more = {}) => ({ kind: 'internal', text, ...more });
const external = (text: string, more = {}) => ({ kind: 'external', text, ...more });
const textsFor = async (who: TestClient, id: string): Promise<readonly string[]> =>
  (await who.get(of(id))).body.map(({ text }: { text: string }) => text);
const faultsOf = ({ body }: { body: Json }): readonly string[] =>
  body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
const minutes = (n: number): void => platform.clock.advance(n * 60_000);

t.test('staff reads both kinds, the client theirs only, and nobody else anything', async (t) => {
  const id = await submit();
  await write(acme.officer, id, internal('Ask for the payslip.'));
  await write(acme.officer, id, external('Hello Carl'));
  await write(acme.client, id, external('Hello Otto, <script>alert(1)</script>'));
  t.strictSame(await textsFor(acme.officer, id), [
    'Ask for the payslip.',
    'Hello Carl',
    'Hello Otto, <script>alert(1)</script>',
  ]);
  t.strictSame(await textsFor(acme.client, id), ['Hello Carl', 'Hello Otto, <script>alert(1)</script>']);
  t.match((await acme.client.get(of(id))).body, [
    { kind: 'external', by: { name: 'Otto Officer' }, mayShare: false, editableUntil: null },
    { by: { id: acme.client.id }, editableUntil: /Z$/ },
  ]);
  t.equal((await acme.otherClient.get(of(id))).status, 404);
  t.match(await acme.key.get(of(id)), { status: 401 });
  const query = `{ comments(applicationId: "${id}") { rows { text kind } may clients { name reads } } }`;
  t.match((await acme.client.graphql(query)).data.comments, {
    rows: [{ text: 'Hello Carl', kind: 'external' }, { kind: 'external' }],
    may: ['external'],
    clients: [],
  });
  t.match((await acme.officer.graphql(query)).data.comments, {
    rows: [{ text: 'Ask for the payslip.' }, {}, {}],
    may: ['internal', 'external', 'share'],
    clients: [{ name: 'Carl Client', reads: true }],
  });
  t.match((await acme.clerk.graphql(query)).data.comments.may, []);
  t.equal((await acme.clerk.post(of(id), internal('Mine'))).status, 403);
});

t.test(
  'in a MIXED workspace staff and client open the same application: staff reads both, the client theirs',
  async (t) => {
    const [tenancy, grants] = [platform.service(Tenancy), platform.service(AccessAdministration)];
    const { id: both } = await tenancy.createWorkspace(acme.access, { name: 'Both', type: 'MIXED' });
    const [{ teamId }] = (await acme.client.get(`/users/${acme.client.id}/user-teams`)).body;
    for (const team of [acme.staffTeam, teamId]) await grants.assignTeam(acme.access, team, both);
    for (const [role, permissions] of [
      ['officer', [readApplications, createApplications, readComments, writeComments]],
      ['client', [readOwnApplications, writeOwnComments]],
    ] as const)
      for (const permission of permissions)
        await grants.setGrant(acme.access, {
          teamRoleId: acme.roles[role],
          permission,
          workspace: both,
          granted: true,
        });
    const { workspaceId: _, ...record } = acme.record(template, { primary: acme.client.email });
    const { id } = (await acme.officer.post(`/api/v1/workspaces/${both}/applications`, record)).body;
    await write(acme.officer, id, internal('In'));
    await write(acme.officer, id, external('Out'));
    t.strictSame(await textsFor(acme.officer, id), ['In', 'Out']);
    t.strictSame(await textsFor(acme.client, id), ['Out']);
    t.equal((await acme.client.post(of(id), internal('Hm'))).status, 403);
  },
);

t.test('a comment has a kind and says something; a client writes nothing internal', async (t) => {
  const id = await submit();
  t.match(await acme.client.post(of(id), internal('Hm')), { status: 403, body: { code: 'forbidden' } });
  t.strictSame(faultsOf(await acme.officer.post(of(id), { text: 'Hm' })), ['/kind required']);
  t.match(await acme.officer.post(of(id), { kind: 'secret', text: 'Hm' }), { status: 422 });
  for (const text of ['', ' \n\t', '\u200b'])
    t.strictSame(faultsOf(await acme.officer.post(of(id), internal(text))), ['/text missing']);
  t.equal((await acme.officer.post(of(id), internal('x'.repeat(10_001)))).status, 422);
  await acme.grant('client', writeOwnComments, false);
  t.equal((await acme.client.post(of(id), external('Hm'))).status, 403);
  await acme.grant('client', writeOwnComments, true);
  await acme.grant('clerk', readComments, false);
  t.equal((await acme.clerk.get(of(id))).status, 403);
  await acme.grant('clerk', readComments, true);
});

t.test('an answer has the kind of what it answers, wherever it is written, with all other faults', async (t) => {
  const id = await submit();
  const [inside, outside] = [
    await write(acme.officer, id, internal('In')),
    await write(acme.officer, id, external('Out')),
  ];
  t.strictSame(faultsOf(await acme.admin.post(of(id), external('', { replyTo: inside.id }))), [
    '/kind other-kind',
    '/text missing',
  ]);
  t.strictSame(faultsOf(await acme.admin.post(of(id), internal('Hm', { replyTo: outside.id }))), ['/kind other-kind']);
  t.match(await write(acme.admin, id, internal('Yes', { replyTo: inside.id })), { replyTo: inside.id });
  t.match(await write(acme.client, id, external('Yes', { replyTo: outside.id })), { replyTo: outside.id });
  for (const replyTo of [inside.id, acme.organization])
    t.equal((await acme.client.post(of(id), external('What?', { replyTo }))).status, 404);
  const elsewhere = await write(acme.officer, await submit(), external('Elsewhere'));
  t.equal((await acme.officer.post(of(id), external('Hm', { replyTo: elsewhere.id }))).status, 404);
});

t.test('its author changes a comment for 15 minutes, with its history, or takes it away', async (t) => {
  const id = await submit();
  const first = await write(acme.officer, id, external('You owe 100 Euro'));
  const url = `/api/v1/comments/${first.id}`;
  const { headers } = await acme.officer.get(url);
  const ifMatch = { 'if-match': String(headers['etag']) };
  for (const who of [acme.admin, acme.client]) t.equal((await who.put(url, { text: 'Mine' })).status, 403);
  t.match(await acme.officer.put(url, { text: 'You owe 10 Euro' }, ifMatch), {
    status: 200,
    body: { text: 'You owe 10 Euro', version: 2, editedAt: platform.clock.now().toISOString() },
  });
  t.match(await acme.officer.put(url, { text: 'You owe 1 Euro' }, ifMatch), { status: 412 });
  for (const who of [acme.client, acme.officer])
    t.match((await who.get(`${url}/history`)).body, [
      { version: 1, text: 'You owe 100 Euro', by: { name: 'Otto Officer' } },
      { version: 2, text: 'You owe 10 Euro' },
    ]);
  minutes(16);
  t.match(await acme.officer.put(url, { text: 'Late' }), { status: 409, body: { code: 'too-late' } });
  t.match(await acme.officer.delete(url), { status: 409, body: { code: 'too-late' } });

  const second = await write(acme.officer, id, external('Wrong window'));
  t.equal((await acme.officer.delete(`/api/v1/comments/${second.id}`)).status, 204);
  t.match(await acme.officer.delete(`/api/v1/comments/${second.id}`), {
    status: 409,
    body: { code: 'comment-removed' },
  });
  for (const who of [acme.client, acme.officer])
    t.match((await who.get(of(id))).body.at(-1), { text: null, removedAt: /Z$/, version: 2 });
  t.notMatch((await acme.client.get(`/api/v1/comments/${second.id}/history`)).text, 'Wrong window');
  t.match((await acme.officer.get(`/api/v1/comments/${second.id}/history`)).text, 'Wrong window');
  t.match(await acme.officer.post(of(id), external('Hm', { replyTo: second.id })), {
    status: 409,
    body: { code: 'comment-removed' },
  });
});

t.test('an internal comment is shown to the client by one deliberate act, as it was read, and for good', async (t) => {
  const id = await submit();
  const question = await write(acme.officer, id, internal('May we tell them?'));
  const made = await write(acme.officer, id, internal('Early draft', { replyTo: question.id }));
  const share = (who: TestClient, version: number) => who.post(`/api/v1/comments/${made.id}/share`, { version });
  await acme.officer.put(`/api/v1/comments/${made.id}`, { text: 'We can pay on Friday' });
  t.equal((await share(acme.client, 2)).status, 404);
  t.equal((await share(acme.clerk, 2)).status, 403);
  t.match(await share(acme.admin, 1), { status: 409, body: { code: 'changed-meanwhile' } });
  t.strictSame(await textsFor(acme.client, id), []);
  t.match(await share(acme.admin, 2), { status: 200, body: { kind: 'external', version: 3, replyTo: question.id } });
  t.match(await share(acme.admin, 3), { status: 409, body: { code: 'shared-already' } });
  t.match((await acme.client.get(of(id))).body, [{ text: 'We can pay on Friday', replyTo: null }]);
  t.match((await acme.client.get(`/api/v1/comments/${made.id}/history`)).body, [
    { version: 3, text: 'We can pay on Friday' },
  ]);
  t.notMatch((await acme.client.get(`/api/v1/comments/${made.id}/history`)).text, 'Early draft');
});

t.test('whom one may name reads it: colleagues inside, the client outside, each by their own name', async (t) => {
  const id = await submit();
  const names = async (who: TestClient, kind: string): Promise<readonly string[]> =>
    (await who.get(`/api/v1/applications/${id}/mentionable?kind=${kind}`)).body.map(({ name }: Json) => name);
  t.strictSame(await names(acme.officer, 'internal'), ['Ada Admin', 'Clara Clerk']);
  t.strictSame(await names(acme.officer, 'external'), ['Ada Admin', 'Carl Client', 'Clara Clerk']);
  t.equal((await acme.client.get(`/api/v1/applications/${id}/mentionable?kind=internal`)).status, 403);
  t.strictSame(await names(acme.client, 'external'), [], 'a client is not told who works here');
  const named = ({ id: user }: { id: string }, called = 'Somebody') => `Look, @[${called}](user:${user})`;
  t.match(await acme.officer.post(of(id), internal(named(acme.admin)), { 'idempotency-key': 'named' }), {
    status: 201,
    body: { text: named(acme.admin, 'Ada Admin'), mentions: [{ id: acme.admin.id, name: 'Ada Admin' }] },
  });
  for (const whom of [acme.client, acme.otherClient])
    t.strictSame(faultsOf(await acme.officer.post(of(id), internal(named(whom)))), ['/text cannot-read-it']);
  const code = `\`${named(acme.client)}\``;
  t.match(
    await write(acme.officer, id, internal(code)),
    { text: code, mentions: [] },
    'where the text shows no name, nobody is named',
  );
  await write(acme.officer, id, external('Hello'));
  t.strictSame(await names(acme.client, 'external'), ['Otto Officer']);
});

t.test('a comment brings files, which are for whom it is for', async (t) => {
  const id = await submit();
  const file = (fileName: string, text: string) => ({
    fileName,
    contentBase64: Buffer.from(text).toString('base64'),
  });
  const sent = await acme.officer.post(`${of(id)}/attachments`, file('memo.txt', 'Inside'));
  t.match(sent, { status: 201, body: { fileName: 'memo.txt', contentType: 'text/plain', size: 6, scan: null } });
  const form = [{ name: 'file', fileName: 'pay.txt', contentType: 'text/plain', bytes: 'Paid' }];
  const paid = await acme.client.upload(`${of(id)}/attachments`, form);
  t.equal(paid.status, 201);
  for (const who of [acme.officer, acme.client])
    t.match(await who.upload(`${of(id)}/attachments`, [{ name: 'note', value: 'x' }]), {
      status: 422,
      body: { errors: [{ code: 'additionalProperties' }, { code: 'no-file' }] },
    });
  t.equal((await acme.client.post(of(id), external('Mine?', { attachmentIds: [sent.body.id] }))).status, 404);
  const note = await write(acme.officer, id, internal('See this', { attachmentIds: [sent.body.id] }));
  const answer = await write(acme.client, id, external('And this', { attachmentIds: [paid.body.id] }));
  const at = (comment: Json, fileId: string): string => `/api/v1/comments/${comment.id}/attachments/${fileId}`;
  t.equal((await acme.officer.get(at(note, sent.body.id))).text, 'Inside');
  t.equal((await acme.client.get(at(note, sent.body.id))).status, 404);
  t.equal((await acme.client.get(at(answer, sent.body.id))).status, 404);
  for (const who of [acme.client, acme.officer]) t.equal((await who.get(at(answer, paid.body.id))).text, 'Paid');
  const reads = (await acme.officer.get(`/api/v1/applications/${id}/audit`)).body.filter(
    ({ type }: Json) => type === 'comments/file-read@1',
  );
  t.match(
    reads.map(({ after }: Json) => after.fileName),
    ['memo.txt', 'pay.txt'],
    'what staff was given to read is in the trail',
  );
  t.equal((await acme.client.delete(`/api/v1/comments/${answer.id}`)).status, 204);
  t.equal((await acme.client.get(at(answer, paid.body.id))).status, 404);

  const late = await acme.client.post(`${of(id)}/attachments`, file('late.txt', 'Late'));
  minutes(25 * 60);
  await platform.settle();
  t.equal((await acme.client.post(of(id), external('Now', { attachmentIds: [late.body.id] }))).status, 404);
});

t.test(
  'the trail says who wrote, to staff all of it and to the client theirs; a repetition is one comment',
  async (t) => {
    const id = await submit();
    await write(acme.officer, id, internal('In'));
    const headers = { 'idempotency-key': 'once' };
    const twice = [
      await acme.officer.post(of(id), external('Out'), headers),
      await acme.officer.post(of(id), external('Out'), headers),
    ];
    t.equal(twice[0]?.body.id, twice[1]?.body.id);
    const trail = async (who: TestClient, query: string) =>
      (await who.get(`/api/v1/applications/${id}/audit${query}`)).body
        .filter(({ type }: Json) => type.startsWith('comments/'))
        .map(({ type, actor, after }: Json) => [type, actor.name, after?.kind]);
    t.strictSame(await trail(acme.officer, ''), [
      ['comments/staff-written@1', 'Otto Officer', 'internal'],
      ['comments/written@1', 'Otto Officer', 'external'],
    ]);
    t.strictSame(await trail(acme.client, '?audience=external'), [['comments/written@1', 'Staff', undefined]]);
  },
);

t.test(
  'pages come oldest first; an officer who is the applicant meets the case as the client that they are',
  async (t) => {
    const id = await submit(acme.officer.email);
    for (const n of [1, 2, 3]) await write(acme.admin, id, external(`${n}`));
    await write(acme.admin, id, internal('Our own colleague'));
    const first = await acme.admin.get(`${of(id)}?limit=2`);
    t.match(first.body, [{ text: '1' }, { text: '2' }]);
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers['link']))?.[1] ?? '';
    t.match((await acme.admin.get(next)).body, [{ text: '3' }, { text: 'Our own colleague' }]);
    t.strictSame(await textsFor(acme.officer, id), ['1', '2', '3']);
    t.equal((await acme.officer.post(of(id), internal('About me'))).status, 403);
    t.match(await write(acme.officer, id, external('Thanks')), { by: { id: acme.officer.id } });
  },
);

t.test('without the feature there is no conversation', async (t) => {
  const id = await submit();
  const turn = (on: boolean) =>
    platform
      .service(AccessAdministration)
      .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: commentsFeature, on });
  await turn(false);
  t.match(await acme.officer.get(of(id)), { status: 404, body: { code: 'feature-off' } });
  await turn(true);
  t.equal((await acme.officer.get(of(id))).status, 200);
});
