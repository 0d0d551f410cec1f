/** What a look of a saved search sees: the first time all that is there, and then what is new. */
import type { Clock, Database, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { PatentTables } from '../entities.ts';
import { PAGE, REACH } from './watch-pages.ts';
import type { HitPage } from './watch-pages.ts';
import { findingsAdded, findingsOf, foundBefore } from './watch-rows.ts';
import type { WatchRow } from './watch-rows.ts';
import type { WatchTrouble } from './watch-trouble.ts';

/** What a look came to; `found` are the numbers that are new, and to be reported. */
export interface Seen {
  readonly found: readonly string[];
  readonly total: number;
  readonly trouble: WatchTrouble | null;
}

interface Deps {
  readonly database: Pick<Database, 'read'>;
  readonly clock: Clock;
}

type Keep = (tx: Transaction, page: HitPage) => Promise<void>;
/** Asks for the page that begins with a hit; `keep` runs when it is paid for. */
export type Ask = (from: number, keep?: Keep) => Promise<HitPage>;

/**
 * All that is there becomes known, page after page, each when it is paid for. What was interrupted goes on with the
 * page at which it stopped: so many as are known lie before it.
 */
export async function firstLook(
  { database, clock }: Deps,
  watch: WatchRow,
  author: WorkspaceAccess,
  ask: Ask,
): Promise<Seen> {
  const before = await database.read(author, (tx) => findingsOf(tx, watch));
  const keep: Keep = async (tx, { numbers }) => {
    // Of a search that was changed since, it would be the wrong ones.
    if (await isAsItWas(tx, watch)) await findingsAdded(tx, watch, { numbers, at: clock.now(), toldAt: null });
  };
  let total = before;
  let isPartial = false;
  for (let from = before - (before % PAGE) + 1; from <= REACH; from += PAGE) {
    let page = await ask(from, keep);
    // What is missing now would be taken for new later: once more, and no oftener, since each time is paid for.
    if (page.isPartial) page = await ask(from, keep);
    total = Math.max(total, page.total ?? 0);
    isPartial ||= page.isPartial;
    if (from + PAGE > total || page.numbers.length === 0) break;
  }
  return { found: [], total, trouble: isPartial ? 'incomplete' : null };
}

/** Locked until the transaction ends, so that nobody changes it in between. */
const isAsItWas = async (tx: Transaction, { organizationId, id, version }: WatchRow): Promise<boolean> =>
  (await tx
    .sql<PatentTables>()
    .selectFrom('patent_watch')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('version', '=', version)
    .forShare()
    .executeTakeFirst()) !== undefined;

/**
 * What is new mostly stands before what is known: it reads on for as long as there is nothing else on a page. What the
 * office takes in late stands further down: so it reads on as well until all by which the total has grown is found, as
 * far as the office reaches.
 */
export async function laterLook(
  { database }: Pick<Deps, 'database'>,
  watch: WatchRow,
  author: WorkspaceAccess,
  ask: Ask,
): Promise<Seen> {
  const found = new Set<string>();
  // What was missing the last time is counted in the total of then, and is still to be found.
  const base =
    watch.trouble === 'incomplete' ? await database.read(author, (tx) => findingsOf(tx, watch)) : (watch.total ?? 0);
  let total = 0;
  let isPartial = false;
  for (let from = 1; from <= REACH; from += PAGE) {
    const page = await ask(from);
    total = Math.max(total, page.total ?? watch.total ?? 0);
    isPartial ||= page.isPartial;
    const before = await database.read(author, (tx) => foundBefore(tx, watch, page.numbers));
    for (const number of page.numbers) if (!before.has(number)) found.add(number);
    const isComplete = isPartial || total > REACH || found.size >= total - base;
    if ((before.size > 0 && isComplete) || page.numbers.length === 0 || from + PAGE > total)
      return { found: [...found], total, trouble: isPartial ? 'incomplete' : null };
  }
  return { found: [...found], total, trouble: total > REACH ? 'beyond-reach' : null };
}
