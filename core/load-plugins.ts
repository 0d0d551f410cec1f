import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from '@dossier/sdk';
import type { Refused } from './kernel/index.ts';

/** What runs: the bundle of `npm run build`, or the sources. */
export interface Code {
  readonly from: 'bundle' | 'sources';
  /** Which, and why, as the log tells it. */
  readonly said: string;
  /** How plugins that are in the bundle are loaded, by their names; all others are imported. */
  readonly plugins: Readonly<Record<string, () => Promise<unknown>>>;
}

/** A loaded plugin and the folder it lives in (its web part is built from there). */
export interface LoadedPlugin {
  readonly plugin: Plugin;
  readonly root: string;
}

/** Module names, and where they are listed: what to correct when one of them cannot be loaded. */
export interface PluginList {
  readonly listedIn: string;
  readonly names: readonly string[];
}

/** Milliseconds that a module may take to be imported: one that waits for ever at its top would hold the start. */
const DEADLINE = 10_000;

/**
 * Loads plugins by module name. What cannot be loaded is left out, and stands in `notLoaded` by that name: the others
 * start without it.
 */
export async function loadPlugins(
  lists: readonly PluginList[],
  bundled: Code['plugins'] = {},
): Promise<{ readonly loaded: readonly LoadedPlugin[]; readonly notLoaded: ReadonlyMap<string, Refused> }> {
  const notLoaded = new Map<string, Refused>();
  const tried = await Promise.all(
    lists.flatMap(({ listedIn, names }) =>
      names.map(async (name): Promise<LoadedPlugin | undefined> => {
        try {
          const url = import.meta.resolve(name);
          const module = (await inTime(Object.hasOwn(bundled, name) ? bundled[name]!() : import(url))) as {
            readonly default?: Plugin;
          };
          if (module.default?.spec === undefined) throw new Error('it has no default export made by definePlugin');
          return { plugin: module.default, root: dirname(fileURLToPath(url)) };
        } catch (error) {
          const reason = `${name} cannot be loaded. Correct it, install its package, or take it off the list in ${listedIn}. (${error instanceof Error ? error.message : String(error)})`;
          notLoaded.set(name, { phase: 'load', reason, error });
          return undefined;
        }
      }),
    ),
  );
  return { loaded: tried.filter((one) => one !== undefined), notLoaded };
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`its module was not there after ${DEADLINE / 1000} s`)), DEADLINE);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}
