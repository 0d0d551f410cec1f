/** A place where what was searched stands: from a character of one piece to one of another, the last not included. */
export interface Found {
  readonly page: number;
  readonly from: { readonly piece: number; readonly at: number };
  readonly to: { readonly piece: number; readonly at: number };
}

interface Piece {
  readonly text: string;
  readonly ends: boolean;
}

/** One character as it is compared: without accents and capitals; several for a ligature, none for a lone accent. */
const plain = (character: string): string => character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const plainText = (text: string): string => [...text].map(plain).join('').replaceAll(/\s+/g, ' ').trim();

/**
 * Where words stand in the pieces of a page. Capitals and accents do not matter, and any white space or end of a line
 * is as good as any other.
 */
export const findIn = (page: number, pieces: readonly Piece[], query: string): readonly Found[] => {
  const wanted = plainText(query);
  if (wanted === '') return [];
  let text = '';
  /** Of each character of `text`, where it comes from. */
  const origin: { piece: number; at: number; length: number }[] = [];
  const add = (character: string, piece: number, at: number, length: number): void => {
    const isSpace = /^\s$/.test(character);
    if (isSpace && text.endsWith(' ')) return;
    text += isSpace ? ' ' : character;
    origin.push({ piece, at, length });
  };
  pieces.forEach(({ text: whole, ends }, piece) => {
    let at = 0;
    for (const character of whole) {
      for (const one of plain(character).split('')) add(one, piece, at, character.length);
      at += character.length;
    }
    if (ends) add(' ', piece, at, 0);
  });
  const found: Found[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    const first = origin[at];
    const last = origin[at + wanted.length - 1];
    if (first && last)
      found.push({
        page,
        from: { piece: first.piece, at: first.at },
        to: { piece: last.piece, at: last.at + last.length },
      });
  }
  return found;
};
