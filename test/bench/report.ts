import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Result } from './compare.ts';
import type { ReportRun } from './report-run.ts';

/**
 * Reports of 100,000 applications, drawn next to a thread that serves: how long, how much memory the whole process
 * takes, and what that thread feels against when nothing is drawn.
 */
export function reportRuns(): readonly Result[] {
  return ['pdf', 'csv', 'xlsx'].flatMap((format): readonly Result[] => {
    const { seconds, memory, busy, idle }: ReportRun = JSON.parse(
      execFileSync(process.execPath, [fileURLToPath(import.meta.resolve('./report-run.ts')), format], {
        encoding: 'utf8',
      }),
    );
    const name = `${format.toUpperCase()} of 100,000 rows`;
    return [
      {
        name: `${name}, time`,
        shown: `${seconds.toFixed(2)} s`,
        platform: seconds,
        floor: null,
        ratio: null,
        goal: '≤ 5 s',
        met: seconds <= 5,
      },
      {
        name: `${name}, memory`,
        shown: `${memory.toFixed(0)} MB in all`,
        platform: memory,
        floor: null,
        ratio: null,
        goal: '≤ 300 MB',
        met: memory <= 300,
      },
      {
        name: `${name}, serving thread`,
        shown: `p99 ${busy.toFixed(1)} ms late (${idle.toFixed(1)} ms when nothing is drawn)`,
        platform: busy,
        floor: idle,
        ratio: busy / idle,
        goal: '≤ 10 ms more',
        met: busy - idle <= 10,
      },
    ];
  });
}
