import { publications } from '../collection/index.ts';
import type { Publication } from '../collection/types.ts';
import { docdbId, epodocId, date as dateElement } from '../documents/ids.ts';
import type { XmlElement } from '../xml/tree.ts';

export type ReferenceType = 'publication' | 'application' | 'priority';
export type Format = 'docdb' | 'epodoc' | 'original';

/** A number as somebody asked for it. */
export interface Reference {
  readonly type: ReferenceType;
  readonly format: Format;
  readonly text: string;
  readonly country: string;
  readonly number: string;
  readonly kind: string | null;
  readonly date: string | null;
}

/** Null when the text is none in this format. Brackets hold what has a dot, a slash or a comma in it. */
export function referenceOf(type: ReferenceType, format: Format, text: string): Reference | null {
  if (text.length > 60) return null;
  const shape = /^([A-Z]{2})\.?(?:\(([^)]+)\)|([\w/-]*?\d[\w/-]*?))(?:\.?([A-Z]\d?))?(?:\.(\d{8}))?$/i;
  // The letter of a utility model belongs to its epodoc number.
  const epodoc = /^([A-Z]{2})(?:\(([^)]+)\)|([A-Z]?\d[\dA-Z]*))(?:\.([A-Z]\d?))?(?:\.(\d{8}))?$/i;
  const found = (format === 'epodoc' ? epodoc : shape).exec(text.trim());
  const number = found?.[2] ?? found?.[3];
  if (!found?.[1] || !number) return null;
  const country = found[1].toUpperCase();
  return { type, format, text, country, number, kind: found[4]?.toUpperCase() ?? null, date: found[5] ?? null };
}

/** All publications that a reference means; several when it names no kind. */
export function find(reference: Reference): Publication[] {
  return publications.filter((publication) => {
    if (reference.type === 'publication') return names(reference, publication, publication.epodoc);
    if (reference.type === 'application')
      return names(reference, publication.application, publication.application.epodoc);
    return publication.priorities.some((priority) => names(reference, priority, priority.epodoc));
  });
}

function names(
  { format, country, number, kind }: Reference,
  there: { readonly country: string; readonly number: string; readonly kind: string },
  epodoc: string,
): boolean {
  if (kind !== null && kind !== there.kind) return false;
  if (format === 'epodoc') return `${country}${number}` === epodoc;
  return country === there.country && number === there.number;
}

/** The reference as an answer says it back. */
export const said = ({ format, country, number, kind, date }: Reference): XmlElement =>
  format === 'epodoc'
    ? epodocId(`${country}${number}`, ...(date ? [dateElement(date)] : []))
    : docdbId({ country, number, kind: kind ?? '' }, ...(date ? [dateElement(date)] : []));

/** Several numbers, parted by commas or lines; a comma in brackets parts nothing. */
export const split = (text: string): string[] =>
  text
    .split(/[\n\r]+|,(?![^(]*\))/)
    .map((one) => one.trim())
    .filter(Boolean);
