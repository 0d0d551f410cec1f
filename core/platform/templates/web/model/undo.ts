/** What was done, to be undone and done again. Typing into one text is one thing until the hand rests or leaves it. */
export interface Past<T> {
  readonly before: readonly Entry<T>[];
  readonly now: T;
  readonly after: readonly Entry<T>[];
  /** What the last change was of, and when; the next one of the same joins it. */
  readonly last: { readonly of: string; readonly at: number } | null;
}

interface Entry<T> {
  readonly value: T;
  /** What was done after it (of `before`), or is done again with it (of `after`). */
  readonly label: string;
}

const most = 200;
/** How long a hand rests before what it types next is another thing, in milliseconds. */
const pause = 1500;

export const pastOf = <T>(now: T): Past<T> => ({ before: [], now, after: [], last: null });

/** `of` names what is typed into, at `at` milliseconds of any clock; without it a change never joins the one before. */
export const done = <T>(
  past: Past<T>,
  now: T,
  { label, of, at }: { readonly label: string; readonly of: string | null; readonly at: number },
): Past<T> => {
  if (now === past.now) return past;
  const { last } = past;
  const joins = last !== null && last.of === of && at - last.at <= pause && past.before.length > 0;
  return {
    before: joins ? past.before : [...past.before, { value: past.now, label }].slice(-most),
    now,
    after: [],
    last: of === null ? null : { of, at },
  };
};

/** What is typed from here on is another thing: the text was left. */
export const left = <T>(past: Past<T>): Past<T> => (past.last === null ? past : { ...past, last: null });

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
