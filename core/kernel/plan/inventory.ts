import type { ErasedSpec } from '@dossier/sdk';
import type { Kind, Registered } from './kind.ts';

/** Everything that the installed plugins declare. */
export interface Inventory {
  /** What is registered of a kind, in the order of the plan. */
  of<T>(kind: Kind<T>): readonly Registered<T>[];
}

/** Lists what `specs` declare, each kind once, when it is first asked for; runs no code of a plugin. */
export function takeInventory(specs: readonly ErasedSpec[]): Inventory {
  const taken = new Map<Kind<unknown>, readonly Registered<unknown>[]>();
  return {
    of<T>(kind: Kind<T>) {
      let all = taken.get(kind) as readonly Registered<T>[] | undefined;
      if (!all) {
        all = specs.flatMap((spec) => kind.of(spec).map((entry) => ({ plugin: spec.id, ...entry })));
        taken.set(kind, all);
      }
      return all;
    },
  };
}
