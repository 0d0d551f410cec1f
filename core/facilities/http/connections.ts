import type { FastifyRequest } from 'fastify';
import type { Identity } from '@dossier/sdk';
import type { Fields } from './credentials.ts';

/** Milliseconds, for what nobody tells of as a change of access: a name, say. */
const lifetime = 500;

/**
 * Who has sent the last request of a connection, for identities that allow it (`Identity.reusable`): programs send one
 * request after the other with the same credential, and to recognise it anew costs more than everything else that a
 * gate does. Only where each field that the answer depended on is the same; and nothing outlives a change of anybody's
 * access that this node has heard of.
 */
export interface Connections {
  known(request: FastifyRequest): Identity | undefined;
  /** `asked`: the changes that were counted, and the time, before anybody was asked. */
  remember(request: FastifyRequest, identity: Identity, read: Fields, asked: Moment): void;
}

export interface Moment {
  readonly changes: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** `changes` counts the changes of access. */
export function createConnections(o: { changes: () => number }): Connections {
  const last = new WeakMap<
    object,
    { readonly identity: Identity; readonly read: Fields; readonly changes: number; readonly until: number }
  >();
  return {
    known({ raw: { socket }, headers, arrivedAt }) {
      const found = last.get(socket);
      if (!found) return undefined;
      // Asked this way round, an end that is no time has come.
      if (found.changes !== o.changes() || !(arrivedAt < found.until)) {
        last.delete(socket);
        return undefined;
      }
      for (const [name, value] of found.read) if (headers[name] !== value) return undefined;
      return found.identity;
    },
    remember({ raw: { socket } }, identity, read, { changes, at }) {
      if (!identity.reusable) return;
      last.set(socket, {
        identity,
        read,
        changes,
        until: Math.min(at + lifetime, identity.until === undefined ? Infinity : Date.parse(identity.until)),
      });
    },
  };
}
