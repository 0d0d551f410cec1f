import type { Fault } from '@dossier/sdk';
import { withoutInexact } from './inexact-numbers.ts';
import { validationProblem } from './problems.ts';
import { unstorable } from '../database/index.ts';
import { duplicateNames } from './duplicate-names.ts';

/**
 * JSON that is no body (a parameter of a query), read by the same rules as one. A value, or what is wrong with it;
 * pointers lead into the value, and what is no JSON at all stays a text.
 */
export function readJson(text: string): { readonly value: unknown; readonly faults: readonly Fault[] } {
  const plain = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(withoutInexact(plain));
  } catch {
    return { value: plain, faults: [] };
  }
  const twice = duplicateNames(plain, value);
  if (twice.length > 0) return { value, faults: twice };
  const kept = unstorable(value);
  return { value, faults: kept.length > 0 ? validationProblem(kept, 'body').errors : [] };
}
