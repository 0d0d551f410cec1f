import { createHash } from 'node:crypto';
import { tooLarge } from '../contract.ts';

/** Bytes that are counted while they pass. */
export interface Measured {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Both are known when the last byte has passed; the digest is hexadecimal. */
  result(): { readonly size: number; readonly sha256: string };
}

/** Counts bytes and makes their digest. Their reader fails with 413 `too-large` past `limit`. */
export function measured(source: AsyncIterable<Uint8Array>, limit: number): Measured {
  const digest = createHash('sha256');
  let size = 0;
  return {
    bytes: (async function* () {
      for await (const chunk of source) {
        size += chunk.length;
        if (size > limit) throw tooLarge(limit);
        digest.update(chunk);
        yield chunk;
      }
    })(),
    result: () => ({ size, sha256: digest.digest('hex') }),
  };
}
