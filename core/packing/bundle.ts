import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The platform consists of some seven hundred small files of ours, whose types Node strips and which it links one by
 * one: a third of a start. `npm run build` joins them, with most packages, into a bundle. The SDK, the packages that it
 * stands on, MikroORM and every contract stay outside, because a plugin from outside imports the same files: of each
 * there is one copy.
 */
export interface Manifest {
  /** Of the installation, whose files the bundle names. */
  readonly root: string;
  /** Of the bundle, below the one of the manifest. */
  readonly folder: string;
  /** Digest of the sources and the lock file from which it was made. */
  readonly digest: string;
  /** What was digested, as paths from the root. */
  readonly sources: readonly string[];
  /** Files of the bundle, in its folder, and their digest: one that was cut off by a power failure is not run. */
  readonly files: readonly string[];
  readonly filesDigest: string;
}

/** The installation. Its sources and the bundle know it as the same folder. */
export const root = join(import.meta.dirname, '..', '..');

/** Where bundles are kept; tests have another folder, as deep below a room. */
export const usualFolder = join(root, 'core', 'dist');
export const manifestFile = (folder: string): string => join(folder, 'bundle.json');
/** The module of a bundle that is imported from outside. */
export const entryFile = 'entry.js';

/** Digest of texts by their names. */
export function digestOf(texts: Iterable<readonly [name: string, text: Buffer | string]>): string {
  const hash = createHash('sha256');
  for (const [name, text] of texts) hash.update(`${name}\0`).update(text);
  return hash.digest('hex').slice(0, 32);
}

/** Files below a folder, in the order of their names; one that is not there has a text that no file has. */
export const textsOf = (base: string, names: readonly string[]): readonly (readonly [string, Buffer | string])[] =>
  names.toSorted().map((name) => {
    try {
      return [name, readFileSync(join(base, name))];
    } catch {
      return [name, '\0'];
    }
  });

/** URL of the bundle to run, or why there is none: a sentence for the log. */
export function bundleThatFits(folder = usualFolder): { readonly url: string } | { readonly reason: string } {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(manifestFile(folder), 'utf8'));
  } catch {
    return { reason: 'there is no bundle yet' };
  }
  const { digest, sources, files, filesDigest } = manifest;
  if (manifest.root !== root) return { reason: 'the bundle was made in another folder' };
  if (digestOf(textsOf(root, sources)) !== digest) return { reason: 'the bundle was made from other sources' };
  const own = join(folder, manifest.folder);
  if (digestOf(textsOf(own, files)) !== filesDigest) return { reason: 'the bundle is damaged' };
  return { url: pathToFileURL(join(own, entryFile)).href };
}

const sourcesOption = '--sources';

/** `npm run dev` asks for the sources: a bundle of what changes all the time would never fit. */
export const wantsSources = (): boolean => process.argv.includes(sourcesOption);

/** The arguments that are meant for the command. */
export const withoutSources = (args: readonly string[]): readonly string[] =>
  args.filter((one) => one !== sourcesOption);
