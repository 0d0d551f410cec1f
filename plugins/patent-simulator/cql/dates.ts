import type { Relation } from './query.ts';

/** First and last day of what a date of one to three parts says, as YYYYMMDD; null when it is no date. */
function spanOf(text: string): readonly [string, string] | null {
  const [, day, month, year] = /^(\d\d?)[/.](\d\d?)[/.](\d{4})$/.exec(text) ?? [];
  const plain = year ? `${year}${month?.padStart(2, '0')}${day?.padStart(2, '0')}` : text.replaceAll('-', '');
  if (!/^\d{4}(\d\d){0,2}$/.test(plain)) return null;
  return [plain.padEnd(8, '0'), plain.padEnd(8, '9')];
}

/** Whether a day stands in the relation to a date, or lies between two. */
export function inDates(day: string, relation: Relation, term: string): boolean {
  const spans = term
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(spanOf);
  const first = spans[0];
  const last = spans.at(-1);
  if (!first || !last) return false;
  switch (relation) {
    case '<':
      return day < first[0];
    case '<=':
      return day <= first[1];
    case '>':
      return day > first[1];
    case '>=':
      return day >= first[0];
    default:
      return day >= first[0] && day <= last[1];
  }
}
