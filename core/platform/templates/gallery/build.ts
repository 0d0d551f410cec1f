/** Shorthands in which the ready templates are written. */
import type { Condition, ContentGiven, StepGiven } from '../contract.ts';

/** A field; one that is `needed` must be answered where it is asked. */
export interface Part {
  readonly needed: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

type More = Readonly<Record<string, unknown>>;

const part = (title: string, schema: object, more: More): Part => {
  const { needed = true, help, ...rest } = more;
  return {
    needed: needed === true,
    schema: { title, ...(help === undefined ? {} : { description: help }), ...schema, ...rest },
  };
};
const kind =
  (name: string, type?: string) =>
  (title: string, more: More = {}): Part =>
    part(title, { ...(type === undefined ? {} : { type }), 'x-kind': name }, more);

export const text = (title: string, more: More = {}): Part => part(title, { type: 'string', maxLength: 200 }, more);
export const yesNo = (title: string, more: More = {}): Part => part(title, { type: 'boolean' }, more);
export const whole = (title: string, more: More = {}): Part => part(title, { type: 'integer', minimum: 0 }, more);
export const number = (title: string, more: More = {}): Part => part(title, { type: 'number', minimum: 0 }, more);
export const longText = kind('long-text', 'string');
export const day = kind('date', 'string');
export const email = kind('email', 'string');
export const phone = kind('phone', 'string');
export const address = kind('address', 'object');
export const calculated = (title: string, formula: string, more: More = {}): Part =>
  part(title, { type: 'number', 'x-kind': 'calculated', 'x-formula': formula }, { needed: false, ...more });
export const note = (title: string, help: string): Part => part(title, { 'x-kind': 'note' }, { needed: false, help });
export const money = (title: string, currency: string, more: More = {}): Part =>
  part(title, { type: 'number', 'x-kind': 'money', 'x-currency': currency, 'x-decimals': 2, minimum: 0 }, more);

/** Files that are asked for; they are required documents by the key of the field. */
export const papers = (title: string, help: string, more: More = {}): Part =>
  part(title, { 'x-kind': 'file', 'x-most': 5 }, { needed: false, help, ...more });

/** One of a list: by what is kept, what people read. */
export const choice = (title: string, options: Readonly<Record<string, string>>, more: More = {}): Part =>
  part(title, { type: 'string', 'x-kind': 'choice', oneOf: optionsOf(options) }, more);

/** Any number of a list. */
export const choices = (title: string, options: Readonly<Record<string, string>>, more: More = {}): Part =>
  part(title, { type: 'array', uniqueItems: true, items: { type: 'string', oneOf: optionsOf(options) } }, more);

/** Rows with the same fields. */
export const rows = (title: string, fields: Readonly<Record<string, Part>>, more: More = {}): Part =>
  part(title, { type: 'array', 'x-kind': 'group', items: objectOf(fields), maxItems: 20 }, { needed: false, ...more });

export const when = (field: string, is: string, value?: unknown): { readonly 'x-show': object } => ({
  'x-show': { field, is, ...(value === undefined ? {} : { value }) },
});

const optionsOf = (options: Readonly<Record<string, string>>): object[] =>
  Object.entries(options).map(([value, title]) => ({ const: value, title }));

const objectOf = (fields: Readonly<Record<string, Part>>) => ({
  type: 'object' as const,
  properties: Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema])),
  required: Object.entries(fields).flatMap(([key, { needed }]) => (needed ? [key] : [])),
});

export interface Page {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  readonly minutes: number;
  readonly show?: Condition;
  readonly parts: Readonly<Record<string, Part>>;
}

interface Rest {
  readonly amount?: string;
  readonly keyAnswers: readonly string[];
  readonly next: string;
  readonly workflow: readonly StepGiven[];
}

/** Content with these pages as the steps of its wizard. */
export const content = (pages: readonly Page[], rest: Rest): ContentGiven => ({
  schema: objectOf(Object.assign({}, ...pages.map(({ parts }) => parts))),
  wizard: pages.map(({ parts, ...page }) => ({ ...page, fields: Object.keys(parts) })),
  requiredDocuments: [],
  language: 'en',
  ...rest,
});

/** The step in which the documents are looked for, and the one in which somebody decides. */
export const documentsCheck = (forClients: string): StepGiven => ({
  name: 'Documents complete',
  kind: 'SYSTEM',
  handler: 'DocumentCompletenessCheckHandler',
  forClients,
});
export const creditCheck = (forClients: string): StepGiven => ({
  name: 'Credit report',
  kind: 'SYSTEM',
  handler: 'CreditReportCheckHandler',
  forClients,
});
export const clientCheck = (forClients: string): StepGiven => ({
  name: 'Confirmed by the client',
  kind: 'SYSTEM',
  handler: 'ClientApprovalCheckHandler',
  forClients,
});
export const decision = (name: string, forClients: string): StepGiven => ({ name, kind: 'MANUAL', forClients });
