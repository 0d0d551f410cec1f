import { badCursor, respond, Type } from '@dossier/sdk';
import type { Answer } from '@dossier/sdk';

const USUAL = 100;

/** The query of a list that may grow. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: `Rows of a page; ${USUAL} unless told.` })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 400, description: 'From the Link header of the page before.' })),
};

/** A part of a list sorted by id: at most `limit` rows with an id behind `after`. A service returns one row more when there are more. */
export interface Page {
  readonly after: string | undefined;
  readonly limit: number;
}

/** Reads the query. The cursor names no filter and no right, so a forged one shows nothing that an honest one would not. Throws 400 `bad-cursor`. */
export function pageOf({ limit = USUAL, cursor }: { readonly limit?: number; readonly cursor?: string }, isKey: (text: string) => boolean): Page {
  const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  if (after !== undefined && !isKey(after)) throw badCursor();
  return { after, limit };
}

/** The rows as a bare array; the address of the next page, when there is one, stands in the `Link` header (RFC 8288). */
export function paged(url: string, rows: readonly { readonly id: string }[], { limit }: Page): Answer {
  const shown = rows.slice(0, limit);
  if (rows.length <= limit) return respond(shown, {});
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.set('cursor', Buffer.from(shown.at(-1)!.id).toString('base64url'));
  return respond(shown, { headers: { link: `<${pathname}?${searchParams.toString()}>; rel="next"` } });
}
