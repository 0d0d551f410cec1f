import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';

/** A port of this machine that can be closed and opened again. */
export interface Listener {
  /** Listens, on the port of the last time if there was one. Rejects when the port cannot be had. */
  start(): Promise<void>;
  /** Closes the port and breaks all connections. */
  stop(): Promise<void>;
  /** 0 before the first start, unless one was given. */
  port(): number;
}

/** Answers on 127.0.0.1 by `handle`, on a free port unless one is given. */
export function listener(handle: RequestListener, port = 0): Listener {
  let own = port;
  let listening: Server | null = null;
  return {
    async start() {
      if (listening !== null) return;
      const server = createServer(handle);
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(own, '127.0.0.1', resolve));
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('The simulated model has no port.');
      own = address.port;
      listening = server;
    },
    async stop() {
      const server = listening;
      if (server === null) return;
      listening = null;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
    port: () => own,
  };
}
