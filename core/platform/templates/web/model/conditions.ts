/** Conditions as rows and as sentences. */
import type { Condition, ConditionTest, Operator } from '../../contract.ts';
import { allFields } from './content.ts';
import type { Content, Field, Found, Path } from './content.ts';

const words: Readonly<Record<Operator, string>> = {
  equals: 'is',
  'not-equals': 'is not',
  'one-of': 'is one of',
  'none-of': 'is none of',
  contains: 'includes',
  'not-contains': 'does not include',
  'at-least': 'is at least',
  'at-most': 'is at most',
  answered: 'is answered',
  'not-answered': 'is not answered',
};
export const operatorWords = (is: Operator): string => words[is];

/** What is asked of answers of a kind. */
export const operatorsFor = (field: Field): readonly Operator[] => {
  const { type } = field;
  if (type === 'boolean') return ['equals', 'answered', 'not-answered'];
  if (type === 'number' || type === 'integer') return ['at-least', 'at-most', 'equals', 'answered', 'not-answered'];
  if (type === 'array')
    return optionsIn(field)
      ? ['contains', 'not-contains', 'answered', 'not-answered']
      : ['at-least', 'at-most', 'answered', 'not-answered'];
  if (type === 'object') return ['answered', 'not-answered'];
  if (field['format'] === 'date' || field['x-kind'] === 'date')
    return ['at-least', 'at-most', 'equals', 'answered', 'not-answered'];
  return [
    'equals',
    'not-equals',
    ...(optionsIn(field) ? (['one-of', 'none-of'] as const) : []),
    'answered',
    'not-answered',
  ];
};

interface Option {
  readonly const: unknown;
  readonly title: string;
}
/** What may be chosen; null for a field that is free. */
export const optionsIn = (field: Field): readonly Option[] | null => {
  const { items } = field;
  const from: Field =
    typeof items === 'object' && items !== null && field['type'] === 'array' ? (items as Field) : field;
  if (Array.isArray(from['oneOf'])) return from['oneOf'] as readonly Option[];
  return Array.isArray(from['enum']) ? from['enum'].map((one: unknown) => ({ const: one, title: String(one) })) : null;
};

/** Fields that something at `path` may ask about: those with answers, outside of rows or in the same row. */
export const testable = (content: Content, path: Path | null): readonly Found[] =>
  allFields(content).filter(
    (one) =>
      typeof one.field['type'] === 'string' &&
      JSON.stringify(one.path) !== JSON.stringify(path) &&
      (one.path.length === 1
        ? !(path?.length === 2 && one.path[0] === path[0])
        : path?.length === 2 && path[0] === one.path[0]),
  );

/** A condition as one row of tests; null when it has parts in parts. */
export const rowsIn = (
  condition: Condition | undefined,
): { readonly join: 'all' | 'any'; readonly tests: readonly ConditionTest[] } | null => {
  if (!condition) return { join: 'all', tests: [] };
  const [join, list] =
    'all' in condition
      ? (['all', condition.all] as const)
      : 'any' in condition
        ? (['any', condition.any] as const)
        : (['all', [condition]] as const);
  const tests = list.filter((one): one is ConditionTest => 'field' in one);
  return tests.length === list.length ? { join, tests } : null;
};

export const conditionFrom = (join: 'all' | 'any', tests: readonly ConditionTest[]): Condition | undefined =>
  tests.length > 1 ? (join === 'all' ? { all: tests } : { any: tests }) : tests[0];

const valueWords = (field: Field | undefined, value: unknown): string => {
  if (Array.isArray(value)) return value.map((one) => valueWords(field, one)).join(' or ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return (
    (field && optionsIn(field)?.find((one) => one.const === value)?.title) ??
    (value === undefined || value === '' ? '…' : String(value))
  );
};

/** "when “How do you earn your living?” is Employed or Retired" without the first word. */
export const sentence = (content: Content, condition: Condition): string => {
  const fields = new Map(allFields(content).map((one) => [one.id, one]));
  const said = (one: Condition): string => {
    if ('all' in one) return one.all.map(said).join(' and ');
    if ('any' in one) return one.any.map(said).join(' or ');
    const found = fields.get(one.field);
    const value = one.is === 'answered' || one.is === 'not-answered' ? '' : ` ${valueWords(found?.field, one.value)}`;
    const is = one.is === 'one-of' ? 'is' : words[one.is];
    return `${found ? `“${found.title}”` : 'a question that is gone'} ${is}${value}`;
  };
  return said(condition);
};

/** The test for a field that was just chosen. */
export const testOf = ({ id, field }: Found): ConditionTest => {
  const [is = 'answered'] = operatorsFor(field);
  return withValue(field, { field: id, is });
};

/** With a value that its comparison takes. */
export const withValue = (field: Field, { field: id, is }: ConditionTest): ConditionTest => {
  if (is === 'answered' || is === 'not-answered') return { field: id, is };
  const first = optionsIn(field)?.[0]?.const;
  const one =
    field['type'] === 'boolean'
      ? true
      : ['number', 'integer'].includes(String(field['type']))
        ? 0
        : field['type'] === 'array' && first === undefined
          ? 1
          : (first ?? '');
  return { field: id, is, value: is === 'one-of' || is === 'none-of' ? [one] : one };
};
