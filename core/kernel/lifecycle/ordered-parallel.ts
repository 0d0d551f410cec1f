/**
 * Runs `work` for each of `ids` as soon as it has run for all those among them that `after` names; everything else at
 * the same time. `ids` are sorted so that an id stands behind those it comes after.
 */
export async function orderedParallel(
  ids: readonly string[],
  after: (id: string) => readonly string[],
  work: (id: string) => Promise<void>,
): Promise<void> {
  const going = new Map<string, Promise<void>>();
  for (const id of ids)
    going.set(
      id,
      Promise.all(after(id).flatMap((other) => going.get(other) ?? [])).then(() => work(id)),
    );
  await Promise.all(going.values());
}
