import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The platform consists of some two thousand small files, of which Node spends about half a millisecond on finding,
 * reading and linking each: most of a start. Packed into a few dozen, a start takes half the processor's time. What is
 * packed is a copy: as soon as one of the files it was made from is not as it was, or npm has changed a package, a
 * start goes back to the files themselves, and packs anew when it is done.
 */
export interface Manifest {
  /** Of the installation: in a copy of it the URLs below would be those of another. */
  readonly root: string;
  /** Folder in the cache that holds the packed files. */
  readonly folder: string;
  /**
   * Each module by which others ask for a part, as the URL of its source, its packed file, and whether it has a default
   * export.
   */
  readonly entries: readonly (readonly [url: string, file: string, hasDefault: boolean])[];
  /** Each packed file, and its size: one that was cut off, by a power failure for example, is not used. */
  readonly files: readonly (readonly [name: string, size: number])[];
  /**
   * Every file that something was made of, and its {@link stampOf} before it was read; npm's own list stands for the
   * packages that npm has installed.
   */
  readonly sources: readonly (readonly [string, string])[];
}

export const root = join(import.meta.dirname, '..', '..');

/**
 * The same for every process of this installation; tests pack elsewhere. Below `node_modules`, because what is packed
 * imports packages that are not.
 */
export const usualCache = join(root, 'node_modules', '.cache', 'packed');

/** A packed module: the URL of its file, and whether it has a default export. */
export interface PackedModule {
  readonly file: string;
  readonly hasDefault: boolean;
}

/**
 * The packed module of each entry, by the URL of its source; undefined when nothing is packed, or not what the sources
 * are now.
 */
export function packed(cache = usualCache): ReadonlyMap<string, PackedModule> | undefined {
  const manifest = manifestOf(cache);
  if (manifest?.root !== root) return undefined;
  if (
    manifest.files.some(
      ([name, size]) => statSync(join(cache, manifest.folder, name), { throwIfNoEntry: false })?.size !== size,
    )
  )
    return undefined;
  if (manifest.sources.some(([path, stamp]) => stampOf(path) !== stamp)) return undefined;
  return new Map(
    manifest.entries.map(([url, file, hasDefault]) => [
      url,
      { file: pathToFileURL(join(cache, manifest.folder, file)).href, hasDefault },
    ]),
  );
}

export const manifestFile = (cache: string): string => join(cache, 'manifest.json');

function manifestOf(cache: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(manifestFile(cache), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Changes with every change of a file, but for those within a second; empty for one that is not there. In whole
 * seconds, because the layers of an image keep no more.
 */
export function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${Math.floor(found.mtimeMs / 1000)} ${found.size}` : '';
}

const sources = '--sources';

/** `npm run dev` says so: who changes files all the time would wait for the packing of each change. */
export const wantsSources = (): boolean => process.argv.includes(sources);

/** The arguments that are meant for the command. */
export const withoutSources = (args: readonly string[]): readonly string[] => args.filter((one) => one !== sources);
