import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Format } from '../../plugins/reports/computed.ts';
import { render } from '../../plugins/reports/render/render.ts';
import { applications, chartOf, doughnut, introduction, keyFigures, line, sampleReport, stacked } from '../../plugins/reports/render/test/sample.ts';
import type { Result } from './measurements.ts';

/** Reports of 100,000 applications, drawn beside a thread that serves: how long, how much memory the whole process takes, and what that thread feels against when nothing is drawn. */
export async function reportRuns(): Promise<readonly Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-report-'));
  try {
    const found: Result[] = [];
    for (const format of ['pdf', 'csv', 'xlsx'] as const) found.push(...await run(format, join(folder, format)));
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(format: Format, path: string): Promise<readonly Result[]> {
  const report = sampleReport({ sections: [introduction, keyFigures, chartOf(stacked), chartOf(line), chartOf(doughnut), applications(100_000)] });
  let memory = 0;
  const watch = setInterval(() => { memory = Math.max(memory, process.memoryUsage.rss() / 1e6); }, 10);
  const started = performance.now();
  const busy = await delayDuring(() => render(report, format, { path, signal: new AbortController().signal, progress: () => undefined }));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const idle = await delayDuring(() => new Promise((resolve) => setTimeout(resolve, seconds * 1000)));
  const name = `${format.toUpperCase()} of 100,000 rows`;
  return [
    { name: `${name}, time`, shown: `${seconds.toFixed(2)} s`, platform: seconds, floor: null, ratio: null, goal: '≤ 5 s', met: seconds <= 5 },
    { name: `${name}, memory`, shown: `${memory.toFixed(0)} MB in all`, platform: memory, floor: null, ratio: null, goal: '≤ 300 MB', met: memory <= 300 },
    { name: `${name}, serving thread`, shown: `p99 ${busy.toFixed(1)} ms late (${idle.toFixed(1)} ms when nothing is drawn)`, platform: busy, floor: idle, ratio: busy / idle, goal: '≤ 10 ms more', met: busy - idle <= 10 },
  ];
}

/** The 99th percentile of how much later than asked a timer of this thread comes, in milliseconds. */
async function delayDuring(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}
