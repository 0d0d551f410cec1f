import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { canonical, shapeOf, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import { derived } from '../secrets/index.ts';

const Head = Type.Object({
  organization: Type.String(),
  number: Type.Integer(),
  link: Type.String(),
  at: Type.String(),
});
const SignedHead = Type.Intersect([Head, Type.Object({ signature: Type.String() })]);

/** How far a chain reached, at a time. Kept outside of the database, so that a cut-off or rewritten chain shows. */
export type SealedHead = Static<typeof Head>;

/** The signed heads, one file per organization, one line per head; lines are only added. */
export interface SealFile {
  add(head: SealedHead): Promise<void>;
  /** In order of writing. `forged` lines are not ours. */
  read(organization: string): Promise<{ readonly heads: readonly SealedHead[]; readonly forged: number }>;
  /** The last head of ours, without reading those long before it. */
  last(organization: string): Promise<SealedHead | null>;
  organizations(): Promise<readonly string[]>;
}

/** PKCS #8 wrapping of a bare Ed25519 seed (RFC 8410). */
const wrapping = Buffer.from('302e020100300506032b657004220420', 'hex');

/** `seed`: 32 secret bytes of the installation, the same on every node and not kept in the database. */
export function createSealFile(o: { folder: string; seed: Uint8Array }): SealFile {
  const key = createPrivateKey({ key: Buffer.concat([wrapping, o.seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key);
  const suffix = '.jsonl';
  const bytes = ({ organization, number, link, at }: SealedHead): Buffer =>
    Buffer.from(canonical({ organization, number, link, at }));

  const pathOf = (organization: string): string => join(o.folder, `${organization}${suffix}`);
  const headIn = (line: string, organization: string): SealedHead | null => {
    const head = parse(line);
    return head &&
      head.organization === organization &&
      verify(null, bytes(head), publicKey, Buffer.from(head.signature, 'base64url'))
      ? head
      : null;
  };

  return {
    async add(head) {
      await mkdir(o.folder, { recursive: true, mode: 0o700 });
      const signature = sign(null, bytes(head), key).toString('base64url');
      await dropUnfinished(pathOf(head.organization));
      await appendFile(pathOf(head.organization), `${JSON.stringify({ ...head, signature })}\n`, {
        mode: 0o600,
        flush: true,
      });
    },
    async read(organization) {
      const lines = await linesOf(pathOf(organization));
      const heads = lines.map((line) => headIn(line, organization)).filter((head) => head !== null);
      return { heads, forged: lines.length - heads.length };
    },
    async last(organization) {
      const lastOf = (lines: readonly string[]): SealedHead | null => {
        for (const line of lines.toReversed()) {
          const head = headIn(line, organization);
          if (head) return head;
        }
        return null;
      };
      // All of them only where somebody has written much behind ours.
      return lastOf(await linesOf(pathOf(organization), tail)) ?? lastOf(await linesOf(pathOf(organization)));
    },
    organizations: async () =>
      (await readdir(o.folder).catch(absent([])))
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length)),
  };
}

/** Bytes; some fifty heads. A file of a busy organization grows by as much in an hour. */
const tail = 16_384;

/**
 * For a missing file. An unreadable one must not pass for it: an organization whose log was erased would not
 * be looked at.
 */
const absent =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };

/** The size of a file, and its last bytes, at most so many. */
async function endOf(path: string, most: number): Promise<{ readonly size: number; readonly bytes: Buffer }> {
  const { size } = await stat(path).catch(absent({ size: 0 }));
  return {
    size,
    bytes: size === 0 ? Buffer.alloc(0) : await buffer(createReadStream(path, { start: Math.max(0, size - most) })),
  };
}

/**
 * The lines among the last `most` bytes, the first of them perhaps without its beginning; all without it. What follows
 * the last line break was being written when the process died.
 */
async function linesOf(path: string, most = Infinity): Promise<readonly string[]> {
  const { bytes } = await endOf(path, most);
  return bytes
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== '');
}

/** A head that was being written when the process died would spoil the next one, and be taken for a forged one. */
async function dropUnfinished(path: string): Promise<void> {
  const { size, bytes } = await endOf(path, tail);
  const unfinished = bytes.length - 1 - bytes.lastIndexOf('\n');
  if (unfinished > 0) await truncate(path, size - unfinished);
}

function parse(line: string): Static<typeof SignedHead> | null {
  try {
    const value: unknown = JSON.parse(line);
    return shapeOf(SignedHead).fits(value) ? value : null;
  } catch {
    return null;
  }
}

/** Where the signed heads of the sealed log are kept, and the seed of the key that signs them. */
export const sealsOf = (o: { dataDir: string; installationKey: Buffer }): { folder: string; seed: Buffer } => ({
  folder: join(o.dataDir, 'seals'),
  seed: derived(o.installationKey, 'audit seals'),
});
