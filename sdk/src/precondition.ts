import { Problem } from './problem.ts';

/** The header `If-Match` as a request carries it. */
export type IfMatch = string | readonly string[] | undefined;

/**
 * The entity tag of a version (RFC 9110, section 8.8.3): of a number that each change counts up, or of a `fingerprint`.
 */
export const entityTag = (version: number | string): string => `"${version}"`;

/**
 * Tags in a list; commas and blanks may stand in one, and a weak one is none that `If-Match` could name (RFC 9110,
 * sections 8.8.3 and 13.1.1).
 */
const TAGS = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"|[^\s,]+/g;

/**
 * Refuses a change of a version that the client has not seen (RFC 9110, section 13.1.1): throws `stale` (412) when
 * `If-Match` is sent and names another one. Without the header the last change wins. Call it in the transaction of the
 * change, behind a lock of the row. For handlers of routes whose `etag` is `compared`; of others the kernel asks.
 */
export function demandMatch(ifMatch: IfMatch, version: number | string | { readonly tag: string }): void {
  if (ifMatch === undefined) return;
  const tags: readonly string[] = String(ifMatch).match(TAGS) ?? [];
  if (tags.includes('*') || tags.includes(typeof version === 'object' ? version.tag : entityTag(version))) return;
  throw new Problem(412, 'stale', 'Changed meanwhile', {
    detail:
      'Somebody changed this since you read it. Read it again, and send your change with the new ETag in If-Match.',
  });
}
