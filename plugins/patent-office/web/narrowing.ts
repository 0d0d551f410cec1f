/** What is done with hits that are here already: it asks nobody, and costs nothing. */
import { compareNames, fold } from '@dossier/sdk/web/ui/names';
import type { Hit } from './asking.ts';

export type Sort = 'given' | 'newest' | 'oldest' | 'applicant' | 'number';
export const sorts: readonly (readonly [Sort, string])[] = [
  ['given', 'The office’s own'],
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['applicant', 'By applicant'],
  ['number', 'By number'],
];

export interface Narrowing {
  /** Two letters; empty for all. */
  readonly office: string;
  /** YYYY; empty for all. */
  readonly year: string;
  readonly applicant: string;
  /** In title, applicants, classes or the number. */
  readonly words: string;
  /** Only of offices that give claims and description. */
  readonly withText: boolean;
  /** A family is one row: one of it stands for the others. */
  readonly onePerFamily: boolean;
  readonly sort: Sort;
}
export const everything: Narrowing = {
  office: '',
  year: '',
  applicant: '',
  words: '',
  withText: false,
  onePerFamily: true,
  sort: 'given',
};

/** Offices whose claims and descriptions the service has. */
const withTexts: ReadonlySet<string> = new Set(
  'EP WO AT BE BG CA CH CY CZ DK EE ES FR GB GR HR IE IT LT LU MC MD ME NO PL PT RO RS SE SK'.split(' '),
);

const officeOf = ({ number }: Hit): string => number.slice(0, 2);
const yearOf = ({ date }: Hit): string => date?.slice(0, 4) ?? '';
const firstOf = ({ applicants }: Hit): string => applicants[0] ?? '';

/** Whether it leaves out some that would be there without it. */
export const isNarrowed = (o: Narrowing): boolean =>
  [o.office, o.year, o.applicant, o.words.trim()].some((one) => one !== '') || o.withText;

/** How often each occurs among these, those that occur most first. */
function countsOf(values: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || compareNames(a, b));
}

/** What can be chosen: what occurs among the hits that are here. */
export const choicesOf = (hits: readonly Hit[]) => ({
  offices: countsOf(hits.map(officeOf)),
  years: [...countsOf(hits.map(yearOf))].sort(([a], [b]) => (a < b ? 1 : -1)),
  applicants: countsOf(hits.flatMap((hit) => [...new Set(hit.applicants)])),
});

const holds = ({ title, applicants, classes, number, spoken }: Hit, words: string): boolean => {
  const text = fold([title ?? '', ...applicants, ...classes, number, spoken].join(' '));
  return fold(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

const order: Readonly<Record<Exclude<Sort, 'given'>, (a: Hit, b: Hit) => number>> = {
  // What has no day comes last either way.
  newest: (a, b) => byDay(a, b, -1),
  oldest: (a, b) => byDay(a, b, 1),
  applicant: (a, b) => Number(firstOf(a) === '') - Number(firstOf(b) === '') || compareNames(firstOf(a), firstOf(b)),
  number: (a, b) => a.number.localeCompare(b.number, 'en', { numeric: true }),
};

function byDay(a: Hit, b: Hit, sign: 1 | -1): number {
  const [one, other] = [a.date, b.date];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one === other ? 0 : one < other ? -sign : sign;
}

/** A hit, with how many of its family are shown, and those for which it stands. */
export interface Row {
  readonly hit: Hit;
  readonly family: number;
  readonly others: readonly Hit[];
}

/** The hits that are to be shown, in their order. */
export function narrowed(hits: readonly Hit[], o: Narrowing): readonly Row[] {
  const kept = hits.filter(
    (hit) =>
      (o.office === '' || officeOf(hit) === o.office) &&
      (o.year === '' || yearOf(hit) === o.year) &&
      (o.applicant === '' || hit.applicants.includes(o.applicant)) &&
      (!o.withText || withTexts.has(officeOf(hit))) &&
      (o.words.trim() === '' || holds(hit, o.words.trim())),
  );
  const sorted = o.sort === 'given' ? kept : kept.toSorted(order[o.sort]);
  const familyOf = ({ family, number }: Hit): string => family ?? number;
  const families = Map.groupBy(sorted, familyOf);
  if (!o.onePerFamily)
    return sorted.map((hit) => ({ hit, family: families.get(familyOf(hit))?.length ?? 1, others: [] }));
  return [...families.values()].flatMap((members) => {
    const best = members.find(({ behind }) => behind === null) ?? members[0];
    return best ? [{ hit: best, family: members.length, others: members.filter((one) => one !== best) }] : [];
  });
}

/** `F17C 1/06`: a class as classifications print it. */
export const spacedClass = (symbol: string): string => symbol.replace(/^([A-HY]\d{2}[A-Z])(?=\d)/, '$1 ');
