const hour = 3_600_000;
const day = 24 * hour;
/** The first Monday since 1970. */
const monday = 4 * day;

/** Bytes of an account: an hour begins with its first call, a week on Monday in Greenwich. */
export class Quota {
  #hour = { start: -Infinity, used: 0 };
  #week = { start: -Infinity, used: 0 };

  used(now: number): { readonly hour: number; readonly week: number } {
    if (now >= this.#hour.start + hour) this.#hour = { start: now, used: 0 };
    const start = now - ((now - monday) % (7 * day));
    if (start !== this.#week.start) this.#week = { start, used: 0 };
    return { hour: this.#hour.used, week: this.#week.used };
  }

  /** Both counters after these bytes. */
  add(bytes: number, now: number): { readonly hour: number; readonly week: number } {
    this.used(now);
    this.#hour.used += bytes;
    this.#week.used += bytes;
    return this.used(now);
  }

  set(used: { readonly hour?: number; readonly week?: number }, now: number): void {
    this.used(now);
    this.#hour.used = used.hour ?? this.#hour.used;
    this.#week.used = used.week ?? this.#week.used;
  }
}
