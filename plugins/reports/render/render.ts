import { errorCode } from '@dossier/sdk';
import { open, rm } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { ComputedReport, Page, Pages, Rendered, RenderReport } from '../computed.ts';
import type { FromWorker, Order, ToWorker } from './messages.ts';

export interface RenderLimits {
  /** After so many seconds the run has failed. */
  readonly seconds: number;
  /** For the objects of the worker; pictures and buffers come on top. */
  readonly megabytes: number;
}

/**
 * Draws reports, each in a worker thread of its own, which ends with it: the thread that serves only passes pages of
 * rows, and what goes wrong while drawing (a damaged logo, too much memory, a loop) ends that worker and nothing else.
 * Rejects with a sentence for people.
 */
export function rendering(limits: RenderLimits): RenderReport {
  return async (report, format, { path, signal, progress, fonts = [] }) => {
    signal.throwIfAborted();
    // From here on the file is ours, and goes when the run fails; one that is there already is nobody's to write over.
    await (await open(path, 'wx', 0o600)).close();
    const deadline = AbortSignal.timeout(limits.seconds * 1000);
    const tables = new Tables(report);
    const order: Order = {
      report: {
        ...report,
        sections: report.sections.map((section) => {
          if (section.kind !== 'table') return section;
          const { rows: _, ...table } = section;
          return table;
        }),
      },
      format,
      path,
      fonts,
    };
    const compiled = getCompileCacheDir();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: order,
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 6 },
    });
    try {
      const rendered = await drawn(worker, tables, { path, progress, stop: AbortSignal.any([signal, deadline]) });
      await tables.close();
      return rendered;
    } catch (error) {
      // Not waited for: what hangs may be the source itself.
      void tables.close();
      await worker.terminate();
      await rm(path, { force: true });
      if (signal.aborted) throw signal.reason;
      throw deadline.aborted
        ? new Error(
            `The report was not drawn within ${limits.seconds} seconds. Narrow its period or its filters, or take fewer tables.`,
          )
        : inSentences(error, limits);
    } finally {
      await worker.terminate();
    }
  };
}

/** With the limits of the product: a hundred thousand rows take a fraction of both. */
export const render: RenderReport = rendering({ seconds: 120, megabytes: 192 });

/** Answers the worker until it is done. */
function drawn(
  worker: Worker,
  tables: Tables,
  o: { path: string; progress: (done: number) => void; stop: AbortSignal },
): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    const answer = async (message: FromWorker): Promise<void> => {
      if (message.kind === 'progress') o.progress(message.done);
      if (message.kind === 'enough') await tables.close(message.section);
      if (message.kind === 'done')
        resolve({
          path: o.path,
          contentType: message.contentType,
          size: message.size,
          pages: message.pages,
          notice: message.notice,
        });
      if (message.kind !== 'pull') return;
      const answered: ToWorker = { page: await tables.next(message.section) };
      worker.postMessage(answered);
    };
    worker.on('message', (message: FromWorker) => {
      answer(message).catch(reject);
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('The report was not drawn: its worker ended without a word.')));
    o.stop.addEventListener('abort', () => reject(o.stop.reason), { once: true });
    if (o.stop.aborted) reject(o.stop.reason);
  });
}

/**
 * The rows of each table, opened at its first page and closed with the run, because a database cursor may stand behind
 * them.
 */
class Tables {
  readonly #report: ComputedReport;
  readonly #open = new Map<number, AsyncIterator<Page>>();
  #closed = false;

  constructor(report: ComputedReport) {
    this.#report = report;
  }

  async next(at: number): Promise<ToWorker['page']> {
    // A worker that is being ended may still ask: what would be opened for it, nobody would close.
    if (this.#closed) throw new Error('The report is drawn no more.');
    const section = this.#report.sections[at];
    if (section?.kind !== 'table') throw new Error(`Section ${at} of the report is no table.`);
    const rows = this.#open.get(at) ?? each(section.rows);
    this.#open.set(at, rows);
    const page = await rows.next();
    return page.done ? null : page.value;
  }

  /** One of them, or all that are open. */
  async close(at?: number): Promise<void> {
    if (at === undefined) this.#closed = true;
    const ended = [...this.#open].filter(([section]) => at === undefined || section === at);
    for (const [section] of ended) this.#open.delete(section);
    await Promise.allSettled(ended.map(([, rows]) => rows.return?.()));
  }
}

/** Rows that are copied to the worker at once, cell by cell: more would hold up requests for milliseconds. */
const bite = 200;

async function* each(pages: Pages): AsyncGenerator<Page> {
  for await (const page of pages) {
    if ('json' in page) yield page;
    else for (let from = 0; from < page.length; from += bite) yield page.slice(from, from + bite);
  }
}

function inSentences(error: unknown, { megabytes }: RenderLimits): unknown {
  const outOfMemory = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory
    ? new Error(
        `The report needs more than ${megabytes} MB to be drawn. Narrow its period or its filters, or take fewer tables.`,
      )
    : error;
}
