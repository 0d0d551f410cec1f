import { createHash, randomUUID } from 'node:crypto';
import { Refusal } from './refusal.ts';
import type { Received } from './signature.ts';

/** Bytes of a part that is not the last. */
const SMALLEST_PART = 5 << 20;

/** Things that a storage can be asked to do. */
export type Operation =
  | 'PutObject'
  | 'GetObject'
  | 'DeleteObject'
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload'
  | 'ListMultipartUploads';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface Upload {
  readonly place: string;
  readonly parts: Map<number, { readonly etag: string; readonly bytes: Buffer }>;
}

/** Name of what a request asks for; null for what is not answered here. */
export function operationOf({ method, path, query }: Received): Operation | null {
  const hasKey = /^\/[^/]+\/./.test(path);
  const isOfUpload = query.has('uploadId');
  if (!hasKey) return method === 'GET' && query.has('uploads') ? 'ListMultipartUploads' : null;
  if (method === 'PUT') return isOfUpload ? 'UploadPart' : 'PutObject';
  if (method === 'GET') return 'GetObject';
  if (method === 'DELETE') return isOfUpload ? 'AbortMultipartUpload' : 'DeleteObject';
  if (method !== 'POST') return null;
  return query.has('uploads') ? 'CreateMultipartUpload' : isOfUpload ? 'CompleteMultipartUpload' : null;
}

/** Buckets in memory; throws {@link Refusal}. */
export class Buckets {
  readonly names = new Set<string>();
  /** Whole objects, by `bucket/key`. */
  readonly objects = new Map<string, Buffer>();
  readonly #uploads = new Map<string, Upload>();

  /** Places of uploads in parts that were neither completed nor aborted. */
  unfinished(): readonly string[] {
    return [...this.#uploads.values()].map(({ place }) => place);
  }

  perform(operation: Operation, request: Received): Answer {
    const place = decodeURIComponent(request.path.slice(1));
    const [bucket = ''] = place.split('/');
    if (!this.names.has(bucket)) throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
    return this.#operations[operation](place, request, bucket);
  }

  readonly #operations: Readonly<Record<Operation, (place: string, request: Received, bucket: string) => Answer>> = {
    PutObject: (place, { body }) => {
      this.objects.set(place, body);
      return { status: 200, headers: { etag: etagOf(body) } };
    },
    GetObject: (place, { headers }) => {
      const bytes = this.objects.get(place);
      if (!bytes) throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
      return slice(bytes, headers['range']);
    },
    DeleteObject: (place) => {
      this.objects.delete(place);
      return { status: 204 };
    },
    CreateMultipartUpload: (place, _request, bucket) => {
      const id = randomUUID();
      this.#uploads.set(id, { place, parts: new Map() });
      const key = place.slice(bucket.length + 1);
      return xml(
        'InitiateMultipartUploadResult',
        `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`,
      );
    },
    UploadPart: (place, { query, body }) => {
      const etag = etagOf(body);
      this.#upload(place, query).parts.set(Number(query.get('partNumber')), { etag, bytes: body });
      return { status: 200, headers: { etag } };
    },
    CompleteMultipartUpload: (place, { query, body }) => {
      const { parts } = this.#upload(place, query);
      const wanted = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
        number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
        etag: /<ETag>(.+?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
      }));
      const found = wanted.map(({ number, etag }) => {
        const part = parts.get(number);
        if (!part || part.etag !== etag) throw new Refusal(400, 'InvalidPart', 'A part could not be found.');
        return part.bytes;
      });
      if (found.slice(0, -1).some(({ length }) => length < SMALLEST_PART))
        throw new Refusal(400, 'EntityTooSmall', 'A part is smaller than the minimum allowed size');
      this.objects.set(place, Buffer.concat(found));
      this.#uploads.delete(query.get('uploadId') ?? '');
      return xml('CompleteMultipartUploadResult', '<ETag>"whole"</ETag>');
    },
    AbortMultipartUpload: (place, { query }) => {
      this.#upload(place, query);
      this.#uploads.delete(query.get('uploadId') ?? '');
      return { status: 204 };
    },
    ListMultipartUploads: (_place, { query }, bucket) => {
      const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
      const listed = [...this.#uploads].filter(([, { place }]) => place.startsWith(prefix));
      const items = listed.map(
        ([id, { place }]) => `<Upload><Key>${place.slice(bucket.length + 1)}</Key><UploadId>${id}</UploadId></Upload>`,
      );
      return xml(
        'ListMultipartUploadsResult',
        `<Bucket>${bucket}</Bucket><IsTruncated>false</IsTruncated>${items.join('')}`,
      );
    },
  };

  #upload(place: string, query: URLSearchParams): Upload {
    const upload = this.#uploads.get(query.get('uploadId') ?? '');
    if (upload?.place !== place) throw new Refusal(404, 'NoSuchUpload', 'The specified upload does not exist.');
    return upload;
  }
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

function slice(bytes: Buffer, range: string | undefined): Answer {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (from === undefined) return { status: 200, body: bytes };
  const [first, last] = [Number(from), Math.min(Number(to), bytes.length - 1)];
  if (first >= bytes.length) throw new Refusal(416, 'InvalidRange', 'The requested range is not satisfiable');
  return {
    status: 206,
    headers: { 'content-range': `bytes ${first}-${last}/${bytes.length}` },
    body: bytes.subarray(first, last + 1),
  };
}

const xml = (root: string, content: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`,
});
