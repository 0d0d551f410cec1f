/**
 * Test files that fail by chance and wait to be mended (`test/quarantine.json`). The gate leaves them out; a run of
 * everything runs each by itself. Five are the most there may be, and after a fortnight a run of everything fails.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.ts';

export interface Quarantined {
  readonly file: string;
  /** The day on which it was written there, as `2026-11-29`. */
  readonly since: string;
  readonly why: string;
}

const most = 5;
const days = 14;

export function quarantine(): readonly Quarantined[] {
  const all: readonly Quarantined[] = JSON.parse(readFileSync(join(root, 'test', 'quarantine.json'), 'utf8'));
  if (all.length > most) throw new Error(`test/quarantine.json has ${all.length} files; ${most} are the most.`);
  return all;
}

/** Sentences about those that are there too long. */
export const overdue = (all: readonly Quarantined[], now = new Date()): readonly string[] =>
  all
    .filter(({ since }) => now.getTime() - Date.parse(since) > days * 86_400_000)
    .map(
      ({ file, since, why }) => `test/quarantine.json: ${file} is there since ${since} (${why}). Mend or delete it.`,
    );
