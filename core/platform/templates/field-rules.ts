/** The rules for one field of a template: which keywords its kind allows, and what of them makes sense together. */
import { isRecord } from '@dossier/sdk';
import type { Faults } from './faults.ts';
import { kindIdOf } from './form/form.ts';
import { typedFormats, writtenFormats } from './form/formats.ts';
import { checkLimits, commonOf } from './kinds.ts';
import type { Kinds } from './kinds.ts';
import { patternFault } from './pattern.ts';

/** The most that one template may hold; more than any form needs, less than harms a server. */
export const MOST = { options: 1000, length: 100_000, items: 1000 };

/** The most decimals that can be asked for: a JSON number keeps some fifteen digits. */
export const MOST_DECIMALS = 10;

type Field = Readonly<Record<string, unknown>>;

/**
 * Checks one field by its kind and reports every fault. `others` are types that stand where it stands and are checked
 * elsewhere.
 */
export function checkField(field: unknown, faults: Faults, kinds: Kinds, others: readonly string[]): void {
  if (!isRecord(field)) return faults.add('bad-field', 'A field is described by an object with a type.');
  const id = kindIdOf(field);
  const kind = kinds.get(id);
  const types = kinds.ids().filter((known) => kinds.get(known)?.answer?.type === known);
  if (!kind && field['x-kind'] !== undefined)
    return faults.add(
      'unknown-kind',
      `There is no field kind "${id}". Installed are: ${kinds.ids().join(', ')}.`,
      'x-kind',
    );
  const ofKinds = kinds.ids().flatMap((known) => kinds.get(known)?.answer?.type ?? []);
  if (!kind || (kind.answer && ![...types, ...ofKinds].includes(String(field.type))))
    return faults.add('bad-type', `The type of a field is one of ${[...types, ...others].join(', ')}.`, 'type');
  if (kind.answer === null ? field.type !== undefined : kind.answer.type !== field.type)
    faults.add(
      'bad-type',
      kind.answer === null
        ? `A field of kind "${id}" has no type: it has no answer.`
        : `A field of kind "${id}" has the type "${kind.answer.type}".`,
      'type',
    );
  const implied = kind.answer?.format;
  if (implied !== undefined && ![undefined, implied].includes(field.format as string | undefined))
    faults.add('bad-format', `A field of kind "${id}" has the format "${implied}".`, 'format');
  const allowed = [
    ...commonOf(kind),
    ...Object.keys(kind.limits.properties),
    ...(implied === undefined ? [] : ['format']),
  ];
  for (const key of Object.keys(field)) {
    if (!allowed.includes(key))
      faults.add(
        'unknown-keyword',
        `A field of type ${id} does not take "${key}". It takes ${allowed.join(', ')}.`,
        key,
      );
  }
  checkText(field, faults);
  checkLimits(kind, field, faults);
}

export function checkText(field: Field, faults: Faults): void {
  for (const [key, most] of [
    ['title', 200],
    ['description', 2000],
    ['x-message', 500],
    ['x-placeholder', 200],
  ] as const) {
    const text = field[key];
    if (text !== undefined && (typeof text !== 'string' || text.length > most))
      faults.add('bad-text', `"${key}" is a text of at most ${most} characters.`, key);
  }
}

export function checkString(field: Field, faults: Faults): void {
  checkRange(field, 'minLength', 'maxLength', MOST.length, faults);
  if (field.format !== undefined && ![...typedFormats, ...writtenFormats].some((format) => format === field.format))
    faults.add('unknown-format', `The format is one of ${typedFormats.join(', ')}.`, 'format');
  if (field.pattern !== undefined) {
    const fault = patternFault(field.pattern);
    if (fault) faults.add('bad-pattern', fault, 'pattern');
  }
  checkOptions(field, faults);
}

export function checkNumber(field: Field, faults: Faults): void {
  for (const key of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']) {
    if (field[key] !== undefined && !isNumber(field[key])) faults.add('not-a-number', `"${key}" is a number.`, key);
  }
  const { multipleOf } = field;
  if (isNumber(multipleOf) && multipleOf <= 0)
    faults.add('out-of-range', '"multipleOf" is greater than 0.', 'multipleOf');
  const low = [field.minimum, field.exclusiveMinimum].filter(isNumber);
  const high = [field.maximum, field.exclusiveMaximum].filter(isNumber);
  if (low.length > 0 && high.length > 0 && Math.max(...low) > Math.min(...high))
    faults.add('empty-range', 'No number is both above the lowest and below the highest allowed one.');
  checkMoney(field, faults);
  checkOptions(field, faults);
}

function checkMoney(field: Field, faults: Faults): void {
  const { 'x-decimals': decimals, 'x-currency': currency } = field;
  if (
    decimals !== undefined &&
    !(Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= MOST_DECIMALS)
  )
    faults.add('out-of-range', `"x-decimals" is a whole number from 0 to ${MOST_DECIMALS}.`, 'x-decimals');
  if (currency === undefined) return;
  if (typeof currency !== 'string' || !currencies.has(currency))
    faults.add(
      'unknown-currency',
      '"x-currency" is a currency by its three letters (ISO 4217), for example EUR.',
      'x-currency',
    );
  if (decimals === undefined)
    faults.add('missing-decimals', 'An amount of money says how many decimals it has: "x-decimals": 2.', 'x-decimals');
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export function checkArray(field: Field, faults: Faults): void {
  checkRange(field, 'minItems', 'maxItems', MOST.items, faults);
  if (field.uniqueItems !== undefined && typeof field.uniqueItems !== 'boolean')
    faults.add('bad-flag', '"uniqueItems" is true or false.', 'uniqueItems');
  const items = faults.below('items');
  if (!isRecord(field.items) || field.items.type !== 'string')
    return items.add('bad-items', 'The items of a list are texts to choose from: { "type": "string", "enum": [...] }.');
  for (const key of Object.keys(field.items)) {
    if (!['type', 'enum', 'oneOf'].includes(key))
      items.add('unknown-keyword', `The items of a list do not take "${key}".`, key);
  }
  if (field.items.enum === undefined && field.items.oneOf === undefined)
    items.add('no-options', 'A list needs options to choose from: "enum", or "oneOf" with titles.');
  checkOptions(field.items, items);
}

/** `enum`, or `oneOf` with a `const` and a `title` each. */
function checkOptions(field: Field, faults: Faults): void {
  if (field.enum !== undefined && field.oneOf !== undefined)
    faults.add('two-lists', 'Give the options once: as "enum", or as "oneOf" with titles.', 'oneOf');
  if (field.enum !== undefined) checkValues(field.enum, field.type, faults.below('enum'), []);
  if (field.oneOf === undefined) return;
  const each = faults.below('oneOf');
  if (!Array.isArray(field.oneOf)) return each.add('bad-options', '"oneOf" is a list of { "const", "title" }.');
  field.oneOf.forEach((option: unknown, i) => {
    if (
      !isRecord(option) ||
      typeof option.title !== 'string' ||
      Object.keys(option).some((key) => key !== 'const' && key !== 'title')
    )
      each.add('bad-option', 'An option has exactly a "const" and a "title".', i);
  });
  checkValues(
    field.oneOf.map((option: unknown) => (isRecord(option) ? option.const : undefined)),
    field.type,
    each,
    ['const'],
  );
}

function checkValues(values: unknown, type: unknown, faults: Faults, member: readonly string[]): void {
  if (!Array.isArray(values) || values.length === 0 || values.length > MOST.options)
    return faults.add('bad-options', `There are between 1 and ${MOST.options} options.`);
  const seen = new Set<unknown>();
  values.forEach((value: unknown, i) => {
    const fits =
      type === 'string'
        ? typeof value === 'string'
        : type === 'integer'
          ? Number.isSafeInteger(value)
          : isNumber(value);
    if (!fits) faults.add('bad-option', `An option of this field is of type ${String(type)}.`, i, ...member);
    else if (seen.has(value)) faults.add('option-twice', 'This option is in the list already.', i, ...member);
    seen.add(value);
  });
}

function checkRange(field: Field, low: string, high: string, most: number, faults: Faults): void {
  for (const key of [low, high]) {
    const value = field[key];
    if (value !== undefined && (!Number.isSafeInteger(value) || Number(value) < 0 || Number(value) > most))
      faults.add('out-of-range', `"${key}" is a whole number from 0 to ${most}.`, key);
  }
  const [from, to] = [field[low], field[high]];
  if (isNumber(from) && isNumber(to) && from > to)
    faults.add('empty-range', `"${low}" is greater than "${high}".`, low);
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
