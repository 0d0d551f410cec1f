import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** `new URL('./names/', import.meta.url)`, also below a package: its name ends in a slash. */
const named = /\bnew URL\(\s*'([^']+)\/',\s*import\.meta\.url,?\s*\)/g;
const script = /\.[cm]?js$/;

const folderOf = (name: string, importer: string): string => {
  if (name.startsWith('.')) return resolve(dirname(importer), name);
  const [, library = '', below = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? [];
  return join(dirname(createRequire(importer).resolve(`${library}/package.json`)), below);
};

/**
 * Folders that modules name, for libraries that ask for files by their names: all files in them but scripts go with
 * the bundle. Their own names stay; that of the folder changes with what is in it, since browsers keep it for ever.
 */
export const folders = (below: string): Plugin => ({
  name: 'dossier:folders',
  enforce: 'pre',
  transform(code, importer) {
    if (!importer.endsWith('.ts')) return null;
    const bring = (name: string): string => {
      const folder = folderOf(name, importer);
      const files = readdirSync(folder, { withFileTypes: true })
        .filter((one) => one.isFile() && !script.test(one.name))
        .map((one) => ({ name: one.name, source: readFileSync(join(folder, one.name)) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const hash = createHash('sha256');
      for (const file of files) hash.update(`${file.name}\0${file.source.length}\0`).update(file.source);
      const target = `${below}/${basename(folder)}-${hash.digest('base64url').slice(0, 8)}`;
      for (const file of files)
        this.emitFile({ type: 'asset', fileName: `${target}/${file.name}`, source: file.source });
      return `new URL(/* @vite-ignore */ '/${target}/', import.meta.url)`;
    };
    const changed = code.replaceAll(named, (_, name: string) => bring(name));
    return changed === code ? null : { code: changed, map: null };
  },
});
