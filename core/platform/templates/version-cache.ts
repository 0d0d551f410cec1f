import type { TemplateVersion } from './contract.ts';

const KEPT = 500;
/** Milliseconds for which another node may still hand out the version before; the node that publishes knows at once. */
const FRESH = 2_000;

/** Published versions never change and are kept; which one is the newest is asked again after a moment. */
export function versionCache() {
  const versions = new Map<string, TemplateVersion>();
  const pointers = new Map<string, { readonly version: number; readonly until: number }>();
  let moves = 0;

  return {
    /** A published version; only found ones are kept. */
    async version(key: string, load: () => Promise<TemplateVersion | undefined>): Promise<TemplateVersion | undefined> {
      const kept = versions.get(key);
      if (kept) return kept;
      const found = await load();
      if (found) keep(versions, key, found);
      return found;
    },

    /** Number of the newest version: null when there is none, undefined when there is no template. */
    async newest(
      key: string,
      now: Date,
      load: () => Promise<number | null | undefined>,
    ): Promise<number | null | undefined> {
      const kept = pointers.get(key);
      if (kept && now.getTime() < kept.until) return kept.version;
      const before = moves;
      const found = await load();
      // What was read while something was published may be the version before.
      if (typeof found === 'number' && before === moves)
        keep(pointers, key, { version: found, until: now.getTime() + FRESH });
      return found;
    },

    /** Another version was published. */
    moved(key: string): void {
      moves += 1;
      pointers.delete(key);
    },
  };
}

function keep<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > KEPT) map.delete(map.keys().next().value!);
}
