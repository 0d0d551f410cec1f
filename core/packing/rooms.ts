import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle.ts';

interface Package {
  readonly name: string;
  /** What it lets others import. */
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const packageIn = (room: string): Package => JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8'));

/** Folders of our packages that run on the server. */
const rooms: readonly string[] = globSync(['config', 'core', 'plugins/*'], { cwd: root });

/** What decides about a bundle in addition to the modules of ours in it: texts by their paths from the root. */
export const beside = (): readonly (readonly [path: string, text: string])[] =>
  [
    'package-lock.json',
    ...rooms.map((room) => `${room}/package.json`),
    ...globSync('core/packing/*.ts', { cwd: root }),
  ].map((path) => [path, readFileSync(join(root, path), 'utf8')]);

/** Our plugins: the name of each, as a list of plugins has it, and its file. */
export const plugins = (): readonly (readonly [name: string, file: string])[] =>
  rooms.flatMap((room) => {
    const { name, exports } = packageIn(room);
    return Object.entries(exports)
      .filter(([, pattern]) => pattern.endsWith('/plugin.ts'))
      .flatMap(([path, pattern]) =>
        globSync(join(room, pattern), { cwd: root }).map((file) => {
          const [before = '', after = ''] = join(room, pattern).split('*');
          return [
            name + path.slice(1).replace('*', file.slice(before.length, -after.length)),
            join(root, file),
          ] as const;
        }),
      );
  });

/** Packages that the SDK stands on. */
export const dependenciesOfSdk = (): readonly string[] => Object.keys(packageIn('sdk').dependencies);
