/** Signs of currencies, names of them, and blanks: what may stand before or behind the figures. */
const around = /^[\p{Sc}\s]*(?:[A-Z]{3}[\s]*)?|(?:\s*[A-Z]{3})?[\p{Sc}\s]*$/gu;
/** Whole thousands by any usual sign, or none. */
const figures = /^(?<whole>\d{1,3}(?:([.,'’\s])\d{3})(?:\2\d{3})*|\d{1,15})(?:[.,](?<parts>\d{1,2}))?$/u;

/**
 * The amount that a text is as a whole, as people write them: `24500`, `24,500.00`, `24.500,00 €`, `CHF 24'500`. Null
 * for every other text. What could be two amounts (`24.500`) is the larger one, as thousands are written.
 */
export function amountIn(text: string): number | null {
  const found = figures.exec(text.normalize('NFKC').trim().replaceAll(around, ''))?.groups;
  if (!found) return null;
  const whole = (found['whole'] ?? '').replaceAll(/\D/g, '');
  return Number(`${whole}.${found['parts'] ?? '0'}`);
}
