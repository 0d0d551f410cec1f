import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SettingFault } from '@dossier/config';
import type { Plugin } from '@dossier/sdk';

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

/**
 * Loads plugins by module name. Every name that cannot be loaded is a fault, for `loadConfiguration` to tell together
 * with those of the settings.
 */
export async function loadPlugins(
  lists: readonly PluginList[],
  bundled: Code['plugins'] = {},
): Promise<{ readonly loaded: readonly LoadedPlugin[]; readonly faults: readonly SettingFault[] }> {
  const tried = await Promise.all(
    lists.flatMap(({ listedIn, names }) =>
      names.map(async (name): Promise<LoadedPlugin | SettingFault> => {
        try {
          const url = import.meta.resolve(name);
          const module = (await (Object.hasOwn(bundled, name) ? bundled[name]!() : import(url))) as {
            readonly default?: Plugin;
          };
          if (module.default?.spec === undefined) throw new Error('it has no default export made by definePlugin');
          return { plugin: module.default, root: dirname(fileURLToPath(url)) };
        } catch (error) {
          return {
            name: listedIn,
            detail: `K_PLUGIN_NOT_LOADED: ${name} cannot be loaded. Install its package, or take it off the list. (${error instanceof Error ? error.message : String(error)})`,
          };
        }
      }),
    ),
  );
  return { loaded: tried.filter((one) => 'plugin' in one), faults: tried.filter((one) => 'detail' in one) };
}
