import { once } from 'node:events';
import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { storable } from '@dossier/sdk';
import type { Sockets } from '@dossier/sdk';
import { Client, ResultCodeError } from 'ldapts';
import type { Address } from './address.ts';
import { DirectoryFailure } from './failure.ts';
import { shield } from './shield.ts';

/** Extended operation that asks for TLS (RFC 4511, 4.14.1). */
const START_TLS = '1.3.6.1.4.1.1466.20037';

/** Means by which a directory is called. */
export interface Calling {
  readonly sockets: Sockets;
  /** Milliseconds to find an address in, to connect in, to agree on TLS in, and for the answer to one question. */
  readonly patience: number;
}

/** A connection that stands, and may still be plain. */
export interface Reached {
  readonly socket: Socket;
  readonly address: Address;
  readonly patience: number;
}

/** A conversation in LDAP. */
export interface Conversation {
  /** A question with its answer, by the client; rejects with a {@link DirectoryFailure}. */
  ask<T>(question: (client: Client) => Promise<T>): Promise<T>;
  /** Takes leave; what is still open is ended. */
  end(): Promise<void>;
}

/** Looks whether an organization may have this address called, without calling it. Rejects with `blocked`. */
export async function allowed(
  { sockets, patience }: Calling,
  o: { readonly host: string; readonly port: number; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await sockets.look({ ...o, timeout: patience });
  } catch (cause) {
    throw new DirectoryFailure('blocked', { cause });
  }
}

/** Connects, to public addresses alone where it is `guarded`. Rejects with `blocked` or `unreachable`. */
export async function reach(
  { sockets, patience }: Calling,
  address: Address,
  o: { readonly guarded: boolean; readonly signal: AbortSignal },
): Promise<Reached> {
  try {
    const { host, port } = address;
    const guard = o.guarded ? ({ guard: 'public' } as const) : {};
    const socket = await sockets.connect({ host, port, timeout: patience, signal: o.signal, ...guard });
    addAbortSignal(o.signal, socket);
    return { socket: socket.on('error', () => undefined), address, patience };
  } catch (cause) {
    const isBlocked = cause instanceof Error && 'reason' in cause && cause.reason === 'blocked';
    throw new DirectoryFailure(isBlocked ? 'blocked' : 'unreachable', { cause });
  }
}

/** A conversation, and the day on which the certificate of the directory ends; null where it is plain. */
export interface Encrypted {
  readonly conversation: Conversation;
  readonly until: Date | null;
}

/**
 * Encrypts a connection: at once for ldaps, by StartTLS for ldap. A directory that offers no StartTLS is spoken to in
 * plain where that is allowed; a handshake that fails is never gone on without. Rejects with `plain` or `tls`.
 */
export async function encrypted(reached: Reached, o: { readonly allowPlain: boolean }): Promise<Encrypted> {
  const { address } = reached;
  if (!address.secure) {
    const plain = converse(reached);
    try {
      await plain.ask((client) => client.exop(START_TLS));
    } catch (error) {
      if (!(error instanceof DirectoryFailure) || error.kind !== 'refused') throw error;
      if (o.allowPlain) return { conversation: plain, until: null };
      throw new DirectoryFailure('plain', { words: error.words, cause: error });
    }
  }
  const secured = await secure(reached);
  // The first client goes with what it has read: what somebody put in behind the answer must not pass for encrypted.
  return {
    conversation: converse({ socket: secured, patience: reached.patience }),
    until: new Date(secured.getPeerCertificate().valid_to),
  };
}

/** TLS over the connection, for the name that was connected to. Rejects with `tls`, whose cause says why. */
async function secure({ socket, patience, address: { host } }: Reached): Promise<TLSSocket> {
  const named = isIP(host) ? {} : { servername: host };
  const secured = connectTls({ socket, host, ...named, minVersion: 'TLSv1.2' }).on('error', () => undefined);
  try {
    await once(secured, 'secureConnect', { signal: AbortSignal.timeout(patience) });
    return secured;
  } catch (cause) {
    secured.destroy();
    socket.destroy();
    throw new DirectoryFailure('tls', { cause });
  }
}

/** Speaks LDAP over a connection that stands. */
export function converse({ socket, patience }: Pick<Reached, 'socket' | 'patience'>): Conversation {
  const shielded = shield(socket);
  // The scheme says only that the client itself need not think of TLS.
  const client = new Client({ url: 'ldap://directory', createConnection: () => socket });
  const conversation: Conversation = {
    async ask(question) {
      shielded.renew();
      const limit = AbortSignal.timeout(patience);
      const { promise: late, reject } = Promise.withResolvers<never>();
      const giveUp = (): void => {
        socket.destroy();
        reject(limit.reason);
      };
      limit.addEventListener('abort', giveUp);
      try {
        // The client need not notice that the connection has ended.
        return await Promise.race([question(client), late]);
      } catch (cause) {
        if (cause instanceof ResultCodeError)
          throw new DirectoryFailure('refused', { code: cause.code, words: wordsOf(cause), cause });
        const kind = shielded.overran() ? 'too-large' : limit.aborted ? 'late' : 'broken';
        throw new DirectoryFailure(kind, { cause });
      } finally {
        limit.removeEventListener('abort', giveUp);
      }
    },
    async end() {
      if (!socket.destroyed) await conversation.ask((one) => one.unbind()).catch(() => undefined);
      socket.destroy();
    },
  };
  return conversation;
}

/** The words of the directory on one line, without the code that the client adds. */
const wordsOf = ({ message }: ResultCodeError): string =>
  storable(
    message
      .replace(/ Code: 0x[0-9a-f]+$/, '')
      .replaceAll(/\p{C}+/gu, ' ')
      .trim(),
    200,
  );
