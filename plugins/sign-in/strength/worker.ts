/** Judges passwords until it is ended. Started by estimate.ts; the lists of zxcvbn are loaded here and nowhere else. */
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Estimate, Question } from './estimate.ts';

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

parentPort?.on('message', ({ id, password, own }: Question) => {
  parentPort?.postMessage({ id, guesses: zxcvbn.check(password, [...own]).guesses } satisfies Estimate);
});
