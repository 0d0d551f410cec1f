import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Sockets } from '@dossier/sdk';
import { bounds, failure, HttpError, refuseInTransaction, whicheverFirst } from './bounds.ts';
import { pinned } from './public-addresses.ts';
import type { PublicAddresses } from './public-addresses.ts';

/**
 * Connections to other services. With `guard: 'public'` every address of the host is looked at before anything is sent,
 * and the connection is made to those and no others, so that a name cannot change in between.
 */
export const createSockets = (inTransaction: () => boolean, addresses: PublicAddresses): Sockets => ({
  async look(o) {
    refuseInTransaction(inTransaction);
    const within = bounds({ ...o, guard: 'public' });
    try {
      await whicheverFirst(within.signal, addresses.resolve(o.host, o.port));
    } catch (error) {
      throw failure(error, within);
    }
  },
  async connect(o) {
    refuseInTransaction(inTransaction);
    const { host, port, tls, timeout = 10_000 } = o;
    const within = bounds({ ...o, timeout });
    let socket: Socket | undefined;
    try {
      const found =
        o.guard === 'public' ? await whicheverFirst(within.signal, addresses.resolve(host, port)) : undefined;
      within.signal.throwIfAborted();
      const to = { host, port, ...(found ? { lookup: pinned(found) } : {}) };
      const named = isIP(host) ? {} : { servername: host };
      socket = tls ? connectTls({ ...to, ...named, ...tls }) : connect(to);
      await once(socket, tls ? 'secureConnect' : 'connect', { signal: within.signal });
    } catch (error) {
      socket?.destroy();
      throw failure(error, within);
    }
    const open = socket;
    open.setTimeout(timeout, () => open.destroy(new HttpError('timeout', 'The service did not answer in time.')));
    return open;
  },
});
