import { type CqlFault, faultAt, quoted, replaced } from './fault.ts';
import type { Lexeme } from './lexemes.ts';
import type { Place } from './types.ts';

/** What is said where the grammar cannot go on: what is missing or stands in the wrong place, and what mends it. */
export interface Slips {
  /** Nothing comes any more. */
  readonly missing: (before: Lexeme | undefined) => CqlFault;
  /** An operator where something to search belongs. */
  readonly misplaced: (word: Lexeme, before: Lexeme | undefined) => CqlFault;
  /** An operator that is meant as a word. */
  readonly reserved: (word: Place) => CqlFault;
  readonly empty: (open: Lexeme, close: Lexeme) => CqlFault;
  readonly unopened: (close: Lexeme, depth: number, before: Lexeme | undefined) => CqlFault;
  readonly straying: (comma: Lexeme) => CqlFault;
  /** A sign that needs something before it. */
  readonly nothingBefore: (sign: Lexeme) => CqlFault;
}

/** The slips of this text. */
export function slipsIn(text: string): Slips {
  const without = (place: Place): string => replaced(text, place, '').trim();
  const missing = (before: Lexeme | undefined) =>
    before === undefined
      ? faultAt({ from: 0, to: 0 }, 'Write what is searched.')
      : before.kind === 'open'
        ? faultAt(before, 'This bracket is never closed.', { text: without(before), label: 'Leave it out' })
        : faultAt(before, `Something to search is missing behind ${before.text}.`, {
            text: text.slice(0, before.from).trim(),
            label: 'Leave it out',
          });
  const reserved = (word: Place) =>
    faultAt(word, 'and, or, not and prox join what is searched. In quotation marks they are searched themselves.', {
      text: replaced(text, word, quoted(text.slice(word.from, word.to))),
      label: 'Put it in quotation marks',
    });
  const misplaced = (word: Lexeme, before: Lexeme | undefined) => {
    const name = word.text.toLowerCase();
    if (before === undefined || before.kind === 'open')
      return faultAt(
        word,
        name === 'not'
          ? 'not cannot begin: it takes something away from what stands before it.'
          : `Something to search is missing before ${word.text}.`,
        { text: without(word), label: 'Leave it out' },
      );
    if (name === 'not' && /^and$/i.test(before.text))
      return faultAt({ from: before.from, to: word.to }, 'not stands by itself, without and.', {
        text: replaced(text, { from: before.from, to: word.to }, 'not'),
        label: 'Take not',
      });
    return faultAt(word, `Something to search is missing between ${before.text} and ${word.text}.`, {
      text: replaced(text, { from: before.to, to: word.to }, ''),
      label: `Leave ${word.text} out`,
    });
  };
  const empty = (open: Lexeme, close: Lexeme) =>
    faultAt({ from: open.from, to: close.to }, 'Nothing to search stands in these brackets.');
  const unopened = (close: Lexeme, depth: number, before: Lexeme | undefined) =>
    depth > 0 && before !== undefined
      ? faultAt(before, `Something to search is missing behind ${before.text}.`)
      : faultAt(close, 'This bracket is never opened.', { text: without(close), label: 'Take it out' });
  const straying = (comma: Lexeme) =>
    faultAt(comma, 'A comma stands between fields, or within quotation marks.', {
      text: replaced(text, comma, /\s/.test(text[comma.to] ?? '') ? '' : ' ').trim(),
      label: 'Leave it out',
    });
  const nothingBefore = (sign: Lexeme) =>
    sign.kind === 'symbol'
      ? faultAt(sign, `A field is missing before ${sign.text}.`)
      : sign.kind === 'comma'
        ? straying(sign)
        : faultAt(sign, 'A stroke cannot stand here.', { text: without(sign), label: 'Leave it out' });
  return { missing, misplaced, reserved, empty, unopened, straying, nothingBefore };
}
