/** What a form says of the files of its documents: a field for files may set limits, a listed document has none. */
import { isRecord } from '@dossier/sdk';
import type { TemplateVersion } from '../templates/contract.ts';

export interface FileRule {
  readonly key: string;
  readonly title: string;
  readonly least: number;
  readonly most: number;
  /** Media types, `image/*` and endings of names, as `accept` of HTML has them; empty: all that documents can be. */
  readonly types: readonly string[];
  /** May it be handed in after the application was sent? */
  readonly later: boolean;
}

/** Files of one document, where the form does not say how many; as many as a field can say. */
const MOST = 50;

const count = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** Of every document that a version may ask for, as it is asked. */
export function fileRules({ schema, requiredDocuments }: TemplateVersion): readonly FileRule[] {
  const fields: Readonly<Record<string, unknown>> =
    'properties' in schema && isRecord(schema.properties) ? schema.properties : {};
  return requiredDocuments.map(({ key, title }) => {
    const found = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const field = isRecord(found) && found['x-kind'] === 'file' ? found : {};
    const types = field['x-types'];
    return {
      key,
      title,
      least: Math.max(1, count(field['x-least'], 1)),
      most: Math.min(MOST, count(field['x-most'], MOST)),
      types: Array.isArray(types) ? types.map(String) : [],
      later: field['x-later'] === true,
    };
  });
}

/** Does the document take a file of this kind? */
export const takesType = (
  { types }: Pick<FileRule, 'types'>,
  { contentType, fileName }: { readonly contentType: string; readonly fileName: string },
): boolean =>
  types.length === 0 ||
  types.some((type) => {
    const wanted = type.trim().toLowerCase();
    if (wanted.startsWith('.')) return fileName.toLowerCase().endsWith(wanted);
    return wanted.endsWith('/*') ? contentType.startsWith(wanted.slice(0, -1)) : contentType === wanted;
  });
