/** Looks through PDFs until it is ended. Started by reading.ts; the parser is loaded here and nowhere else. */
import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { Answer, Question } from './reading.ts';
import { faultOf } from './walk.ts';

// Of what the parser throws nobody asks where: millions of errors are made of a bad file.
Error.stackTraceLimit = 0;

parentPort?.on('message', async ({ descriptor, size }: Question) => {
  const file = Buffer.alloc(size);
  for (let at = 0; at < size;) {
    const read = readSync(descriptor, file, at, size - at, at);
    if (read === 0) throw new Error('A file became shorter while it was looked through.');
    at += read;
  }
  parentPort?.postMessage({ fault: await faultOf(file) } satisfies Answer);
});
