import { badCursor, isId, respond, Type } from '@dossier/sdk';
import type { Answer } from '@dossier/sdk';

/** Query of a list that comes in pages. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '1 to 100; 100 unless told.' })),
  cursor: Type.Optional(Type.String({ maxLength: 2000, description: 'From the Link header of the page before.' })),
};

/** Which page is asked for. `after` is the place of the last row seen: what the list is sorted by, then the id. */
export interface Page {
  readonly limit: number;
  readonly after: { readonly sort: string; readonly id: string } | null;
}

interface Asked {
  readonly limit?: number;
  readonly cursor?: string;
}

/** Reads `limit` and `cursor`. A cursor names no filter and no right, so a forged one shows nothing that an honest one would not; one that cannot be read is 400 `bad-cursor`. */
export function pageOf({ limit = 100, cursor }: Asked): Page {
  if (cursor === undefined) return { limit, after: null };
  const [sort, id] = parts(cursor);
  if (typeof sort !== 'string' || sort.includes('\0') || !isId(id)) throw badCursor();
  return { limit, after: { sort, id } };
}

/** A bare array, with the address of the next page in `Link` (RFC 8288) when there is one. `rows` were asked for with one more than the limit; `url` is the request's own. */
export function paged<R>(rows: readonly R[], { limit }: Page, url: string, placeOf: (row: R) => { readonly sort: string; readonly id: string }): Answer {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return respond(shown, {});
  const { sort, id } = placeOf(last);
  const next = new URL(url, 'http://here');
  next.searchParams.set('cursor', Buffer.from(JSON.stringify([sort, id])).toString('base64url'));
  return respond(shown, { headers: { link: `<${next.pathname}${next.search}>; rel="next"` } });
}

function parts(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
