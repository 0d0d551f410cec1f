import { isRecord } from '@dossier/sdk';
import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';

/**
 * The keywords `enum` and `oneOf` (JSON Schema 2020-12) for what a field can have them for: a thousand texts or
 * numbers, of which an answer is one. Ajv compares an answer with each, and of `oneOf` reports each that it is not.
 */
const oneOfMany = (keyword: string, valueOf: (option: unknown) => unknown): FuncKeywordDefinition => ({
  keyword,
  schemaType: 'array',
  errors: false,
  error: { message: 'must be one of the options' },
  compile(options: readonly unknown[]) {
    const known = new Set(options.map(valueOf));
    return (answer: unknown) => known.has(answer);
  },
});

export const choices: readonly FuncKeywordDefinition[] = [
  oneOfMany('enum', (value) => value),
  oneOfMany('oneOf', (option) => (isRecord(option) ? option.const : undefined)),
];
