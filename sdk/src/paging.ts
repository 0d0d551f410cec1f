import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { isId } from './data.ts';
import { badCursor } from './problem.ts';
import { respond } from './route.ts';
import type { Answer } from './route.ts';

/** Query of a list that comes in pages of `usual` rows, of `most` at most. */
export const pageQuery = ({ most, usual }: { readonly most: number; readonly usual: number }) => ({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, default: usual, description: `1 to ${most}; ${usual} unless given.` }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2000, description: 'From the Link header of the page before.' }),
  ),
});

/**
 * Which page is asked for. `after` is the place of the last row seen: what the list is sorted by, empty when that is
 * the id alone, then the id. A service returns one row more when there are more.
 */
export interface Page {
  readonly limit: number;
  readonly after: { readonly sort: string; readonly id: string } | null;
}

/**
 * Reads `limit` and `cursor` as {@link pageQuery} has them; `url` is the request's own. A cursor gives no right, so a
 * forged one shows nothing that an honest one would not. Throws 400 `bad-cursor` for one that cannot be read, or that
 * came with another list or other filters: rows would be left out.
 */
export function pageOf(
  url: string,
  { limit = 100, cursor }: { readonly limit?: number; readonly cursor?: string },
  isKey: (id: unknown) => id is string = isId,
): Page {
  if (cursor === undefined) return { limit, after: null };
  const [list, sort, id] = cursorParts(cursor);
  if (list !== listOf(url) || typeof sort !== 'string' || sort.includes('\0') || !isKey(id)) throw badCursor();
  return { limit, after: { sort, id } };
}

/**
 * A bare array, with the address of the next page in `Link` (RFC 8288) when there is one. `sortOf` gives what the rows
 * are sorted by before their id.
 */
export function paged<R extends { readonly id: string }>(
  url: string,
  rows: readonly R[],
  { limit }: Page,
  sortOf: (row: R) => string = () => '',
): Answer<readonly R[]> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return respond(shown, {});
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.set('cursor', Buffer.from(JSON.stringify([listOf(url), sortOf(last), last.id])).toString('base64url'));
  return respond(shown, { headers: { link: `<${pathname}?${searchParams.toString()}>; rel="next"` } });
}

/** Tells lists apart: by their path, which is the same list under each prefix, and by their filters. */
function listOf(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.delete('limit');
  searchParams.delete('cursor');
  searchParams.sort();
  return createHash('sha256')
    .update(`${pathname.replace(/^\/api(\/v1)?(?=\/)/, '')}?${searchParams.toString()}`)
    .digest('base64url')
    .slice(0, 16);
}

/**
 * What was put into an opaque cursor, an array as JSON in base64url; empty for anything else. For lists that have
 * cursors of their own.
 */
export function cursorParts(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
