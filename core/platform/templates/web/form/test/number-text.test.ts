import { t } from '@dossier/core/testing/t';
import { numberText, readNumber } from '../number-text.ts';

const read = (text: string, language = 'en-GB'): unknown => {
  const found = readNumber(text, language);
  return found.kind === 'number' ? found.value : found.kind === 'doubt' ? found.values : found.kind;
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
    ['€ 18.000,00', 18_000],
    ['18,000.00 EUR', 18_000],
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
  t.same(read('€ 999.000', 'de'), [999_000, 999]);
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
  return found.kind === 'number' ? found.value === value : found.kind === 'doubt' && found.values[0] === value;
}
