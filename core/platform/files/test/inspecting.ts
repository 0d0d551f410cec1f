import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap from 'tap';
import { inspecting } from '../inspection.ts';
import type { Inspect } from '../inspection.ts';
import { pdfReading, usualLimits } from '../pdf/reading.ts';
import type { ReadingLimits } from '../pdf/reading.ts';

/** Where files are kept while they are looked at; gone after the tests. */
export const folder = mkdtempSync(join(tmpdir(), 'dossier-looked-through-'));
tap.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** What uploads pass. */
export const inspect = (limits: Partial<ReadingLimits> = {}): Inspect =>
  inspecting({ read: pdfReading({ ...usualLimits, ...limits }), folder });
