import { decimalOf, decimalsOf } from '@dossier/sdk';
import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';

/**
 * Whether one number is a multiple of another as both are written: 19.99 is one of 0.01, which the division of
 * floating-point numbers denies.
 */
function isMultiple(number: number, of: number): boolean {
  const [a, b] = [decimalOf(number), decimalOf(of)];
  const least = Math.min(a.exponent, b.exponent);
  return (a.digits * 10n ** BigInt(a.exponent - least)) % (b.digits * 10n ** BigInt(b.exponent - least)) === 0n;
}

/** The keyword `multipleOf` (JSON Schema 2020-12) on decimal numbers, in the place of Ajv's. */
const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  errors: false,
  error: { message: ({ schema }) => `must be a multiple of ${String(schema)}` },
  compile: (of: number) => (number: number) => isMultiple(number, of),
};

/** The keyword `x-decimals`: the most decimals that a number is written with. */
const decimals: FuncKeywordDefinition = {
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  errors: false,
  error: {
    message: ({ schema }) => `must have at most ${String(schema)} ${schema === 1 ? 'decimal' : 'decimals'}`,
  },
  compile: (most: number) => (number: number) => decimalsOf(number) <= most,
};

/** Keywords that look at the decimal text of a number. */
export const decimalKeywords: readonly FuncKeywordDefinition[] = [multipleOf, decimals];
