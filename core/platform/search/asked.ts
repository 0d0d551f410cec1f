import { badQuery, isId } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';
import { mostOfSearch } from './contract.ts';
import type { RecordPage } from './contract.ts';
import type { Asked } from './search.ts';

/** What is asked for; throws 400 with all that is wrong with it. */
export function asked(query: {
  readonly text: string;
  readonly kind?: readonly string[] | null | undefined;
  readonly sign?: string | null | undefined;
  readonly limit?: number | null | undefined;
}): Asked {
  const { characters, rows, usual } = mostOfSearch;
  const { text, kind, sign, limit = usual } = query;
  const faults: Fault[] = [];
  if (text.length > characters || text.includes('\0'))
    faults.push({ pointer: '?text', code: 'bad-search', detail: `Search for at most ${characters} characters.` });
  if (limit !== null && (!Number.isInteger(limit) || limit < 1 || limit > rows))
    faults.push({ pointer: '?limit', code: 'out-of-range', detail: `1 to ${rows} of each kind are answered.` });
  if (faults.length > 0) throw badQuery(faults);
  return { text, ...(kind ? { kinds: kind } : {}), ...(sign ? { sign } : {}), limit: limit ?? usual };
}

/** Pages that are asked for as `workspace/path`; throws 400 with all that is wrong with them. */
export function pagesAsked(at: readonly string[]): readonly RecordPage[] {
  const { pages, characters } = mostOfSearch;
  if (at.length > pages)
    throw badQuery([
      { pointer: '?pages', code: 'too-many', detail: `At most ${pages} pages are looked up at a time.` },
    ]);
  const read = at.map((one): RecordPage | Fault => {
    const [workspaceId = '', ...path] = one.split('/');
    return one.length > characters || one.includes('\0') || !isId(workspaceId) || path.length === 0
      ? { pointer: '?pages', code: 'bad-page', detail: `“${one.slice(0, 50)}” is not a workspace with a page in it.` }
      : { workspaceId, path: path.join('/') };
  });
  const faults = read.filter((one): one is Fault => 'code' in one);
  if (faults.length > 0) throw badQuery(faults);
  return read.filter((one): one is RecordPage => 'path' in one);
}
