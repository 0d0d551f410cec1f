/** Lets changes of the running plugins overlap only where they do not touch each other. */
export interface RwLock {
  /**
   * Runs `work` after every earlier change that writes what this one reads or writes, or reads what this one writes.
   */
  hold<T>(o: { writes: ReadonlySet<string>; reads: ReadonlySet<string> }, work: () => Promise<T>): Promise<T>;
}

export function createRwLock(): RwLock {
  const waiting = new Set<{ writes: ReadonlySet<string>; reads: ReadonlySet<string>; done: Promise<unknown> }>();
  const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((id) => b.has(id));
  return {
    async hold(o, work) {
      const before = [...waiting].filter(
        (other) => meet(o.writes, other.writes) || meet(o.writes, other.reads) || meet(o.reads, other.writes),
      );
      const result = Promise.all(before.map((other) => other.done)).then(work);
      const turn = {
        ...o,
        done: result.then(
          () => undefined,
          () => undefined,
        ),
      };
      waiting.add(turn);
      try {
        return await result;
      } finally {
        waiting.delete(turn);
      }
    },
  };
}
