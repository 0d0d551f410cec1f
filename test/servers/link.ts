import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A link to a server of the tests that can fail as networks do. */
export interface Link {
  /** Of a URL that leads to the server directly: the same by this link. */
  through(url: string): string;
  /**
   * What is open breaks, and nobody is let in (ECONNREFUSED as seen from the client: its connection is reset at once).
   */
  cut(): void;
  /** Everything is taken and nothing is passed on, as behind a firewall that forgets: no error ever comes. */
  hang(): void;
  /** As at first. What hung meanwhile is broken. */
  mend(): void;
  close(): Promise<void>;
}

/** `port` is that of the server on this machine. */
export async function startLink(port: number): Promise<Link> {
  let state: 'whole' | 'cut' | 'hanging' = 'whole';
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client.on('close', () => open.delete(client)).on('error', () => undefined));
    if (state === 'cut') return void client.resetAndDestroy();
    if (state === 'hanging') return;
    const behind = connect(port, '127.0.0.1').on('error', () => client.resetAndDestroy());
    open.add(
      behind.on('close', () => {
        open.delete(behind);
        client.destroy();
      }),
    );
    client.on('close', () => behind.destroy());
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const)
      from.on('data', (bytes) => {
        if (state === 'whole') to.write(bytes);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  const breakAll = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    through(url) {
      const changed = new URL(url);
      changed.port = String(own);
      return changed.href;
    },
    cut() {
      state = 'cut';
      breakAll();
    },
    hang: () => {
      state = 'hanging';
    },
    mend() {
      if (state === 'whole') return;
      state = 'whole';
      breakAll();
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
