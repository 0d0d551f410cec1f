/** What somebody wrote here and on another device, put together by members: what only one of them changed is kept. */
type Members = Readonly<Record<string, unknown>>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `both`: members that were changed on both sides, and differ; they are as they are here. */
export function merged(base: Members, mine: Members, theirs: Members): { values: Members; both: readonly string[] } {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const both = keys.filter(
    (key) => !same(mine[key], theirs[key]) && !same(mine[key], base[key]) && !same(theirs[key], base[key]),
  );
  const values = keys.flatMap((key) => {
    const value = same(mine[key], base[key]) ? theirs[key] : mine[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { values: Object.fromEntries(values), both };
}
