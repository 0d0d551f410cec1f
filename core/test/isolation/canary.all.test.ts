/**
 * A canary is written into what is internal of an application, and looked for in every byte that its client can get:
 * by every route and GraphQL field that there is, with the ids of what is internal too, on every topic, and by mail.
 * Another one is in what a person notes for themselves, and looked for in what a colleague gets.
 */
import { t } from '@dossier/core/testing/t';
import { definePlugin, newId } from '@dossier/sdk';
import type { TestAnswer, TestClient } from '@dossier/core/testing';
import { mailTransports } from '../../platform/mail/contract.ts';
import type { MailMessage } from '../../platform/mail/contract.ts';
import { nameOf, operationsOf } from '../enumeration/operations.ts';
import type { Ids } from '../enumeration/operations.ts';
import { requestOf, slotsOf } from '../enumeration/slots.ts';
import { filled, topicsIn, valuesOf } from '../enumeration/topics.ts';
import { eventually } from '../../testing/waiting.ts';
import { connect } from '../realtime/support.ts';
import type { Listener } from '../realtime/support.ts';
import { graphqlAttempts } from './leaks.ts';
import { stage } from './stage.ts';
import type { Stage } from './stage.ts';

const canary = 'zebrafinch';
/** In a note of the officer about a patent, which no colleague reads either. */
const ofOne = 'nightjarmargin';
const mails: MailMessage[] = [];
const letterBox = definePlugin({
  id: 'letter-box',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [mailTransports],
  setup: (_needs, plugin) =>
    plugin.contribute(
      mailTransports,
      'letter-box',
      { open: 'to members' },
      {
        async send(message) {
          mails.push(message);
          return { outcome: 'sent' };
        },
      },
    ),
});

let s: Stage;
let heard: Listener;
let officerHeard: Listener;
/** Ids of what the client has, and of what is internal in their places. */
let own: Ids;
let inside: Ids;
t.before(async () => {
  s = await stage({ listen: true, plugins: [letterBox] });
  const { platform, a } = s;
  own = a.ids;
  const listen = (id: string, name: string): Promise<Listener> =>
    connect(
      {
        tickets: platform.kernel.realtime.tickets,
        url: `${platform.kernel.publicUrl().replace('http', 'ws')}/rt`,
      },
      {
        actor: { kind: 'user', id, name },
        organization: a.organization,
        scopes: null,
        credential: newId(),
        via: 'session',
      },
    );
  heard = await listen(a.client.id, 'Carl Client');
  officerHeard = await listen(a.officer.id, 'Otto Officer');
  for (const address of addresses(a.client.id)) await heard.subscribe(address);
  for (const address of addresses(a.officer.id)) await officerHeard.subscribe(address);

  const of = `/api/v1/applications/${own['applications']}`;
  const made = async (answer: Promise<TestAnswer>): Promise<string> => {
    const { status, text, body } = await answer;
    if (status !== 201) throw new Error(text);
    return body.id;
  };
  const contentBase64 = Buffer.from(`What only staff may read: ${canary}`).toString('base64');
  const attachment = await made(
    a.officer.post(`${of}/comments/attachments`, { fileName: `${canary}.txt`, contentBase64 }),
  );
  const comment = await made(
    a.officer.post(`${of}/comments`, {
      kind: 'internal',
      text: `A ${canary} for @[Ada](user:${a.admin.id})`,
      attachmentIds: [attachment],
    }),
  );
  await made(a.officer.post(`${of}/comments`, { kind: 'internal', text: `Again: ${canary}`, replyTo: comment }));
  const changed = await a.officer.put(`/api/v1/comments/${comment}`, { text: `A ${canary}, and more` });
  if (changed.status !== 200) throw new Error(changed.text);
  const document = await made(
    a.officer.upload(`${of}/documents`, [
      { name: 'audience', value: 'staff' },
      { name: 'file', fileName: `${canary}.txt`, contentType: 'text/plain', bytes: `Memo about a ${canary}` },
    ]),
  );
  await a.officer.put(`/api/v1/documents/${document}`, { reviewStatus: 'rejected', reason: `No ${canary} here` });
  // What colleagues write to each other about the application, and of nothing.
  const thread = (await a.officer.post('/api/v1/message-threads', { ...about(a.admin.id), title: `The ${canary}` }))
    .body.id as string;
  const [messageFile, waitingFile] = [
    await sent(a.officer, thread, contentBase64),
    await sent(a.officer, thread, contentBase64),
  ];
  const message = await made(
    a.officer.post(`/api/v1/message-threads/${thread}/messages`, {
      text: `A ${canary} among us`,
      fileIds: [messageFile],
    }),
  );
  const noted = await a.officer.put(noteOf(s), { text: `Ours has no ${canary}: ${ofOne}` });
  if (noted.status !== 200) throw new Error(noted.text);
  await platform.settle();
  inside = {
    ...own,
    ...{ comments: comment, attachments: attachment, documents: document, 'comment-files': attachment },
    ...{ 'message-threads': thread, messages: message },
    ...{ 'message-files': messageFile, 'waiting-message-files': waitingFile },
  };
});
const about = (...userIds: readonly string[]) => ({ userIds, applicationId: own['applications'] });
/** Whose it is, who asks decides. */
const noteOf = ({ a }: Stage): string => `/api/v1/workspaces/${a.staffWorkspace}/patents/EP1012211A1/note`;
/** A file for a message that is written afterwards. */
async function sent(who: TestClient, thread: string, contentBase64: string): Promise<string> {
  const { status, text, body } = await who.post(`/api/v1/message-threads/${thread}/files`, {
    fileName: `${canary}.txt`,
    contentBase64,
  });
  if (status !== 201) throw new Error(text);
  return body.id;
}
t.teardown(async () => {
  await Promise.all([heard.end(), officerHeard.end()]);
  await s.platform.stop();
});

function addresses(userId: string): readonly string[] {
  return topicsIn(s.platform.kernel.plan).flatMap(({ topic: { address } }) =>
    [s.a.staffWorkspace, s.a.clientWorkspace].map((workspaces) =>
      filled(
        address,
        valuesOf(address, { organization: s.a.organization, user: userId, ids: { ...s.a.ids, workspaces } }),
      ),
    ),
  );
}

/** Names of the readings of which the answer holds the word, which is searched for, too, in its head or body. */
async function sweep(
  client: TestClient,
  word = canary,
): Promise<{ readonly tried: number; readonly found: readonly string[] }> {
  const queries = new Map([...s.a.queries, ['GET /api/v1/search', { text: word.slice(0, 5) }]]);
  const answers: (readonly [string, TestAnswer])[] = [];
  for (const ids of [own, inside])
    for (const operation of operationsOf(s.platform).filter(({ route: { method } }) => method === 'GET')) {
      const query = new URLSearchParams(queries.get(nameOf(operation)) ?? {});
      const request = requestOf(operation, ids, {}, undefined);
      const url = query.size > 0 ? `${request.url.split('?')[0]}?${query}` : request.url;
      answers.push([nameOf(operation), await client.request({ ...request, url })]);
    }
  for (const ids of [own, inside])
    for (const attempt of graphqlAttempts(s, ids).filter(({ name }) => name.startsWith('query ')))
      answers.push([
        attempt.name,
        await attempt.send(client, Object.fromEntries(attempt.slots.map(({ path, kind }) => [path, ids[kind]!]))),
      ]);
  for (const address of addresses(s.a.client.id)) {
    const url = `/api/v1/events?topic=${encodeURIComponent(address)}&after=0-0`;
    answers.push([url, await client.get(url)]);
  }
  return {
    tried: answers.length,
    found: answers.flatMap(([name, { text, headers }]) =>
      `${text} ${JSON.stringify(headers)}`.includes(word) ? [name] : [],
    ),
  };
}

t.test('staff finds it in many places, so that there is something to find', async (t) => {
  const { found } = await sweep(s.a.officer);
  for (const expected of [
    'GET /api/v1/applications/:id/comments',
    'GET /api/v1/applications/:id/documents',
    'GET /api/v1/documents/:id/content',
    'GET /api/v1/search',
    'GET /api/v1/message-threads',
    'GET /api/v1/message-threads/:id/messages',
    'GET /api/v1/message-files/:id',
    'query comments applicationId',
    'query messages threadId',
  ])
    t.ok(found.includes(expected), `${expected} (${found.join(', ')})`);
  await s.platform.settle();
});

t.test('a note about a patent is found by its author where it was written, and nowhere by a colleague', async (t) => {
  t.strictSame((await sweep(s.a.officer, ofOne)).found, [
    'GET /api/v1/workspaces/:workspaceId/patents/:number/note',
    'GET /api/v1/workspaces/:workspaceId/patents/:number/note',
  ]);
  // Who manages the organization, with everything that there is to read.
  const { tried, found } = await sweep(s.a.admin, ofOne);
  t.ok(tried > 200);
  t.strictSame(found, []);
  t.match(await s.a.admin.get(noteOf(s)), { status: 200, body: { text: 'Ours has no conveyor.' } }, 'their own');
});

t.test('no client and no key finds it, by whatever they read and whatever they name', async (t) => {
  for (const who of [s.a.client, s.a.otherClient, s.a.key]) {
    const { tried, found } = await sweep(who);
    t.ok(tried > 200);
    t.strictSame(found, []);
  }
});

t.test('no topic bears it to the client, who hears of other things', async (t) => {
  const of = `/api/v1/applications/${own['applications']}/comments`;
  const said = await s.a.officer.post(of, { kind: 'external', text: 'Good morning' });
  t.equal(said.status, 201, said.text);
  await s.platform.settle();
  await eventually('both heard of it, the officer more', () => {
    return heard.got.length > 0 && officerHeard.got.length > heard.got.length;
  });
  t.notMatch(JSON.stringify(officerHeard.got), ofOne, 'no topic bears a note, not even to its author');
  t.ok(officerHeard.got.length > heard.got.length, 'staff hears of what is internal');
  t.strictSame(
    heard.got.filter(({ text, address }) => `${address} ${text}`.includes(canary)),
    [],
  );
  for (const id of [inside['comments']!, inside['documents']!, inside['message-threads']!, inside['messages']!])
    t.notOk(
      heard.got.some(({ text }) => text.includes(id)),
      'not even that there is something',
    );
});

t.test('no answer bears it that a client or a key is given to what they do', async (t) => {
  const of = `/api/v1/applications/${own['applications']}`;
  const { client, officer, otherClient, key } = s.a;
  const answers: (readonly [string, TestAnswer])[] = [];
  const does = async (name: string, sent: Promise<TestAnswer>): Promise<TestAnswer['body']> => {
    const answer = await sent;
    t.ok(answer.status < 300, `${name}: ${answer.status} ${answer.text}`);
    answers.push([name, answer]);
    return answer.body;
  };
  // What a client does on their page, beside all that is internal there.
  const said = await does('writes', client.post(`${of}/comments`, { kind: 'external', text: 'Hello' }));
  await does('answers', client.post(`${of}/comments`, { kind: 'external', text: 'And this', replyTo: said.id }));
  await does('edits', client.put(`/api/v1/comments/${said.id}`, { text: 'Hello again' }));
  await does(
    'uploads',
    client.upload(`${of}/documents`, [
      { name: 'file', fileName: 'a.txt', contentType: 'text/plain', bytes: 'Payslip' },
    ]),
  );
  const asked = s.a.bodies.get('POST /api/v1/applications/:id/corrections');
  const open = await officer.post(`${of}/corrections`, asked);
  t.equal(open.status, 201, open.text);
  const round = `/api/v1/corrections/${open.body.id}`;
  await does('corrects', client.put(`${round}/answers`, { answers: { amount: 25_000 } }));
  await does('sends', client.post(`${round}/send`, {}));
  const staff = await officer.put(`/api/v1/comments/${inside['comments']}`, { text: `Still a ${canary}` });
  t.match(staff.text, canary, 'staff is answered with it');

  // And everything that can be asked for at all, the names of what is internal in every place that takes one.
  const order = ['PUT', 'PATCH', 'POST', 'DELETE'];
  const writes = operationsOf(s.platform)
    .filter(({ route: { method } }) => order.includes(method))
    .toSorted((a, b) => order.indexOf(a.route.method) - order.indexOf(b.route.method));
  for (const operation of writes)
    for (const ids of [own, inside])
      for (const instead of [{}, ...slotsOf(operation).map(({ path, kind }) => ({ [path]: ids[kind]! }))])
        for (const who of [client, otherClient, key])
          answers.push([
            nameOf(operation),
            await who.request(requestOf(operation, ids, instead, s.a.bodies.get(nameOf(operation)))),
          ]);
  t.ok(answers.length > 1_000, `${answers.length} were given`);
  t.strictSame(
    answers.flatMap(([name, { text, headers }]) =>
      `${text} ${JSON.stringify(headers)}`.includes(canary) ? [name] : [],
    ),
    [],
  );
  await s.platform.settle();
});

t.test('no notice bears it to a client, and staff hears of it', async (t) => {
  const waiting = async (who: TestClient): Promise<string> => (await who.get('/api/v1/notifications/inbox')).text;
  t.match(await waiting(s.a.admin), canary);
  for (const who of [s.a.client, s.a.otherClient]) {
    t.notMatch(await waiting(who), canary);
    const cases = await who.get('/api/v1/message-cases');
    t.equal(cases.status, 200);
    t.notMatch(cases.text, canary);
    const offered = await who.get('/api/v1/message-colleagues');
    t.equal(offered.status, 404, 'nor are there colleagues to write to');
  }
});

t.test('no mail bears it, to whomever', async (t) => {
  t.ok(mails.length > 0);
  t.strictSame(
    mails.filter((message) => [canary, ofOne].some((word) => JSON.stringify(message).includes(word))),
    [],
  );
});

t.test('the mail of a day tells the client of what is for them alone', async (t) => {
  const { client, otherClient, officer } = s.a;
  const of = `/api/v1/applications/${own['applications']}/comments`;
  const daily = { kinds: [{ kind: 'comment-for-client', page: true, mail: 'daily' }] };
  t.equal((await client.put('/api/v1/notifications/choices', daily)).status, 204);
  for (const [kind, text] of [
    ['internal', `Another ${canary}`],
    ['external', 'Good evening'],
  ])
    t.equal((await officer.post(of, { kind, text })).status, 201);
  await s.platform.settle();
  s.platform.clock.advance(86_400_000);
  await s.platform.settle();
  const sent = mails.filter(({ kind, to }) => kind === 'notice-daily' && to.address === client.email);
  t.equal(sent.length, 1);
  t.match(sent[0]?.text, 'wrote to you');
  const theirs = [client.email, otherClient.email];
  t.notMatch(JSON.stringify(mails.filter(({ to }) => theirs.includes(to.address))), canary);
});
