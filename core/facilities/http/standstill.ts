import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds for which a client may take nothing of an answer that waits for it. */
const UNREAD = 15_000;

/**
 * Ends connections on which nothing has moved for `limit` milliseconds while a request was under way: their client does
 * not read the answer, or has gone without a word. Node's limit for this (`server.timeout`) is a timer that each
 * request puts on its connection anew and takes off again, by profile a hundredth of what a request costs. Here only
 * those get one that are found at work by a look, every `lookEvery` milliseconds: most requests begin and end between
 * two looks.
 */
export function endStandstills(
  server: Server,
  { limit, lookEvery }: { readonly limit: number; readonly lookEvery: number },
): void {
  server.timeout = 0;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const unread = new WeakSet<Socket>();
  const look = setInterval(() => {
    for (const socket of open) {
      const waits = socket.writableLength > 0;
      // Those that wait for their next request, or whose body is being read, have a timer already.
      if (!socket.timeout || waits !== unread.has(socket)) socket.setTimeout(waits ? Math.min(limit, UNREAD) : limit);
      if (waits) unread.add(socket);
      else unread.delete(socket);
    }
  }, lookEvery).unref();
  server.once('close', () => clearInterval(look));
}
