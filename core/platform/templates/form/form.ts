/**
 * A template's content as a form: its fields in the order in which they are asked, those in rows of groups too. Alike
 * on the server and in browsers.
 */
import { idOf } from '@dossier/sdk/field-id';
import { isRecord } from '@dossier/sdk/record';
import { isCondition, testsIn } from './condition.ts';
import type { Condition } from '../contract.ts';
import { ExpressionFault, parse } from './expression.ts';
import type { Tree } from './expression.ts';

export type FieldSchema = Readonly<Record<string, unknown>>;
export type Answers = Readonly<Record<string, unknown>>;

/** A field of a form. Its key names it in answers, its id wherever the template itself names it. */
export interface FormField {
  readonly id: string;
  readonly key: string;
  readonly kind: string;
  readonly schema: FieldSchema;
  readonly required: boolean;
  readonly show: Condition | null;
  /** Of calculated fields; `fault` when it cannot be read. */
  readonly formula: Tree | 'fault' | null;
  /** The field in which it stands. */
  readonly group: FormField | null;
  /** The group in whose rows it stands, at whatever depth; no rows stand in rows. */
  readonly rowsOf: FormField | null;
  /** Has it rows, each with its fields? */
  readonly repeats: boolean;
  /** The fields that stand in it. */
  readonly fields: readonly FormField[];
  /** The key of the step that asks for it; null when none does. */
  readonly step: string | null;
}

export interface FormStep {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  readonly show: Condition | null;
  readonly fields: readonly FormField[];
}

export interface Form {
  readonly steps: readonly FormStep[];
  /** Those of the form itself, in the order of the steps; those that no step asks for come last. */
  readonly fields: readonly FormField[];
  /** All, those in groups included. The first of an id, where it is there twice. */
  readonly byId: ReadonlyMap<string, FormField>;
  /** Of each group with rows how many are looked into at most: as it says itself, and what takes but a moment. */
  readonly mostRows: ReadonlyMap<FormField, number>;
}

/** What a form is made of; content of a draft may lack anything. */
export interface FormContent {
  readonly schema: FieldSchema | object;
  readonly wizard: readonly {
    readonly key: string;
    readonly title: string;
    readonly description?: string;
    readonly fields: readonly string[];
    readonly show?: Condition;
  }[];
}

/** Kinds whose fields are read, not answered. */
const displayKinds: readonly string[] = ['heading', 'note'];
/** Kinds whose fields have no place in answers: files are documents of the application. */
export const unansweredKinds: readonly string[] = [...displayKinds, 'file'];

/** The kind of a field, installed or not. */
export const kindIdOf = (field: FieldSchema): string => String(field['x-kind'] ?? field['type']);

/** The fields of a schema or a group by key; what is no field is left out. */
export function fieldsOf(schema: object): Readonly<Record<string, FieldSchema>> {
  const properties: unknown = 'properties' in schema ? schema.properties : undefined;
  return isRecord(properties)
    ? Object.fromEntries(
        Object.entries(properties).filter((entry): entry is [string, FieldSchema] => isRecord(entry[1])),
      )
    : {};
}

/** The keys of fields in the order of `x-order`, then those that it leaves out. */
export function orderIn(schema: object): readonly string[] {
  const all = fieldsOf(schema);
  const order: unknown = 'x-order' in schema ? schema['x-order'] : undefined;
  const first = Array.isArray(order)
    ? order.filter((key): key is string => typeof key === 'string' && Object.hasOwn(all, key))
    : [];
  return [...new Set([...first, ...Object.keys(all)])];
}

const requiredIn = (schema: object): readonly unknown[] =>
  'required' in schema && Array.isArray(schema.required) ? schema.required : [];

export function formOf({ schema, wizard }: FormContent): Form {
  const stepOf = new Map(
    wizard.flatMap(({ key, fields }) => fields.map((field) => [field, key] as const)).toReversed(),
  );
  const all = fieldsIn(schema, null, (key) => stepOf.get(key) ?? null);
  const byKey = new Map(all.map((field) => [field.key, field]));
  const asked = [...new Set(wizard.flatMap(({ fields }) => fields))].flatMap((key) => byKey.get(key) ?? []);
  const fields = [...asked, ...all.filter(({ step }) => step === null)];
  const byId = new Map<string, FormField>();
  for (const field of withInner(fields)) if (!byId.has(field.id)) byId.set(field.id, field);
  return {
    steps: wizard.map(({ key, title, description, show, fields: keys }) => ({
      key,
      title,
      ...(description === undefined ? {} : { description }),
      show: isCondition(show) ? show : null,
      fields: keys.flatMap((one) => (stepOf.get(one) === key ? (byKey.get(one) ?? []) : [])),
    })),
    fields,
    byId,
    mostRows: mostRowsOf(withInner(fields).filter(({ repeats }) => repeats)),
  };
}

/** Rows of a group, and items of a list, unless a field says fewer. */
export const mostItems = 1000;
/** What all rows of a form may come to: fields, tests in their conditions and parts of their calculations. */
const mostWork = 30_000;

/** All groups have as many rows at most, so that one that is full leaves the others theirs. */
function mostRowsOf(groups: readonly FormField[]): ReadonlyMap<FormField, number> {
  const perRow = groups.flatMap(({ fields }) => withInner(fields)).reduce((sum, field) => sum + workOf(field), 0);
  const most = Math.max(1, Math.floor(mostWork / Math.max(1, perRow)));
  return new Map(
    groups.map((group) => {
      const own = group.schema['maxItems'];
      return [group, Math.min(typeof own === 'number' ? own : mostItems, most)];
    }),
  );
}

const workOf = ({ show, formula }: FormField): number =>
  1 + (show ? [...testsIn(show)].length : 0) + (formula === null || formula === 'fault' ? 0 : partsOf(formula));
const partsOf = (tree: Tree): number =>
  1 + (tree.type === 'call' ? tree.given.reduce((sum, one) => sum + partsOf(one), 0) : 0);

const withInner = (fields: readonly FormField[]): readonly FormField[] =>
  fields.flatMap((one) => [one, ...withInner(one.fields)]);

/** The schema of what stands in a field: of each row, or of the one object. */
export function innerOf(field: FieldSchema): FieldSchema | null {
  const { type, items, properties } = field;
  if (type === 'object' && isRecord(properties)) return field;
  return type === 'array' && isRecord(items) && items['type'] === 'object' ? items : null;
}

function fieldsIn(schema: object, group: FormField | null, stepOf: (key: string) => string | null): FormField[] {
  const required = requiredIn(schema);
  const all = fieldsOf(schema);
  return orderIn(schema).flatMap((key) => {
    const field = all[key];
    if (!field) return [];
    const kind = kindIdOf(field);
    const fields: FormField[] = [];
    const inner = innerOf(field);
    const made: FormField = {
      id: idOf(key, field),
      key,
      kind,
      schema: field,
      required: required.includes(key),
      show: isCondition(field['x-show']) ? field['x-show'] : null,
      formula: typeof field['x-formula'] === 'string' ? formulaOf(field['x-formula']) : null,
      group,
      rowsOf: group?.repeats ? group : (group?.rowsOf ?? null),
      repeats: inner !== null && inner !== field,
      fields,
      step: group ? group.step : stepOf(key),
    };
    if (inner) fields.push(...fieldsIn(inner, made, stepOf));
    return [made];
  });
}

function formulaOf(text: string): Tree | 'fault' {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof ExpressionFault) return 'fault';
    throw error;
  }
}
