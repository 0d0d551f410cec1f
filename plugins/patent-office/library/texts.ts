/** Which offices give claims and descriptions, as far as is known. */
const offices: ReadonlySet<string> = new Set(
  'EP WO AT BE BG CA CH CY CZ DK EE ES FR GB GR HR IE IT LT LU MC MD ME NO PL PT RO RS SE SK'.split(' '),
);

export const givesTexts = (country: string): boolean => offices.has(country);

/** Those in whose texts most people can read come first. */
const liked = ['EP', 'WO', 'GB', 'CA', 'IE'];

/** Of publications of one invention, the number of the one whose text is read best; null where none has any. */
export function bestText(members: readonly { readonly number: string; readonly isSimple: boolean }[]): string | null {
  const rank = ({ number, isSimple }: { readonly number: string; readonly isSimple: boolean }): number => {
    const place = liked.indexOf(number.slice(0, 2));
    return (isSimple ? 0 : 100) + (place < 0 ? liked.length : place);
  };
  return (
    members.filter(({ number }) => givesTexts(number.slice(0, 2))).toSorted((a, b) => rank(a) - rank(b))[0]?.number ??
    null
  );
}

/** What was granted comes before what was applied for, and both before corrections. */
const rankOfKind = (number: string): number => (/B[1-7]$/.test(number) ? 0 : /A[1-7]?$/.test(number) ? 1 : 2);

/** The one of these numbers, of which there is at least one, that most people read best; the first of those alike. */
export const readBest = (numbers: readonly string[]): string => {
  const members = numbers
    .toSorted((a, b) => rankOfKind(a) - rankOfKind(b))
    .map((number) => ({ number, isSimple: true }));
  return bestText(members) ?? members[0]?.number ?? '';
};
