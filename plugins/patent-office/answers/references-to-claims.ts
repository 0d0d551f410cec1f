/** "claim" in the languages of offices that publish claims; small letters, with endings. */
const words =
  '(?:patent)?ansprüchen|(?:patent)?ansprüche|(?:patent)?anspruchs?|claims?|revendications?|reivindicaci(?:ón|ones)|' +
  'reivindicaç(?:ão|ões)|rivendicazion[ei]|conclusies?|kravene?|krav|kravet|patenttivaatimuksen|zastrzeż\\w+';
const separators = {
  range: 'to|through|thru|bis|à|al?|tot|hasta|ao|til|till|-|–|—',
  list: ',|;|/|&|and/or|and|or|und/oder|und|oder|sowie|et/ou|et|ou|y/o|y|o|e|of|en|og|eller|och',
};
const link = `\\s*(?:(?:${separators.range}|${separators.list})\\s*){1,3}`;
const listed = new RegExp(
  `(?<![\\p{L}])(?:${words})\\s*(?:nos?\\.?\\s*)?(\\d{1,4}(?:${link}(?:(?:${words})\\s*)?\\d{1,4}(?![\\d.]*\\d*\\s*%))*)`,
  'giu',
);
const range = new RegExp(`^\\s*(?:${separators.range})\\s*(?:(?:${words})\\s*)?$`, 'iu');
const earlier = new RegExp(
  '(?<![\\p{L}])(?:' +
    '(?:preceding|foregoing|previous|prior|above|preceeding)(?:\\s+\\p{L}+){0,2}?\\s+claims?|claims?\\s+(?:above|before)|' +
    '(?:vorhergehend|vorangehend|vorherig|vorangegangen|vorstehend|obig)\\p{L}*\\s+(?:patent)?anspr\\p{L}+|' +
    'revendications?\\s+(?:qui\\s+)?pr[ée]c[ée]d\\p{L}+|reivindicaciones\\s+(?:anteriores|precedentes)|' +
    'rivendicazioni\\s+precedenti|(?:voorgaande|voorafgaande)\\s+conclusies|reivindicações\\s+(?:anteriores|precedentes)' +
    ')',
  'iu',
);

/** Of so many earlier claims at most one is noted as meant, so that ten thousand make no fifty million. */
const most = 500;

/** The text of a claim before it names another one; all of it when it names none. */
export function beforeReferences(text: string): string {
  const places = [text.search(listed), text.search(earlier)].filter((at) => at >= 0);
  return places.length === 0 ? text : text.slice(0, Math.min(...places));
}

/** The claims before `number` that a claim's text names, in ascending order. */
export function referencesIn(text: string, number: number): number[] {
  const found = new Set<number>();
  if (earlier.test(text)) for (let n = 1; n < number && n <= most; n++) found.add(n);
  for (const [, list = ''] of text.matchAll(listed)) {
    const numbers = [...list.matchAll(/\d+/g)];
    for (const [at, one] of numbers.entries()) {
      const before = numbers[at - 1];
      const between = before ? list.slice(before.index + before[0].length, one.index) : '';
      const from = before && range.test(between) ? Number(before[0]) : Number(one[0]);
      for (let n = from; n <= Number(one[0]) && n < number && found.size < most; n++) if (n > 0) found.add(n);
    }
  }
  return [...found].sort((one, other) => one - other);
}
