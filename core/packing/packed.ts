import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Packages that consist of hundreds of small files. Node spends some half a millisecond on finding, reading and linking each, so at every start they
 * cost more than all of the platform's own code; packed into a few files they cost a tenth.
 * Every path by which others ask for a part of them is named, so that there is one copy of each.
 */
const entries = ['kysely', 'typebox', 'typebox/format', 'typebox/value', '@mikro-orm/core', '@mikro-orm/core/schema', '@mikro-orm/sql', '@mikro-orm/postgresql', '@mikro-orm/pglite'] as const;

export interface Packed {
  /** Where the packed files are, or would be: named after the versions, so that an update never meets the files of another version. */
  readonly folder: string;
  /** Entry of a package as it is imported → its own file, and the packed one, as URLs. */
  readonly files: ReadonlyMap<string, { readonly original: string; readonly packed: string }>;
  /** Whether they have been packed. */
  readonly exists: boolean;
}

const modules = join(import.meta.dirname, '..', '..', 'node_modules');

/** The same for every process of this installation; tests pack elsewhere. */
export function packed(cache = join(modules, '.cache', 'packed')): Packed {
  const versions = [...new Set(entries.map(packageOf))].map((name) => `${name.replace('@', '').replace('/', '-')}@${versionOf(name)}`);
  const folder = join(cache, versions.join('+'));
  const files = new Map(entries.map((entry) => [entry, { original: import.meta.resolve(entry), packed: pathToFileURL(join(folder, `${fileName(entry)}.js`)).href }]));
  return { folder, files, exists: existsSync(folder) };
}

/** Of the packed entry, without the ending. */
const fileName = (entry: string): string => entry.replace('@', '').replaceAll('/', '-');

/** `@scope/name` or `name` of an import. */
export const packageOf = (entry: string): string => entry.split('/').slice(0, entry.startsWith('@') ? 2 : 1).join('/');

function versionOf(name: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
  return version;
}

/** Files of the packages themselves, as paths: what is packed. */
export const originals = ({ files }: Packed): Readonly<Record<string, string>> => Object.fromEntries([...files].map(([entry, { original }]) => [fileName(entry), fileURLToPath(original)]));
