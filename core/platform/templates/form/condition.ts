/**
 * When something of a form is shown: tests of other fields, joined by "all" and "any". Alike on the server and in
 * browsers. A field is named by its id, which stays when its key is renamed.
 */

import { isRecord } from '@dossier/sdk/record';
import { isVisible } from '@dossier/sdk/visible';
import { composed } from './same.ts';
import type { Condition, ConditionTest, Operator } from '../contract.ts';

export const operators: readonly Operator[] = [
  'equals',
  'not-equals',
  'one-of',
  'none-of',
  'contains',
  'not-contains',
  'at-least',
  'at-most',
  'answered',
  'not-answered',
];

/** Levels of "all" and "any", and tests in all of them. */
export const largest = { levels: 3, tests: 20 };

/** Has it the form of a condition, at most as large as one may be? */
export const isCondition = (given: unknown): given is Condition =>
  isConditionWithin(given, largest.levels, { tests: largest.tests });

function isConditionWithin(given: unknown, levels: number, left: { tests: number }): boolean {
  if (!isRecord(given)) return false;
  for (const name of ['all', 'any']) {
    const list = given[name];
    if (list === undefined) continue;
    return (
      levels > 0 &&
      Object.keys(given).length === 1 &&
      Array.isArray(list) &&
      list.length > 0 &&
      list.every((one) => isConditionWithin(one, levels - 1, left))
    );
  }
  return (
    (left.tests -= 1) >= 0 &&
    typeof given['field'] === 'string' &&
    typeof given['is'] === 'string' &&
    Object.keys(given).every((key) => ['field', 'is', 'value'].includes(key))
  );
}

/** Is there an answer? Texts without a visible letter and empty lists are none. */
export const isAnswered = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  !(typeof value === 'string' && !isVisible(value)) &&
  !(Array.isArray(value) && value.length === 0);

/** `of` gives the answer to a field, a text as it looks; undefined where there is none or where it is not asked. */
export function holds(condition: Condition, of: (field: string) => unknown): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, of));
  if ('any' in condition) return condition.any.some((one) => holds(one, of));
  return passes(condition, of(condition.field));
}

/** Whatever is not answered passes only the tests that say "not". A group that repeats counts its rows. */
function passes({ is, value: given }: ConditionTest, answered: unknown): boolean {
  const value = alike(given);
  const answer = Array.isArray(answered) ? alike(answered) : answered;
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  switch (is) {
    case 'answered':
      return isAnswered(answer);
    case 'not-answered':
      return !isAnswered(answer);
    case 'equals':
      return isAnswered(answer) && answer === value;
    case 'not-equals':
      return answer !== value;
    case 'one-of':
      return isAnswered(answer) && values.includes(answer);
    case 'none-of':
      return !values.includes(answer);
    case 'contains':
      return Array.isArray(answer) && answer.includes(value);
    case 'not-contains':
      return !(Array.isArray(answer) && answer.includes(value));
    case 'at-least':
      return order(answer, value, (a, b) => a >= b);
    case 'at-most':
      return order(answer, value, (a, b) => a <= b);
  }
}

const alike = (value: unknown): unknown => (Array.isArray(value) ? value.map(composed) : composed(value));

/** Numbers by size, days and moments as their texts are ordered, lists by how many there are in them. */
function order(answer: unknown, value: unknown, fits: (a: number | string, b: number | string) => boolean): boolean {
  const one = Array.isArray(answer) ? answer.length : answer;
  if (typeof one === 'number' && typeof value === 'number') return fits(one, value);
  return typeof one === 'string' && typeof value === 'string' && isAnswered(one) && fits(one, value);
}

/** Every test in a condition, with its JSON pointer below the condition. */
export function* testsIn(
  condition: Condition,
  at = '',
): Generator<{ readonly test: ConditionTest; readonly pointer: string }> {
  for (const name of ['all', 'any'] as const) {
    if (!(name in condition)) continue;
    const inner = (condition as Readonly<Record<string, readonly Condition[]>>)[name] ?? [];
    for (const [i, one] of inner.entries()) yield* testsIn(one, `${at}/${name}/${i}`);
    return;
  }
  yield { test: condition as ConditionTest, pointer: at };
}
