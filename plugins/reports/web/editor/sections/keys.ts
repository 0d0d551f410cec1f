/**
 * A number for each item of a list that stays with it when the list is changed, so that what is open or focused moves
 * along.
 */
export class Keys {
  all: readonly number[] = [];
  #items: readonly unknown[] = [];
  #last = 0;

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  /** The list as it will be, with the keys that belong to it. */
  set(items: readonly unknown[], keys: readonly number[]): void {
    this.#items = items;
    this.all = keys;
  }

  /** A list that comes from elsewhere has new items. */
  follow(items: readonly unknown[]): void {
    if (items === this.#items) return;
    this.set(
      items,
      items.map(() => this.next()),
    );
  }
}
