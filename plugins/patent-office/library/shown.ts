/** A patent as pages have it: all that is kept, with the state and the price of each part. */
import { utc } from '@dossier/sdk';
import { parts } from '../contract.ts';
import type { PatentLine, PatentPart } from '../contract.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { forms } from '../numbers/words.ts';
import { lineOfNumber } from '../patents.ts';
import type { PatentRecord, PartState } from '../replies.ts';
import { citationOf } from './citation.ts';
import { isReadable, kept } from './kept.ts';
import type { Citing } from './kept.ts';
import { isFresh } from './lifetimes.ts';
import { linksOf } from './links.ts';
import type { PartRow } from './rows.ts';
import { bestText, givesTexts } from './texts.ts';

export interface Shown {
  readonly number: PatentNumber;
  /** Line of the publication; null where nobody has met it, and where there are several. */
  readonly line: PatentLine | null;
  /** Publications of a number without its kind, where there are several. */
  readonly publications: readonly PatentLine[];
  readonly rows: ReadonlyMap<PatentPart, PartRow>;
  /** Lines of those that cite it. */
  readonly citing: ReadonlyMap<string, PatentLine>;
  readonly pages: number | null;
  /** Of the same simple family, as far as they were met. */
  readonly relatives: readonly { readonly number: string; readonly spoken: string }[];
  readonly savedTo: PatentRecord['savedTo'];
  readonly now: Date;
}

/** What of a row fits; null of what was never asked for, or is not there. */
const fitting = <T>(row: PartRow | undefined, shape: { fits(value: unknown): value is T }): T | null =>
  row && shape.fits(row.data) ? row.data : null;

export const citingOf = (rows: Shown['rows']): Citing | null => fitting(rows.get('citing'), kept.citing);

export function shown(o: Shown): PatentRecord {
  const { rows } = o;
  const biblio = fitting(rows.get('biblio'), kept.biblio);
  const family = fitting(rows.get('family'), kept.family);
  const citing = citingOf(rows);
  const line = o.line ?? lineOfNumber(o.number);
  const states = o.number.kind === null ? [stateOfNumber(o)] : parts.map((part) => stateOf(part, o));
  const hasNoText = states.some(({ part, state }) => part === 'claims' && state === 'none');
  return {
    patent: line,
    publications: [...o.publications],
    parts: states,
    biblio,
    claims: fitting(rows.get('claims'), kept.claims),
    description: fitting(rows.get('description'), kept.description),
    family,
    legal: fitting(rows.get('legal'), kept.legal),
    citing: citing && {
      total: citing.total,
      lines: citing.numbers.flatMap((number) => o.citing.get(number) ?? []),
    },
    pages: o.pages,
    textAt: hasNoText ? textElsewhere(line.number, [...(family ?? []), ...o.relatives]) : null,
    links: linksOf(o.number, biblio?.application ?? null),
    savedTo: o.savedTo,
    citation: citationOf(line),
  };
}

/** A publication of the same invention that has the text; nothing else is of an office that gives any. */
function textElsewhere(
  of: string,
  family: readonly { readonly number: string; readonly spoken: string; readonly isSimple?: boolean }[],
): PatentRecord['textAt'] {
  const members = family.flatMap(({ isSimple = true, ...one }) => (one.number === of ? [] : [{ ...one, isSimple }]));
  const best = bestText(members);
  return best && { number: best.number, spoken: best.spoken };
}

/** The office has to say which publication it is: its kind is missing, or it may be kept in either of two forms. */
export const isUnsure = (number: PatentNumber): boolean => number.kind === null || forms(number).length > 1;

/** The one part of a number without its kind: which publications there are. */
const stateOfNumber = ({ publications }: Shown): PartState => ({
  part: 'biblio',
  state: publications.length > 0 ? 'there' : 'not-asked',
  at: null,
  credits: publications.length > 0 ? 0 : 1,
});

function stateOf(part: PatentPart, { rows, number, line, now }: Shown): PartState {
  const row = rows.get(part);
  // Nobody has to ask an office of which it is known that it gives no texts; with `again` it is asked all the same.
  const isText = part === 'claims' || part === 'description';
  // The office is asked first which of its numbers it keeps.
  const price = line === null && part !== 'biblio' && isUnsure(number) ? 2 : 1;
  if (!row)
    return { part, state: isText && !givesTexts(number.country) ? 'none' : 'not-asked', at: null, credits: price };
  const isNone = row.data === null && row.whole;
  if (row.data !== null && !isReadable(part, row)) return { part, state: 'not-asked', at: null, credits: 1 };
  const isSettled = isFresh({ part, whole: row.whole, isNone, at: row.at }, now);
  return {
    part,
    state: isNone ? 'none' : row.whole ? 'there' : 'partial',
    at: utc(row.at),
    credits: isSettled ? 0 : 1,
  };
}
