import { createHash } from 'node:crypto';

/**
 * One text for one JSON value, whatever order its members stand in (RFC 8785): members sorted by code units, no white
 * space, numbers as JavaScript writes them. Of a value as JSON is read; members that are undefined are left out. What
 * is the same text is the same request, the same state or the same entry.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  // Without an order given, sort compares code units. Every event passes here, so nothing is built that is not part of
  // the text.
  for (const name of Object.keys(members).sort()) {
    if (members[name] !== undefined)
      text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonical(members[name])}`;
  }
  return `{${text}}`;
}

/**
 * What stands for a JSON value where equal ones have to be known again (an `Idempotency-Key`, an entity tag): 43
 * characters of base64url, the SHA-256 of its {@link canonical} text.
 */
export const fingerprint = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('base64url');
