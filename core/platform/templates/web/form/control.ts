import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { FieldSchema, FormField } from '../../form/index.ts';

/** One field as it stands, with what its control tells. */
export interface Shown {
  /** Its own among all fields on the page. */
  readonly id: string;
  readonly pointer: string;
  readonly field: FormField;
  readonly schema: FieldSchema;
  readonly title: string;
  readonly value: unknown;
  /** As it was typed, while that cannot be read. */
  readonly typed: string | undefined;
  /** What is wrong with it, in words. */
  readonly fault: string | undefined;
  readonly language: string;
  readonly locked: boolean;
  set(value: unknown, typed?: string): void;
  left(): void;
}

export interface Option {
  readonly value: unknown;
  readonly title: string;
}

export const textIn = (schema: FieldSchema, key: string): string | undefined =>
  typeof schema[key] === 'string' ? schema[key] : undefined;

export function optionsOf(schema: FieldSchema): readonly Option[] {
  const { enum: values, oneOf } = schema;
  if (Array.isArray(oneOf))
    return oneOf.map((one: { const: unknown; title?: string }) => ({
      value: one.const,
      title: one.title ?? String(one.const),
    }));
  return Array.isArray(values) ? values.map((value: unknown) => ({ value, title: String(value) })) : [];
}

/** Something is typed into it as text, so that an example can stand in it while it is empty. */
const isTyped = (schema: FieldSchema): boolean =>
  ['string', 'number', 'integer'].includes(String(schema['type'])) &&
  schema['format'] !== 'date' &&
  optionsOf(schema).length === 0;

/** The example of an answer that stands in the empty field. */
export const exampleIn = (schema: FieldSchema): string | typeof nothing =>
  (isTyped(schema) ? textIn(schema, 'x-placeholder') : undefined) ?? nothing;

/** The example of an answer where nothing is typed: it stands above the control. */
const exampleOver = (schema: FieldSchema): string | undefined =>
  isTyped(schema) ? undefined : textIn(schema, 'x-placeholder');

/** Ids of the help, the example and the fault of a field. */
export const described = ({ id, schema, fault }: Shown): string | typeof nothing =>
  [
    ...(textIn(schema, 'description') === undefined ? [] : [`${id}-help`]),
    ...(exampleOver(schema) === undefined ? [] : [`${id}-example`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ].join(' ') || nothing;

const optional = ({ required }: FormField): TemplateResult | typeof nothing =>
  required ? nothing : html` <span class="optional">(optional)</span>`;

const help = ({ id, schema }: Shown): readonly TemplateResult[] => {
  const [text, example] = [textIn(schema, 'description'), exampleOver(schema)];
  return [
    ...(text === undefined ? [] : [html`<p id="${id}-help" class="help">${text}</p>`]),
    ...(example === undefined ? [] : [html`<p id="${id}-example" class="help">${example}</p>`]),
  ];
};
const faultOf = ({ id, fault }: Shown): TemplateResult | typeof nothing =>
  fault === undefined ? nothing : html`<p id="${id}-fault" class="fault">${fault}</p>`;

/** A control below its label, its help and what is wrong with it. */
export const labelled = (shown: Shown, control: TemplateResult): TemplateResult => html`
  <div class="field ${shown.fault === undefined ? '' : 'wrong'}">
    <label for=${shown.id}>${shown.title}${optional(shown.field)}</label>${help(shown)}${faultOf(shown)}${control}
  </div>`;

/** Several controls under one name. */
export const grouped = (shown: Shown, controls: unknown, more = ''): TemplateResult => html`
  <fieldset class="field ${more} ${shown.fault === undefined ? '' : 'wrong'}" aria-describedby=${described(shown)}>
    <legend>${shown.title}${optional(shown.field)}</legend>${help(shown)}${faultOf(shown)}${controls}
  </fieldset>`;

export const valueOf = (event: Event): string =>
  event.target instanceof HTMLInputElement ||
  event.target instanceof HTMLTextAreaElement ||
  event.target instanceof HTMLSelectElement
    ? event.target.value
    : '';
