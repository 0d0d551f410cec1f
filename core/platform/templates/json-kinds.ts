/** The field kinds that come with templates: one for each type of JSON Schema that a field can have. */
import { Type } from '@dossier/sdk';
import type { Fault, TSchema } from '@dossier/sdk';
import type { FieldKind } from './contract.ts';
import { Faults } from './faults.ts';
import { checkArray, checkNumber, checkString, MOST, MOST_DECIMALS } from './field-rules.ts';
import { typedFormats } from './form/formats.ts';

const optional = Type.Optional;
const number = (title: string) => optional(Type.Number({ title }));
const count = (title: string, maximum: number) => optional(Type.Integer({ title, minimum: 0, maximum }));

const formTitles = { date: 'Day', email: 'E-mail address', uri: 'Web address' } as const;

/** Options with or without titles. */
export const options = (value: TSchema) => ({
  enum: optional(Type.Array(value, { title: 'Options', minItems: 1, maxItems: MOST.options })),
  oneOf: optional(
    Type.Array(Type.Object({ const: value, title: Type.String() }), {
      title: 'Options with titles',
      minItems: 1,
      maxItems: MOST.options,
    }),
  ),
});

const numeric = {
  minimum: number('At least'),
  maximum: number('At most'),
  exclusiveMinimum: number('More than'),
  exclusiveMaximum: number('Less than'),
  multipleOf: number('In steps of'),
};

type Field = Readonly<Record<string, unknown>>;

/** Rules that say their faults by pointers into the field. */
const byRules =
  (check: (field: Field, faults: Faults) => void) =>
  (field: Field): readonly Fault[] => {
    const faults = new Faults();
    check(field, faults);
    return faults.all;
  };

export const jsonKinds = {
  string: {
    label: 'Short text',
    group: 'text',
    answer: Type.String(),
    limits: Type.Object({
      minLength: count('Characters at least', MOST.length),
      maxLength: count('Characters at most', MOST.length),
      pattern: optional(Type.String({ title: 'Pattern' })),
      format: optional(
        Type.Union(
          typedFormats.map((format) => Type.Literal(format, { title: formTitles[format] })),
          { title: 'Form' },
        ),
      ),
      ...options(Type.String()),
    }),
    checkField: byRules(checkString),
  },
  number: {
    label: 'Number',
    group: 'numbers',
    answer: Type.Number(),
    limits: Type.Object({
      ...numeric,
      'x-decimals': count('Decimals at most', MOST_DECIMALS),
      'x-currency': optional(Type.String({ title: 'Currency', pattern: '^[A-Z]{3}$' })),
      ...options(Type.Number()),
    }),
    checkField: byRules(checkNumber),
  },
  integer: {
    label: 'Whole number',
    group: 'numbers',
    answer: Type.Integer(),
    limits: Type.Object({ ...numeric, ...options(Type.Integer()) }),
    checkField: byRules(checkNumber),
  },
  boolean: { label: 'Yes or no', group: 'choices', answer: Type.Boolean(), limits: Type.Object({}) },
  array: {
    label: 'Several of a list',
    group: 'choices',
    answer: Type.Array(Type.String()),
    limits: Type.Object({
      items: Type.Object({ type: Type.Literal('string'), ...options(Type.String()) }),
      minItems: count('Choose at least', MOST.items),
      maxItems: count('Choose at most', MOST.items),
      uniqueItems: optional(Type.Boolean({ title: 'Each only once' })),
    }),
    checkField: byRules(checkArray),
  },
} satisfies Readonly<Record<string, FieldKind>>;
