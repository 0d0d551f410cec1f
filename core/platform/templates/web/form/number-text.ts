/** Numbers as people write them, read in the language of the page. What could be two numbers is asked about. */

/** What a text is: a number, one of two numbers, nothing, or no number. */
export type ReadNumber =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'doubt'; readonly values: readonly [number, number] }
  | { readonly kind: 'blank' }
  | { readonly kind: 'unreadable' };

/** A JSON number keeps some fifteen digits. */
const mostDigits = 15;
const digitBlocks = ['٠', '۰', '०', '০'].map((zero) => zero.codePointAt(0) ?? 0);

/** Digits of other scripts as those of JSON. */
const plainDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const at = digit.codePointAt(0) ?? 0;
    const zero = digitBlocks.find((one) => at >= one && at < one + 10);
    return zero === undefined ? digit : String(at - zero);
  });

/** Without a currency, spaces and apostrophes between digits; with the signs that JSON has. */
const plain = (text: string): string =>
  plainDigits(text.normalize('NFKC'))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
    .replace(/^\s*(-?)\s*(?:\p{Sc}|[a-z]{1,3}\b\.?)?\s*(-?)/iu, '$1$2')
    .replace(/\s*(?:\p{Sc}|\b[a-z]{1,3}\.?)?\s*$/iu, '')
    .trim();

/** Which sign stands before decimals in a language. */
const decimalSign = (language: string): string =>
  new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5).find(({ type }) => type === 'decimal')
    ?.value ?? '.';

/**
 * Reads a number. One sign with three digits behind it ("1.234", "1,234") parts thousands for some and decimals for
 * others, whatever the language: it is in doubt, and the reading of the page's language comes first.
 */
export function readNumber(text: string, language: string): ReadNumber {
  const bare = plain(text);
  if (bare === '') return text.trim() === '' ? { kind: 'blank' } : { kind: 'unreadable' };
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) {
    const thousands = numberFrom(bare.replace(/[.,]/, ''));
    const decimals = numberFrom(bare.replace(',', '.'));
    if (thousands === null || decimals === null) return { kind: 'unreadable' };
    const isDecimal = bare.includes(decimalSign(language));
    return { kind: 'doubt', values: isDecimal ? [decimals, thousands] : [thousands, decimals] };
  }
  const value = numberFrom(withoutGroups(bare));
  return value === null ? { kind: 'unreadable' } : { kind: 'number', value };
}

/** The text with a point before decimals and nothing between thousands; as it is where it is neither. */
function withoutGroups(bare: string): string {
  for (const [group, decimal] of [
    [',', '.'],
    ['.', ','],
  ] as const) {
    const [whole = '', ...rest] = bare.split(decimal);
    const parts = whole.replace('-', '').split(group);
    const grouped = parts.length > 1 && /^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every(isGroup);
    if (grouped && parts.at(-1)?.length === 3 && rest.length <= 1)
      return [whole.replaceAll(group, ''), ...rest].join('.');
  }
  return /^-?\d*[.,]?\d*$/.test(bare) ? bare.replace(',', '.') : bare;
}

/** Thousands, or the pairs of Indian numbers. */
const isGroup = (digits: string): boolean => /^\d{2,3}$/.test(digits);

function numberFrom(text: string): number | null {
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(text)) return null;
  const digits = text.replaceAll(/[-.]/g, '').replace(/^0+/, '');
  const value = Number(text);
  return digits.length > mostDigits || !Number.isFinite(value) ? null : value === 0 ? 0 : value;
}

/** A number to be edited: without marks between thousands wherever they could be taken for decimals. */
export function numberText(value: number, language: string, decimals?: number): string {
  const written = (useGrouping: boolean): string =>
    new Intl.NumberFormat(language, {
      numberingSystem: 'latn',
      useGrouping,
      minimumFractionDigits: Number.isInteger(value) ? 0 : Math.min(decimals ?? 0, 20),
      maximumFractionDigits: 20,
    }).format(value);
  const grouped = written(true);
  const read = readNumber(grouped, language);
  return read.kind === 'number' && read.value === value ? grouped : written(false);
}
