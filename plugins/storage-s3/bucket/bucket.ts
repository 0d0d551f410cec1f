/** A bucket of S3 as a place for bytes: what is put is there whole or not at all, and leaves no part behind. */
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Http } from '@dossier/sdk';
import type { StorageSettings } from '../settings.ts';
import { BucketFailure, failureOf } from './failure.ts';
import { requestHandler } from './request-handler.ts';

/** Bytes of a part on the way there, of which the service takes no smaller ones; one is held at a time. */
const PART = 5 << 20;
/** Bytes that are fetched at once, so that a slow reader holds no connection. */
const PIECE = 4 << 20;

/** Operations on a bucket; each rejects with {@link BucketFailure}. */
export interface Bucket {
  /** Rejects also with what the stream throws; then nothing is kept. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens an object; null when there is none. Reading rejects, too. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Takes away what is there, whole or in parts, or not at all. */
  remove(key: string): Promise<void>;
  /** Ends what was begun in parts and never completed under this key; a crash leaves such. */
  removeParts(key: string): Promise<void>;
}

export interface BucketDeps {
  readonly http: Pick<Http, 'stream'>;
  /** Milliseconds for each request. */
  readonly patience: number;
  /** Requests for one that fails in passing. */
  readonly attempts: number;
}

interface Piece {
  readonly bytes: Uint8Array;
  /** Bytes of the whole object. */
  readonly total: number;
}

/** The bucket of these settings. The library is loaded with the first request: other installations never need it. */
export function bucketAt(
  { http, patience, attempts }: BucketDeps,
  { address, region, bucket: Bucket, pathStyle, accessKey, secretKey }: StorageSettings,
): Bucket {
  const library = () => import('@aws-sdk/client-s3');
  const made = async (): Promise<S3Client> => {
    const { S3Client } = await library();
    return new S3Client({
      endpoint: address,
      region,
      forcePathStyle: pathStyle,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      requestHandler: requestHandler(http, patience),
      maxAttempts: attempts,
      // Services other than Amazon's know no newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // The library would read these from the environment and files of the process: that is not the organization's.
      retryMode: 'standard',
      defaultsMode: 'standard',
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
      useArnRegion: false,
      disableMultiregionAccessPoints: true,
      disableS3ExpressSessionAuth: true,
    });
  };
  let own: Promise<S3Client> | undefined;
  const client = (): Promise<S3Client> => (own ??= made());

  const piece = async (Key: string, from: number): Promise<Piece | null> => {
    const { GetObjectCommand } = await library();
    try {
      const Range = `bytes=${from}-${from + PIECE - 1}`;
      const { Body, ContentRange } = await (await client()).send(new GetObjectCommand({ Bucket, Key, Range }));
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
      const total = ContentRange === undefined ? bytes.length : Number(ContentRange.split('/')[1]);
      if (Number.isNaN(total) || (ContentRange === undefined && from > 0)) throw new BucketFailure('unreadable');
      return { bytes, total };
    } catch (error) {
      if (isNamed(error, 'NoSuchKey')) return null;
      // An empty object has no first byte to begin at.
      if (isNamed(error, 'InvalidRange') && from === 0) return { bytes: new Uint8Array(), total: 0 };
      throw failureOf(error);
    }
  };
  async function* pieces(key: string, first: Piece): AsyncGenerator<Uint8Array> {
    yield first.bytes;
    for (let at = first.bytes.length; at < first.total;) {
      const next = await piece(key, at);
      if (next === null || next.bytes.length === 0) throw new BucketFailure('unreadable');
      yield next.bytes;
      at += next.bytes.length;
    }
  }

  const removeParts: Bucket['removeParts'] = async (key) => {
    const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await library();
    const sending = await client();
    try {
      // A key is put once, so one page has all of it.
      const { Uploads = [] } = await sending.send(new ListMultipartUploadsCommand({ Bucket, Prefix: key }));
      for (const { Key, UploadId } of Uploads.filter((upload) => upload.Key === key))
        await sending.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
          if (!isNamed(error, 'NoSuchUpload')) throw error;
        });
    } catch (error) {
      throw failureOf(error);
    }
  };

  return {
    async put(Key, bytes) {
      const { Upload } = await import('@aws-sdk/lib-storage');
      const source = noting(bytes);
      const upload = new Upload({
        client: await client(),
        // Parts go one after the other: none can arrive when the others have been taken back.
        queueSize: 1,
        partSize: PART,
        params: { Bucket, Key, Body: Readable.from(source.bytes) },
      });
      try {
        await upload.done();
      } catch (error) {
        throw source.failures.length > 0 ? source.failures[0] : failureOf(error);
      }
    },
    async read(key) {
      const first = await piece(key, 0);
      return first && pieces(key, first);
    },
    async remove(Key) {
      const { DeleteObjectCommand } = await library();
      await (await client()).send(new DeleteObjectCommand({ Bucket, Key })).catch((error: unknown) => {
        throw failureOf(error);
      });
      await removeParts(Key);
    },
    removeParts,
  };
}

/**
 * Bytes that note what their stream failed with: the library may end with another error, such as that of taking parts
 * back. An error that it throws into them is none of the stream.
 */
function noting(source: AsyncIterable<Uint8Array>): { bytes: AsyncIterable<Uint8Array>; failures: readonly unknown[] } {
  const failures: unknown[] = [];
  return {
    failures,
    bytes: (async function* () {
      const parts = source[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await parts.next().catch((error: unknown) => {
            failures.push(error);
            throw error;
          });
          if (next.done === true) return;
          yield next.value;
        }
      } finally {
        await parts.return?.();
      }
    })(),
  };
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;
