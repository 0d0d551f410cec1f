/** The statement at which a process of `kill-point-main.ts` dies. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Arms a process that was started with `settings`, and reads which statements it counted. */
export interface KillPoint {
  readonly settings: { readonly KILL_POINT: string };
  /** Statements that were counted since it was armed. */
  noted(): readonly string[];
  /** Has it die before statement `at`, counted from 1, or after it; with 0 it only counts. */
  arm(at: number, after: boolean): void;
  disarm(): void;
}

/** The kill point of a process with this folder for its data. */
export function killPoint(dataDir: string): KillPoint {
  const point = join(dataDir, 'kill-point');
  const log = `${point}.log`;
  return {
    settings: { KILL_POINT: point },
    noted: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
    arm(at, after) {
      rmSync(log, { force: true });
      writeFileSync(point, JSON.stringify({ at, after }));
    },
    disarm: () => rmSync(point, { force: true }),
  };
}
