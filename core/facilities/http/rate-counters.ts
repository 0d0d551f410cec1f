const minute = 60_000;
/**
 * Buckets remembered at a time. Beyond that the oldest are forgotten, which forgives them their requests of this
 * minute.
 */
const capacity = 50_000;

/** Requests of one actor or address, of this minute and the last. */
export interface Bucket {
  readonly name: string;
  /** Number of the minute that `current` counts, since 1970. */
  minute: number;
  current: number;
  previous: number;
  /** Part of `current` that other nodes do not know yet. */
  untold: number;
  /** The same of `previous`. */
  untoldBefore: number;
}

/** Requests of one bucket in one minute: on the way out those not sent yet, on the way back those of all nodes. */
export interface Count {
  readonly bucket: string;
  readonly minute: number;
  readonly count: number;
}

/**
 * Counts in memory, by a window that slides: of the last minute counts the part that a minute back from now still
 * covers, as if its requests had come evenly. Two numbers for each sender are all that is kept, and a burst at the end
 * of a minute is forgiven with it: sixty seconds then let up to twice the limit through, and no longer time more than
 * the limit on average. A refused request does not count.
 */
export interface RateCounters {
  /** The bucket known by `key`; `name` makes its name among all nodes when it is met for the first time. */
  bucket(key: string, name: () => string): Bucket;
  /**
   * Counts one request and returns how many are left; -1, and counts nothing, when the limit is reached. `now` is in
   * milliseconds since 1970.
   */
  take(bucket: Bucket, limit: number, now: number): number;
  left(bucket: Bucket, limit: number, now: number): number;
  /** What was counted since the last call, for the other nodes. */
  untold(): readonly Count[];
  /** What all nodes together have counted, including the part that this one has sent. */
  learn(counts: readonly Count[]): void;
}

export function createRateCounters(o: { now: () => number }): RateCounters {
  const byKey = new Map<string, Bucket>();
  const byName = new Map<string, Bucket>();
  const changed = new Set<Bucket>();

  const bucketNamed = (name: string): Bucket => {
    let bucket = byName.get(name);
    if (!bucket) byName.set(name, (bucket = { name, minute: 0, current: 0, previous: 0, untold: 0, untoldBefore: 0 }));
    return bucket;
  };
  const forget = (): void => {
    const now = Math.floor(o.now() / minute);
    for (const [key, bucket] of byKey) if (bucket.minute < now - 1 || byKey.size > capacity / 2) byKey.delete(key);
    const kept = new Set(byKey.values());
    for (const [name, bucket] of byName) if (!kept.has(bucket)) byName.delete(name);
  };

  return {
    bucket(key, name) {
      let bucket = byKey.get(key);
      if (!bucket) {
        if (byKey.size >= capacity) forget();
        byKey.set(key, (bucket = bucketNamed(name())));
      }
      return bucket;
    },
    take(bucket, limit, now) {
      const free = limit - used(bucket, now);
      if (free <= 0) return -1;
      bucket.current++;
      if (bucket.untold++ === 0) changed.add(bucket);
      return Math.max(0, Math.floor(free - 1));
    },
    left: (bucket, limit, now) => Math.max(0, Math.floor(limit - used(bucket, now))),
    untold() {
      const counts = [...changed].flatMap(({ name, minute: at, untold, untoldBefore }) =>
        [
          { bucket: name, minute: at - 1, count: untoldBefore },
          { bucket: name, minute: at, count: untold },
        ].filter(({ count }) => count > 0),
      );
      for (const bucket of changed) bucket.untold = bucket.untoldBefore = 0;
      changed.clear();
      return counts;
    },
    learn(counts) {
      for (const { bucket: name, minute: at, count } of counts) {
        const bucket = byName.get(name);
        // What was counted here meanwhile is not among those of all nodes yet.
        if (bucket?.minute === at) bucket.current = Math.max(bucket.current, count + bucket.untold);
        else if (bucket?.minute === at + 1) bucket.previous = Math.max(bucket.previous, count + bucket.untoldBefore);
      }
    },
  };
}

/**
 * Turns to the minute of `now` where needed. What was not sent in the minute before is still sent; anything older no
 * longer counts.
 */
function used(bucket: Bucket, now: number): number {
  const at = Math.floor(now / minute);
  if (bucket.minute !== at) {
    const follows = bucket.minute === at - 1;
    bucket.previous = follows ? bucket.current : 0;
    bucket.untoldBefore = follows ? bucket.untold : 0;
    bucket.minute = at;
    bucket.current = 0;
    bucket.untold = 0;
  }
  return bucket.previous === 0 ? bucket.current : bucket.current + bucket.previous * (1 - (now % minute) / minute);
}

/** Whole seconds until the minute of `now` ends. */
export const secondsLeft = (now: number): number => Math.ceil((minute - (now % minute)) / 1000);

/** Whole seconds, at least one, after which a full bucket takes a request again if none comes meanwhile. */
export function secondsUntilFree({ current, previous }: Bucket, limit: number, now: number): number {
  const passed = now % minute;
  // While this minute has room itself, enough of the last one must fade; else, in the next minute, enough of this one.
  const at = current < limit ? minute * (1 - (limit - current) / previous) : minute + minute * (1 - limit / current);
  return Math.max(1, Math.floor((at - passed) / 1000) + 1);
}
