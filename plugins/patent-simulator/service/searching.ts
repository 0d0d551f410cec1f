import { QueryFault } from '../cql/fault.ts';
import { search } from '../cql/search.ts';
import { biblioSearch } from '../documents/search.ts';
import { worldPatentData } from '../xml/answer.ts';
import { constituentOf, cycleOf } from './published.ts';
import { fault, noResults } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Settings } from './settings.ts';

/** From and to, from 1; null when the service refuses them: 100 at once, and none beyond 2,000. */
function rangeOf(text: string | null): readonly [number, number] | null {
  if (text === null) return [1, 25];
  const [, first, last] = /^(\d{1,9})-(\d{1,9})$/.exec(text.trim()) ?? [];
  const from = Number(first);
  const to = Number(last);
  return from >= 1 && to >= from && to - from < 100 && to <= 2000 ? [from, to] : null;
}

/** A page of hits. A query without any and a page behind the last hit are both not found. */
export function searching(
  query: string | null,
  range: string | null,
  path: string,
  { mostHits, silentNotFound, today }: Pick<Settings, 'mostHits' | 'silentNotFound' | 'today'>,
): Reply {
  const constituent = path ? constituentOf(path) : null;
  if (path && !constituent) return noResults();
  const span = rangeOf(range);
  if (!span || query === null) return fault(400, 'CLIENT.InvalidQuery', 'The request was invalid');
  try {
    const found = search(query);
    const there = found.hits.filter(({ date }) => today === null || date <= today);
    const [from, to] = span;
    const hits = there.slice(from - 1, to);
    if (hits.length === 0)
      return silentNotFound
        ? { is: 'bytes', status: 404, type: 'application/xml', body: Buffer.alloc(0) }
        : noResults();
    const total = Math.min(there.length, mostHits);
    const answer = biblioSearch({ query: found.query, total, from, to, hits, constituent, cycle: cycleOf });
    return { is: 'data', stylesheet: 'exchange', root: worldPatentData(answer) };
  } catch (error) {
    if (error instanceof QueryFault) return fault(error.status, error.code, error.message.replace(/[&<>]/g, ''));
    throw error;
  }
}
