/** A platform with the plugin, an organization with a bucket, and its documents. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, Json } from '@dossier/core/testing';
import { FileRecords } from '@dossier/core/platform/files/contract';
import type { ReceivedFile } from '@dossier/core/platform/files/contract';

export const at = '/api/v1/integrations/storage-s3';
export type Values = Readonly<Record<string, unknown>>;

interface Step {
  readonly title: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy: string | null;
}

/** Fields of the settings for a storage that asks for the bucket in the path. */
export const fieldsOf = (o: {
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}): Values => ({
  address: o.url,
  region: o.region,
  bucket: o.bucket,
  pathStyle: true,
  accessKey: o.accessKey,
  secretKey: o.secretKey,
});

export const digestOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes that repeat nowhere soon, so that parts that change places are seen. */
export const bytesOf = (size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i + 4 <= size; i += 4) bytes.writeUInt32LE(Math.imul(i, 2_654_435_761) >>> 0, i);
  return bytes;
};

export async function* piecesOf(bytes: Buffer, size = 64 << 10): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

export async function stage(env: Readonly<Record<string, string>> = {}) {
  const platform = await testPlatform({
    plugins: ['@dossier/workflow-handlers', '@dossier/storage-s3'],
    env: { OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8', STORAGE_S3_ALLOW_PLAIN: 'true', ...env },
  });
  const records = platform.service(FileRecords);
  return {
    platform,
    records,
    /** An organization with an application, to which documents are sent. */
    async organization(slug: string) {
      const acme: Bank = await bank(platform, slug);
      const template = await acme.template(['DocumentCompletenessCheckHandler'], {
        requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
      });
      const record = acme.record(template, { primary: acme.client.email });
      const { id } = (await acme.key.post('/api/v1/applications', record)).body;
      return {
        ...acme,
        save: (values: Values) => acme.admin.put(at, { values }),
        async tried(values: Values) {
          const steps: readonly Step[] = (await acme.admin.post(`${at}/test`, { values })).body.steps;
          return {
            /** Letters, one for each step: passed, failed, not tried. */
            states: steps.map(({ state }) => ({ passed: 'p', failed: 'f' })[state] ?? '-').join(''),
            failed: steps.find(({ state }) => state === 'failed') ?? null,
          };
        },
        upload: (text: string) =>
          acme.client.upload(`/api/v1/applications/${id}/documents`, [
            { name: 'file', fileName: 'a.txt', contentType: 'text/plain', bytes: text },
          ]),
        content: ({ id: document }: Json) => acme.client.get(`/api/v1/documents/${document}/content`),
        /** A kept file without a document, for sizes that none has. */
        async given(bytes: Buffer): Promise<ReceivedFile> {
          const file = await records.receive(acme.access, piecesOf(bytes), { limit: bytes.length });
          await records.keep(acme.access, file, { contentType: 'application/pdf', from: 'here' });
          return file;
        },
        async digest({ id: file }: ReceivedFile): Promise<string> {
          const read = createHash('sha256');
          for await (const piece of await records.read(acme.access, file, { name: 'a' })) read.update(piece);
          return read.digest('hex');
        },
        /** Number of files on the disk. */
        onDisk: (): number =>
          readdirSync(join(platform.dataDir, 'files', acme.organization), {
            recursive: true,
            withFileTypes: true,
          }).filter((entry) => entry.isFile()).length,
        /** Runs `dossier files move`. */
        async move() {
          const lines: string[] = [];
          const code = await platform.kernel.command('files')!.run(['move', slug], (line) => lines.push(line));
          return { code, lines };
        },
      };
    },
  };
}
