import { badCursor, cursorParts, isId } from '@dossier/sdk';

/**
 * Place in a sorted list: the values of the last row. It names no filter and no right, so a forged one shows nothing
 * that an honest one would not.
 */
export interface Cursor {
  readonly sort: string;
  readonly value: string;
  readonly id: string;
}

export const writeCursor = ({ sort, value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');

/** Reads a cursor of this sort order; anything else is 400 `bad-cursor`. */
export function readCursor(text: string, sort: string, kind: 'time' | 'number' | 'text'): Cursor {
  const [inSort, value, id] = cursorParts(text);
  if (
    inSort !== sort ||
    typeof value !== 'string' ||
    value.includes('\0') ||
    !isId(id) ||
    (kind === 'time' && !isIsoTime(value)) ||
    (kind === 'number' && !Number.isFinite(Number(value)))
  ) {
    throw badCursor(
      'Take the cursor that came with the page before, with the same sort order, or leave it out to begin at the first page.',
    );
  }
  return { sort, value, id };
}

const isIsoTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/.test(text) && !Number.isNaN(Date.parse(text));
