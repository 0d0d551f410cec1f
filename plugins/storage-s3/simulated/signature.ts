import { createHash, createHmac } from 'node:crypto';
import type { Hash, Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { Refusal } from './refusal.ts';

/** Milliseconds by which the clocks of both may differ. */
const SKEW = 15 * 60_000;

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** A request as it came, with its whole body. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Account for which requests are signed. */
export interface Account {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Throws {@link Refusal} unless the request was signed by this account (Signature Version 4), for what it brings. */
export async function demandSigned(
  { method, path, query, headers, body }: Received,
  { region, accessKey, secretKey }: Account,
): Promise<void> {
  const [, key, signedRegion, names = '', signature] = form.exec(headers['authorization'] ?? '') ?? [];
  if (signature === undefined) throw new Refusal(403, 'AccessDenied', 'Anonymous access is forbidden.');
  if (key !== accessKey) throw new Refusal(403, 'InvalidAccessKeyId', 'The access key does not exist in our records.');
  if (signedRegion !== region)
    throw new Refusal(
      400,
      'AuthorizationHeaderMalformed',
      `The region '${signedRegion}' is wrong; expecting '${region}'`,
    );
  const signingDate = dateOf(headers['x-amz-date'] ?? '');
  if (Math.abs(signingDate.getTime() - Date.now()) > SKEW)
    throw new Refusal(403, 'RequestTimeTooSkewed', 'The difference between the request time and ours is too large.');
  const digest = headers['x-amz-content-sha256'];
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== createHash('sha256').update(body).digest('hex'))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch', 'The digest is not that of the body.');
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: headers['host'] ?? '',
      path,
      query: Object.fromEntries(query),
      headers: Object.fromEntries(names.split(';').map((name) => [name, headers[name] ?? ''])),
    },
    { signingDate },
  );
  if (!signed.headers['authorization']?.endsWith(`Signature=${signature}`))
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The signature does not match the one that was calculated.');
}

const dateOf = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** SHA-256 as the signer wants it, keyed where a secret is given. */
class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    throw new Error('A digest is made once here.');
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}
