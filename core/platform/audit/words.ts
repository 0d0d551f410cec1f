import { isId, isRecord } from '@dossier/sdk';
import type { LogEntry } from '@dossier/sdk';
import type { EntryChange } from './contract.ts';
import type { Names } from './naming.ts';

/** `InReview` as people write it: In review. */
export const worded = (code: string): string => {
  const spaced = code
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]+/g, ' ')
    .trim()
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Members whose values are one of a few words of ours. */
const coded = /(status|state|kind|type|scan|audience|visibility)$/i;

/** A value in words; null for none, and for an id of which nobody knows the name. */
export function wordsOf(entry: LogEntry, member: string, value: unknown, names: Names): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 20, useGrouping: false });
  if (typeof value === 'string')
    return isId(value)
      ? (names.anyOf(value)?.title ?? null)
      : (names.titleOf(entry, value) ?? (coded.test(member) ? worded(value) : value));
  if (Array.isArray(value)) {
    const each = value.map((one: unknown) => (isRecord(one) ? null : wordsOf(entry, member, one, names)));
    if (each.every((one) => one !== null)) return each.length === 0 ? 'None' : each.join(', ');
    return counted(value.length);
  }
  return isRecord(value) ? counted(Object.keys(value).length) : null;
}

const counted = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

/** Of a record that is deeper stands how much it holds. */
const DEEPEST = 3;

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}
const leaves = (value: unknown, path: readonly string[] = []): readonly Leaf[] =>
  isRecord(value) && path.length < DEEPEST && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]))
    : value === undefined || value === null
      ? []
      : [{ path, value }];

/** What is another after it than before, in words; what an entry only refers to as the record’s module tells it. */
export const changesOf = (entry: LogEntry, names: Names): readonly EntryChange[] =>
  names.changesOf(entry) ?? changesIn(entry, names);

function changesIn(entry: LogEntry, names: Names): readonly EntryChange[] {
  const [before, after] = [entry.before, entry.after].map(
    (side) => new Map(leaves(side).map((leaf) => [JSON.stringify(leaf.path), leaf])),
  );
  return [...new Set([...before!.keys(), ...after!.keys()])].flatMap((key) => {
    const [was, is] = [before!.get(key), after!.get(key)];
    const path = (is ?? was)!.path;
    const member = path.at(-1) ?? '';
    if (JSON.stringify(was?.value) === JSON.stringify(is?.value)) return [];
    const texts = [was, is].map((leaf) => wordsOf(entry, member, leaf?.value, names));
    if (texts.every((text) => text === null)) return [];
    // Two that hold as much as each other differ in what is inside.
    const same = texts[0] === texts[1];
    return [
      {
        title:
          path
            .map((one) => names.titleOf(entry, one) ?? worded(one.replace(/Ids?$/, '')))
            .filter((one) => one !== 'Answers')
            .join(': ') || 'Value',
        before: texts[0] ?? null,
        after: same ? `${texts[1]}, with other contents` : (texts[1] ?? null),
        withheld: false,
      },
    ];
  });
}
