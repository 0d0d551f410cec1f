/** Lets so many in at a time; the others wait in the order in which they came. */
export interface Semaphore {
  /**
   * Resolves to what must be called once when leaving. Rejects as PostgreSQL does when it has no room (53300) when its
   * turn does not come in time.
   */
  acquire(): Promise<() => void>;
}

/**
 * `patience` is how many milliseconds somebody waits before they hear that there is no room; `what` names the places.
 */
export function semaphore(places: number, patience: number, what: string): Semaphore {
  const waiting = new Set<() => void>();
  let free = places;
  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else free++;
  };
  return {
    async acquire() {
      if (free > 0) {
        free--;
        return leave;
      }
      const turn = Promise.withResolvers<() => void>();
      const timer = setTimeout(() => {
        waiting.delete(pass);
        turn.reject(
          Object.assign(new Error(`All ${places} ${what} were taken for ${patience / 1000} seconds.`), {
            code: '53300',
          }),
        );
      }, patience);
      const pass = (): void => {
        waiting.delete(pass);
        clearTimeout(timer);
        turn.resolve(leave);
      };
      waiting.add(pass);
      return turn.promise;
    },
  };
}
