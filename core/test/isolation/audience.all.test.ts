import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import type { TestClient } from '@dossier/core/testing';
import { mailTransports } from '../../platform/mail/contract.ts';
import type { MailMessage } from '../../platform/mail/contract.ts';
import { filled, topicsIn, valuesOf } from '../enumeration/topics.ts';
import { graphqlAttempts, leaks, restAttempts } from './leaks.ts';
import type { Attempt } from './leaks.ts';
import { rowsOf, stage } from './stage.ts';
import type { Stage } from './stage.ts';

/**
 * What staff adds to an application for itself: whatever a client or a partner may ask for, by any way that is
 * installed, says nothing of it.
 */
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
let attempts: readonly Attempt[];
let application: string;
const memo = {
  fileName: 'valuation-of-the-house.txt',
  text: 'They will never be able to pay this back.',
  reason: 'The figures are of last year.',
};
t.before(async () => {
  s = await stage({ plugins: [letterBox] });
  // Without its answers it waits for an officer.
  const submitted = await s.a.key.post(
    '/api/v1/applications',
    s.a.record(s.a.ids['templates']!, { primary: s.a.client.email, answers: {} }),
  );
  application = submitted.body.id;
  const own = { ...s.a.ids, applications: application };
  attempts = [...restAttempts(s, own, s.a.bodies), ...graphqlAttempts(s, own)];
});
t.teardown(() => s.platform.stop());

const outsiders = (): Readonly<Record<string, TestClient>> => ({
  'the client': s.a.client,
  'another client': s.a.otherClient,
  'the partner': s.a.key,
  'another organization': s.b.officer,
});

/** Of everything that can be read and of every topic, what this reader is answered, by the name of the question. */
async function everything(reader: TestClient): Promise<ReadonlyMap<string, string>> {
  const addressee = {
    organization: s.a.organization,
    user: s.a.client.id,
    ids: { ...s.a.ids, applications: application },
  };
  const topics = topicsIn(s.platform.kernel.plan).map(({ topic: { address } }) =>
    filled(address, valuesOf(address, addressee)),
  );
  const found = new Map<string, string>();
  for (const { name, send } of attempts) {
    if (!/^GET |^query /.test(name)) continue;
    const { status, text, headers } = await send(reader, {});
    found.set(name, `${status} ${String(headers['etag'] ?? '')} ${text}`);
  }
  for (const topic of topics) {
    const { status, body } = await reader.get(`/api/v1/events?topic=${encodeURIComponent(topic)}&after=0-0`);
    found.set(topic, JSON.stringify([status, body.events ?? body.code]));
  }
  return found;
}

t.test(
  'what staff does with a document for itself is seen by no client, no key and no other organization, and changes nothing that they see',
  async (t) => {
    await s.platform.settle();
    const before = new Map<string, ReadonlyMap<string, string>>();
    for (const [who, reader] of Object.entries(outsiders())) before.set(who, await everything(reader));

    const uploaded = await s.a.officer.upload(`/api/v1/applications/${application}/documents`, [
      { name: 'file', fileName: memo.fileName, contentType: 'text/plain', bytes: memo.text },
    ]);
    t.match(uploaded, { status: 201, body: { audience: 'staff' } });
    const id: string = uploaded.body.id;
    t.equal((await s.a.officer.get(`/api/v1/documents/${id}/content`)).text, memo.text);
    t.equal(
      (await s.a.officer.put(`/api/v1/documents/${id}`, { reviewStatus: 'rejected', reason: memo.reason })).status,
      200,
    );
    await s.platform.settle();

    const marks = [id, ...Object.values(memo)];
    t.ok(
      [...(await everything(s.a.officer)).values()].filter((text) => text.includes(id)).length > 3,
      'the proof reads what staff reads',
    );
    for (const [who, reader] of Object.entries(outsiders())) {
      const after = await everything(reader);
      for (const [question, answer] of after) {
        t.strictSame(
          marks.filter((mark) => answer.includes(mark)),
          [],
          `${who}: ${question}`,
        );
        if (/applications|application|audit|dossier\//i.test(question))
          t.equal(answer, before.get(who)!.get(question), `${who} is answered as before: ${question}`);
      }
      t.strictSame(
        await leaks(
          attempts.filter(({ slots }) => slots.some(({ kind }) => kind === 'documents')),
          reader,
          { documents: id },
        ),
        [],
        `for ${who} its id is nobody's`,
      );
    }

    const rows = await rowsOf(s, s.a);
    const naming = [...rows]
      .filter(([, text]) => marks.some((mark) => text.includes(mark)))
      .map(([table]) => table)
      .sort();
    t.strictSame(naming, ['document', 'document_term', 'event'], 'no mail, job or other table holds anything of it');
    const told = rows
      .get('event')!
      .split('\n')
      .filter((row) => marks.some((mark) => row.includes(mark)))
      .map((row) => JSON.parse(row));
    t.strictSame(told.map(({ type, audience }) => `${type} ${audience}`).sort(), [
      'documents/read@1 internal',
      'documents/staff-reviewed@1 internal',
      'documents/staff-uploaded@1 internal',
    ]);
  },
);

/** Words that stand nowhere else. */
const said = {
  first: 'quinceharvest',
  then: 'medlarwinter',
  answer: 'damsonbridge',
  file: 'sorbappleledger',
};

t.test(
  'what staff says to itself about a case reaches no client, no key, no other organization and no mail but that of who is named, and changes nothing that they see',
  async (t) => {
    const of = `/api/v1/applications/${application}/comments`;
    // One at a time: of two that are refused together either may be named.
    const asks = [
      `{ comments(applicationId: "${application}") { rows { id text } may } }`,
      `{ mentionable(applicationId: "${application}") { name } }`,
    ];
    const all = async (reader: TestClient): Promise<ReadonlyMap<string, string>> => {
      const told = new Map(await everything(reader));
      for (const ask of asks) told.set(`query comments ${ask}`, JSON.stringify(await reader.graphql(ask)));
      return told;
    };
    await s.platform.settle();
    mails.length = 0;
    await s.a.officer.post(of, { kind: 'external', text: 'We look at it.' });
    await s.platform.settle();
    const before = new Map<string, ReadonlyMap<string, string>>();
    for (const [who, reader] of Object.entries(outsiders())) before.set(who, await all(reader));

    const contentBase64 = Buffer.from(said.file).toString('base64');
    const sent = await s.a.officer.post(`${of}/attachments`, { fileName: `${said.file}.txt`, contentBase64 });
    const text = `${said.first} @[Ada](user:${s.a.admin.id})`;
    const first = await s.a.officer.post(of, { kind: 'internal', text, attachmentIds: [sent.body.id] });
    t.match(first, { status: 201, body: { kind: 'internal' } });
    // Before she is edited out of it.
    await s.platform.settle();
    const at = `/api/v1/comments/${first.body.id}`;
    t.equal((await s.a.officer.put(at, { text: said.then })).status, 200);
    const answer = await s.a.admin.post(of, { kind: 'internal', text: said.answer, replyTo: first.body.id });
    t.equal(answer.status, 201);
    t.equal((await s.a.officer.get(`${at}/attachments/${sent.body.id}`)).text, said.file);
    await s.platform.settle();

    const marks = [first.body.id, answer.body.id, sent.body.id, ...Object.values(said)];
    const read = [...(await all(s.a.officer)).values()].join();
    t.ok(read.includes(said.then) && read.includes(said.answer), 'the proof reads what staff reads');
    for (const [who, reader] of Object.entries(outsiders())) {
      for (const [question, told] of await all(reader)) {
        t.strictSame(
          marks.filter((mark) => told.includes(mark)),
          [],
          `${who}: ${question}`,
        );
        if (/applications|application|audit|comments|dossier\//i.test(question))
          t.equal(told, before.get(who)!.get(question), `${who} is answered as before: ${question}`);
      }
      t.strictSame(
        await leaks(
          attempts.filter(({ slots }) => slots.some(({ kind }) => kind === 'comments')),
          reader,
          { comments: first.body.id },
        ),
        [],
        `for ${who} its id is nobody's`,
      );
    }
    t.match(mails, [{ to: { address: s.a.client.email } }, { to: { address: s.a.admin.email } }]);
    t.notMatch(JSON.stringify(mails), new RegExp(Object.values(said).join('|')), 'mails say that, not what');
  },
);

/** Words that stand nowhere else. */
const searched = { tag: 'bullaceledger', reason: 'rowanmargin', note: 'whitebeamsecret' };

t.test(
  'what staff saves and notes of patents reaches no client, no key and no other organization, and a note no colleague',
  async (t) => {
    const number = 'EP1012211A1';
    const saved = `/api/v1/applications/${application}/patents`;
    const note = `/api/v1/workspaces/${s.a.staffWorkspace}/patents/${number}/note`;
    const ask = `{ savedPatents(applicationId: "${application}") { tag reason } }`;
    // Where the words could come out. To ask everything once more, as above, takes a minute.
    const places = [saved, `${saved}/${number}`, `${saved}.csv`, note, `/api/v1/search?text=${searched.note}`];
    const around = ['', '/audit', '/comments'].map((behind) => `/api/v1/applications/${application}${behind}`);
    const all = async (reader: TestClient): Promise<ReadonlyMap<string, string>> => {
      const told = new Map<string, string>();
      for (const url of [...places, ...around]) told.set(url, (await reader.get(url)).text);
      return told.set('savedPatents', JSON.stringify(await reader.graphql(ask)));
    };
    const { tag, reason } = searched;
    t.equal((await s.a.officer.put(`${saved}/${number}`, { tag, reason })).status, 200);
    t.equal((await s.a.officer.put(note, { text: searched.note })).status, 200);
    await s.platform.settle();

    const read = [...(await all(s.a.officer)).values()].join();
    t.ok(
      Object.values(searched).every((mark) => read.includes(mark)),
      'the proof reads what its author reads',
    );
    const colleague = [...(await all(s.a.admin)).values()].join();
    t.ok(colleague.includes(tag) && !colleague.includes(searched.note), 'a colleague reads all but the note');
    for (const [who, reader] of Object.entries(outsiders()))
      for (const [question, told] of await all(reader))
        t.strictSame(
          Object.values(searched).filter((mark) => told.includes(mark)),
          [],
          `${who}: ${question}`,
        );
    const naming = [...(await rowsOf(s, s.a))]
      .filter(([, text]) => text.includes(searched.note))
      .map(([table]) => table);
    t.strictSame(naming, ['patent_note'], 'no event, job or other table holds anything of the note');
  },
);
