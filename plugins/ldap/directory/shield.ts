import type { Socket } from 'node:net';

/** Bytes that the client reads at a time. */
const PIECE = 4_096;
/** Bytes that one question may be answered with. */
const MOST = 512 * 1_024;

/** A connection whose other side may send whatever it likes. */
export interface Shield {
  /** A new question: its answer may be as long as any other. */
  renew(): void;
  /** True once an answer was too long, for which the connection was ended. */
  overran(): boolean;
}

/**
 * Keeps a client of ours from being overrun by the bytes of a directory. The client reads all messages of a piece in
 * one recursion and lets errors of reading out into the process, so that some thousand tiny messages at once would end
 * it: it gets small pieces, and what it throws ends the connection alone.
 */
export function shield(socket: Socket): Shield {
  let [left, over] = [MOST, false];
  const emit = socket.emit.bind(socket);
  socket.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    const [bytes] = args;
    if (event !== 'data' || !(bytes instanceof Uint8Array)) return emit(event, ...args);
    left -= bytes.length;
    over ||= left < 0;
    if (over) socket.destroy();
    try {
      for (let at = 0; at < bytes.length && !socket.destroyed; at += PIECE)
        emit('data', bytes.subarray(at, at + PIECE));
    } catch {
      socket.destroy();
    }
    return true;
  };
  return {
    renew: () => void (left = MOST),
    overran: () => over,
  };
}
