/** Money in the smallest units of its currency: exact, alike on the server and in browsers. */

/** An amount as it is reckoned with: 50.00 EUR is `{ minor: 5000n, currency: 'EUR' }`. */
export interface Amount {
  readonly minor: bigint;
  /** ISO 4217. */
  readonly currency: string;
}

/** The number of decimals that a currency is written with: 2 for EUR, 0 for JPY, 3 for KWD. */
export const decimalsOfCurrency = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** The amount in whole units, as events have it: exact as far as a fee goes. */
export function unitsOf({ minor, currency }: Amount): number {
  const decimals = decimalsOfCurrency(currency);
  const digits = minor.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return Number(decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`);
}

/** The amount as a reader of this language writes it: `€50.00`. */
export const amountIn = (language: string, amount: Amount): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: amount.currency }).format(unitsOf(amount));
