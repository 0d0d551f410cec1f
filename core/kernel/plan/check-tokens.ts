import type { ErasedSpec } from '@dossier/sdk';
import type { Kind } from './kind.ts';
import type { Report } from './plan.ts';

/**
 * The plugin without what is nothing at all, so that everything else about it can be checked. Types forbid it; two
 * modules that import each other bring it about.
 */
export function withoutHoles(spec: ErasedSpec, kinds: readonly Kind<unknown>[], report: Report): ErasedSpec {
  let whole = true;
  const hole = (where: string): false => {
    whole = false;
    report(
      'K_NOT_A_TOKEN',
      spec.id,
      `${spec.id} names something under ${where} that is undefined or no object; probably two modules import each other, and one of them read the other too early: keep contracts in modules that import no implementation.`,
    );
    return false;
  };
  const isThere = (value: unknown): boolean => typeof value === 'object' && value !== null;
  const checked = Object.fromEntries(
    kinds.flatMap(({ list }) => {
      const values: unknown = list && spec[list];
      return Array.isArray(values) ? [[list, values.filter((value) => isThere(value) || hole(String(list)))]] : [];
    }),
  );
  const needs =
    spec.needs &&
    Object.fromEntries(
      Object.entries(spec.needs).filter(
        ([name, need]) => (isThere(need) && (!('of' in need) || isThere(need.of))) || hole(`needs.${name}`),
      ),
    );
  return whole ? spec : { ...spec, ...checked, ...(needs && { needs }) };
}
