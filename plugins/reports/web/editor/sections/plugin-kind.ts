import { controlOf, optionsOf } from '@dossier/sdk/web/ui/form-schema';
import type { FieldSchema, FormSchema } from '@dossier/sdk/web/ui/form-schema';
import type { AnySection } from '../../types.ts';
import { isRecord } from '@dossier/sdk/web/ui/record';

/** The form of a kind of section that a plugin has added: its schema without the kind itself. */
export function formOf(schema: unknown): FormSchema {
  if (!isRecord(schema)) return {};
  const { kind: _kind, ...properties } = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required'])
    ? schema['required'].filter((one) => typeof one === 'string' && one !== 'kind')
    : [];
  return {
    properties: Object.fromEntries(
      Object.entries(properties).filter((entry): entry is [string, FieldSchema] => isRecord(entry[1])),
    ),
    required,
  };
}

/** A section to begin with: the defaults of its schema, and of what it must have the first value that fits. */
export function beginning(kind: string, title: string, schema: unknown): AnySection {
  const { properties = {}, required = [] } = formOf(schema);
  const values = Object.entries(properties).flatMap(([key, field]) => {
    const value = field.default ?? field.const ?? (required.includes(key) ? first(key, field, title) : undefined);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...Object.fromEntries(values), kind };
}

function first(key: string, field: FieldSchema, title: string): unknown {
  switch (controlOf(field)) {
    case 'choice':
      return optionsOf(field)?.[0]?.const;
    case 'choices':
      return optionsOf(field.items)
        ?.slice(0, 1)
        .map((option) => option.const);
    case 'lines':
      return [];
    case 'yes-no':
      return false;
    case 'number':
      return field.minimum ?? 0;
    case 'text':
    case 'long-text':
      return key === 'title' ? title : undefined;
    default:
      return undefined;
  }
}
