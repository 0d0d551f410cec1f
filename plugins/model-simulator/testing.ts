import type { Answer } from './answer.ts';
import { faults } from './faults.ts';
import { holding } from './holding.ts';
import type { Hold } from './holding.ts';
import { listener } from './listener.ts';
import { service } from './service.ts';
import type { Call } from './service.ts';
import type { Pause } from './writing.ts';

export type { Hold } from './holding.ts';
export type { Call } from './service.ts';

const mostRequests = 1_000;

/** An answer for a request to come: words, whole or in exactly these pieces, or a fault. */
export type NextAnswer = { readonly says: string | readonly string[] } | { readonly fault: keyof typeof faults };

export interface ModelOptions {
  /** Port to listen on; any free one unless given. */
  readonly port?: number;
  /** `simulated-key` unless given. */
  readonly key?: string;
  /** Awaited where an answer would pause; nothing pauses unless it is given. */
  readonly pause?: Pause;
}

/** The simulated model on a port of this machine. */
export interface RunningModel {
  /** `http://127.0.0.1:{port}/v1`, which stands for `https://api.openai.com/v1`; the same after `stop` and `start`. */
  readonly url: string;
  readonly key: string;
  /** The newest thousand requests, refused ones too, in the order in which they came. */
  readonly requests: readonly Call[];
  /** Number of requests that have no whole answer yet. */
  connections(): number;
  /** Answers for the next requests that can be answered, one for each, whichever model they name. */
  next(...answers: readonly NextAnswer[]): void;
  /** Lets the next answer in words write its first piece and then wait. */
  hold(): Hold;
  /** Closes the port and breaks all connections. */
  stop(): Promise<void>;
  /** Listens again. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the simulated model, on a free port unless one is given. Rejects when the port is taken. */
export async function startModel({ port, key = 'simulated-key', pause }: ModelOptions = {}): Promise<RunningModel> {
  const requests: Call[] = [];
  const scripted: Answer[] = [];
  const { hold, afterFirst } = holding();
  const { handle, writing } = service({
    key,
    pause,
    afterFirst,
    scripted: () => scripted.shift(),
    note(call) {
      requests.push(call);
      if (requests.length > mostRequests) requests.shift();
    },
  });
  const { start, stop, port: own } = listener(handle, port);
  await start();
  return {
    url: `http://127.0.0.1:${own()}/v1`,
    key,
    requests,
    connections: writing,
    next: (...answers) => void scripted.push(...answers.map(answerOf)),
    hold,
    stop,
    start,
    close: stop,
  };
}

const answerOf = (next: NextAnswer): Answer =>
  'fault' in next
    ? faults[next.fault]
    : { is: 'words', pieces: typeof next.says === 'string' ? [next.says] : next.says, field: 'content' };
