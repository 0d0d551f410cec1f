/**
 * Who a document is for: the staff alone, or the client too. What reaches clients of one for staff is tried in
 * core/test/isolation/audience.all.test.ts, by every way there is.
 */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Person, TestClient } from '@dossier/core/testing';
import { createApplications, readApplications, readOwnApplications } from '../../applications/contract.ts';
import { uploadDocuments } from '../contract.ts';
import { MOST_DOCUMENTS } from '../quota.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
});
const submit = async (): Promise<string> =>
  (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))).body.id;
const filesOf = (id: string): string => `/api/v1/applications/${id}/documents`;
const part = (name: string, value: string) => ({ name, value });
const file = (fileName: string, bytes: string = fileName) => ({
  name: 'file',
  fileName,
  contentType: 'text/plain',
  bytes,
});
const inJson = (o: object) => ({
  files: [{ fileName: 'a.txt', contentBase64: Buffer.from('a').toString('base64'), ...o }],
});
const namesFor = async (who: TestClient, id: string): Promise<readonly string[]> =>
  (await who.get(filesOf(id))).body.map(({ fileName }: { fileName: string }) => fileName);
const faultsOf = ({ body }: { body: { errors: readonly { pointer: string; code: string }[] } }): readonly string[] =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`);

t.test(
  'what an officer adds is for staff unless they say otherwise or it was asked for; what clients and keys send is for the client',
  async (t) => {
    const id = await submit();
    const sent = await acme.officer.upload(filesOf(id), [
      file('memo.txt'),
      part('audience', 'client'),
      file('letter.txt'),
      part('audience', 'staff'),
      file('note.txt'),
    ]);
    t.match(sent, {
      status: 201,
      body: [
        { fileName: 'memo.txt', audience: 'staff' },
        { fileName: 'letter.txt', audience: 'client' },
        { fileName: 'note.txt', audience: 'staff' },
      ],
    });
    t.match(await acme.officer.upload(filesOf(id), [part('requirementKey', 'income'), file('income.txt')]), {
      status: 201,
      body: { audience: 'client' },
    });
    t.match(await acme.officer.post(filesOf(id), inJson({ audience: 'client' })), {
      status: 201,
      body: { audience: 'client' },
    });
    t.match(await acme.officer.post(filesOf(id), inJson({ fileName: 'b.txt' })), {
      status: 201,
      body: { audience: 'staff' },
    });
    for (const who of [acme.client, acme.key])
      t.match(await who.upload(filesOf(id), [file('mine.txt')]), { status: 201, body: { audience: 'client' } });
    const forClients = ['letter.txt', 'income.txt', 'a.txt', 'mine.txt', 'mine.txt'];
    for (const who of [acme.client, acme.key]) t.strictSame(await namesFor(who, id), forClients);
    for (const who of [acme.officer, acme.clerk])
      t.strictSame(await namesFor(who, id), [
        'memo.txt',
        'letter.txt',
        'note.txt',
        'income.txt',
        'a.txt',
        'b.txt',
        'mine.txt',
        'mine.txt',
      ]);
    const query = `{ application(id: "${id}") { documents { fileName audience } } }`;
    t.strictSame(
      (await acme.client.graphql(query)).data.application.documents.map(
        ({ fileName, audience }: { fileName: string; audience: string }) => [fileName, audience],
      ),
      forClients.map((name) => [name, 'client']),
    );
    t.match((await acme.officer.graphql(query)).data.application.documents, [
      { fileName: 'memo.txt', audience: 'staff' },
    ]);
  },
);

t.test('a person who cannot keep a file from the client gets a message, with all other faults', async (t) => {
  const id = await submit();
  for (const who of [acme.client, acme.key]) {
    t.strictSame(faultsOf(await who.post(filesOf(id), inJson({ audience: 'staff', requirementKey: 'passport' }))), [
      '/files/0/requirementKey unknown-requirement',
      '/files/0/audience not-for-staff-alone',
    ]);
    t.strictSame(faultsOf(await who.upload(filesOf(id), [part('audience', 'staff'), file('a.txt', '')])), [
      '/files/0 empty',
      '/files/0/audience not-for-staff-alone',
    ]);
  }
  t.match(
    await acme.officer.upload(filesOf(id), [
      part('audience', 'staff'),
      part('requirementKey', 'income'),
      file('a.txt'),
    ]),
    { status: 422, body: { errors: [{ pointer: '/files/0/audience', detail: /was asked for/ }] } },
  );
  t.strictSame(faultsOf(await acme.officer.upload(filesOf(id), [part('audience', 'everybody'), file('a.txt')])), [
    '/files/0/audience unknown-audience',
  ]);
  t.equal((await acme.officer.post(filesOf(id), inJson({ audience: 'everybody' }))).status, 422);
  t.strictSame(await namesFor(acme.officer, id), []);
});

t.test('an officer who is the applicant sends as the client they are', async (t) => {
  const {
    body: { id },
  } = await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.officer.email }));
  t.match(await acme.officer.upload(filesOf(id), [file('mine.txt')]), { status: 201, body: { audience: 'client' } });
  const memo = await acme.admin.upload(filesOf(id), [file('memo.txt')]);
  t.match(await acme.officer.put(`/api/v1/documents/${memo.body.id}`, { audience: 'client' }), { status: 403 });
});

t.test(
  'an officer shows a document to the client, and takes it back, also after the decision; the trail tells both to staff, and to the client what they see',
  async (t) => {
    const id = await submit();
    const {
      body: { id: memo },
    } = await acme.officer.upload(filesOf(id), [file('memo.txt')]);
    const put = (who: Person | TestClient, body: object, headers = {}) =>
      who.put(`/api/v1/documents/${memo}`, body, headers);
    const external = async (who: TestClient): Promise<readonly string[]> => {
      return (await who.get(`/api/v1/applications/${id}/audit?audience=external&limit=1`)).body.length === 0
        ? []
        : (await trail(who)).filter((type) => type.startsWith('documents/'));
    };
    /** Read one by one, so that what is left out leaves no page short. */
    const trail = async (who: TestClient): Promise<readonly string[]> => {
      const found: string[] = [];
      for (let next: string | undefined = `/api/v1/applications/${id}/audit?audience=external&limit=1`; next;) {
        const page = await who.get(next);
        found.push(...page.body.map(({ type }: { type: string }) => type));
        next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
      }
      return found;
    };
    t.equal((await put(acme.client, { audience: 'client' })).status, 404);
    t.equal((await put(acme.clerk, { audience: 'client' })).status, 403);
    t.match(await put(acme.officer, {}), { status: 422 });
    const read = await acme.officer.get(`/api/v1/documents/${memo}`);
    const shown = await put(acme.officer, { audience: 'client' }, { 'if-match': String(read.headers['etag']) });
    t.match(shown, { status: 200, body: { audience: 'client', reviewStatus: 'pending' } });
    t.not(shown.headers['etag'], read.headers['etag']);
    t.match(await put(acme.officer, { audience: 'staff' }, { 'if-match': String(read.headers['etag']) }), {
      status: 412,
    });
    t.equal((await put(acme.officer, { reviewStatus: 'approved' })).status, 200);
    t.strictSame(await namesFor(acme.client, id), ['memo.txt']);
    t.strictSame(await external(acme.client), ['documents/shared@1', 'documents/reviewed@1']);
    t.equal((await acme.client.get(`/api/v1/documents/${memo}/content`)).text, 'memo.txt');

    t.equal((await acme.officer.post(`/api/v1/applications/${id}/reject`, { reason: 'No.' })).status, 200);
    t.match(await put(acme.officer, { audience: 'staff', reviewStatus: 'pending' }), {
      status: 409,
      body: { code: 'already-decided' },
    });
    t.match(await put(acme.officer, { audience: 'staff' }), {
      status: 200,
      body: { audience: 'staff', reviewStatus: 'approved' },
    });
    t.strictSame(await namesFor(acme.client, id), []);
    t.equal((await acme.client.get(`/api/v1/documents/${memo}/content`)).status, 404);
    t.strictSame(await external(acme.client), [], 'and no longer sees what was shown of it before');
    t.equal((await trail(acme.client)).at(-1), 'applications/changed@1', 'and what comes behind it is');
    const whole = (await acme.officer.get(`/api/v1/applications/${id}/audit`)).body.filter(
      ({ type }: { type: string }) => type.startsWith('documents/'),
    );
    t.match(
      whole.map(({ type, actor, after }: { type: string; actor: object; after: object }) => ({ type, actor, after })),
      [
        { type: 'documents/staff-uploaded@1' },
        {
          type: 'documents/shared@1',
          actor: { id: acme.officer.id },
          after: { fileName: 'memo.txt', audience: 'client' },
        },
        { type: 'documents/reviewed@1' },
        { type: 'documents/withdrawn@1', after: { fileName: 'memo.txt', audience: 'staff' } },
      ],
    );
  },
);

t.test('what the client sent, a key sent, or was asked for cannot be kept from the client', async (t) => {
  const id = await submit();
  const [mine, theirs, asked] = [
    await acme.client.upload(filesOf(id), [file('mine.txt')]),
    await acme.key.upload(filesOf(id), [file('theirs.txt')]),
    await acme.officer.upload(filesOf(id), [part('requirementKey', 'income'), file('income.txt')]),
  ];
  for (const { body } of [mine, theirs, asked]) {
    t.match(await acme.officer.put(`/api/v1/documents/${body.id}`, { audience: 'staff' }), {
      status: 409,
      body: { code: 'not-for-staff-alone', detail: new RegExp(`^"${body.fileName}"`) },
    });
    t.equal(
      (await acme.officer.put(`/api/v1/documents/${body.id}`, { audience: 'client' })).status,
      200,
      'what stands already is no conflict',
    );
  }
});

t.test('what somebody sent as a client stays theirs, also when staff once made the application', async (t) => {
  for (const permission of [readApplications, createApplications, uploadDocuments])
    await acme.grant('clerk', permission, true);
  const { workspaceId, ...record } = acme.record(template);
  const {
    body: { id },
  } = await acme.clerk.post(`/api/v1/workspaces/${workspaceId}/applications`, record);
  const { body: memo } = await acme.clerk.upload(filesOf(id), [file('memo.txt'), part('audience', 'client')]);
  for (const permission of [readApplications, createApplications]) await acme.grant('clerk', permission, false);
  await acme.grant('clerk', readOwnApplications, true);
  const { body: mine } = await acme.clerk.upload(filesOf(id), [file('mine.txt')]);
  t.match(mine, { audience: 'client', mayChangeAudience: false });
  t.match(await acme.officer.put(`/api/v1/documents/${mine.id}`, { audience: 'staff' }), {
    status: 409,
    body: { code: 'not-for-staff-alone' },
  });
  t.match(
    await acme.officer.put(`/api/v1/documents/${memo.id}`, { audience: 'staff' }),
    { status: 200, body: { audience: 'staff' } },
    'and what they sent as staff the staff can keep',
  );
  t.strictSame(await namesFor(acme.clerk, id), ['mine.txt']);
  for (const permission of [readOwnApplications, uploadDocuments]) await acme.grant('clerk', permission, false);
  await acme.grant('clerk', readApplications, true);
});

t.test(
  'each reader sees for each document whether they can change who sees it, also for a file of a colleague, also after the decision',
  async (t) => {
    const id = await submit();
    await acme.admin.upload(filesOf(id), [file('memo.txt'), part('audience', 'client')]);
    await acme.officer.upload(filesOf(id), [file('note.txt'), part('audience', 'staff')]);
    await acme.officer.upload(filesOf(id), [part('requirementKey', 'income'), file('income.txt')]);
    for (const who of [acme.client, acme.key]) await who.upload(filesOf(id), [file('mine.txt')]);
    const open = async (who: TestClient): Promise<readonly string[]> =>
      (await who.get(filesOf(id))).body
        .filter((one: { mayChangeAudience: boolean }) => one.mayChangeAudience)
        .map(({ fileName }: { fileName: string }) => fileName);
    for (const who of [acme.officer, acme.admin]) t.strictSame(await open(who), ['memo.txt', 'note.txt']);
    for (const who of [acme.client, acme.key, acme.clerk])
      t.strictSame(await open(who), [], 'nor who may not change it');
    t.equal((await acme.officer.post(`/api/v1/applications/${id}/approve`, {})).status, 200);
    const { data } = await acme.officer.graphql(`{ application(id: "${id}") { documents { id mayChangeAudience } } }`);
    const [memo] = data.application.documents;
    t.match(memo, { mayChangeAudience: true });
    t.match(await acme.officer.put(`/api/v1/documents/${memo.id}`, { audience: 'staff' }), {
      status: 200,
      body: { audience: 'staff', mayChangeAudience: true },
    });
  },
);

t.test('a person who rejects a document sees who will read the reason', async (t) => {
  const id = await submit();
  const { body: memo } = await acme.officer.upload(filesOf(id), [file('memo.txt')]);
  const why = async (body: object): Promise<string> =>
    (await acme.officer.put(`/api/v1/documents/${memo.id}`, { reviewStatus: 'rejected', ...body })).body.errors[0]
      .detail;
  t.match(await why({}), /your colleagues read it/);
  t.match(await why({ audience: 'client' }), /the client reads it/);
});

t.test(
  'what staff downloads is in the trail, by whom, which file and when; what the client reads is not',
  async (t) => {
    const id = await submit();
    const {
      body: { id: paper },
    } = await acme.client.upload(filesOf(id), [file('income.txt', 'paid')]);
    const reads = async () => {
      return (await acme.officer.get(`/api/v1/applications/${id}/audit`)).body.filter(
        ({ type }: { type: string }) => type === 'documents/read@1',
      );
    };
    t.equal((await acme.client.get(`/api/v1/documents/${paper}/content`)).text, 'paid');
    t.strictSame(await reads(), []);
    platform.clock.advance(60_000);
    t.equal((await acme.clerk.get(`/api/v1/documents/${paper}/content`)).text, 'paid');
    t.match(await reads(), [
      {
        title: 'A document was viewed or downloaded',
        actor: { id: acme.clerk.id, name: 'Clara Clerk' },
        after: { fileName: 'income.txt' },
        audience: 'internal',
        at: platform.clock.now().toISOString(),
      },
    ]);
    t.notMatch((await acme.client.get(`/api/v1/applications/${id}/audit?audience=external`)).text, 'documents/read');
  },
);

t.test('documents for staff take no place from the client, whose number tells nothing of them', async (t) => {
  const id = await submit();
  const some = (who: TestClient, count: number) =>
    who.post(filesOf(id), { files: Array.from({ length: count }, () => inJson({}).files[0]) });
  for (let left = MOST_DOCUMENTS; left > 0; left -= 20)
    t.equal((await some(acme.officer, Math.min(left, 20))).status, 201);
  t.match(await some(acme.officer, 1), {
    status: 409,
    body: { code: 'too-many-documents', detail: /at most 300 documents for staff only, and this one takes 0 more/ },
  });
  t.equal((await some(acme.client, 1)).status, 201);
});
