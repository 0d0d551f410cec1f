/**
 * Numbers as they are written in decimals, which is what people mean by them: by division 1.1 is no multiple of 0.01.
 * Alike on the server and in browsers.
 */

/** A number as it is written: digits times a power of ten. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The shortest decimal that is read as this number; the number is finite. */
export function decimalOf(number: number): Decimal {
  const [mantissa = '', exponent = '0'] = number.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** How many decimals a finite number is written with: 2 for 19.99, 0 for 1e21, 7 for 1e-7. */
export const decimalsOf = (number: number): number => (number === 0 ? 0 : Math.max(0, -decimalOf(number).exponent));
