/**
 * What was read a moment ago, so that not every request reads it again. Many that ask for the same at once share one
 * reading: without that, each time a busy key runs out all requests under way would go to the database together.
 */
export interface Memory<T> {
  /**
   * At once when it is remembered. `read` is handed what was remembered before, be it too old. A reading that fails is
   * not remembered.
   */
  get(key: string, read: (former: T | undefined) => Promise<T>): T | Promise<T>;
  /**
   * Drops the values that `which` is true of. What is being read meanwhile may have missed the change, so it is read
   * once more before anybody sees it.
   */
  forget(which: (value: T, key: string) => boolean): void;
}

export interface MemoryOptions<T> {
  readonly milliseconds: number;
  /** Beyond that many the oldest is dropped. */
  readonly capacity: number;
  readonly now: () => number;
  /** What is worth remembering; everything, when left out. */
  readonly keep?: (value: T) => boolean;
  /**
   * The keys are secrets: each is let go of within twice its time, also when nobody asks any more. Then `read` is
   * handed nothing that is too old.
   */
  readonly secretKeys?: boolean;
}

export function createMemory<T>(o: MemoryOptions<T>): Memory<T> {
  const remembered = new Map<string, { readonly readAt: number; readonly value: T }>();
  const readings = new Map<string, Promise<T>>();
  let changes = 0;
  let sweep: NodeJS.Timeout | undefined;

  const letGo = (): void => {
    sweep = undefined;
    for (const [key, { readAt }] of remembered) if (o.now() - readAt >= o.milliseconds) remembered.delete(key);
    sweepLater();
  };
  const sweepLater = (): void => {
    if (o.secretKeys && remembered.size > 0) sweep ??= setTimeout(letGo, o.milliseconds).unref();
  };

  const remember = (key: string, readAt: number, value: T): void => {
    remembered.delete(key);
    if (o.keep && !o.keep(value)) return;
    if (remembered.size >= o.capacity) remembered.delete(remembered.keys().next().value!);
    remembered.set(key, { readAt, value });
    sweepLater();
  };

  const reading = async (key: string, read: (former: T | undefined) => Promise<T>): Promise<T> => {
    for (;;) {
      const [before, readAt] = [changes, o.now()];
      const value = await read(remembered.get(key)?.value);
      if (before !== changes) continue;
      remember(key, readAt, value);
      return value;
    }
  };

  return {
    get(key, read) {
      const known = remembered.get(key);
      if (known && o.now() - known.readAt < o.milliseconds) return known.value;
      const shared = readings.get(key);
      if (shared) return shared;
      const own = reading(key, read).finally(() => readings.delete(key));
      readings.set(key, own);
      return own;
    },
    forget(which) {
      changes++;
      for (const [key, { value }] of remembered) if (which(value, key)) remembered.delete(key);
    },
  };
}
