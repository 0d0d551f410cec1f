import { existsSync, statSync } from 'node:fs';
import http from 'node:http';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { root, stampOf } from './packed.ts';

/**
 * The first reads its files by paths that it puts together, the second is native and seldom there; the others build,
 * and no start needs them.
 */
const staying = new Set(['@electric-sql/pglite', 'pg-native', 'vite', 'rolldown']);

/**
 * What stays where it is, is named by its full path: the packed files lie elsewhere, and may not find it by its name.
 */
export const stayingOutside: Plugin = {
  name: 'staying-outside',
  async resolveId(source, importer, { kind }) {
    if (importer === undefined || !staying.has(source)) return null;
    const found = await this.resolve(source, importer, { kind, skipSelf: true });
    return found && { id: kind === 'require-call' ? found.id : pathToFileURL(found.id).href, external: true };
  },
};

/**
 * npm writes it anew whenever it changes one of the packages beside it, so it stands for the thousands of their files.
 */
export const lockFile = join(root, 'node_modules', '.package-lock.json');
const packages = join(root, 'node_modules', sep);

/** Notes the stamp of each file before it is read: what changes meanwhile makes the pack an old one. */
export const noting = (sources: Map<string, string>): Plugin => ({
  name: 'noting',
  async load(id) {
    const path = pathOf(id);
    if (isAbsolute(path) && !(path.startsWith(packages) && existsSync(lockFile)))
      sources.set(path, await settledStamp(path));
    return null;
  },
});

/**
 * Of a file that was changed a moment ago no stamp could tell whether it is changed once more, so the moment is waited
 * for.
 */
export async function settledStamp(path: string): Promise<string> {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (age >= 0 && age < MOMENT) await pause(MOMENT - age);
  return stampOf(path);
}
/** Milliseconds: more than the second that a stamp tells. */
const MOMENT = 1_500;

/**
 * A module that asks where it lies is told where its source does: there are the files, scripts and fonts that it looks
 * for.
 */
export const keepingPlace: Plugin = {
  name: 'keeping-place',
  transform: {
    filter: { code: /import\.meta\.|__dirname|__filename/ },
    handler(code, id) {
      const file = pathOf(id);
      const names = { __filename: file, __dirname: dirname(file) };
      // A module of the newer kind declares these names itself, from import.meta.
      const given = Object.entries(names)
        .filter(([name]) => code.includes(name) && !new RegExp(`(?:const|let|var)\\s+${name}\\b`).test(code))
        .map(([name, value]) => `var ${name} = ${JSON.stringify(value)}; `);
      const meta = { url: pathToFileURL(file).href, filename: file, dirname: dirname(file) };
      return {
        code:
          given.join('') +
          code.replace(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, name: keyof typeof meta) =>
            JSON.stringify(meta[name]),
          ),
      };
    },
  },
};

/**
 * Imported as an ES module, `node:http` reads all its exports at once, and one of them, `WebSocket`, loads a whole HTTP
 * client: a tenth of a second at every start. So the packed files take what they use of it without the others.
 */
export const withoutClient: Plugin = {
  name: 'without-client',
  resolveId: (source, _importer, { kind }) =>
    kind !== 'require-call' && /^(?:node:)?http$/.test(source) ? lightHttp : null,
  load(id) {
    if (id !== lightHttp) return null;
    const names = Object.entries(Object.getOwnPropertyDescriptors(http))
      .filter(([, { get }]) => get === undefined)
      .map(([name]) => name);
    return `const http = process.getBuiltinModule('node:http');\nexport default http;\nexport const { ${names.join(', ')} } = http;`;
  },
};
const lightHttp = '\0http';

/**
 * Writes what is not ASCII as an escape: for one dash in a message V8 would keep all of a file's text in two bytes a
 * character, and Node would decode it. The same wherever such characters stand today, in texts, patterns and names; not
 * in a raw template (`String.raw`), and none has any.
 */
export const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code);
  },
};

/** An escape of its own, as `\\é` is one, gives way. */
export const escaped = (code: string): string =>
  code.replace(
    /(\\*)([^\x00-\x7f])/g,
    (_, slashes: string, character: string) =>
      `${slashes.length % 2 === 1 ? slashes.slice(1) : slashes}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const pathOf = (id: string): string => id.split('?')[0]!;
