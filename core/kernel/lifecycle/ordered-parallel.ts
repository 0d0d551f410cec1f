/**
 * Runs `work` for each of `ids` as soon as it has run for all those among them that `after` names; everything else at
 * the same time. `ids` are sorted so that an id stands behind those it comes after. `done` gives what an earlier one
 * resulted in.
 */
export async function orderedParallel<T>(
  ids: readonly string[],
  after: (id: string) => readonly string[],
  work: (id: string, done: (other: string) => T | undefined) => Promise<T>,
): Promise<Map<string, T>> {
  const results = new Map<string, T>();
  const going = new Map<string, Promise<void>>();
  for (const id of ids) {
    const before = after(id).flatMap((other) => going.get(other) ?? []);
    going.set(
      id,
      Promise.all(before).then(async () => void results.set(id, await work(id, (other) => results.get(other)))),
    );
  }
  await Promise.all(going.values());
  return results;
}
