import { publications } from '../collection/index.ts';
import type { Publication } from '../collection/types.ts';
import { matches } from './evaluate.ts';
import { checkLimits } from './limits.ts';
import { parseQuery } from './parse.ts';
import { echo } from './query.ts';

/** All hits of a query, newest first, and the query as it is said back. Throws `QueryFault`. */
export function search(text: string): { readonly query: string; readonly hits: readonly Publication[] } {
  const query = parseQuery(text);
  checkLimits(query);
  return { query: echo(query), hits: publications.filter((publication) => matches(publication, query)) };
}
