import type { Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import ldap from 'ldapjs';
import type { Next, binding } from './binding.ts';
import type { searching } from './searching.ts';

declare module 'ldapjs' {
  interface Server {
    /** Speaks LDAP over a connection that was taken elsewhere. */
    newConnection(socket: Socket): void;
  }
}

/** A key and its certificate, both PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

interface ExtendedRequest {
  readonly connection: Socket;
}
interface ExtendedReply {
  end(): void;
}

const START_TLS = '1.3.6.1.4.1.1466.20037';

/**
 * Speaks LDAP over connections that the listener hands over. With a certificate, StartTLS turns a plain connection into
 * one over TLS, on which nobody is signed in yet; without one StartTLS is a protocol error (2).
 */
export function ldapServer(
  handlers: { readonly bind: ReturnType<typeof binding>; readonly search: ReturnType<typeof searching> },
  startTls: Certificate | null,
): (socket: Socket) => void {
  const server = ldap.createServer();
  // Bytes that are no LDAP break their connection, and are nothing that the process should end for.
  server.on('error', () => undefined);
  server.bind('', handlers.bind);
  server.search('', handlers.search);
  if (startTls !== null) {
    const secureContext = createSecureContext(startTls);
    server.exop(START_TLS, ({ connection }: ExtendedRequest, reply: ExtendedReply, next: Next) => {
      if (connection instanceof TLSSocket) return next(new ldap.OperationsError('The connection has TLS already.'));
      reply.end();
      connection.removeAllListeners('data');
      server.newConnection(new TLSSocket(connection, { isServer: true, secureContext }));
      next();
    });
  }
  return (socket) => server.newConnection(socket);
}
