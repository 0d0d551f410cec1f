/**
 * Draws one report of 100,000 applications in the format that is asked for, and prints as JSON what it took. Started by
 * report.ts, because memory is measured of a whole process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Format } from '../../plugins/reports/computed.ts';
import { render } from '../../plugins/reports/render/render.ts';
import {
  applications,
  chartOf,
  doughnut,
  introduction,
  keyFigures,
  line,
  sampleReport,
  stacked,
} from '../../plugins/reports/render/test/sample.ts';

/**
 * Seconds, megabytes, and the 99th percentile of how many milliseconds later than asked a timer of the serving thread
 * comes, with and without a report.
 */
export interface ReportRun {
  readonly seconds: number;
  readonly memory: number;
  readonly busy: number;
  readonly idle: number;
}

const formats: Readonly<Record<string, Format>> = { pdf: 'pdf', csv: 'csv', xlsx: 'xlsx' };
const format = formats[process.argv[2] ?? ''] ?? 'pdf';
const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-report-'));
const report = sampleReport({
  sections: [introduction, keyFigures, chartOf(stacked), chartOf(line), chartOf(doughnut), applications(100_000)],
});
let memory = 0;
const watch = setInterval(() => {
  memory = Math.max(memory, process.memoryUsage.rss() / 1e6);
}, 10);
try {
  const started = performance.now();
  const busy = await delayDuring(() =>
    render(report, format, {
      path: join(folder, format),
      signal: new AbortController().signal,
      progress: () => undefined,
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const idle = await delayDuring(() => new Promise((resolve) => setTimeout(resolve, seconds * 1000)));
  const run: ReportRun = { seconds, memory, busy, idle };
  console.log(JSON.stringify(run));
} finally {
  clearInterval(watch);
  rmSync(folder, { recursive: true, force: true });
}

async function delayDuring(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}
