import { Worker } from 'node:worker_threads';
import type { PdfFault } from './walk.ts';

/** What the thread is asked: an open file, and its bytes. */
export interface Question {
  readonly descriptor: number;
  readonly size: number;
}
export interface Answer {
  readonly fault: PdfFault | null;
}

/** Says what is wrong with the PDF that an open file holds; `size` in bytes. */
export type ReadPdf = (file: Question) => Promise<PdfFault | null>;

export interface ReadingLimits {
  /** For one file; the thread ends with one that takes longer, as with one that takes more memory. */
  readonly milliseconds: number;
  /** For the objects of the thread; a file, and what is unfolded of it, come on top. */
  readonly megabytes: number;
}

/** The largest honest files take a tenth of both. */
export const usualLimits: ReadingLimits = { milliseconds: 20_000, megabytes: 256 };

/** Milliseconds for which an idle thread is kept: to load the parser takes a third of a second. */
const keptFor = 10_000;
/** Files that one thread reads: the parser never forgets a name. */
const mostFiles = 200;

/**
 * Looks through PDFs in a thread of its own, one after the other, so that requests go on meanwhile and a file that is
 * made to hold up its reader ends that thread alone. It is `too-complex` then.
 */
export function pdfReading(limits: ReadingLimits): ReadPdf {
  let thread: Worker | undefined;
  let files = 0;
  let idle: NodeJS.Timeout | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    const worker = thread;
    thread = undefined;
    await worker?.terminate();
  };
  const begin = (): Worker => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    });
    // What the parser finds odd in a file concerns nobody.
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    files = 0;
    return worker;
  };
  const ask = async ({ descriptor, size }: Question): Promise<PdfFault | null> => {
    clearTimeout(idle);
    if (files >= mostFiles) await end();
    const worker = (thread ??= begin());
    files += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const failed = (error: unknown): void => (isOutOfMemory(error) ? resolve(tooComplex) : reject(error));
    const deadline = setTimeout(() => resolve(tooComplex), limits.milliseconds);
    worker.on('message', resolve).on('error', failed);
    let answer: Answer | undefined;
    try {
      worker.postMessage({ descriptor, size } satisfies Question);
      answer = await promise;
      return answer.fault;
    } finally {
      clearTimeout(deadline);
      worker.off('message', resolve).off('error', failed);
      if (answer === undefined || answer === tooComplex) await end();
      else idle = setTimeout(() => void end(), keptFor).unref();
    }
  };
  return (question) => {
    const asked = before.then(() => ask(question));
    before = asked.catch(() => undefined);
    return asked;
  };
}

/** Of a file with which the thread ends, without its answer. */
const tooComplex: Answer = { fault: 'too-complex' };

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
