import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './server.ts';

/** A port of this machine that can be closed and opened again. */
export interface Listener {
  /** Listens, on the port of the last time if there was one. Rejects when the port cannot be had. */
  start(): Promise<void>;
  /** Closes the port and breaks all connections. */
  stop(): Promise<void>;
  /** Address; null while it does not listen. */
  url(): string | null;
  /** Number of connections that were taken so far. */
  connections(): number;
}

/** Hands connections on 127.0.0.1 to `take`; over TLS from the first byte where a certificate is given. */
export function listener(
  take: (socket: Socket) => void,
  { port, secure }: { readonly port: number; readonly secure: Certificate | null },
): Listener {
  const open = new Set<Socket>();
  let own = port;
  let taken = 0;
  let listening: Server | null = null;

  const made = (): Server =>
    (secure === null ? createServer(take) : createTlsServer({ ...secure }, take)).on('connection', (socket: Socket) => {
      taken += 1;
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    });

  return {
    async start() {
      if (listening !== null) return;
      const server = made();
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(own, '127.0.0.1', resolve));
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('The simulated directory has no port.');
      own = address.port;
      listening = server;
    },
    async stop() {
      const server = listening;
      if (server === null) return;
      listening = null;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
    url: () => (listening === null ? null : `${secure === null ? 'ldap' : 'ldaps'}://127.0.0.1:${own}`),
    connections: () => taken,
  };
}
