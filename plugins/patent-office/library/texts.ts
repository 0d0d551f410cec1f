/** Which offices give claims and descriptions, as far as is known. */
const offices: ReadonlySet<string> = new Set(
  'EP WO AT BE BG CA CH CY CZ DK EE ES FR GB GR HR IE IT LT LU MC MD ME NO PL PT RO RS SE SK'.split(' '),
);

export const givesTexts = (country: string): boolean => offices.has(country);

/** Those in whose texts most people can read come first. */
const liked = ['EP', 'WO', 'GB', 'CA', 'IE'];

/** Granted publications come before applications, and both before corrections. */
const rankOfKind = (number: string): number => (/B[1-7]$/.test(number) ? 0 : /A[1-7]?$/.test(number) ? 1 : 2);

/** The publication of one invention whose text is read best; null where none has any. */
export function bestText<M extends { readonly number: string; readonly isSimple: boolean }>(
  members: readonly M[],
): M | null {
  const rank = ({ number, isSimple }: M): number => {
    const place = liked.indexOf(number.slice(0, 2));
    return (isSimple ? 0 : 1_000) + (place < 0 ? liked.length : place) * 10 + rankOfKind(number);
  };
  const [best] = members.filter(({ number }) => givesTexts(number.slice(0, 2))).toSorted((a, b) => rank(a) - rank(b));
  return best ?? null;
}

/** The one of these numbers, of which there is at least one, that most people read best; the first of those alike. */
export const readBest = (numbers: readonly string[]): string => {
  const best = bestText(numbers.map((number) => ({ number, isSimple: true })));
  return best?.number ?? numbers.toSorted((a, b) => rankOfKind(a) - rankOfKind(b))[0] ?? '';
};
