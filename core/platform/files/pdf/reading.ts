import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { PdfFault } from './walk.ts';

/** An open file, and its bytes. */
export interface KeptFile {
  readonly descriptor: number;
  readonly size: number;
}

/** What the process is asked. */
export interface Question {
  readonly file: Uint8Array;
}
export interface Answer {
  readonly fault: PdfFault | null;
}

/** Says what is wrong with the PDF that an open file holds; `size` in bytes. */
export type ReadPdf = (file: KeptFile) => Promise<PdfFault | null>;

export interface ReadingLimits {
  /** For one file; the process ends with one that takes longer. */
  readonly milliseconds: number;
  /** For the objects made of a file; the file itself, and what is unfolded of it, come on top. */
  readonly megabytes: number;
}

/** The largest honest files take a tenth of both. */
export const usualLimits: ReadingLimits = { milliseconds: 20_000, megabytes: 256 };

/** Milliseconds for which an idle process is kept: to start it takes half a second. */
const keptFor = 10_000;
/** Files that one process reads: the parser never forgets a name. */
const mostFiles = 200;

/**
 * Looks through PDFs in a process of its own, one after the other, so that requests go on meanwhile and a file that is
 * made to hold up its reader, or to use up its memory, ends that process alone. It is `too-complex` then.
 */
export function pdfReading(limits: ReadingLimits): ReadPdf {
  let reader: ChildProcess | undefined;
  let files = 0;
  let idle: NodeJS.Timeout | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const end = (): void => {
    reader?.kill('SIGKILL');
    reader = undefined;
  };
  const begin = (): ChildProcess => {
    const compiled = getCompileCacheDir();
    const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), [String(limits.megabytes)], {
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Bytes as bytes, not as text.
      serialization: 'advanced',
    });
    child.unref();
    // One that could not be started, or dies while nobody asks, is replaced with the next file.
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (reader === child) reader = undefined;
    });
    files = 0;
    return child;
  };
  const ask = async (kept: KeptFile): Promise<PdfFault | null> => {
    clearTimeout(idle);
    if (files >= mostFiles) end();
    const child = (reader ??= begin());
    files += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const gone = (): void => resolve(tooComplex);
    const deadline = setTimeout(gone, limits.milliseconds);
    child.on('message', resolve).on('exit', gone).on('error', reject);
    // While it is asked, this process waits for it.
    child.channel?.ref();
    let answer: Answer | undefined;
    try {
      child.send({ file: bytesOf(kept) } satisfies Question, (error) => void (error && gone()));
      answer = await promise;
      return answer.fault;
    } finally {
      clearTimeout(deadline);
      child.off('message', resolve).off('exit', gone).off('error', reject);
      child.channel?.unref();
      if (answer === undefined || answer === tooComplex) end();
      else idle = setTimeout(end, keptFor).unref();
    }
  };
  return (file) => {
    const asked = before.then(() => ask(file));
    before = asked.catch(() => undefined);
    return asked;
  };
}

/** Of a file with which the process ends, without its answer. */
const tooComplex: Answer = { fault: 'too-complex' };

function bytesOf({ descriptor, size }: KeptFile): Uint8Array {
  const file = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size;) {
    const read = readSync(descriptor, file, at, size - at, at);
    if (read === 0) throw new Error('A file became shorter while it was looked through.');
    at += read;
  }
  return file;
}
