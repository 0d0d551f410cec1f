import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Packages of which a page must hold exactly one copy, as of the SDK's web kit. */
const packages = ['lit', 'lit-html', 'lit-element', '@lit/reactive-element', '@lit/context', '@lit/task'] as const;

/** Entries of these packages that exist for servers or old browsers; no page asks for them. */
const serverOnly = /private-ssr|polyfill|is-server|node\/|experimental-hydrate/;

const require = createRequire(import.meta.url);

/** The folder of an installed package, found without going through its `exports`. */
const folderOf = (name: string): string => {
  for (const base of require.resolve.paths(name) ?? []) {
    try {
      readFileSync(join(base, name, 'package.json'));
      return join(base, name);
    } catch {
      /* not in this node_modules; the next one up */
    }
  }
  throw new Error(`The package ${name} is not installed. Run npm ci.`);
};

const exportsOf = (name: string): readonly string[] => {
  const parsed: unknown = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    !('exports' in parsed) ||
    typeof parsed.exports !== 'object' ||
    parsed.exports === null
  )
    return [];
  return Object.keys(parsed.exports);
};

/**
 * Every specifier that is kept out of the bundles and reached through the import map.
 *
 * It is made from the packages' own `exports`, not from what we import: a library's internal `lit/directive.js`
 * would otherwise be bundled, and bring a second lit-html with it.
 */
export const sharedSpecifiers = (): readonly string[] => [
  ...packages.flatMap((name) =>
    exportsOf(name)
      .filter((path) => !serverOnly.test(path) && (path === '.' || path.endsWith('.js')))
      .map((path) => (path === '.' ? name : `${name}${path.slice(1)}`)),
  ),
  '@dossier/sdk/web',
  ...readdirSync(join(sdkWebFolder(), 'ui'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `@dossier/sdk/web/ui/${file.slice(0, -'.ts'.length)}`),
];

export const sdkWebFolder = (): string => dirname(require.resolve('@dossier/sdk/web'));
