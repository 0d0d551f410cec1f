import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shapeOf, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import { canonical } from './canonical.ts';

const Head = Type.Object({ organization: Type.String(), number: Type.Integer(), link: Type.String(), at: Type.String() });
const SignedHead = Type.Intersect([Head, Type.Object({ signature: Type.String() })]);

/** How far a chain reached, at a time. Kept outside of the database, so that a cut-off or rewritten chain shows. */
export type SealedHead = Static<typeof Head>;

/** The signed heads, one file per organization, one line per head; lines are only added. */
export interface SealFile {
  add(head: SealedHead): Promise<void>;
  /** In order of writing. `forged` lines are not ours. */
  read(organization: string): Promise<{ readonly heads: readonly SealedHead[]; readonly forged: number }>;
  /** The last head of ours, without looking at those before it. */
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
  const bytes = ({ organization, number, link, at }: SealedHead): Buffer => Buffer.from(canonical({ organization, number, link, at }));

  const linesOf = async (organization: string): Promise<readonly string[]> => {
    const text = await readFile(join(o.folder, `${organization}${suffix}`), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    // What follows the last line break was being written when the process died.
    return text.split('\n').slice(0, -1).filter((line) => line !== '');
  };
  const headIn = (line: string, organization: string): SealedHead | null => {
    const head = parse(line);
    return head && head.organization === organization && verify(null, bytes(head), publicKey, Buffer.from(head.signature, 'base64url')) ? head : null;
  };

  return {
    async add(head) {
      await mkdir(o.folder, { recursive: true, mode: 0o700 });
      const signature = sign(null, bytes(head), key).toString('base64url');
      await appendFile(join(o.folder, `${head.organization}${suffix}`), `${JSON.stringify({ ...head, signature })}\n`, { mode: 0o600, flush: true });
    },
    async read(organization) {
      const lines = await linesOf(organization);
      const heads = lines.map((line) => headIn(line, organization)).filter((head) => head !== null);
      return { heads, forged: lines.length - heads.length };
    },
    async last(organization) {
      for (const line of (await linesOf(organization)).toReversed()) {
        const head = headIn(line, organization);
        if (head) return head;
      }
      return null;
    },
    organizations: async () => (await readdir(o.folder).catch(() => [])).filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length)),
  };
}

function parse(line: string): Static<typeof SignedHead> | null {
  try {
    const value: unknown = JSON.parse(line);
    return shapeOf(SignedHead).fits(value) ? value : null;
  } catch {
    return null;
  }
}
