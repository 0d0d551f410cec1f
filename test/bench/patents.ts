/** How long the patent office reads a page of a search, of a hundred hits as long as those of the service. */
import { read } from '../../plugins/patent-office/answers/read.ts';
import { bareSearch, biblioSearch } from '../../plugins/patent-office/answers/test/samples.ts';
import type { Result } from './compare.ts';
import { median } from './load.ts';

const ROUNDS = 40;
const HITS = 100;

/** Milliseconds of a bare page, and of one with bibliographic data. The first, while code is compiled, count too. */
export function patentTimes(): Result[] {
  return [
    timeOf('patent search, 100 hits', bareSearch(HITS), 30),
    timeOf('with bibliographic data', biblioSearch(HITS, 8), 120),
  ];
}

function timeOf(name: string, text: string, most: number): Result {
  const body = Buffer.from(text);
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    const answer = read(body);
    const took = performance.now() - started;
    if (answer.kind !== 'search' || answer.hits.length + answer.documents.length !== HITS)
      throw new Error(`The page was read as ${answer.kind}.`);
    return took;
  });
  const middle = median(times);
  return {
    name,
    shown: `${middle.toFixed(1)} ms for ${(body.length / 1000).toFixed()} KB, the first ${times[0]?.toFixed(1)} ms`,
    platform: middle,
    floor: null,
    ratio: null,
    goal: `≤ ${most} ms`,
    met: middle <= most,
  };
}
