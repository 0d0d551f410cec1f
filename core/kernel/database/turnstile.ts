/** How long somebody waits before he hears that there is no room: as long as for a connection. */
const PATIENCE = 5_000;

/** Lets so many in at a time; the others wait in the order in which they came. */
export interface Turnstile {
  /** Resolves to what must be called once when leaving. Rejects as PostgreSQL does when it has no room (53300) after five seconds. */
  enter(): Promise<() => void>;
}

export function turnstile(places: number): Turnstile {
  const waiting = new Set<() => void>();
  let free = places;
  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else free++;
  };
  return {
    async enter() {
      if (free > 0) {
        free--;
        return leave;
      }
      const turn = Promise.withResolvers<() => void>();
      const timer = setTimeout(() => {
        waiting.delete(pass);
        turn.reject(Object.assign(new Error(`All ${places} places for reading were taken for ${PATIENCE / 1000} seconds.`), { code: '53300' }));
      }, PATIENCE);
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
