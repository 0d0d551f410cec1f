/** A patent as pages have it: all that is kept, with the state and the price of each part. */
import { utc } from '@dossier/sdk';
import { parts } from '../contract.ts';
import type { PatentLine, PatentPart } from '../contract.ts';
import type { PatentRecord, PartState } from '../replies.ts';
import { citationOf } from './citation.ts';
import { isReadable, kept } from './kept.ts';
import type { Citing } from './kept.ts';
import { isFresh } from './lifetimes.ts';
import { linksOf } from './links.ts';
import type { Meant } from './numbered.ts';
import type { PartRow } from './rows.ts';
import { bestText, givesTexts } from './texts.ts';

export interface Shown {
  readonly meant: Meant;
  readonly line: PatentLine;
  readonly rows: ReadonlyMap<PatentPart, PartRow>;
  /** Lines of those that cite it. */
  readonly citing: ReadonlyMap<string, PatentLine>;
  readonly pages: number | null;
  /** Of the same simple family, as far as they were met. */
  readonly relatives: readonly string[];
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
  const states = parts.map((part) => stateOf(part, o));
  const hasNoText = states.some(({ part, state }) => part === 'claims' && state === 'none');
  return {
    patent: o.line,
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
    textAt: hasNoText ? textElsewhere(o, family) : null,
    links: linksOf(o.meant.number, biblio?.application ?? null),
    savedTo: o.savedTo,
    citation: citationOf(o.line),
  };
}

/** A publication of the same invention that has the text; nothing else is of an office that gives any. */
function textElsewhere({ line, relatives }: Shown, family: PatentRecord['family']): string | null {
  const members = [...(family ?? []), ...relatives.map((number) => ({ number, isSimple: true }))].filter(
    ({ number }) => number !== line.number,
  );
  return bestText(members);
}

function stateOf(part: PatentPart, { rows, meant, now }: Shown): PartState {
  const row = rows.get(part);
  // Nobody has to ask an office of which it is known that it gives no texts; with `again` it is asked all the same.
  const isText = part === 'claims' || part === 'description';
  if (!row)
    return isText && !givesTexts(meant.number.country)
      ? { part, state: 'none', at: null, credits: 1 }
      : { part, state: 'not-asked', at: null, credits: 1 };
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
