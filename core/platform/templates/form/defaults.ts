import { isRecord } from '@dossier/sdk/record';
import { fieldsOf, kindIdOf, unansweredKinds } from './form.ts';
import type { Answers } from './form.ts';

/** The answers that stand in a form, or in a row of a group, before somebody has given any: defaults of its fields. */
export function defaultsOf(schema: unknown): Answers {
  if (!isRecord(schema)) return {};
  return Object.fromEntries(
    Object.entries(fieldsOf(schema)).flatMap(([key, field]): [string, unknown][] => {
      if (unansweredKinds.includes(kindIdOf(field)) || 'x-formula' in field) return [];
      if (field['default'] !== undefined) return [[key, field['default']]];
      const inner = field['type'] === 'object' ? defaultsOf(field) : {};
      return Object.keys(inner).length === 0 ? [] : [[key, inner]];
    }),
  );
}
