/**
 * Draws one report and ends. Started by render.ts. What is heavy (pdfkit, charts, fonts) is loaded here and nowhere
 * else, when its format is asked for.
 */
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Format, Row } from '../computed.ts';
import { rowsIn } from '../computed.ts';
import type { Draw, FromWorker, Order, ToWorker } from './messages.ts';

// On Linux this is the priority of this thread alone: when there are fewer cores than work, requests go first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const order: Order = workerData;
const formats: Readonly<Record<Format, () => Promise<Draw>>> = {
  pdf: async () => (await import('./pdf/document.ts')).drawPdf,
  csv: async () => (await import('./csv.ts')).drawCsv,
  xlsx: async () => (await import('./xlsx/workbook.ts')).drawXlsx,
};

const say = (message: FromWorker): void => {
  parentPort?.postMessage(message);
};
const waiting: ((page: ToWorker['page']) => void)[] = [];
parentPort?.on('message', ({ page }: ToWorker) => waiting.shift()?.(page));

/** Asks for one page ahead, so that the database reads while this thread draws. */
async function* rows(section: number): AsyncGenerator<readonly Row[]> {
  const pull = (): Promise<ToWorker['page']> => {
    const { promise, resolve } = Promise.withResolvers<ToWorker['page']>();
    waiting.push(resolve);
    say({ kind: 'pull', section });
    return promise;
  };
  let next = pull();
  try {
    for (let page = await next; page; page = await next) {
      next = pull();
      yield rowsIn(page);
    }
  } finally {
    await next;
    say({ kind: 'enough', section });
  }
}

let told = 0;
const progress = (done: number): void => {
  if (done - told < 0.01 && done < 1) return;
  told = done;
  say({ kind: 'progress', done: Math.min(done, 1) });
};

const draw = await formats[order.format]();
const { contentType, pages, notice = null } = await draw(order, { rows, progress });
progress(1);
say({ kind: 'done', contentType, size: (await stat(order.path)).size, pages, notice });
parentPort?.close();
