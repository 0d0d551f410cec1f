/** Answers as people read them, by what their fields say of them. Alike on the server and in browsers. */
import { decimalsOf } from './decimals.ts';
import { isRecord } from './record.ts';
import { isDay } from './times.ts';
import { words } from './words.ts';

type Options = readonly { readonly const?: unknown; readonly title?: string }[];

/** As much of a field as its values need to be read. */
export interface AnswerField {
  readonly title?: string;
  readonly format?: string;
  /** Of an amount of money: its currency (ISO 4217), and the most decimals that it is written with. */
  readonly 'x-currency'?: string;
  readonly 'x-decimals'?: number;
  readonly oneOf?: Options;
  readonly items?: {
    readonly oneOf?: Options;
    /** Of rows: their fields, in this order. */
    readonly properties?: Readonly<Record<string, AnswerField>>;
    readonly 'x-order'?: readonly string[];
  };
  /** `address` is read as one. */
  readonly 'x-kind'?: string;
  readonly properties?: Readonly<Record<string, AnswerField>>;
}

/** The title of a chosen option; an option without one stands as it was sent. */
const optionTitle = (value: unknown, field: AnswerField | undefined): string | undefined =>
  (field?.oneOf ?? field?.items?.oneOf)?.find((option) => option.const === value)?.title;

/** How numbers and countries are written (BCP 47), and how a day is, which comes as `2026-11-26`. */
export interface AnswerStyle {
  readonly language: string;
  day(iso: string): string;
}

/** A value as a person reads it; null when there is none. */
export function answerTextIn(value: unknown, field: AnswerField | undefined, style: AnswerStyle): string | null {
  if (value === undefined || value === null || value === '') return null;
  const title = optionTitle(value, field);
  if (title !== undefined) return title;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(value, field, style);
  if (typeof value === 'string') return field?.format === 'date' && isDay(value) ? style.day(value) : value;
  if (Array.isArray(value) && field?.items?.properties) return rowsText(value, field.items, style);
  if (Array.isArray(value) && value.every(isPlain))
    return value.map((one) => optionTitle(one, field) ?? answerTextIn(one, undefined, style) ?? '').join(', ') || null;
  if (field?.['x-kind'] === 'address' && isRecord(value)) return addressText(value, style);
  if (field?.properties && isRecord(value)) return groupText(value, field.properties, style);
  return JSON.stringify(value, null, 2);
}

/** A value that is neither a list nor a group. */
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Decimals that are written out; a number with more stands in powers of ten. */
const mostDecimals = 20;

/**
 * A number as the reader writes it. An amount has all its decimals, also when they are zeros; one that has more
 * than it should have is shown as it was sent.
 */
function numberText(value: number, field: AnswerField | undefined, { language }: AnswerStyle): string {
  const { 'x-currency': currency, 'x-decimals': decimals = 0 } = field ?? {};
  const written = decimalsOf(value);
  if (written > mostDecimals) return String(value);
  const least = currency !== undefined && written <= decimals ? decimals : 0;
  return value.toLocaleString(language, {
    ...(currency === undefined ? {} : { style: 'currency', currency }),
    minimumFractionDigits: least,
    maximumFractionDigits: mostDecimals,
  });
}

/** Each row on a line of its own, with its number. */
function rowsText(
  rows: readonly unknown[],
  items: NonNullable<AnswerField['items']>,
  style: AnswerStyle,
): string | null {
  const { properties: fields = {}, 'x-order': order = [] } = items;
  const inOrder = Object.fromEntries(
    [...new Set([...order, ...Object.keys(fields)])].flatMap((key) => {
      const field = fields[key];
      return field ? [[key, field] as const] : [];
    }),
  );
  const textOf = (row: unknown): string | null =>
    isRecord(row) ? groupText(row, inOrder, style) : answerTextIn(row, undefined, style);
  const lines = rows.map((row, i) => `${i + 1}. ${textOf(row) ?? ''}`.trim());
  return lines.join('\n') || null;
}

/** Each part on a line of its own, the country by its name; what else was sent comes last. */
function addressText(parts: Readonly<Record<string, unknown>>, style: AnswerStyle): string | null {
  const others = new Map(Object.entries(parts));
  const part = (key: string): string => {
    const text = others.get(key);
    if (typeof text !== 'string') return '';
    others.delete(key);
    return text;
  };
  const country = part('country');
  const names = new Intl.DisplayNames(style.language, { type: 'region' });
  const lines = [
    part('street'),
    part('more'),
    `${part('postalCode')} ${part('city')}`.trim(),
    part('region'),
    /^[A-Z]{2}$/.test(country) ? names.of(country) : country,
    groupText(Object.fromEntries(others), {}, style),
  ];
  return lines.filter(Boolean).join('\n') || null;
}

/** What was answered in a group, in the order of its fields; what none of them knows comes last. */
function groupText(
  values: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, AnswerField>>,
  style: AnswerStyle,
): string | null {
  const keys = [
    ...Object.keys(fields).filter((key) => Object.hasOwn(values, key)),
    ...Object.keys(values).filter((key) => !Object.hasOwn(fields, key)),
  ];
  return (
    keys
      .flatMap((key) => {
        const text = answerTextIn(values[key], fields[key], style);
        return text === null
          ? []
          : [`${fields[key]?.title ?? words(key)}: ${fields[key]?.properties ? `(${text})` : text}`];
      })
      .join(', ') || null
  );
}
