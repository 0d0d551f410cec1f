import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from '@dossier/sdk';

/** A loaded plugin and the folder it lives in (its web part is built from there). */
export interface LoadedPlugin {
  readonly plugin: Plugin;
  readonly root: string;
}

/** Loads plugins by module name. Every name that cannot be loaded is reported at once. */
export async function loadPlugins(names: readonly string[]): Promise<readonly LoadedPlugin[]> {
  const faults: string[] = [];
  const loaded = await Promise.all(names.map(async (name): Promise<LoadedPlugin | null> => {
    try {
      const url = import.meta.resolve(name);
      const module = (await import(url)) as { readonly default?: Plugin };
      if (module.default?.spec === undefined) throw new Error('it has no default export made by definePlugin');
      return { plugin: module.default, root: dirname(fileURLToPath(url)) };
    } catch (error) {
      faults.push(`  ${name}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }));
  if (faults.length > 0) throw new Error(`K_PLUGIN_NOT_LOADED: these plugins cannot be loaded. Install their packages or take them off the list in config/installed.ts or DOSSIER_PLUGINS.\n${faults.sort().join('\n')}`);
  return loaded.filter((one) => one !== null);
}
