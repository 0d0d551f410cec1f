import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';

/** A number as it is written: digits times a power of ten. */
function decimal(number: number): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = '', exponent = '0'] = number.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/**
 * Whether one number is a multiple of another as both are written: 19.99 is one of 0.01, which the division of
 * floating-point numbers denies.
 */
function isMultiple(number: number, of: number): boolean {
  const [a, b] = [decimal(number), decimal(of)];
  const least = Math.min(a.exponent, b.exponent);
  return (a.digits * 10n ** BigInt(a.exponent - least)) % (b.digits * 10n ** BigInt(b.exponent - least)) === 0n;
}

/** The keyword `multipleOf` (JSON Schema 2020-12) on decimal numbers, in the place of Ajv's. */
export const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  errors: false,
  error: { message: ({ schema }) => `must be a multiple of ${String(schema)}` },
  compile: (of: number) => (number: number) => isMultiple(number, of),
};
