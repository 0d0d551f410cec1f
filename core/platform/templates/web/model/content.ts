/** A template's content as the designer holds it. Operations give new content and leave the old as it was. */
import { idOf } from '@dossier/sdk/web/ui/field-id';
import { isCondition } from '../../form/index.ts';
import type { Condition, RequiredDocument, WizardStep, WorkflowStepDefinition } from '../../contract.ts';

export type Field = Readonly<Record<string, unknown>>;

/** The fields of the form, or of the rows of a group. */
export interface Level {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly 'x-order'?: readonly string[];
}

/** What is in it beside this is kept as it came. */
export interface Content {
  readonly schema: Level;
  readonly wizard: readonly WizardStep[];
  readonly workflow: readonly WorkflowStepDefinition[];
  readonly requiredDocuments: readonly RequiredDocument[];
  readonly amount?: string;
  readonly keyAnswers?: readonly string[];
  readonly foundBy?: readonly string[];
  readonly language?: string;
  readonly next?: string;
  readonly additions?: boolean;
}

/** A kind of fields, as `GET /api/v1/field-kinds` lists it. */
export interface Kind {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly type: string | null;
  readonly limits: {
    readonly properties?: Readonly<Record<string, Field>>;
    readonly required?: readonly string[];
  };
  /** Keywords of all kinds that a field of this one takes. */
  readonly common: readonly string[];
}

/** The key of a field, or those of a group and of a field in its rows. */
export type Path = readonly [string] | readonly [string, string];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** When a field is shown; undefined where it always is. */
export const showOf = (field: Field): Condition | undefined =>
  isCondition(field['x-show']) ? field['x-show'] : undefined;

export const kindOf = (field: Field): string => String(field['x-kind'] ?? field['type']);
export { idOf };
const titleOf = (key: string, field: Field): string =>
  typeof field['title'] === 'string' && field['title'].trim() !== '' ? field['title'] : key;

/** The rows of a group; null of any other field. */
export const rowsOf = (field: Field | undefined): Level | null =>
  field?.['type'] === 'array' && isRecord(field['items']) && field['items']['type'] === 'object'
    ? (field['items'] as Level)
    : null;

/** Keys in their order. */
export const keysIn = (level: Level): readonly string[] => {
  const all = Object.keys(level.properties ?? {});
  const first = (level['x-order'] ?? []).filter((key) => all.includes(key));
  return [...new Set([...first, ...all])];
};

export const levelAt = (content: Content, group: string | null): Level =>
  group === null ? content.schema : (rowsOf(content.schema.properties?.[group]) ?? {});

export const fieldAt = (content: Content, path: Path): Field | undefined =>
  path.length === 1 ? content.schema.properties?.[path[0]] : levelAt(content, path[0]).properties?.[path[1]];

export const isRequired = (content: Content, path: Path): boolean =>
  levelAt(content, path.length === 1 ? null : path[0]).required?.includes(path[path.length - 1] ?? '') ?? false;

/** The content with another level in place of the form or of the rows of a group. */
export const withLevel = (content: Content, group: string | null, level: Level): Content => {
  if (group === null) return { ...content, schema: level };
  const { properties = {} } = content.schema;
  const field = properties[group];
  return field
    ? { ...content, schema: { ...content.schema, properties: { ...properties, [group]: { ...field, items: level } } } }
    : content;
};

/** A field as it is found among all others. */
export interface Found {
  readonly path: Path;
  readonly id: string;
  readonly field: Field;
  readonly title: string;
  readonly kind: string;
  /** Place of its step; -1 where no step shows it. */
  readonly step: number;
}

/** All fields as they are asked, those in rows after their group; what no step shows comes last. */
export const allFields = (content: Content): readonly Found[] => {
  const shown = content.wizard.flatMap(({ fields }, step) => fields.map((key) => ({ key, step })));
  const rest = keysIn(content.schema)
    .filter((key) => !shown.some((one) => one.key === key))
    .map((key) => ({ key, step: -1 }));
  return [...shown, ...rest].flatMap(({ key, step }) => {
    const field = content.schema.properties?.[key];
    if (!field) return [];
    const one = (path: Path, its: Field): Found => {
      const last = path[path.length - 1] ?? '';
      return { path, id: idOf(last, its), field: its, title: titleOf(last, its), kind: kindOf(its), step };
    };
    const rows = rowsOf(field);
    const inner = rows
      ? keysIn(rows).flatMap((inside) => {
          const its = rows.properties?.[inside];
          return its ? [one([key, inside], its)] : [];
        })
      : [];
    return [one([key], field), ...inner];
  });
};

/** Every condition of the content changed by `change`. */
export const mapConditions = (content: Content, change: (condition: Condition) => Condition): Content => {
  const shown = <T extends { readonly show?: Condition }>(one: T): T =>
    one.show ? { ...one, show: change(one.show) } : one;
  return {
    ...content,
    schema: mapFields(content.schema, (field) =>
      isCondition(field['x-show']) ? { ...field, 'x-show': change(field['x-show']) } : field,
    ),
    wizard: content.wizard.map(shown),
    requiredDocuments: content.requiredDocuments.map(shown),
  };
};

/** Every field changed, those in rows first. */
export const mapFields = (level: Level, change: (field: Field) => Field): Level => ({
  ...level,
  properties: Object.fromEntries(
    Object.entries(level.properties ?? {}).map(([key, field]) => {
      const rows = rowsOf(field);
      return [key, change(rows ? { ...field, items: mapFields(rows, change) } : field)];
    }),
  ),
});
