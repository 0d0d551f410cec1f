import type { Inventory } from './inventory.ts';
import type { Kind } from './kind.ts';
import type { Report } from './plan.ts';

/**
 * What may exist once only; the first in the inventory has it. `taken`: names of a kind that the kernel has itself.
 */
export function checkDuplicates(
  inventory: Inventory,
  kinds: readonly Kind<unknown>[],
  taken: ReadonlyMap<Kind<unknown>, ReadonlySet<string>>,
  report: Report,
): void {
  for (const kind of kinds) {
    const { once } = kind;
    if (!once) continue;
    const owners = new Map([...(taken.get(kind) ?? [])].map((name) => [name, 'kernel']));
    for (const entry of inventory.of(kind)) {
      for (const key of once.keys?.(entry) ?? [entry.name]) {
        const first = owners.get(key);
        if (first === undefined) owners.set(key, entry.plugin);
        else
          report(
            once.code,
            entry.plugin,
            `${once.what} ${key} is declared ${first === entry.plugin ? `twice by ${first}` : `by ${first} and by ${entry.plugin}`}; ${once.way}.`,
            once.loses && key,
          );
      }
    }
  }
}
