import { isRecord } from '@dossier/sdk/web/ui/record';
import type { AuditEntry } from './types.ts';

/** A member of what was changed, as text; null where there was none. */
export interface Change {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

const text = (value: unknown): string | null =>
  value === undefined || value === null
    ? null
    : typeof value === 'string' && value !== ''
      ? value
      : JSON.stringify(value);

/** Members by name; what has no members is one by itself. */
const textsOf = (value: unknown): ReadonlyMap<string, string | null> =>
  new Map(
    isRecord(value)
      ? Object.entries(value).map(([name, one]) => [name, text(one)])
      : value === undefined || value === null
        ? []
        : [['value', text(value)]],
  );

/** What is another after it than before, nested values as JSON. */
export const changesOf = ({ before, after }: AuditEntry): readonly Change[] => {
  const [former, now] = [textsOf(before), textsOf(after)];
  return [...new Set([...former.keys(), ...now.keys()])]
    .map((name) => ({ name, before: former.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
};

/** What the entry holds in addition: the changes say the rest. */
export const besides = (entry: AuditEntry): readonly (readonly [string, string])[] => {
  const [former, now] = [textsOf(entry.before), textsOf(entry.after)];
  return [...textsOf(entry.details)].flatMap(([name, value]) =>
    value === null || former.get(name) === value || now.get(name) === value ? [] : [[name, value]],
  );
};
