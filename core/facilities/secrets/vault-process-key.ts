import { errorCode } from '@dossier/sdk';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeNew } from './write-new.ts';
import { keyIdOf } from './vault-sealing.ts';

/** The key of this process, and while it is being replaced the one before it. */
export interface ProcessKeys {
  readonly current: ProcessKey;
  readonly previous: ProcessKey | null;
}

export interface ProcessKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Something about the keys that the operator has to correct; nothing was written. */
export class KeyError extends Error {
  readonly code: string;
  constructor(code: string, text: string) {
    super(`${code}: ${text}`);
    this.name = 'KeyError';
    this.code = code;
  }
}

/**
 * The keys that were given, else the one in `dataDir/secret.key`. Only with `mayMake`, for a database in which nothing
 * is sealed yet, one is made there, with mode 0600: a new key next to sealed secrets would hide that the old one is
 * lost.
 */
export function processKeys(o: {
  dataDir: string;
  given: string | undefined;
  previous: string | undefined;
  mayMake: boolean;
}): ProcessKeys {
  const path = join(o.dataDir, 'secret.key');
  const bytes =
    o.given === undefined ? (read(path) ?? (o.mayMake ? made(path) : lost(path))) : Buffer.from(o.given, 'base64');
  return {
    current: named(bytes),
    previous: o.previous === undefined ? null : named(Buffer.from(o.previous, 'base64')),
  };
}

const named = (bytes: Buffer): ProcessKey => ({ id: keyIdOf(bytes), bytes });

function lost(path: string): never {
  throw new KeyError(
    'K_NO_KEY',
    `This database holds sealed secrets, and there is no key: neither SECRET_KEY is set nor is there ${path}. Restore the key from its backup. Nothing was changed.`,
  );
}

function made(path: string): Buffer {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeNew(path, `${randomBytes(32).toString('base64')}\n`);
  return read(path) ?? lost(path);
}

function read(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8'), 'base64');
    if (key.length !== 32)
      throw new KeyError(
        'K_BAD_KEY',
        `The key in ${path} is not 32 bytes in base64. Restore it from a backup: without it sealed secrets cannot be opened.`,
      );
    return key;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
