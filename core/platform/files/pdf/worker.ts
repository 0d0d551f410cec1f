/** Looks through PDFs until it is ended. Started by process.ts; the parser is loaded here and nowhere else. */
import { parentPort } from 'node:worker_threads';
import type { Answer } from './reading.ts';
import { faultOf } from './walk.ts';

// Of what the parser throws nobody asks where: millions of errors are made of a bad file.
Error.stackTraceLimit = 0;

parentPort?.on('message', async (file: Uint8Array) => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  parentPort?.postMessage({ fault: await faultOf(bytes) } satisfies Answer);
});
