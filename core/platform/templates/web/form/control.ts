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

/** The help, and on a line of its own an example of an answer: in the field it would go when somebody types. */
const helpIn = (schema: FieldSchema): string =>
  ['description', 'x-placeholder'].flatMap((key) => textIn(schema, key) ?? []).join('\n');

/** Ids of the help and the fault of a field. */
export const described = ({ id, schema, fault }: Shown): string | typeof nothing =>
  [helpIn(schema) && `${id}-help`, fault === undefined ? '' : `${id}-fault`].filter(Boolean).join(' ') || nothing;

const optional = ({ required }: FormField): TemplateResult | typeof nothing =>
  required ? nothing : html` <span class="optional">(optional)</span>`;

const help = ({ id, schema }: Shown): TemplateResult | typeof nothing => {
  const text = helpIn(schema);
  return text ? html`<p id="${id}-help" class="help">${text}</p>` : nothing;
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
