import { findPackageJSON } from 'node:module';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { entryFile, root } from './bundle.ts';
import { dependenciesOfSdk, plugins } from './rooms.ts';

export const ENTRY = '\0entry';

/** What `core/start.js` imports: the process, and how each plugin in the bundle is loaded by its name. */
export const entry: Plugin = {
  name: 'entry',
  resolveId: (source) => (source === ENTRY ? source : null),
  load(id) {
    if (id !== ENTRY) return null;
    const loaders = plugins().map(
      ([name, file]) => `  ${JSON.stringify(name)}: () => import(${JSON.stringify(file)}),\n`,
    );
    return `export { main } from ${JSON.stringify(join(root, 'core', 'main.ts'))};
export const plugins = {\n${loaders.join('')}};\n`;
  },
};

/**
 * Packages outside the bundle. Those that the SDK stands on, and the whole of MikroORM, a plugin from outside imports
 * too: of a table or a schema made with another copy the platform would not know what it is. `pg` is what MikroORM
 * imports itself. PGlite reads its files by paths that it puts together, `pg-native` is native and seldom there,
 * `ldapjs` assigns to what cannot be assigned to, which a bundle throws at (ECMA-262, strict mode code), and the others
 * build, which no start does.
 */
const shared = new Set([
  ...dependenciesOfSdk(),
  '@dossier/sdk',
  'pg',
  'pg-native',
  '@electric-sql/pglite',
  'ldapjs',
  '@dossier/web',
  'vite',
  'rolldown',
]);
const isOutside = (name: string): boolean => {
  const [scope = '', rest = ''] = name.split('/');
  return scope === '@mikro-orm' || shared.has(scope.startsWith('@') ? `${scope}/${rest}` : scope);
};

/**
 * Leaves those packages outside, imported by name from the folder of the bundle: where that leads to another copy than
 * the importer has, its file is named. Contracts stay files, which other plugins import too.
 */
export const outside = (place: string): Plugin => ({
  name: 'outside',
  async resolveId(source, importer, { kind }) {
    if (importer === undefined || importer === ENTRY || isAbsolute(source)) return null;
    if (source.startsWith('.') || source.endsWith('/contract')) {
      const found = await this.resolve(source, importer, { kind, skipSelf: true });
      return found?.id.endsWith(`${sep}contract.ts`) ? { id: relative(place, found.id), external: true } : found;
    }
    if (!isOutside(source)) return null;
    if (copyOf(source, importer) === copyOf(source, join(place, entryFile))) return { id: source, external: true };
    const found = await this.resolve(source, importer, { kind, skipSelf: true });
    return found && { id: relative(place, found.id), external: true };
  },
});

const copyOf = (name: string, importer: string): string | undefined => findPackageJSON(name, pathToFileURL(importer));

/** Notes each module of ours as it was read; the lock file stands for those of packages. */
export const noting = (sources: Map<string, string>): Plugin => ({
  name: 'noting',
  transform(code, id) {
    if (!id.startsWith('\0') && !id.includes(`${sep}node_modules${sep}`)) sources.set(relative(root, id), code);
  },
});

/** A module that asks where it lies learns where its source does: there are the files and workers next to it. */
export const inPlace: Plugin = {
  name: 'in-place',
  transform: {
    filter: { code: /\bimport\.meta\.(?:url|filename|dirname)\b|\b__(?:filename|dirname)\b/ },
    handler(code, id) {
      const places = { url: pathToFileURL(id).href, filename: id, dirname: dirname(id) };
      // Of CommonJS; a newer module declares these names itself, from import.meta.
      const given = (['filename', 'dirname'] as const)
        .filter((name) => code.includes(`__${name}`) && !new RegExp(`(?:const|let|var)\\s+__${name}\\b`).test(code))
        .map((name) => `var __${name} = ${JSON.stringify(places[name])}; `);
      const placed = code.replace(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, name: keyof typeof places) =>
        JSON.stringify(places[name]),
      );
      return given.join('') + placed;
    },
  },
};
