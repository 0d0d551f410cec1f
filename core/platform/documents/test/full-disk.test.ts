/** The disk is full while a document is stored. */
import { existsSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import type { TestAnswer } from '@dossier/core/testing';

/** The class of file handles is not exported; every handle leads to it. */
async function handles(): Promise<FileHandle> {
  const one = await open(import.meta.filename, 'r');
  await one.close();
  return Object.getPrototypeOf(one);
}

const full = (call: string): Error =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), { code: 'ENOSPC', errno: -28, syscall: call });
const pdf = new TextEncoder().encode(
  `%PDF-1.4\n1 0 obj\n<<>>\nendobj\n% ${'a page '.repeat(40_000)}\ntrailer\n<<>>\n%%EOF\n`,
);

t.test('a disk that is full when a document is stored', async (t) => {
  const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers', '@dossier/bureau-simulator'] });
  t.teardown(() => platform.stop());
  const acme = await bank(platform);
  const template = await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  const made = await acme.key.post('/api/v1/applications', acme.record(template));
  const { id } = made.body;
  const upload = (headers: Record<string, string> = {}): Promise<TestAnswer> =>
    acme.key.upload(
      `/api/v1/applications/${id}/documents`,
      [
        { name: 'requirementKey', value: 'income' },
        { name: 'file', fileName: 'income.pdf', contentType: 'application/pdf', bytes: pdf },
      ],
      headers,
    );
  const files = join(platform.dataDir, 'files');
  const left = (): string[] =>
    existsSync(files)
      ? readdirSync(files, { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map(({ name }) => name)
      : [];
  const prototype = await handles();

  const { appendFile, write, sync } = prototype;
  let met = 0;
  /** Room runs out in the midst of the bytes or, where blocks are given late, when they are brought to the disk. */
  const faults: Readonly<Record<'write' | 'sync', object>> = {
    write: {
      async appendFile(this: FileHandle, bytes: Uint8Array): Promise<never> {
        met += 1;
        await Reflect.apply(appendFile, this, [bytes.subarray(0, 100)]);
        throw full('write');
      },
    },
    sync: {
      async sync(): Promise<never> {
        met += 1;
        throw full('fsync');
      },
    },
  };
  const whole = (): void => void Object.assign(prototype, { appendFile, write, sync });
  t.teardown(whole);

  for (const [call, fault] of Object.entries(faults)) {
    await t.test(`found out at ${call}`, async (t) => {
      met = 0;
      Object.assign(prototype, fault);
      const answer = await upload();
      whole();
      t.match(answer, {
        status: 507,
        body: { code: 'storage-full', status: 507 },
        headers: { 'content-type': /problem\+json/ },
      });
      t.notMatch(answer.text, /ENOSPC/);
      t.ok(met > 0, 'no room was left for it');
      t.same(left(), [], 'no half file');
      t.same((await acme.officer.get(`/api/v1/applications/${id}`)).body.documents, [], 'no half document');
      t.equal((await platform.get('/health/live')).status, 200);
    });
  }

  await t.test('with room again the same request works, also by its Idempotency-Key', async (t) => {
    const key = { 'idempotency-key': 'after-the-flood' };
    Object.assign(prototype, faults.write);
    const refused = await upload(key);
    whole();
    t.equal(refused.status, 507);
    const answer = await upload(key);
    t.equal(answer.status, 201);
    t.same(new Uint8Array((await acme.officer.get(`/api/v1/documents/${answer.body.id}/content`)).bytes), pdf);
    t.equal((await acme.officer.get(`/api/v1/applications/${id}`)).body.documents.length, 1);
  });

  await t.test('bytes are all kept although the disk takes few of them at a time', async (t) => {
    Object.assign(prototype, {
      write(this: FileHandle, bytes: Uint8Array): Promise<unknown> {
        return Reflect.apply(write, this, [bytes.subarray(0, 100)]);
      },
    });
    const answer = await upload();
    whole();
    t.equal(answer.status, 201);
    t.same(new Uint8Array((await acme.officer.get(`/api/v1/documents/${answer.body.id}/content`)).bytes), pdf);
  });
});
