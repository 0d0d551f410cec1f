/** Files that people upload, scanned by a real clamd. */
import { deflateSync } from 'node:zlib';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { bank, testPlatform } from '@dossier/core/testing';
import type { TestPlatform } from '@dossier/core/testing';
import { eicar, eicarInBase64, startClamd } from '../../../test/servers/clamd.ts';

const operator = { authorization: 'Bearer operator-token-for-these-tests' };
const clamd = await startClamd();
t.teardown(() => clamd?.stop());
const skip = clamd === null;

/** Has this text in a packed stream. */
function pdfOf(text: string): Buffer {
  const packed = deflateSync(text);
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    Buffer.from('2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n'),
    Buffer.from(`3 0 obj\n<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 4 >>\n%%EOF\n'),
  ]);
}

/** A platform with the plugin, an application of a client, and what they upload to it. */
async function started(t: Test, env: Readonly<Record<string, string>>) {
  const platform: TestPlatform = await testPlatform({
    plugins: ['@dossier/workflow-handlers', '@dossier/bureau-simulator', '@dossier/clamav'],
    env: { OPERATOR_TOKEN: operator.authorization.slice(7), ...env },
  });
  t.teardown(() => platform.stop());
  const acme = await bank(platform);
  const template = await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
    .body;
  return {
    platform,
    acme,
    upload: async (text: string | Uint8Array, fileName = 'letter.txt') =>
      (
        await acme.client.upload(`/api/v1/applications/${id}/documents`, [
          { name: 'file', fileName, contentType: 'text/plain', bytes: text },
        ])
      ).body,
    content: (document: string) => acme.client.get(`/api/v1/documents/${document}/content`),
    scanOf: async (document: string) => (await acme.officer.get(`/api/v1/documents/${document}`)).body.scan,
    health: async () => (await platform.get('/health/ready', operator)).body,
  };
}

t.test('where no clamd is named nothing is scanned, and nothing waits', async (t) => {
  const { upload, content, health } = await started(t, {});
  const sent = await upload('harmless');
  t.equal(sent.scan, null);
  t.equal((await content(sent.id)).text, 'harmless');
  t.match(await health(), { status: 'ready', plugins: { clamav: 'ready' } });
});

t.test('a harmless file is downloaded when clamd has seen it, and one with a virus never', { skip }, async (t) => {
  const { platform, acme, upload, content, scanOf, health } = await started(t, { CLAMAV_URL: clamd!.url });
  t.match(await health(), { status: 'ready', plugins: { clamav: 'ready' } });
  const harmless = await upload('harmless');
  const poisoned = [
    { ...(await upload(`Dear bank,\n${eicarInBase64}\nYours, Carl\n`)), threat: 'Eicar-Base64' },
    { ...(await upload(pdfOf(eicar), 'letter.pdf')), threat: 'Eicar-Test' },
  ];
  t.match([harmless, ...poisoned], Array(3).fill({ scan: 'pending' }));
  await platform.settle();
  t.match(await content(harmless.id), { status: 200, text: 'harmless' });
  t.equal(await scanOf(harmless.id), 'clean');
  for (const { id, fileName, threat } of poisoned) {
    t.equal(await scanOf(id), 'infected');
    for (const who of [acme.client, acme.officer])
      t.match(await who.get(`/api/v1/documents/${id}/content`), {
        status: 403,
        body: { code: 'infected', detail: `"${fileName}" (${threat}.UNOFFICIAL)` },
      });
  }
});

t.test('a file as large as one may be passes, with a virus at its end too', { skip }, async (t) => {
  const { platform, upload, scanOf } = await started(t, { CLAMAV_URL: clamd!.url });
  const text = Buffer.alloc(25 * 1_048_576, 'all is well. ');
  const harmless = await upload(text, 'long.txt');
  text.write(eicarInBase64, text.length - 100);
  const poisoned = await upload(text, 'long.txt');
  await platform.settle();
  t.match([await scanOf(harmless.id), await scanOf(poisoned.id)], ['clean', 'infected']);
});

t.test('files wait while clamd is away, and are scanned when it is back', { skip }, async (t) => {
  const { platform, upload, content, scanOf, health } = await started(t, { CLAMAV_URL: clamd!.url });
  await clamd!.kill9();
  const soon = await upload('soon');
  await platform.settle();
  t.match(await content(soon.id), { status: 409, body: { code: 'scan-pending' } });
  t.match(await health(), { status: 'degraded', plugins: { files: 'ready' } });
  await clamd!.start();
  platform.clock.advance(60_000);
  await platform.settle();
  t.equal(await scanOf(soon.id), 'clean');
  t.match(await health(), { status: 'ready' });

  await clamd!.kill9();
  const late = await upload('late');
  for (let i = 0; i < 8; i++) {
    await platform.settle();
    platform.clock.advance(400_000);
  }
  t.match(await content(late.id), { status: 409, body: { code: 'not-scanned' } });
  await clamd!.start();
  platform.clock.advance(2 * 3_600_000);
  await platform.settle();
  t.match(await content(late.id), { status: 200, text: 'late' });
});
