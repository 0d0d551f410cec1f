import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import tap from 'tap';
import type { ComputedReport } from '../../computed.ts';
import { render } from '../render.ts';
import { readPdf } from './read.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-render-'));
tap.teardown(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** Draws a report and reads it. */
export async function drawn(report: ComputedReport, o: { last?: number } = {}) {
  const path = join(folder, `${files++}.pdf`);
  const rendered = await render(report, 'pdf', {
    path,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  const read = await readPdf(path, o);
  t.teardown(() => read.close());
  t.equal(rendered.pages, read.count, 'as many pages as it says');
  return { path, folder, ...read };
}
