/** The field kinds of forms that people fill in, beside those of JSON Schema's own types. */
import { isRecord, Type } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';
import { options } from './json-kinds.ts';
import type { FieldKind } from './contract.ts';
import { Faults } from './faults.ts';
import { checkNumber, checkString, MOST, MOST_DECIMALS } from './field-rules.ts';
import { phoneFault } from './form/phone.ts';

const optional = Type.Optional;
const count = (title: string, maximum: number) => optional(Type.Integer({ title, minimum: 0, maximum }));
const amount = (title: string) => optional(Type.Number({ title }));
const country = (title: string) => optional(Type.String({ title, pattern: '^[A-Z]{2}$' }));
const day = (title: string) => optional(Type.String({ title, pattern: '^(today|\\d{4}-\\d{2}-\\d{2})$' }));
const line = (title: string) => Type.Optional(Type.String({ title, maxLength: 200 }));

const none = Type.Object({});

type Field = Readonly<Record<string, unknown>>;
const byRules =
  (...checks: readonly ((field: Field, faults: Faults) => void)[]) =>
  (field: Field): readonly Fault[] => {
    const faults = new Faults();
    for (const check of checks) check(field, faults);
    return faults.all;
  };

function demandOptions({ enum: values, oneOf }: Field, faults: Faults): void {
  if (values === undefined && oneOf === undefined) faults.add('no-options', 'A choice needs options to choose from.');
}
function demandCurrency({ 'x-currency': currency }: Field, faults: Faults): void {
  if (currency === undefined) faults.add('missing-currency', 'An amount says of which currency it is.', 'x-currency');
}
function checkDays({ 'x-earliest': from, 'x-latest': to }: Field, faults: Faults): void {
  for (const [key, value] of [
    ['x-earliest', from],
    ['x-latest', to],
  ] as const)
    if (value !== undefined && !isDay(value))
      faults.add('bad-day', `"${key}" is a day as 2026-11-26, or "today".`, key);
  if (isDay(from) && isDay(to) && from !== 'today' && to !== 'today' && from > to)
    faults.add('empty-range', 'The earliest day is after the latest.', 'x-earliest');
}
const isDay = (value: unknown): value is string =>
  value === 'today' ||
  (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)));

const displayed = (label: string): FieldKind => ({ label, group: 'parts', answer: null, limits: none });

export const formKinds = {
  'long-text': {
    label: 'Long text',
    group: 'text',
    answer: Type.String(),
    limits: Type.Object({
      minLength: count('Characters at least', MOST.length),
      maxLength: count('Characters at most', MOST.length),
    }),
    checkField: byRules(checkString),
  },
  money: {
    label: 'Money',
    group: 'numbers',
    answer: Type.Number(),
    limits: Type.Object({
      'x-currency': Type.String({ title: 'Currency', pattern: '^[A-Z]{3}$' }),
      'x-decimals': count('Decimals at most', MOST_DECIMALS),
      minimum: amount('At least'),
      maximum: amount('At most'),
    }),
    checkField: byRules(demandCurrency, checkNumber),
  },
  date: {
    label: 'Date',
    group: 'numbers',
    answer: Type.String({ format: 'date' }),
    limits: Type.Object({ 'x-earliest': day('Not before'), 'x-latest': day('Not after') }),
    checkField: byRules(checkDays),
  },
  calculated: {
    label: 'Calculated',
    group: 'numbers',
    answer: Type.Number(),
    limits: Type.Object({
      'x-formula': Type.String({ title: 'Calculation', minLength: 1, maxLength: 500 }),
      'x-decimals': count('Decimals at most', MOST_DECIMALS),
      'x-currency': optional(Type.String({ title: 'Currency', pattern: '^[A-Z]{3}$' })),
    }),
  },
  choice: {
    label: 'One of a list',
    group: 'choices',
    answer: Type.String(),
    limits: Type.Object(options(Type.String())),
    checkField: byRules(demandOptions, checkString),
  },
  email: { label: 'E-mail', group: 'contact', answer: Type.String({ format: 'email' }), limits: none },
  phone: {
    label: 'Phone',
    group: 'contact',
    answer: Type.String({ maxLength: 40 }),
    limits: Type.Object({ 'x-country': country('Country of numbers without a code') }),
    checkAnswer: (answer, field) => phoneFault(answer, field),
  },
  address: {
    label: 'Address',
    group: 'contact',
    answer: Type.Object(
      {
        street: Type.String({ title: 'Street and number', minLength: 1, maxLength: 200 }),
        more: line('Flat, building'),
        postalCode: line('Postal code'),
        city: Type.String({ title: 'Town or city', minLength: 1, maxLength: 200 }),
        region: line('Region'),
        country: Type.String({ title: 'Country', minLength: 2, maxLength: 2 }),
      },
      { additionalProperties: false },
    ),
    limits: Type.Object({ 'x-country': country('Country unless another is chosen') }),
  },
  file: {
    label: 'File',
    group: 'parts',
    answer: null,
    limits: Type.Object({
      'x-least': count('Files at least', 50),
      'x-most': count('Files at most', 50),
      'x-types': optional(Type.Array(Type.String({ maxLength: 100 }), { title: 'Kinds of files', maxItems: 20 })),
      'x-later': optional(Type.Boolean({ title: 'May be handed in later' })),
    }),
  },
  group: {
    label: 'Repeating group',
    group: 'parts',
    answer: Type.Array(Type.Object({}, { additionalProperties: true })),
    limits: Type.Object({
      items: Type.Object({}, { additionalProperties: true }),
      minItems: count('Rows at least', MOST.items),
      maxItems: count('Rows at most', MOST.items),
    }),
    checkField: byRules(({ items }, faults) => {
      if (!isRecord(items) || items['type'] !== 'object')
        faults.add('bad-rows', 'The rows of a group are objects: { "type": "object", "properties": {...} }.', 'items');
    }),
  },
  heading: displayed('Heading'),
  note: displayed('Note'),
} satisfies Readonly<Record<string, FieldKind>>;
