import { isRecord } from '@dossier/sdk/web/ui/record';
import type { ReaderSettings } from '../reader.ts';
import type { Definition, Parameters, Template } from '../types.ts';

/** What is ordered: a template with what differs for this once, or a draft. */
export type Order =
  | { readonly template: string; readonly parameters: Parameters }
  | { readonly definition: Definition; readonly parameters: Parameters };

/** Whether two definitions say the same, in whatever order their members stand. */
export const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, one]) => one !== undefined)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  );

/** The run keeps the name of its template as long as only what a run may set anew differs from it. */
export function orderOf(template: Template, definition: Definition, settings: ReaderSettings): Order {
  const { period, compare, filters, grouping, targetDays, ...rest } = definition;
  const {
    period: _period,
    compare: _compare,
    filters: before,
    grouping: _grouping,
    targetDays: _targetDays,
    ...content
  } = template.definition;
  if (!same(rest, content)) return { definition, parameters: settings };
  const set = { period, compare, grouping, targetDays };
  const changed = Object.fromEntries(
    Object.entries(set).filter(([name, value]) => !same(value, template.definition[name as keyof typeof set])),
  );
  // A filter that is left out stays as the template has it; an empty one narrows nothing.
  const emptied = Object.fromEntries(Object.keys(before).map((name) => [name, []]));
  return {
    template: template.id,
    parameters: { ...settings, ...changed, ...(same(filters, before) ? {} : { filters: { ...emptied, ...filters } }) },
  };
}
