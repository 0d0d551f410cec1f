/** How corrections are spoken of. */
import { dayOf as dayHere, momentFormat } from '@dossier/sdk/web/ui/reader';

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
/** A count at the beginning of a sentence. */
const counted = (n: number): string => numbers[n] ?? String(n);

/** `3 answers`, `one paper`, as they stand in the middle of a sentence. */
const some = (n: number, one: string, many: string): string =>
  n === 1 ? `one ${one}` : `${counted(n).toLowerCase()} ${many}`;

interface Asked {
  readonly kind: 'field' | 'document';
}

/** What the client is asked to do, in one sentence. */
export function taskOf(items: readonly Asked[]): string {
  const fields = items.filter(({ kind }) => kind === 'field').length;
  const papers = items.length - fields;
  const parts = [
    ...(fields > 0 ? [`correct ${some(fields, 'answer', 'answers')}`] : []),
    ...(papers > 0 ? [`send ${some(papers, 'paper', 'papers')}`] : []),
  ];
  return `Please ${parts.join(' and ')}`;
}

/** What stands above the letter. */
export const headOf = (count: number, what: string): string =>
  count === 1 ? `One thing is missing for ${what}` : `${counted(count)} things are missing for ${what}`;

/** `Thursday 3 December`, with the year where it is another one. */
export const dayOf = (iso: string, now = new Date()): string =>
  (dayHere(new Date(iso)).slice(0, 4) === dayHere(now).slice(0, 4) ? thisYear : anotherYear)(iso);

const weekday = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const thisYear = momentFormat(weekday);
const anotherYear = momentFormat({ ...weekday, year: 'numeric' });

/** By which staff calls somebody who reads their letter: the first of their names. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] || 'the client';

/** The state of a round, for both sides. */
export const stateWords: Readonly<Record<string, string>> = {
  open: 'Waiting for an answer',
  sent: 'Answered',
  'taken-back': 'Taken back',
  closed: 'Ended with the application',
};
