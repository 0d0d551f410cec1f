import type { Entry, Group } from './destinations.ts';

export interface Line {
  /** Its own among all, and the same as long as it stands for the same. */
  readonly key: string;
  readonly entry: Entry;
  /** Counted through all groups. */
  readonly index: number;
}

export interface Lines {
  readonly key: string;
  readonly title: string;
  readonly lines: readonly Line[];
}

const nameOf = ({ title, does }: Entry): string =>
  'go' in does ? does.go : 'run' in does ? `${does.run.plugin} ${does.run.tag}` : title;

/** Each with a key of its own, also two of the same name. */
const withKeys = <T>(all: readonly T[], nameOf: (one: T) => string): readonly (readonly [key: string, one: T])[] => {
  const times = new Map<string, number>();
  return all.map((one) => {
    const name = nameOf(one);
    const n = (times.get(name) ?? 0) + 1;
    times.set(name, n);
    return [`${n} ${name}`, one];
  });
};

/**
 * What is drawn of these groups. By the keys a line stays what it is when others come above it: pressed with the mouse
 * it is never taken for what comes to its place.
 */
export function linesOf(groups: readonly Group[]): readonly Lines[] {
  let index = 0;
  return withKeys(groups, ({ title }) => title).map(([group, { title, entries }]) => ({
    key: group,
    title,
    lines: withKeys(entries, nameOf).map(([key, entry]) => ({ key: `${group} ${key}`, entry, index: index++ })),
  }));
}
