import { t } from '@dossier/core/testing/t';
import { numberText, readNumber } from '../number-text.ts';

const read = (text: string, language = 'en-GB', currency?: string): unknown => {
  const found = readNumber(text, language, currency);
  if (found.kind === 'number') return found.value;
  return found.kind === 'doubt' ? found.values.map(({ value }) => value) : found.kind;
};

t.test('numbers are read as people write them', async (t) => {
  const written: readonly (readonly [string, unknown])[] = [
    ['', 'blank'],
    ['  ', 'blank'],
    ['0', 0],
    ['-0', 0],
    ['2850', 2850],
    ['2850.5', 2850.5],
    ['2850,5', 2850.5],
    ['0.125', 0.125],
    ['0,125', 0.125],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1,23,456', 123_456],
    ['1 234 567', 1_234_567],
    ['1 234,5', 1234.5],
    ["1'234.50", 1234.5],
    ['\u202A2850\u202C', 2850],
    ['１２３４５', 12_345],
    ['−5', -5],
    ['١٢٣', 123],
    ['two', 'unreadable'],
    ['1e5', 'unreadable'],
    ['1.2.3', 'unreadable'],
    ['--1', 'unreadable'],
    ['€', 'unreadable'],
    ['12345678901234567', 'unreadable'],
  ];
  for (const [text, value] of written) t.same(read(text), value, text);
});

t.test('one sign before three digits is asked about in every language, that of the page first', async (t) => {
  t.same(read('1.234', 'en-GB'), [1.234, 1234]);
  t.same(read('1,234', 'en-GB'), [1234, 1.234]);
  t.same(read('1.234', 'de'), [1234, 1.234]);
  t.same(read('1,234', 'de'), [1.234, 1234]);
  t.same(read('€ 999.000', 'de', 'EUR'), [999_000, 999]);
});

t.test("what is written with a number is the field's currency, or is asked about", async (t) => {
  for (const [text, value, language, currency] of [
    ['€ 18.000,00', 18_000, 'de', 'EUR'],
    ['18,000.00 EUR', 18_000, 'en', 'EUR'],
    ['-€ 5', -5, 'en', 'EUR'],
    ['€-5', -5, 'en', 'EUR'],
    ['5 Euro', 5, 'de', 'EUR'],
    ['5 US dollars', 5, 'en', 'USD'],
    ['kr 5', 5, 'sv', 'SEK'],
    ['2 Mio', [2_000_000, 2], 'de', 'EUR'],
    ['2 Mio. €', [2_000_000, 2], 'en', 'EUR'],
    ['2 Millionen Euro', [2_000_000, 2], 'en', 'EUR'],
    ['1,5 Mrd.', [1_500_000_000, 1.5], 'de', 'EUR'],
    ['1.15 million', [1_150_000, 1.15], 'en', undefined],
    ['250 k', [250_000, 250], 'en', 'EUR'],
    ['2 billion', [2e9, 2e12, 2], 'en', 'EUR'],
    ['1.234 Mio', [1_234_000_000, 1_234_000, 1234, 1.234], 'de', 'EUR'],
    ['3 lakh', [300_000, 3], 'en-IN', 'INR'],
    ['5万', [50_000, 5], 'ja', 'JPY'],
    ['3 lb', [3], 'en', 'EUR'],
    ['$ 3', [3], 'en', 'EUR'],
    ['€ 3', [3], 'en', undefined],
    ['about 2800', [2800], 'en', 'EUR'],
    ['18.000,-', [18_000], 'de', 'EUR'],
    ['5 %', [5], 'en', undefined],
    ['50 m²', [50], 'en', undefined],
    ['2½', [2], 'en', undefined],
    ['2800-3000', 'unreadable', 'en', 'EUR'],
    ['3 x 200', 'unreadable', 'en', 'EUR'],
  ] as const)
    t.same(read(text, language, currency), value, `${text} (${language})`);
  const found = readNumber('2 Mio', 'de', 'EUR');
  t.same(found.kind === 'doubt' && found.values.map(({ how }) => how), ['', 'without “Mio”']);
});

t.test('what is written to be edited is read as the same number, in every language', async (t) => {
  for (const language of ['en-GB', 'de', 'fr', 'de-CH', 'hi', 'pl'])
    for (const value of [0, 7, 1234, -1234, 18_000, 1_234_567, 0.125, 1.234, 1234.5, 1_234_567.891])
      for (const decimals of [undefined, 2]) {
        const text = numberText(value, language, decimals);
        t.same(numberText(value, language, decimals) && roundTrip(text, language, value), true, `${language} ${text}`);
      }
});

/** What is in doubt has the number among its two. */
function roundTrip(text: string, language: string, value: number): boolean {
  const found = readNumber(text, language);
  return found.kind === 'number' ? found.value === value : found.kind === 'doubt' && found.values[0]?.value === value;
}
