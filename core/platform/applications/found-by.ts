/** The answers by which a template says that its applications are found. */
import { idOf, isRecord } from '@dossier/sdk';
import type { TemplateVersion } from '../templates/contract.ts';
import { fieldsOf } from '../templates/form/index.ts';
import type { FieldSchema } from '../templates/form/index.ts';

/** Their texts: of a choice what it is called, too. Empty where the template names none. */
export function textsOf(
  { foundBy = [], schema }: Pick<TemplateVersion, 'foundBy' | 'schema'>,
  answers: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (foundBy.length === 0) return [];
  return Object.entries(fieldsOf(schema)).flatMap(([key, field]) =>
    foundBy.includes(idOf(key, field)) ? [answers[key]].flat().flatMap((value) => textsIn(value, field)) : [],
  );
}

function textsIn(value: unknown, { oneOf }: FieldSchema): readonly string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const choice = (Array.isArray(oneOf) ? oneOf : []).find((one) => isRecord(one) && one['const'] === value);
  const title: unknown = isRecord(choice) ? choice['title'] : undefined;
  return typeof title === 'string' ? [String(value), title] : [String(value)];
}
