import { Problem } from './problem.ts';

/** The header `If-Match` as a request carries it. */
export type IfMatch = string | readonly string[] | undefined;

/** The entity tag of a version (RFC 9110, section 8.8.3). */
export const entityTag = (version: number | string): string => `"${version}"`;

/** Refuses a change of a version that the client has not seen (RFC 9110, section 13.1.1): throws `stale` (412) when `If-Match` is sent and names another one. Without the header the last change wins. */
export function demandMatch(ifMatch: IfMatch, version: number | string): void {
  if (ifMatch === undefined) return;
  const tags = String(ifMatch).split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(entityTag(version))) return;
  throw new Problem(412, 'stale', 'Changed meanwhile', { detail: 'Somebody changed this since you read it. Read it again, and send your change with the new ETag in If-Match.' });
}
