/** Files in the buckets of a real SeaweedFS: there and back by digest, cut in the middle, and away for a while. */
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { t } from '@dossier/core/testing/t';
import { startSeaweedfs } from '../../../test/servers/seaweedfs.ts';
import { bytesOf, digestOf, fieldsOf, piecesOf, stage } from './stage.ts';

const server = await startSeaweedfs({ buckets: ['acme-files'] });
t.teardown(() => server?.stop());

t.test('a real store of objects', { skip: server === null }, async (t) => {
  if (!server) return;
  const s = await stage();
  t.teardown(() => s.platform.stop());
  const acme = await s.organization('acme');
  const { url, region, accessKey, secretKey } = server;
  const Bucket = 'acme-files';
  const fields = fieldsOf({ url, region, bucket: Bucket, accessKey, secretKey });
  const client = new S3Client({
    endpoint: url,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  });
  t.teardown(() => client.destroy());
  /** Numbers of whole objects, and of uploads that were neither completed nor aborted. */
  const there = async (): Promise<readonly [number, number]> => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    return [Contents.length, Uploads.length];
  };

  await t.test('a test finds what is wrong', async (t) => {
    t.match(await acme.tried(fields), { states: 'pppp', failed: null });
    for (const [values, title] of [
      [{ secretKey: 'other' }, /secret key is wrong/],
      [{ accessKey: 'OTHER' }, /access key is not known/],
      [{ bucket: 'nobodys-files' }, /no such bucket/],
    ] as const) {
      const { states, failed } = await acme.tried({ ...fields, ...values });
      t.equal(states, 'f---', String(title));
      t.match(failed?.title, title);
    }
    t.strictSame(await there(), [0, 0]);
  });

  const large = bytesOf(25_000_000);
  const files = [await acme.given(large), await acme.given(Buffer.alloc(0)), await acme.given(Buffer.from('small'))];
  const digests = [digestOf(large), digestOf(''), digestOf('small')];
  const read = (): Promise<readonly string[]> => Promise.all(files.map(acme.digest));

  await t.test('from the disk to the bucket and back, each file with its digest', async (t) => {
    for (const newFiles of [true, false]) {
      t.match(await acme.save({ ...fields, newFiles }), { status: 200 });
      t.match(await acme.move(), { code: 0 });
      t.strictSame([await there(), acme.onDisk()], newFiles ? [[3, 0], 0] : [[0, 0], 3]);
      t.strictSame(await read(), digests);
    }
  });

  await t.test('25 MB that are cut in the middle leave no part', async (t) => {
    t.match(await acme.save({ newFiles: true }), { status: 200 });
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* piecesOf(large.subarray(0, 13_000_000));
      t.strictSame(await there(), [0, 1], 'some parts have come');
      throw new Error('The client went away.');
    }
    await t.rejects(s.records.receive(acme.access, broken(), { limit: large.length }), {
      message: 'The client went away.',
    });
    t.strictSame(await there(), [0, 0]);
    async function* killed(): AsyncGenerator<Uint8Array> {
      yield* piecesOf(large.subarray(0, 13_000_000));
      await server!.kill9();
      yield* piecesOf(large.subarray(13_000_000));
    }
    await t.rejects(s.records.receive(acme.access, killed(), { limit: large.length }), { code: 'storage-away' });
    await server.start();
    t.strictSame(await there(), [0, 1], 'as the bucket was left');
    s.platform.clock.advance(2 * 3_600_000);
    await s.platform.settle();
    t.strictSame(await there(), [0, 0]);
    t.equal(await s.records.countIn(acme.organization, 's3'), 0);
  });

  await t.test('what was stored outlasts a server that dies', async (t) => {
    t.match(await acme.move(), { code: 0 });
    await server.kill9();
    await t.rejects(acme.digest(files[0]!), { status: 503, code: 'storage-away' });
    await server.start();
    t.strictSame(await read(), digests);
  });
});
