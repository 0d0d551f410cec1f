/**
 * Looks through PDFs until its parent is gone. Started by reading.ts: a process of its own, because an engine whose
 * memory is used up in one piece ends the whole process, whatever limit its threads have.
 */
import { Worker } from 'node:worker_threads';
import type { Answer, Question } from './reading.ts';

const megabytes = Number(process.argv[2]);
let thread: Worker | undefined;

/** The thread has the limit that a process can be given by options of the engine only. */
function begin(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  // What the parser finds odd in a file concerns nobody.
  worker.stdout.resume();
  worker.stderr.resume();
  worker.on('message', (answer: Answer) => process.send?.(answer));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    thread = undefined;
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') process.exit(1);
    process.send?.({ fault: 'too-complex' } satisfies Answer);
  });
  return worker;
}

process.on('message', ({ file }: Question) => {
  thread ??= begin();
  const bytes = new Uint8Array(file);
  thread.postMessage(bytes, [bytes.buffer]);
});
process.on('disconnect', () => process.exit(0));
// Who stops the platform signals all of its processes; this one is needed until the last upload is answered.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
