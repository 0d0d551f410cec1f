import type { Checked } from './asking.ts';

/** A stretch of the text that looks the same: its colour, and whether it is underlined. */
export interface Piece {
  readonly text: string;
  readonly kind: Checked['tokens'][number]['kind'] | 'plain';
  readonly wrong: boolean;
}

/** Parts of a check that are drawn. */
type Said = Pick<Checked, 'tokens' | 'position' | 'length'>;

/** The same beginning of two texts: what was said of one is true of the other so far. */
function sameBeginning(one: string, other: string): number {
  let i = 0;
  while (i < one.length && one[i] === other[i]) i++;
  return i;
}

/**
 * A text in stretches of one look. `checked` was said of `of`; where the text has changed since, nothing is known of
 * it, and no fault is shown, since it may be mended.
 */
export function piecesOf(text: string, of: string, checked: Said | undefined): readonly Piece[] {
  const known = sameBeginning(text, of);
  const from = text === of && checked ? (checked.position ?? text.length + 1) - 1 : text.length;
  const to = from + (checked?.length ?? 0);
  const kinds = (checked?.tokens ?? []).filter((token) => token.to <= known);
  const edges = new Set([0, text.length, from, to, ...kinds.flatMap((token) => [token.from, token.to])]);
  const places = [...edges].filter((edge) => edge <= text.length).sort((a, b) => a - b);
  return places.slice(1).map((end, i) => {
    const begin = places[i] ?? 0;
    const kind = kinds.find((token) => token.from <= begin && end <= token.to)?.kind ?? 'plain';
    return { text: text.slice(begin, end), kind, wrong: begin >= from && end <= to };
  });
}
