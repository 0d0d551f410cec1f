import type { PluginHost } from '@dossier/sdk/web';
import { words } from '@dossier/sdk/web/ui/format';
import { valuesUrl } from '../../routes.ts';
import { isRecord } from '@dossier/sdk/web/ui/record';

/** Columns of a source, and the values that count: joined by "and", the values of one column by "or". */
export type Conditions = Readonly<Record<string, readonly (string | boolean)[]>>;

/** A value to choose. `count` is null where nobody counted. */
export interface Choice {
  readonly value: string | boolean;
  readonly label: string;
  readonly count: number | null;
}

export const yesNo: readonly Choice[] = [
  { value: true, label: 'Yes', count: null },
  { value: false, label: 'No', count: null },
];

export const conditionsIn = (value: unknown): Conditions =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).map(([column, values]) => [
          column,
          Array.isArray(values) ? values.filter((one) => typeof one === 'string' || typeof one === 'boolean') : [],
        ]),
      )
    : {};

const known = new Map<string, { readonly at: number; readonly values: Promise<readonly Choice[]> }>();
/** How long, in milliseconds, values are good enough to choose from. */
const goodFor = 60_000;

/** The values that a column has in the workspace, asked for once a minute however many sections want them. */
export const valuesOf = (
  host: PluginHost,
  workspaceId: string,
  source: string,
  column: string,
): Promise<readonly Choice[]> => {
  const url = valuesUrl(workspaceId, source, column);
  const found = known.get(url);
  if (found && Date.now() - found.at < goodFor) return found.values;
  const values = host.send<readonly Choice[]>('GET', url);
  known.set(url, { at: Date.now(), values });
  // What could not be read is asked for again.
  values.catch(() => known.delete(url));
  return values;
};

/** What is offered, with what is chosen and not among it. */
export const offered = (choices: readonly Choice[], chosen: readonly (string | boolean)[]): readonly Choice[] => [
  ...choices,
  ...chosen
    .filter((value) => !choices.some((one) => same(one.value, value)))
    .map((value) => ({ value, label: labelOf(choices, value), count: null })),
];

/** `true` and `"true"` ask for the same. */
export const same = (a: string | boolean, b: string | boolean): boolean => String(a) === String(b);

/** A value in words: as the server tells it, else as it is written. */
export const labelOf = (choices: readonly Choice[], value: string | boolean): string =>
  choices.find((one) => same(one.value, value))?.label ??
  (typeof value === 'boolean'
    ? value
      ? 'Yes'
      : 'No'
    : /^[A-Z][a-z]+([A-Z][a-z]+)*$/.test(value)
      ? words(value)
      : value);

/** The conditions with other values of a column; a column without values is no condition. */
export const withValues = (
  where: Conditions,
  column: string,
  values: readonly (string | boolean)[] | null,
): Conditions | null => {
  const { [column]: _before, ...rest } = where;
  const after = values === null || values.length === 0 ? rest : { ...where, [column]: values };
  return Object.keys(after).length > 0 ? after : null;
};
