/** How numbers, dates and times are written for who reads the page, and by whose clock. */
export interface Reader {
  /** A language tag (BCP 47): `de-AT`. */
  readonly language: string;
  /** An IANA name: `Europe/Vienna`. */
  readonly timeZone: string;
  /** In which texts are wanted that there are in several languages, the most wanted first; at most ten. */
  readonly languages: readonly string[];
}

/** Choices of somebody; null where those of others count. */
export interface Chosen {
  readonly language: string | null;
  readonly timeZone: string | null;
}

/** Whether this browser can write in a language, and by a time zone. */
const isKnown = (language: string, timeZone = 'UTC'): boolean => {
  try {
    new Intl.DateTimeFormat(language, { timeZone });
    return true;
  } catch {
    return false;
  }
};

/**
 * The variety of a language that the browser prefers, where only the language is said: `en-US` of `en`. English without
 * a country is written as most of its readers know it. Where the system's language is `C` or `POSIX`, a browser may
 * name `en-US@posix`, which no format takes.
 */
const varietyOf = (language: string | undefined): string => {
  const preferred = navigator.languages.filter((tag) => isKnown(tag));
  const wanted = language ?? preferred[0] ?? 'en';
  if (wanted.includes('-')) return wanted;
  return preferred.find((tag) => tag.startsWith(`${wanted}-`)) ?? (wanted === 'en' ? 'en-GB' : wanted);
};

const readerOf = (...chosen: readonly Chosen[]): Reader => ({
  language: varietyOf(chosen.flatMap(({ language }) => language ?? []).find((one) => isKnown(one))),
  timeZone:
    chosen.flatMap(({ timeZone }) => timeZone ?? []).find((one) => isKnown('en', one)) ??
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
  languages: [...(chosen[0]?.language ? [chosen[0].language] : []), ...navigator.languages].slice(0, 10),
});

let current = readerOf();

/** The reader of now: as the person chose, else as their organization, else as the browser has it. */
export const reader = (): Reader => current;

/** Goes by these from now on, the person's own first; the shell calls it before it tells the session. */
export const readAs = (own: Chosen, organization: Chosen | null): void => {
  current = readerOf(own, ...(organization ? [organization] : []));
};

/** Something that is made for the reader when it is first needed, and anew when the reader has become another. */
export const forReader = <T>(make: (reader: Reader) => T): (() => T) => {
  let made: { readonly of: Reader; readonly value: T } | undefined;
  return () => {
    if (made?.of !== current) made = { of: current, value: make(current) };
    return made.value;
  };
};

/**
 * A way in which moments are written for the reader, by the reader's clock unless `timeZone` says another: days without
 * a time (`2026-11-26`) by `UTC`. What it gives takes a Date, or ISO 8601.
 */
export const momentFormat = (options: Intl.DateTimeFormatOptions): ((at: Date | string | number) => string) => {
  const format = forReader(({ language, timeZone }) => new Intl.DateTimeFormat(language, { timeZone, ...options }));
  return (at) => format().format(new Date(at));
};

/** A number as the reader writes it: "12,500". */
export const figure = (n: number): string => n.toLocaleString(current.language);

const isoDay = forReader(({ timeZone }) => new Intl.DateTimeFormat('sv-SE', { timeZone }));

/** The day that a moment falls on where the reader is, as `2026-11-26`. */
export const dayOf = (at: Date): string => isoDay().format(at);

/** Whole days from one day (`2026-11-26`) to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
