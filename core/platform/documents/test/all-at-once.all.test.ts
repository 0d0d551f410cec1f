/** All that is wrong with an upload, in one answer. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { TestAnswer } from '@dossier/core/testing';

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const file = (fileName: string, bytes: string) => ({
  name: 'file',
  fileName,
  contentType: 'application/octet-stream',
  bytes,
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const faults = (answer: TestAnswer): readonly string[] =>
  answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);

t.test('everything that is wrong with an upload is reported at once, by form and by JSON', async (t) => {
  const platform = await sharedPlatform();
  const acme = await bank(platform);
  const beta = await bank(platform, 'beta');
  const template = await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  const {
    body: { id },
  } = await acme.key.post('/api/v1/applications', acme.record(template));
  const url = `/api/v1/applications/${id}/documents`;
  const stored = (): readonly string[] => {
    const root = join(platform.dataDir, 'files');
    return existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name)
          .sort()
      : [];
  };
  const before = stored();
  const several = await acme.key.upload(url, [
    file('empty.pdf', ''),
    file('virus.txt', eicar),
    { name: 'requirementKey', value: 'passport' },
    file('page.pdf', '<html></html>'),
    { name: 'colour', value: 'red' },
    file('good.txt', 'good, but not alone'),
  ]);
  t.match(several, { status: 422, body: { code: 'invalid' } });
  t.strictSame(faults(several), [
    '/files/0 empty',
    '/files/1 infected',
    '/files/2 unsupported-type',
    '/colour additionalProperties',
    ...[0, 1, 2, 3].map((i) => `/files/${i}/requirementKey unknown-requirement`),
  ]);
  const json = await acme.key.post(url, {
    files: [
      { fileName: 'a.txt', contentBase64: '!' },
      { fileName: 'b.pdf', contentBase64: base64('<html></html>'), requirementKey: 'passport' },
      { fileName: 'c.txt', contentBase64: '' },
    ],
  });
  t.equal(json.status, 422);
  t.strictSame(faults(json), [
    '/files/0/contentBase64 bad-base64',
    '/files/1 unsupported-type',
    '/files/2 empty',
    '/files/1/requirementKey unknown-requirement',
  ]);
  const many = await acme.key.upload(url, [
    { name: 'colour', value: 'red' },
    ...Array.from({ length: 22 }, (_, i) => file(`${i}.txt`, i === 3 ? '' : 'x')),
  ]);
  t.strictSame(
    [many.status, ...faults(many)],
    [422, '/files/3 empty', '/files too-many-files', '/colour additionalProperties'],
    'that there are too many hides nothing',
  );
  const shapes = await acme.key.post(url, {
    files: [
      { contentBase64: '!', requirementKey: 'passport' },
      { fileName: 'b.pdf', contentBase64: base64('<html></html>'), requirementKey: 7 },
      'c',
      { fileName: 'd.txt', contentBase64: base64(eicar), colour: 'red' },
      { fileName: 'e.txt', requirementKey: 'income' },
      { fileName: 'f.txt', contentBase64: base64('fine') },
    ],
  });
  t.strictSame(
    [shapes.status, ...faults(shapes)],
    [
      422,
      '/files/0/fileName required',
      '/files/1/requirementKey type',
      '/files/2 type',
      '/files/3/colour additionalProperties',
      '/files/4/contentBase64 required',
      '/files/0/contentBase64 bad-base64',
      '/files/1 unsupported-type',
      '/files/3 infected',
      '/files/0/requirementKey unknown-requirement',
    ],
    'files without faults of shape are looked into, and of the others what can be read',
  );
  t.equal((await beta.key.post(url, { files: [{ contentBase64: '!' }] })).status, 404, 'where comes before what');
  t.match(await acme.key.post(url, { files: 7, other: true }), {
    status: 422,
    body: { errors: [{ pointer: '/other' }, { pointer: '/files' }] },
  });
  const alike = await acme.key.upload(url, [file('a.exe', 'MZ'), file('fine.txt', 'fine'), file('b.svg', '<svg/>')]);
  t.match(
    alike,
    { status: 415, body: { code: 'unsupported-type', errors: [{ pointer: '/files/0' }, { pointer: '/files/2' }] } },
    'those of one kind keep their status',
  );
  t.match(await acme.key.upload(url, [file('big.txt', 'x'.repeat(25 * 1_048_576 + 1)), file('b.svg', '<svg/>')]), {
    status: 422,
    body: {
      errors: [
        { pointer: '/files/0', code: 'too-large' },
        { pointer: '/files/1', code: 'unsupported-type' },
      ],
    },
  });
  t.strictSame(stored(), before);
});
