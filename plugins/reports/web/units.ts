import type { Unit } from '../computed.ts';

/**
 * A number as people read it, the same on screen and on paper: `1,204`, `82.5 %`, `3 d 4 h`; `–` where there is none.
 * Durations are in seconds, percentages 0–100. `language` is BCP 47.
 */
export function inWords(value: number | null, unit: Unit, language = 'en'): string {
  if (value === null || !Number.isFinite(value)) return '–';
  const number = format(language, unit === 'count' ? 2 : 1);
  if (unit === 'percent') return `${number.format(value)} %`;
  return unit === 'duration' ? `${value < 0 ? '-' : ''}${duration(Math.abs(value), number)}` : number.format(value);
}

/**
 * A language with the digits and the calendar of the words around: those are English, so that other digits would stand
 * alone among them. Throws `RangeError` for what is no language.
 */
export const asWritten = (language: string): string =>
  new Intl.Locale(language, { numberingSystem: 'latn', calendar: 'gregory' }).toString();

const formats = new Map<string, Intl.NumberFormat>();

/** Making one takes longer than using it a hundred times. A language that is none is taken for English. */
function format(language: string, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(supported(language) ? asWritten(language) : 'en', {
    maximumFractionDigits: decimals,
  });
  formats.set(key, made);
  return made;
}

function supported(language: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}

const steps = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** The two largest parts, rounded to the smaller of them: `3 d 4 h`, `4 h 5 min`, `12 min`, `45.5 s`. */
function duration(seconds: number, number: Intl.NumberFormat): string {
  if (seconds < 60) return `${number.format(seconds)} s`;
  const first = steps.findIndex(([, size]) => seconds >= size);
  const smaller = steps[first + 1] ?? steps[3];
  let rest = Math.round(seconds / smaller[1]) * smaller[1];
  const parts: string[] = [];
  for (const [name, size] of steps) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && parts.length < 2) parts.push(`${number.format(count)} ${name}`);
  }
  return parts.join(' ');
}
