import { words } from './format.ts';

type Options = readonly {
  readonly const: unknown;
  readonly title: string;
  /** Offered only while other fields of the form have these values. */
  readonly 'x-with'?: FormValues;
}[];
/** A union of constants, which need no titles. */
type Union = readonly { readonly const?: unknown; readonly title?: string }[];

/**
 * One field of a form, in the subset of JSON Schema that templates, profiles and settings of plugins use; with
 * `properties` of its own it is a group of fields.
 */
export interface FieldSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: Options;
  readonly anyOf?: Union;
  readonly const?: unknown;
  readonly items?: {
    readonly type?: string;
    readonly enum?: readonly unknown[];
    readonly oneOf?: Options;
    readonly anyOf?: Union;
  };
  /** A secret: the server never shows it, only whether it is set. */
  readonly writeOnly?: boolean;
  /** Only shown: the server says what it is. */
  readonly readOnly?: boolean;
  /** Kind of field, for which a plugin may have brought an element; entered by its type where there is none. */
  readonly 'x-kind'?: string;
  /** Heading under which it stands with others. */
  readonly 'x-group'?: string;
  /** Belongs to what most people leave as it is. */
  readonly 'x-advanced'?: boolean;
  /** Known to programs, and not part of the form. */
  readonly 'x-hidden'?: boolean;
  /** Written for machines, such as an address or a filter: one line in a font of equal widths, never corrected. */
  readonly 'x-code'?: boolean;
}

/** A form: an object whose properties are its fields, in their order. */
export interface FormSchema {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

export type FormValues = Readonly<Record<string, unknown>>;

export const titleOf = (key: string, field: FieldSchema): string => field.title ?? words(key);

/** What one may choose from, with titles; null when the field is free. */
export const optionsOf = (
  field:
    | { readonly format?: string; readonly enum?: readonly unknown[]; readonly oneOf?: Options; readonly anyOf?: Union }
    | undefined,
): Options | null => {
  const titled = (value: unknown, title?: string) => ({ const: value, title: title ?? String(value) });
  if (field?.format === 'time-zone') return timeZones().map((zone) => titled(zone, zone.replaceAll('_', ' ')));
  if (field?.oneOf) return field.oneOf;
  if (field?.anyOf?.every((one) => Object.hasOwn(one, 'const')))
    return field.anyOf.map((one) => titled(one.const, one.title));
  return field?.enum?.map((value) => titled(value)) ?? null;
};

/** Names of time zones that this browser knows, and UTC. */
export const timeZones = (): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/')), 'UTC'])].toSorted();

const longText = 300;

/** How a field is entered. What no control knows is entered as JSON. */
export const controlOf = (
  field: FieldSchema,
):
  | 'shown'
  | 'secret'
  | 'group'
  | 'choice'
  | 'choices'
  | 'lines'
  | 'yes-no'
  | 'number'
  | 'text'
  | 'long-text'
  | 'json' => {
  if (field.readOnly) return 'shown';
  if (field.writeOnly) return 'secret';
  if (field.type === 'object' && field.properties) return 'group';
  if (field.type === 'boolean') return 'yes-no';
  if (field.type === 'array')
    return optionsOf(field.items) ? 'choices' : (field.items?.type ?? 'string') === 'string' ? 'lines' : 'json';
  if (optionsOf(field)) return 'choice';
  if (field.type === 'number' || field.type === 'integer') return 'number';
  if (field.type !== 'string') return 'json';
  if (field['x-code']) return 'text';
  return field.format === undefined && (field.maxLength ?? 0) >= longText ? 'long-text' : 'text';
};

/** The field with the options that go with the other values. */
export const narrowed = (field: FieldSchema, values: FormValues): FieldSchema =>
  field.oneOf === undefined
    ? field
    : {
        ...field,
        oneOf: field.oneOf.filter((option) =>
          Object.entries(option['x-with'] ?? {}).every(([key, value]) => values[key] === value),
        ),
      };

/** The values with one of them set; `undefined` takes it out. */
export const withValue = (values: FormValues, key: string, value: unknown): FormValues => {
  const { [key]: _, ...others } = values;
  return value === undefined ? others : { ...values, [key]: value };
};

/** The values of a group; none when there is something else in its place. */
export const groupOf = (value: unknown): FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

const isMark = (value: object): value is { readonly set: boolean } => 'set' in value && typeof value.set === 'boolean';

/** A value differs from the default of its field; no answer, an empty list and a "no" without a default do not. */
export const isChanged = (field: FieldSchema, value: unknown): boolean => {
  if (field.readOnly || value === undefined || value === null) return false;
  if (field.writeOnly) return typeof value !== 'object' || !isMark(value) || value.set;
  if (controlOf(field) === 'group')
    return Object.entries(groupOf(value)).some(([key, one]) => isChanged(field.properties?.[key] ?? {}, one));
  const otherwise = field.default ?? (field.type === 'boolean' ? false : field.type === 'array' ? [] : undefined);
  return JSON.stringify(value) !== JSON.stringify(otherwise);
};
