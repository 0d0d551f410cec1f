import { Type } from 'typebox';
import { canonicalTimeZone, NO_TIME_ZONE } from './time-zone.ts';
import type { Fault } from './problem.ts';

/** In which language, time zone and currency somebody reads and reckons. */
export interface Regional {
  /** A language tag (BCP 47): `de-AT`. */
  readonly language: string;
  /** A {@link canonicalTimeZone}. */
  readonly timeZone: string;
  /** A code of ISO 4217: `EUR`. */
  readonly currency: string;
}

/**
 * The name under which a language is kept, or undefined for what this Node cannot write numbers and dates in.
 */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical !== undefined && Intl.DateTimeFormat.supportedLocalesOf(canonical).length > 0
      ? canonical
      : undefined;
  } catch {
    return undefined;
  }
}

let currencies: ReadonlySet<string> | undefined;
/** The code of a currency in upper case, or undefined for what is none. */
export function canonicalCurrency(code: string): string | undefined {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  const upper = code.toUpperCase();
  return currencies.has(upper) ? upper : undefined;
}

/** Where nobody has said otherwise: English, the euro, and the time zone of this server. */
export const regionalDefaults = (): Regional => ({
  language: 'en',
  timeZone: canonicalTimeZone(new Intl.DateTimeFormat('en').resolvedOptions().timeZone) ?? 'UTC',
  currency: 'EUR',
});

/** Members of bodies; what is wrong with them beyond their length is found by {@link regionalFaults}. */
export const regionalMembers = {
  language: Type.String({ minLength: 2, maxLength: 35, description: 'A language tag (BCP 47), for example de-AT.' }),
  timeZone: Type.String({ minLength: 1, maxLength: 64, description: 'A time zone, for example Europe/Vienna.' }),
  currency: Type.String({ minLength: 3, maxLength: 3, description: 'A currency (ISO 4217), for example EUR.' }),
};

type Given = { readonly [K in keyof Regional]?: Regional[K] | null | undefined };
const canonical = { language: canonicalLanguage, timeZone: canonicalTimeZone, currency: canonicalCurrency } as const;
const wrong = {
  language: ['bad-language', 'Name a language by its tag, for example en, de or pt-BR.'],
  timeZone: ['bad-time-zone', NO_TIME_ZONE],
  currency: ['bad-currency', 'Name a currency by its three letters (ISO 4217), for example EUR or USD.'],
} as const;
const names = ['language', 'timeZone', 'currency'] as const;

/** What is wrong with what is given of them, by its place: `/language`. */
export const regionalFaults = (given: Given): readonly Fault[] =>
  names.flatMap((name) => {
    const value = given[name];
    if (typeof value !== 'string' || canonical[name](value) !== undefined) return [];
    return [{ pointer: `/${name}`, code: wrong[name][0], detail: wrong[name][1] }];
  });

/** What is given of them, each under the one name by which it is kept; null stays null. */
export const regionalKept = <G extends Given>(given: G): Pick<G, keyof G & keyof Regional> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      if (value === undefined) return [];
      return [[name, value === null ? null : (canonical[name](value) ?? value)]];
    }),
  ) as Pick<G, keyof G & keyof Regional>;
