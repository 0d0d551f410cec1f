/**
 * How many guesses a password would withstand, by zxcvbn. In a thread of its own: its lists take a tenth of a second to
 * read, and a long password up to half a second, for which nobody else may wait. The thread ends when nothing was asked
 * for a while.
 */
import { Worker } from 'node:worker_threads';
import { TooBusy } from '../passwords.ts';

/** What the thread is asked: `own` are texts about the person, which an acquaintance would try first. */
export interface Question {
  readonly id: number;
  readonly password: string;
  readonly own: readonly string[];
}
export interface Estimate {
  readonly id: number;
  readonly guesses: number;
}

/** Milliseconds for one answer, the start of the thread included; a machine that needs longer is too busy. */
const patience = 10_000;
/** Milliseconds for which an idle thread is kept. */
const keptFor = 10_000;
const waitingLimit = 50;

interface Waiting {
  readonly resolve: (guesses: number) => void;
  readonly reject: (error: Error) => void;
}

let thread: Worker | undefined;
let newest = 0;
const waiting = new Map<number, Waiting>();
let idle: NodeJS.Timeout | undefined;

/** Throws {@link TooBusy} when too many are asked at once, or no answer comes in time. */
export async function guessesFor(password: string, own: readonly string[]): Promise<number> {
  if (waiting.size >= waitingLimit) throw new TooBusy('Too many passwords wait to be judged.');
  clearTimeout(idle);
  const id = ++newest;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  waiting.set(id, { resolve, reject });
  const late = setTimeout(() => fail(new TooBusy('A password was not judged in time.')), patience);
  try {
    (thread ??= begin()).postMessage({ id, password, own } satisfies Question);
    return await promise;
  } finally {
    clearTimeout(late);
    waiting.delete(id);
    if (waiting.size === 0) idle = setTimeout(end, keptFor).unref();
  }
}

function begin(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  worker.on('message', ({ id, guesses }: Estimate) => waiting.get(id)?.resolve(guesses));
  worker.on('error', (error) => fail(error));
  return worker;
}

/** All that wait with this thread fail, and the next question gets a new one. */
function fail(error: Error): void {
  end();
  for (const one of waiting.values()) one.reject(error);
}

function end(): void {
  void thread?.terminate();
  thread = undefined;
}
