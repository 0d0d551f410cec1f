/** Which mistyped words meet the word that was meant, and which texts are amounts. */
import { t } from '@dossier/core/testing/t';
import { amountIn } from '../amounts.ts';
import { nearest, slipsOf } from '../slips.ts';

const meet = (typed: string, meant: string): boolean =>
  slipsOf(typed).some((slip) => slipsOf(meant).includes(slip)) && nearest(typed, [meant], 1).length === 1;

t.test('one slip in a word, or in its beginning, is forgiven', async (t) => {
  for (const typed of ['lindqvst', 'lindqvixst', 'lindqvost', 'lidnqvist', 'indqvist'])
    t.ok(meet(typed, 'lindqvist'), typed);
  for (const typed of ['lundkvost', 'berg', 'lindgren', 'tsivqdnil']) t.notOk(meet(typed, 'lindqvist'), typed);
  t.ok(meet('müler', 'müller'));
});

t.test('amounts are read as people write them, and nothing else is an amount', async (t) => {
  for (const [text, amount] of [
    ['24500', 24_500],
    ['24,500.00', 24_500],
    ['24.500,00 €', 24_500],
    ['€24,500', 24_500],
    ["CHF 24'500", 24_500],
    ['1 250 000,5 EUR', 1_250_000.5],
    ['0.75', 0.75],
    ['24.500', 24_500],
  ] as const)
    t.equal(amountIn(text), amount, text);
  for (const text of ['', '2026-000412', 'Ada', '24500 loan', '1,2,3', '.', '€', '1e5'])
    t.equal(amountIn(text), null, text);
});
