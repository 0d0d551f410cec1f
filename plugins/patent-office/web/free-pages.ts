/** Pages of searches that one was given a moment ago: each costs nothing once more, until its moment. */
import type { Found } from './asking.ts';
import { memory } from './last-search.ts';

/** By workspace and query; moments by the first hit of a page. */
const given = memory<ReadonlyMap<number, string>>(50);
const keyOf = (workspaceId: string, cql: string): string => `${workspaceId} ${cql}`;

/** Notes what came. */
export function keepFree(workspaceId: string, found: Pick<Found, 'cql' | 'from' | 'freeUntil'>): void {
  const key = keyOf(workspaceId, found.cql);
  const pages = new Map(given.get(key));
  pages.delete(found.from);
  if (found.freeUntil !== null) pages.set(found.from, found.freeUntil);
  given.set(key, pages);
}

/** The search is forgotten at the server, and its answers with it. */
export const forgetFree = (workspaceId: string, cql: string): void => given.set(keyOf(workspaceId, cql), new Map());

/** Until when the page costs nothing, which may be over; null where that is not known of any moment. */
export const freeUntil = (workspaceId: string, cql: string, from = 1): string | null =>
  given.get(keyOf(workspaceId, cql))?.get(from) ?? null;
