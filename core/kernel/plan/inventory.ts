import type { ErasedSpec } from '@dossier/sdk';
import type { Kind, Registered } from './kind.ts';

/** Everything that the installed plugins declare. */
export interface Inventory {
  /** What is registered of a kind, in the order of the plan. */
  of<T>(kind: Kind<T>): readonly Registered<T>[];
}

/**
 * Lists what `specs` declare, each kind once, when it is first asked for; runs no code of a plugin. Of those that do
 * not run, `refused`, the words that others use are in it, behind all others.
 */
export function takeInventory(specs: readonly ErasedSpec[], refused: readonly ErasedSpec[] = []): Inventory {
  const taken = new Map<Kind<unknown>, readonly Registered<unknown>[]>();
  return {
    of<T>(kind: Kind<T>) {
      let all = taken.get(kind) as readonly Registered<T>[] | undefined;
      if (!all) {
        const by = (spec: ErasedSpec) => kind.of(spec).map((entry) => ({ plugin: spec.id, ...entry }));
        all = specs.flatMap(by);
        if (kind.stays) {
          const known = new Set(all.map(({ name }) => name));
          all = [...all, ...refused.flatMap(by).filter(({ name }) => !known.has(name))];
        }
        taken.set(kind, all);
      }
      return all;
    },
  };
}
