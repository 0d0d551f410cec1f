import type { ServerResponse } from 'node:http';
import type { Answer, Words } from './answer.ts';
import { chunkOf, completionOf, faultBodyOf, lineOf } from './wire.ts';
import type { Head } from './wire.ts';

/** Waits so many milliseconds. */
export type Pause = (milliseconds: number) => Promise<void>;

/** Waiting between the pieces of an answer. */
export interface Pace {
  readonly pause: Pause;
  /** Awaited after the first piece, before the second; where nothing is streamed, before the answer. */
  readonly afterFirst: (response: ServerResponse) => Promise<void>;
}

/** Milliseconds before the first piece, and between two. */
const usualPauses = { first: 0, between: 30 };
const slowPauses = { first: 5_000, between: 500 };

/** Writes an answer until it has ended or the client has gone. */
export async function write(
  response: ServerResponse,
  answer: Answer,
  { head, stream, pace }: { readonly head: Head; readonly stream: boolean; readonly pace: Pace },
): Promise<void> {
  if (response.destroyed) return;
  if (answer.is === 'fault') sendBody(response, answer.fault.status, faultBodyOf(answer.fault), answer.fault.headers);
  else if (answer.is === 'page')
    sendBody(response, 200, '<!doctype html><title>Maintenance</title><p>We will be back soon.', {
      'content-type': 'text/html; charset=utf-8',
    });
  else if (answer.is === 'silence') await goneFrom(response);
  else if (stream) await writeStream(response, answer, head, pace);
  else await writeWhole(response, answer, head, pace);
}

/** Sends a whole answer, JSON unless its headers say another type. */
export function sendBody(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

async function writeStream(response: ServerResponse, answer: Words, head: Head, pace: Pace): Promise<void> {
  const { pieces, field, fault } = answer;
  const { first, between } = answer.slow ? slowPauses : usualPauses;
  const gone = goneFrom(response);
  const unlessGone = async (work: Promise<void>): Promise<boolean> => {
    await Promise.race([work, gone]);
    return !response.destroyed;
  };
  const put = (bytes: Buffer | string): Promise<boolean> =>
    unlessGone(new Promise((resolve) => void response.write(bytes, () => resolve())));
  const line = async (text: string): Promise<boolean> => {
    const bytes = Buffer.from(lineOf(text));
    const inside = fault === 'torn' ? insideLetter(bytes) : -1;
    return inside < 0 ? put(bytes) : (await put(bytes.subarray(0, inside))) && put(bytes.subarray(inside));
  };

  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.flushHeaders();
  if (first > 0 && !(await unlessGone(pace.pause(first)))) return;
  if (!(await line(chunkOf(head, { role: 'assistant', [field]: '' })))) return;
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && !(await unlessGone(pace.pause(between)))) return;
    if (!(await line(chunkOf(head, { [field]: piece })))) return;
    if (at === 0 && !(await unlessGone(pace.afterFirst(response)))) return;
  }
  if (fault === 'cut') {
    const bytes = Buffer.from(lineOf(chunkOf(head, { [field]: 'für immer' })));
    await put(bytes.subarray(0, insideLetter(bytes)));
    return void response.destroy();
  }
  if (fault === 'malformed' && !(await line(`{"id":"${head.id}","choices":[{"delta":{"content":`))) return;
  if (!(await line(chunkOf(head, {}, 'stop')))) return;
  response.end(lineOf('[DONE]'));
}

async function writeWhole(response: ServerResponse, answer: Words, head: Head, pace: Pace): Promise<void> {
  const gone = goneFrom(response);
  if (answer.slow) await Promise.race([pace.pause(slowPauses.first), gone]);
  await Promise.race([pace.afterFirst(response), gone]);
  const body = completionOf(head, answer);
  if (answer.fault === 'malformed') return sendBody(response, 200, body.slice(0, -20));
  if (answer.fault !== 'cut') return sendBody(response, 200, body);
  if (response.destroyed) return;
  const bytes = Buffer.from(completionOf(head, { ...answer, pieces: [...answer.pieces, 'für immer'] }));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(bytes.length) });
  await Promise.race([
    new Promise<void>((resolve) => void response.write(bytes.subarray(0, insideLetter(bytes)), () => resolve())),
    gone,
  ]);
  response.destroy();
}

/** Settles when the connection has closed, at the end of the answer or before. */
const goneFrom = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => void response.once('close', () => resolve()));

/** Index of a byte inside the last letter of several; negative where there is none. */
const insideLetter = (bytes: Buffer): number => bytes.findLastIndex((byte) => byte >= 0b1100_0000) + 1 || -1;
