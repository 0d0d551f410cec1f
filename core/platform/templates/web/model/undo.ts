/** What was done, to be undone and done again. Changes of one text in a row are one. */
export interface Past<T> {
  readonly before: readonly Entry<T>[];
  readonly now: T;
  readonly after: readonly Entry<T>[];
  /** What the last change was of; the next one of the same joins it. */
  readonly last: string | null;
}

interface Entry<T> {
  readonly value: T;
  /** What was done after it (of `before`), or is done again with it (of `after`). */
  readonly label: string;
}

const most = 200;

export const pastOf = <T>(now: T): Past<T> => ({ before: [], now, after: [], last: null });

/** `of` names what is typed into, so that a word is undone at once; null never joins. */
export const done = <T>(past: Past<T>, now: T, label: string, of: string | null = null): Past<T> => {
  if (now === past.now) return past;
  const joins = of !== null && of === past.last && past.before.length > 0;
  return {
    before: joins ? past.before : [...past.before, { value: past.now, label }].slice(-most),
    now,
    after: [],
    last: of,
  };
};

export const undo = <T>(past: Past<T>): Past<T> => {
  const entry = past.before.at(-1);
  if (!entry) return past;
  return {
    before: past.before.slice(0, -1),
    now: entry.value,
    after: [{ value: past.now, label: entry.label }, ...past.after],
    last: null,
  };
};

export const redo = <T>(past: Past<T>): Past<T> => {
  const [entry, ...after] = past.after;
  if (!entry) return past;
  return { before: [...past.before, { value: past.now, label: entry.label }], now: entry.value, after, last: null };
};
