/** What of a form can be asked for again. */
import { isRecord } from '@dossier/sdk';
import type { TemplateVersion } from '../templates/contract.ts';

/** Kinds of fields that have no place in answers: they are read, or are documents. */
const unanswered: ReadonlySet<unknown> = new Set(['heading', 'note', 'file']);

/** The titles of the fields that people answer, by key. */
export function answerable({ schema }: Pick<TemplateVersion, 'schema'>): ReadonlyMap<string, string> {
  if (!('properties' in schema) || !isRecord(schema.properties)) return new Map();
  return new Map(
    Object.entries(schema.properties).flatMap(([key, field]) =>
      isRecord(field) && !unanswered.has(field['x-kind']) && typeof field['x-formula'] !== 'string'
        ? [[key, typeof field['title'] === 'string' && field['title'] !== '' ? field['title'] : key] as const]
        : [],
    ),
  );
}

/** The titles of the documents that may be asked for, by key. */
export const documentTitles = ({
  requiredDocuments,
}: Pick<TemplateVersion, 'requiredDocuments'>): ReadonlyMap<string, string> =>
  new Map(requiredDocuments.map(({ key, title }) => [key, title]));

/** The member of the answers that a pointer leads into: of `/rows/0/name` it is `rows`. */
export const keyIn = (pointer: string): string =>
  (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
