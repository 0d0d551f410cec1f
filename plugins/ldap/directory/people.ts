import type { Entry, SearchOptions, SearchResult } from 'ldapts';
import type { Filter } from '../filter/types.ts';
import { clientFilter } from '../filter/client-filter.ts';
import type { Conversation } from './connection.ts';
import { DirectoryFailure } from './failure.ts';
import { idAttributes, immutableId } from './immutable-id.ts';
import { signInNames } from './person.ts';

/** Entries that are asked for at a time. */
const PAGE = 200;
const SAMPLES = 3;

/** Result code: there are more entries than the directory gives. */
const SIZE_LIMIT = 4;

/** People whom a filter finds; `more` where there are more than could be counted. */
export interface Counted {
  readonly count: number;
  readonly more: boolean;
  /** Some of their names, as they sign in: of those who could, having an id that stays, too. */
  readonly samples: readonly string[];
}

/**
 * Counts the people below `base`, up to `most`, page by page. References to other directories are not followed. Rejects
 * with a `DirectoryFailure`.
 */
export async function peopleBelow(
  conversation: Conversation,
  { base, filter, most }: { readonly base: string; readonly filter: Filter; readonly most: number },
): Promise<Counted> {
  const asked: SearchOptions = {
    scope: 'sub',
    filter: clientFilter(filter),
    attributes: [...signInNames, ...idAttributes],
    explicitBufferAttributes: [...idAttributes],
  };
  let count = 0;
  const samples: string[] = [];
  const take = ({ searchEntries }: SearchResult): void => {
    count += searchEntries.length;
    samples.push(...searchEntries.flatMap(nameOf).slice(0, SAMPLES - samples.length));
  };
  let pages: AsyncGenerator<SearchResult> | undefined;
  try {
    for (;;) {
      const page = await conversation.ask((client) =>
        (pages ??= client.searchPaginated(base, { ...asked, paged: { pageSize: Math.min(PAGE, most) } })).next(),
      );
      if (page.done) return { count, more: false, samples };
      take(page.value);
      if (count >= most) return { count: most, more: true, samples };
    }
  } catch (error) {
    if (!(error instanceof DirectoryFailure) || error.code !== SIZE_LIMIT) throw error;
    // The directory gives no more: not even the first page, perhaps.
    if (count === 0) take(await conversation.ask((client) => client.search(base, { ...asked, sizeLimit: SAMPLES })));
    return { count, more: true, samples };
  }
}

function nameOf(entry: Entry): readonly string[] {
  const [name] = signInNames.map((one) => entry[one]).filter((value) => typeof value === 'string');
  return name === undefined || immutableId(entry) === null ? [] : [name];
}
