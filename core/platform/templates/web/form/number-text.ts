/** Numbers as people write them, read in the language of the page. What could be another number is asked about. */
import { asSeen } from '@dossier/sdk/web/ui/text-checks';

/** One of the numbers that a text may be, and what tells it from the others. */
export interface Reading {
  readonly value: number;
  readonly how: string;
}

/** A text as it was read: a number, one that is asked about, nothing, or no number. */
export type ReadNumber =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'doubt'; readonly values: readonly Reading[] }
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

/** With the signs that JSON has, and without spaces and apostrophes between digits. */
const plain = (text: string): string =>
  plainDigits(asSeen(text).replaceAll(/[\uFF00-\uFFEF]/g, (wide) => wide.normalize('NFKC')))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');

/** A number between what stands before and behind it. */
const between = /^(\D*?)([.,]?\d[\d.,]*)(\D*)$/;

/** A word as it is compared: "Mio." is "mio". */
const bareWord = (word: string): string => word.toLowerCase().replace(/\.$/, '');

/** Which sign stands before decimals in a language. */
const decimalSign = (language: string): string =>
  new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5).find(({ type }) => type === 'decimal')
    ?.value ?? '.';

/**
 * Reads a number of the field's currency, if it has one. One sign with three digits behind it ("1.234", "1,234") parts
 * thousands for some and decimals for others, whatever the language: it is in doubt, and the reading of the page's
 * language comes first. So is whatever is written with a number and is not the currency: "2 Mio" may be two millions,
 * "3 lb" three.
 */
export function readNumber(text: string, language: string, currency?: string): ReadNumber {
  const bare = plain(text);
  if (bare === '') return { kind: 'blank' };
  const [, before = '', digits = '', behind = ''] = between.exec(bare) ?? [];
  const [minus, lead] = signIn(before);
  const beside = [lead, behind].map((part) => withoutCurrency(part.trim(), language, currency));
  const numbers = numbersFrom(`${minus}${digits}`, language);
  if (numbers.length === 0 || beside[0] === '-') return { kind: 'unreadable' };
  const [first, second] = numbers;
  if (beside.join('') === '')
    return first && second === undefined ? { kind: 'number', value: first.value } : { kind: 'doubt', values: numbers };
  const scaled = (beside[0] === '' ? powersOf(beside[1] ?? '', language) : []).flatMap((power) =>
    numbers.map(({ value }) => Number(`${value}e${power}`)).filter((value) => Number.isSafeInteger(Math.round(value))),
  );
  const left = `without ${beside.flatMap((part) => (part === '' ? [] : `“${part}”`)).join(' and ')}`;
  return {
    kind: 'doubt',
    values: [
      ...scaled.map((value) => ({ value, how: '' })),
      ...numbers.map(({ value, how }) => ({ value, how: [how, left].filter(Boolean).join(', ') })),
    ],
  };
}

/** The sign of a number, which stands before or behind its currency, and what else is there. */
function signIn(before: string): readonly [sign: string, rest: string] {
  const rest = before.trim();
  if (rest.startsWith('-')) return ['-', rest.slice(1).trim()];
  return rest.endsWith('-') ? ['-', rest.slice(0, -1)] : ['', rest];
}

/** The one number, or the two, that digits with signs between them may be. */
function numbersFrom(bare: string, language: string): readonly Reading[] {
  if (!/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) {
    const value = numberFrom(withoutGroups(bare));
    return value === null ? [] : [{ value, how: '' }];
  }
  const thousands = numberFrom(bare.replace(/[.,]/, ''));
  const decimals = numberFrom(bare.replace(',', '.'));
  if (thousands === null || decimals === null) return [];
  // So that neither can be taken for the other, it is said what the mark was.
  const both = [
    { value: decimals, how: 'with decimals' },
    { value: thousands, how: 'no decimals' },
  ];
  return bare.includes(decimalSign(language)) ? both : both.toReversed();
}

/** The text beside a number without its own currency: by its sign, its three letters or its name. */
function withoutCurrency(part: string, language: string, currency: string | undefined): string {
  if (currency === undefined || part === '') return part;
  const own = new Set(
    [language, 'en'].flatMap((one) =>
      (['symbol', 'narrowSymbol', 'code', 'name'] as const).flatMap((currencyDisplay) =>
        [1, 2].flatMap((count) =>
          new Intl.NumberFormat(one, { style: 'currency', currency, currencyDisplay, maximumFractionDigits: 0 })
            .formatToParts(count)
            .flatMap(({ type, value }) => (type === 'currency' ? [bareWord(value)] : [])),
        ),
      ),
    ),
  );
  const isOwn = (word: string): boolean => own.has(bareWord(word));
  return isOwn(part)
    ? ''
    : part
        .split(' ')
        .filter((word) => !isOwn(word))
        .join(' ');
}

/** Languages in whose words people write large numbers, beside that of the page. */
const wordLanguages = ['en', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pl'];

/** The powers of ten that a word stands for: 6 for "Mio", 9 and 12 for "Billion", none for "lb". */
function powersOf(word: string, language: string): readonly number[] {
  const found = new Set<number>();
  for (const one of [language, ...wordLanguages])
    for (const compactDisplay of ['short', 'long'] as const) {
      const format = new Intl.NumberFormat(one, { notation: 'compact', compactDisplay, numberingSystem: 'latn' });
      // The word stands for what is left of the number beside its digits: 10 lakh are a million.
      for (const value of spokenNumbers) {
        const parts = new Map(format.formatToParts(value).map((part) => [part.type, part.value]));
        if (bareWord(parts.get('compact') ?? '') === bareWord(word))
          found.add(Math.log10(value / Number(parts.get('integer'))));
      }
    }
  return [...found].filter(Number.isInteger).toSorted((a, b) => a - b);
}

/** Numbers of which languages have words, in their forms for one, two and more. */
const spokenNumbers = [3, 4, 5, 6, 7, 8, 9, 12].flatMap((power) => [1, 2, 5].map((count) => count * 10 ** power));

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
