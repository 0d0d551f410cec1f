/** How clamd is spoken to (clamd(8), "COMMANDS"): one command a connection, and its answer up to a NUL. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { errorCode } from '@dossier/sdk';
import type { Sockets } from '@dossier/sdk';

/** Where clamd listens, and the milliseconds in which it has to be there and in which something has to happen. */
export interface Clamd {
  readonly host: string;
  readonly port: number;
  readonly timeout: number;
}

/** Characters of an answer; one of clamd is a line. */
const LONGEST = 4_096;

/**
 * Sends a command, and with `INSTREAM` the bytes of a file as it takes them. Gives the answer and how many bytes had
 * been sent when it came: null while there were more. Rejects with what the bytes throw, with `HttpError` for a clamd
 * that is away or silent, and with an Error for one that ends the connection or never ends its answer.
 */
export async function ask(
  sockets: Pick<Sockets, 'connect'>,
  { host, port, timeout }: Clamd,
  command: 'PING' | 'INSTREAM',
  o: { readonly bytes?: AsyncIterable<Uint8Array>; readonly signal?: AbortSignal } = {},
): Promise<{ readonly answer: string; readonly sent: number | null }> {
  const { bytes, signal } = o;
  const socket = await sockets.connect({ host, port, timeout, ...(signal ? { signal } : {}) });
  try {
    if (signal) addAbortSignal(signal, socket);
    // The length of the last piece must not wait until the one before has been acknowledged.
    socket.setNoDelay(true);
    const answering = answerOf(socket);
    socket.write(`z${command}\0`);
    let sent: number | null = bytes ? null : 0;
    const sending = bytes ? send(socket, bytes, answering).then((size) => (sent = size)) : answering;
    await Promise.race([answering, sending]);
    return { answer: await answering, sent };
  } finally {
    socket.destroy();
  }
}

async function answerOf(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  socket
    .setEncoding('utf8')
    .on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > LONGEST) reject(new Error('clamd answered more than an answer has.'));
    })
    .on('error', (error) => reject(isBroken(error) ? brokenOff(error) : error))
    .on('close', () => reject(brokenOff()));
  return promise;
}

const isBroken = (error: Error): boolean => ['EPIPE', 'ECONNRESET'].includes(errorCode(error) ?? '');
/** Its answer to a file that is too large can be lost: it then reads no more, and what is still sent to it fails. */
const brokenOff = (cause?: Error): Error =>
  new Error('clamd broke off before it had answered, as it does for a file that is larger than its StreamMaxLength.', {
    cause,
  });

/** Each piece behind its length, in four bytes; a length of 0 is the end. Gives the bytes of the file. */
async function send(socket: Socket, bytes: AsyncIterable<Uint8Array>, answering: Promise<unknown>): Promise<number> {
  let size = 0;
  for await (const piece of bytes) {
    // It has answered before the end, or is gone: the rest is not read for nobody.
    if (socket.destroyed) break;
    // A length of 0 would end the file here.
    if (piece.length === 0) continue;
    socket.write(lengthOf(piece.length));
    // No further piece is read before clamd has taken this one.
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), answering]);
    size += piece.length;
  }
  socket.write(lengthOf(0));
  return size;
}

function lengthOf(size: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  return length;
}
