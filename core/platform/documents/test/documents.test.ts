import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { MOST_DOCUMENTS } from '../quota.ts';
import { documentStage } from './stage.ts';

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
  const {
    platform,
    officer,
    clerk,
    neighbour,
    client,
    otherClient,
    key,
    foreignKey,
    narrowKey,
    submit,
    filesOf,
    stored,
  } = await documentStage(t);
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
});
