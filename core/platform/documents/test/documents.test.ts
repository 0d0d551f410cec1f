import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { newId } from '@dossier/sdk';
import { given, testPlatform } from '@dossier/core/testing';
import { ApiKeys } from '../../api-keys/contract.ts';
import { readAudit } from '../../audit/contract.ts';
import { confirmApplications, readApplications, readOwnApplications } from '../../applications/contract.ts';
import { Templates } from '../../templates/contract.ts';
import { decideApplications } from '../../workflow/contract.ts';
import { reviewDocuments, uploadDocuments } from '../contract.ts';
import { MOST_DOCUMENTS } from '../quota.ts';

const pdf = '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer << >>\n%%EOF\n';
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const file = (fileName: string, bytes: string | Uint8Array, name = 'file') => ({
  name,
  fileName,
  contentType: 'application/octet-stream',
  bytes,
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');

t.test('documents', async (t) => {
  const platform = await testPlatform({ plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers'] });
  t.teardown(() => platform.stop());
  const acme = await given.organization(platform, 'acme');
  const beta = await given.organization(platform, 'beta');
  const staffRoom = await acme.workspace('Lending', 'STAFF');
  const otherRoom = await acme.workspace('Savings', 'STAFF');
  const portal = await acme.workspace('Portal', 'CLIENT');
  const officers = await acme.team('Officers', {
    workspaces: [staffRoom],
    may: [readApplications, decideApplications, uploadDocuments, reviewDocuments, readAudit],
  });
  const officer = await acme.member(officers, 'omar@example.org');
  const clerk = await acme.member(await acme.team('Clerks', { workspaces: [staffRoom], may: [readApplications] }));
  const neighbour = await acme.member(
    await acme.team('Savers', {
      workspaces: [otherRoom],
      may: [readApplications, decideApplications, reviewDocuments, uploadDocuments],
    }),
  );
  const clients = await acme.team('Clients', {
    workspaces: [portal],
    may: [readOwnApplications, uploadDocuments, confirmApplications],
  });
  const client = await acme.member(clients, 'amelia@example.org');
  const otherClient = await acme.member(clients, 'benjamin@example.org');
  const key = platform.as({
    'x-api-key': (await platform.service(ApiKeys).issue(acme.access, { name: 'Partner' })).secret,
  });
  const foreignKey = platform.as({
    'x-api-key': (await platform.service(ApiKeys).issue(beta.access, { name: 'Partner' })).secret,
  });
  const narrowKey = platform.as({
    'x-api-key': (
      await platform.service(ApiKeys).issue(acme.access, { name: 'Narrow', scopes: ['applications:write'] })
    ).secret,
  });

  const templates = platform.service(Templates);
  const template = await templates.create(acme.access, {
    name: 'Loan',
    content: {
      schema: { type: 'object', properties: { amount: { type: 'number', title: 'Amount' } }, required: ['amount'] },
      wizard: [{ key: 'one', title: 'One', fields: ['amount'] }],
      workflow: [
        { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
        { name: 'Underwriting', kind: 'MANUAL' },
      ],
      requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
    },
  });
  await templates.publish(acme.access, template.id);
  const submit = async (): Promise<string> => {
    const answer = await key.post('/api/v1/applications', {
      workspaceId: staffRoom,
      templateId: template.id,
      applicants: [{ type: 'PRIMARY', firstName: 'Amelia', lastName: 'Novak', email: 'amelia@example.org' }],
      answers: { amount: 1 },
    });
    t.match(answer, { status: 201, body: { status: 'InReview' } });
    return answer.body.id;
  };
  const filesOf = (id: string): string => `/api/v1/applications/${id}/documents`;
  /** Contents and what is half written; the notes of what has not settled yet are gone a moment after the answer. */
  const stored = (): readonly string[] => {
    const root = join(platform.dataDir, 'files');
    return existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.name.includes('_'))
          .map((entry) => entry.name)
          .sort()
      : [];
  };
  const application = await submit();

  await t.test('one file is answered with a document, several with a list', async (t) => {
    const one = await key.upload(filesOf(application), [
      { name: 'requirementKey', value: 'income' },
      file('income.pdf', pdf, 'anything'),
    ]);
    t.match(one, {
      status: 201,
      body: {
        fileName: 'income.pdf',
        contentType: 'application/pdf',
        size: pdf.length,
        reviewStatus: 'pending',
        requirementKey: 'income',
        createdAt: /Z$/,
      },
    });
    t.match(await key.upload(filesOf(application), [file('a.txt', 'a'), file('b.txt', 'b')]), {
      status: 201,
      body: [{ fileName: 'a.txt', requirementKey: null }, { fileName: 'b.txt' }],
    });
    const json = await key.post(filesOf(application), {
      files: [{ fileName: 'c.txt', contentType: 'text/plain', contentBase64: base64('c'), requirementKey: 'income' }],
    });
    t.match(json, {
      status: 201,
      body: {
        fileName: 'c.txt',
        contentType: 'text/plain',
        size: 1,
        reviewStatus: 'pending',
        requirementKey: 'income',
      },
    });
    t.equal((await officer.client.get(filesOf(application))).body.length, 4);
    t.match((await officer.client.get(`/api/v1/applications/${application}`)).body.documents, [
      { fileName: 'income.pdf' },
      {},
      {},
      {},
    ]);
    t.match((await client.client.upload(filesOf(application), [file('mine.txt', 'mine')])).body, {
      uploadedBy: { kind: 'user', id: client.id },
    });
  });

  await t.test('an application has room for so many documents, also when two are uploaded at once', async (t) => {
    const full = await submit();
    const some = (count: number) =>
      key.post(filesOf(full), {
        files: Array.from({ length: count }, () => ({
          fileName: 'a.txt',
          contentType: 'text/plain',
          contentBase64: base64('a'),
        })),
      });
    for (let left = MOST_DOCUMENTS - 1; left > 0; left -= 20) t.equal((await some(Math.min(left, 20))).status, 201);
    t.match(await some(2), { status: 409, body: { code: 'too-many-documents', detail: /takes 1 more/ } });
    t.same((await Promise.all([some(1), some(1)])).map(({ status }) => status).sort(), [201, 409]);
    t.equal((await key.get(filesOf(full))).body.length, MOST_DOCUMENTS);
  });

  await t.test('what cannot be kept is refused, and leaves nothing behind', async (t) => {
    const before = stored();
    const count = (await officer.client.get(filesOf(application))).body.length;
    t.match(await key.upload(filesOf(application), []), { status: 422, body: { errors: [{ pointer: '/files' }] } });
    t.match(await key.post(filesOf(application), { files: [] }), { status: 422 });
    t.match(await key.upload(filesOf(application), [file('empty.pdf', '')]), {
      status: 422,
      body: { errors: [{ pointer: '/files/0', code: 'empty' }] },
    });
    t.match(await key.upload(filesOf(application), [file('page.pdf', '<html></html>')]), { status: 415 });
    t.match(await key.upload(filesOf(application), [file('run.exe', Buffer.from('MZ\x90\0', 'latin1'))]), {
      status: 415,
    });
    t.match(await key.upload(filesOf(application), [file('virus.txt', eicar)]), {
      status: 422,
      body: { code: 'infected' },
    });
    t.match(
      await key.post(filesOf(application), { files: [{ fileName: 'virus.txt', contentBase64: base64(eicar) }] }),
      { status: 422, body: { code: 'infected' } },
    );
    t.match(
      await key.upload(filesOf(application), [file('good.txt', 'good, but not alone'), file('bad.svg', '<svg/>')]),
      { status: 415 },
      'all or none',
    );
    t.match(
      await key.upload(filesOf(application), [
        { name: 'requirementKey', value: 'passport' },
        file('good.txt', 'good, but for nothing'),
      ]),
      { status: 422, body: { errors: [{ pointer: '/files/0/requirementKey', code: 'unknown-requirement' }] } },
    );
    t.match(
      await key.upload(filesOf(application), [
        { name: 'reviewStatus', value: 'approved' },
        file('good.txt', 'good, and too clever'),
      ]),
      { status: 422 },
    );
    t.match(await key.post(filesOf(application), { files: [{ fileName: 'x.txt', contentBase64: '!' }] }), {
      status: 422,
    });
    t.strictSame(stored(), before);
    t.equal((await officer.client.get(filesOf(application))).body.length, count);
  });

  await t.test('a file past the limit is cut off', async (t) => {
    const before = stored();
    t.match(await key.upload(filesOf(application), [file('big.txt', 'x'.repeat(25 * 1_048_576 + 1))]), { status: 413 });
    for (const named of ['', '; filename=""']) {
      const payload = `--b\r\nContent-Disposition: form-data; name="file"${named}\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n${'x'.repeat(25 * 1_048_576)}\r\n--b--\r\n`;
      t.match(
        await key.request({
          method: 'POST',
          url: filesOf(application),
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          payload,
        }),
        { status: 413 },
        `without a name${named}`,
      );
    }
    t.strictSame(stored(), before);
    t.equal(
      (
        await key.upload(
          filesOf(application),
          Array.from({ length: 21 }, (_, i) => file(`${i}.txt`, 'x')),
        )
      ).status,
      413,
      'too many get their own status',
    );
    t.strictSame(stored(), before);
  });

  await t.test('a name is stored safely, and a download is never shown as a page', async (t) => {
    const { body } = await key.post(filesOf(application), {
      files: [{ fileName: '../../etc/passwd', contentBase64: base64('root') }],
    });
    t.equal(body.fileName, 'passwd');
    const download = await officer.client.get(`/api/v1/documents/${body.id}/content`);
    t.match(download, {
      status: 200,
      text: 'root',
      headers: {
        'content-type': 'text/plain',
        'x-content-type-options': 'nosniff',
        'content-disposition': /^attachment; filename="passwd"/,
      },
    });
    t.match(download.headers['content-security-policy'], /^sandbox/);
    t.equal((await client.client.get(`/api/v1/documents/${body.id}/content`)).text, 'root', 'the applicant has it too');
    for (const stranger of [otherClient, neighbour])
      t.equal((await stranger.client.get(`/api/v1/documents/${body.id}/content`)).status, 404);
  });

  await t.test('nobody reaches an application that is not theirs', async (t) => {
    for (const who of [foreignKey, otherClient.client, neighbour.client])
      t.equal((await who.upload(filesOf(application), [file('a.txt', 'a')])).status, 404);
    t.equal((await key.upload(filesOf(newId()), [file('a.txt', 'a')])).status, 404);
    t.equal((await narrowKey.upload(filesOf(application), [file('a.txt', 'a')])).status, 403);
    t.equal((await clerk.client.upload(filesOf(application), [file('a.txt', 'a')])).status, 403);
    t.equal((await platform.upload(filesOf(application), [file('a.txt', 'a')])).status, 401);
  });

  await t.test('the same file twice at once makes two documents, each with a file of its own', async (t) => {
    const before = stored().length;
    const both = await Promise.all([1, 2].map(() => key.upload(filesOf(application), [file('same.txt', 'the same')])));
    t.strictSame(
      both.map(({ status }) => status),
      [201, 201],
    );
    t.not(both[0]!.body.id, both[1]!.body.id);
    t.equal(stored().length, before + 2);
  });

  await t.test('staff reviews, with a reason that the client reads', async (t) => {
    const [document] = (await officer.client.get(filesOf(application))).body;
    const review = (who: typeof officer.client, body: unknown) => who.put(`/api/v1/documents/${document.id}`, body);
    t.match(await review(officer.client, { reviewStatus: 'okay' }), { status: 422 });
    t.match(await review(officer.client, { reviewStatus: 'rejected' }), {
      status: 422,
      body: { errors: [{ pointer: '/reason' }] },
    });
    t.match(await review(officer.client, { reviewStatus: 'rejected', reason: 'Too blurred to read.' }), {
      status: 200,
      body: { reviewStatus: 'rejected', reason: 'Too blurred to read.', reviewedBy: officer.id, reviewedAt: /Z$/ },
    });
    t.match((await client.client.get(filesOf(application))).body[0], {
      reviewStatus: 'rejected',
      reason: 'Too blurred to read.',
    });
    t.equal((await review(client.client, { reviewStatus: 'approved' })).status, 403);
    t.equal((await review(clerk.client, { reviewStatus: 'approved' })).status, 403);
    t.equal((await review(key, { reviewStatus: 'approved' })).status, 401);
    t.equal((await review(neighbour.client, { reviewStatus: 'approved' })).status, 404);
    t.match((await client.client.get(filesOf(application))).body[0], { reviewStatus: 'rejected' });
  });

  await t.test('nobody reviews the documents of their own application, or is assigned it to decide', async (t) => {
    const { body: own } = await key.post('/api/v1/applications', {
      workspaceId: staffRoom,
      templateId: template.id,
      applicants: [{ type: 'PRIMARY', firstName: 'Omar', lastName: 'Officer', email: 'omar@example.org' }],
      answers: { amount: 1 },
    });
    t.strictSame(own.assignees, [], 'who alone could decide it is its applicant');
    const { body: document } = await key.upload(filesOf(own.id), [
      { name: 'requirementKey', value: 'income' },
      file('income.pdf', pdf),
    ]);
    t.match(await officer.client.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'approved' }), {
      status: 403,
      body: { detail: /You are an applicant/ },
    });
    const seen = (await officer.client.get(`/api/v1/applications/${own.id}`)).body;
    t.match(seen, { status: 'InReview', documents: [{ reviewStatus: 'pending' }] });
    const colleague = await acme.member(officers);
    t.match((await officer.client.post('/graphql', { query: `{ application(id: "${own.id}") { can } }` })).body, {
      data: { application: { can: ['upload'] } },
    });
    t.match((await colleague.client.post('/graphql', { query: `{ application(id: "${own.id}") { can } }` })).body, {
      data: { application: { can: ['approve', 'reject', 'review', 'upload'] } },
    });
    t.match(await colleague.client.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'approved' }), {
      status: 200,
    });
  });

  await t.test('of two officers who review at once one wins, and the other sees how the document stands', async (t) => {
    const id = await submit();
    const {
      body: { id: document },
    } = await key.upload(filesOf(id), [file('letter.txt', 'letter')]);
    const colleague = await acme.member(officers);
    const now = async () => (await officer.client.get(filesOf(id))).body[0];
    const review = (who: typeof officer, body: object) => who.client.put(`/api/v1/documents/${document}`, body);
    const asSeen = ({ reviewStatus, reviewedAt }: { reviewStatus: string; reviewedAt: string | null }) => ({
      reviewStatus,
      reviewedAt,
    });
    const [approval, rejection] = [{ reviewStatus: 'approved' }, { reviewStatus: 'rejected', reason: 'Blurred.' }];

    const pending = asSeen(await now());
    t.same(pending, { reviewStatus: 'pending', reviewedAt: null });
    const both = await Promise.all([
      review(officer, { ...approval, seen: pending }),
      review(colleague, { ...rejection, seen: pending }),
    ]);
    t.same(both.map(({ status }) => status).sort(), [200, 409]);
    const [heard, refused] = both[0]!.status === 200 ? both : both.toReversed();
    t.match(refused!.body, {
      code: 'reviewed-meanwhile',
      detail: new RegExp(`^"letter.txt" .* it is ${heard!.body.reviewStatus} now, .* Look at it again`),
    });
    t.same(await now(), heard!.body, 'what was done first stands');

    // The same status is not the same review.
    platform.clock.advance(1_000);
    const first = asSeen((await review(officer, { reviewStatus: 'rejected', reason: 'A page is missing.' })).body);
    platform.clock.advance(1_000);
    t.equal(
      (await review(colleague, { reviewStatus: 'rejected', reason: 'Forged.' })).status,
      200,
      'a review without the state that the officer saw is accepted, as before',
    );
    t.match(await review(officer, { ...approval, seen: first }), {
      status: 409,
      body: { code: 'reviewed-meanwhile' },
    });
    t.equal(
      (await review(officer, { reviewStatus: 'rejected', reason: 'Forged.', seen: first })).status,
      200,
      'what stands already is no conflict',
    );
    t.match(await now(), { reviewStatus: 'rejected', reason: 'Forged.', reviewedBy: colleague.id });
    t.equal(
      (await review(officer, { ...approval, seen: asSeen(await now()) })).status,
      200,
      'and with what stands now it is heard',
    );
    for (const seen of ['pending', { reviewStatus: 'pending' }, { reviewStatus: 'okay', reviewedAt: null }])
      t.equal((await review(officer, { ...rejection, seen })).status, 422);
  });

  await t.test('documents are listed in the order in which they came, also those of one moment', async (t) => {
    const id = await submit();
    const names = Array.from({ length: 20 }, (_, i) => `${i}.txt`);
    t.strictSame(
      (
        await key.upload(
          filesOf(id),
          names.map((name) => file(name, name)),
        )
      ).body.map(({ fileName }: { fileName: string }) => fileName),
      names,
    );
    t.strictSame(
      (await officer.client.get(filesOf(id))).body.map(({ fileName }: { fileName: string }) => fileName),
      names,
    );
  });

  await t.test('a form that was sent with no file chosen has none', async (t) => {
    const payload =
      '--b\r\ncontent-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--b--\r\n';
    t.match(
      await key.request({
        method: 'POST',
        url: filesOf(application),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload,
      }),
      { status: 422, body: { errors: [{ pointer: '/files', code: 'no-file' }] } },
    );
    const typed =
      '--b\r\nContent-Disposition: form-data; name="requirementKey"\r\nContent-Type: application/json\r\n\r\n"income"\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nPaper\r\n--b--\r\n';
    t.match(
      await key.request({
        method: 'POST',
        url: filesOf(application),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: typed,
      }),
      { status: 201, body: { fileName: 'a.txt', requirementKey: 'income' } },
      'a text with a type is a text',
    );
    t.match(
      await key.request({
        method: 'POST',
        url: filesOf(application),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: typed.replace('"income"', 'income'),
      }),
      { status: 400, body: { code: 'bad-multipart' } },
    );
    const unnamed =
      '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/pdf\r\n\r\n' +
      pdf +
      '\r\n--b--\r\n';
    t.match(
      await key.request({
        method: 'POST',
        url: filesOf(application),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: unnamed,
      }),
      { status: 201, body: { fileName: 'document', contentType: 'application/pdf' } },
      'a file with a type and no name',
    );
    for (const name of ['', '..', 'in/']) {
      const nameless = payload
        .replace('filename=""', `filename="${name}"`)
        .replace('\r\n\r\n\r\n', '\r\n\r\nHello.\r\n');
      t.match(
        await key.request({
          method: 'POST',
          url: filesOf(application),
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          payload: nameless,
        }),
        { status: 201, body: { fileName: 'document', size: 6 } },
        `a file named "${name}"`,
      );
    }
  });

  await t.test('a document that is rejected after the check had passed stops an automatic approval', async (t) => {
    const waits = await templates.create(acme.access, {
      name: 'Confirmed loan',
      content: {
        schema: { type: 'object', properties: { amount: { type: 'number', title: 'Amount' } }, required: ['amount'] },
        wizard: [{ key: 'one', title: 'One', fields: ['amount'] }],
        workflow: [
          { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
          { name: 'Approval', kind: 'SYSTEM', handler: 'ClientApprovalCheckHandler' },
          { name: 'Underwriting', kind: 'MANUAL' },
        ],
        requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
      },
    });
    await templates.publish(acme.access, waits.id);
    const { body: made } = await key.post('/api/v1/applications', {
      workspaceId: staffRoom,
      templateId: waits.id,
      applicants: [{ type: 'PRIMARY', firstName: 'Amelia', lastName: 'Novak', email: 'amelia@example.org' }],
      answers: { amount: 1 },
    });
    const { body: document } = await key.upload(filesOf(made.id), [
      { name: 'requirementKey', value: 'income' },
      file('income.pdf', pdf),
    ]);
    const review = (body: object) => officer.client.put(`/api/v1/documents/${document.id}`, body);
    const now = async (): Promise<string> => {
      const { status, steps } = (await officer.client.get(`/api/v1/applications/${made.id}`)).body;
      return [status, ...steps.map(({ state }: { state: string }) => state)].join(' ');
    };
    t.equal((await review({ reviewStatus: 'approved' })).status, 200);
    t.equal(await now(), 'Submitted passed waiting pending');
    t.equal((await review({ reviewStatus: 'rejected', reason: 'Forged.' })).status, 200);
    t.equal(await now(), 'InReview failed pending running');
    t.equal((await client.client.post(`/api/v1/applications/${made.id}/confirm`)).status, 200);
    t.equal(await now(), 'InReview failed pending running', 'the client’s word does not approve it');
    t.equal((await review({ reviewStatus: 'approved' })).status, 200);
    t.equal(await now(), 'Approved passed passed skipped');
  });

  await t.test(
    'the check runs again when the last required document is approved, and a decided application takes no more',
    async (t) => {
      const id = await submit();
      const { body: document } = await key.upload(filesOf(id), [
        { name: 'requirementKey', value: 'income' },
        file('income.pdf', pdf),
      ]);
      t.match((await officer.client.get(`/api/v1/applications/${id}`)).body, { status: 'InReview' });
      t.match(await officer.client.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'approved' }), {
        status: 200,
        body: { reviewStatus: 'approved', reason: null },
      });
      t.match((await officer.client.get(`/api/v1/applications/${id}`)).body, { status: 'Approved' });
      t.match(await key.upload(filesOf(id), [file('late.txt', 'late')]), {
        status: 409,
        body: { code: 'already-decided' },
      });
      t.match(
        await officer.client.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'rejected', reason: 'No.' }),
        { status: 409 },
      );

      const trail = (await officer.client.get(`/api/v1/applications/${id}/audit`)).body;
      t.strictSame(
        trail
          .filter((entry: { type: string }) => entry.type.startsWith('documents/'))
          .map((entry: { type: string }) => entry.type),
        ['documents/uploaded@1', 'documents/reviewed@1'],
      );
      t.match(
        trail.find((entry: { type: string }) => entry.type === 'documents/reviewed@1'),
        {
          actor: { kind: 'user', id: officer.id },
          before: { reviewStatus: 'pending' },
          after: { reviewStatus: 'approved' },
          at: /Z$/,
        },
      );
      t.match(trail[0], { type: 'applications/submitted@1', actor: { kind: 'key', name: 'Partner' } });

      const internal = trail.filter((entry: { audience: string }) => entry.audience === 'internal');
      t.ok(internal.length > 0, 'the whole trail has entries for staff only');
      t.equal((await client.client.get(`/api/v1/applications/${id}/audit`)).status, 403);
      t.equal((await clerk.client.get(`/api/v1/applications/${id}/audit`)).status, 403);
      t.equal((await otherClient.client.get(`/api/v1/applications/${id}/audit?audience=external`)).status, 404);
      const external = (await client.client.get(`/api/v1/applications/${id}/audit?audience=external`)).body;
      t.strictSame(
        external.map((entry: { id: string }) => entry.id),
        trail
          .filter((entry: { audience: string }) => entry.audience === 'external')
          .map((entry: { id: string }) => entry.id),
      );
      t.ok(
        external.every(
          (entry: { details: unknown; after: object | null }) =>
            entry.details === null &&
            Object.keys(entry.after ?? {}).every((key) =>
              ['status', 'reason', 'fileName', 'requirementKey', 'reviewStatus'].includes(key),
            ),
        ),
        'of a change what the client sees anyhow',
      );

      const pages: string[] = [];
      let next: string | undefined = `/api/v1/applications/${id}/audit?limit=2`;
      while (next) {
        const page = await officer.client.get(next);
        pages.push(...page.body.map((entry: { id: string }) => entry.id));
        next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
      }
      t.strictSame(
        pages,
        trail.map((entry: { id: string }) => entry.id),
        'read in pages, in the same order',
      );
      t.equal((await officer.client.get(`/api/v1/applications/${id}/audit?cursor=nonsense`)).status, 400);
      t.match(
        await officer.client.get(`/api/v1/applications/${id}/audit?cursor=99999999999999999999-9999999999999999999`),
        { status: 400, body: { code: 'bad-cursor' } },
        'beyond what a place can be',
      );
      t.match(
        await officer.client.get(`/api/v1/applications/${id}/audit?cursor=18446744073709551615-9223372036854775807`),
        { status: 200, body: [] },
        'the last place there can be',
      );

      const graphql = await officer.client.graphql(
        'query ($id: ID!) { audit(applicationId: $id) { id type actor { name } } }',
        { id },
      );
      t.strictSame(
        graphql.data?.audit.map((entry: { id: string }) => entry.id),
        pages,
      );
      for (const method of ['PUT', 'DELETE', 'POST', 'PATCH'] as const) {
        for (const url of [`/api/v1/applications/${id}/audit`, `/api/v1/applications/${id}/audit/${trail[0].id}`])
          t.match((await officer.client.request({ method, url })).status, /^40[45]$/, `${method} ${url}`);
      }
    },
  );
});
