/**
 * A line of TCP to a server, of the test's own: it can stand still as a hung link does, and change what the server
 * says.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Line {
  /** The address of the server, through this line. */
  through(url: string): string;
  /** From now on nothing is passed on, either way, while every connection stays and new ones are taken. */
  hang(): void;
  /** What was held back follows, and new connections reach the server. */
  goOn(): void;
  close(): Promise<void>;
}

/** `answer` is given each piece that the server sends, and gives what is passed on. */
export async function openLine(url: string, answer: (piece: Buffer) => Buffer = (piece) => piece): Promise<Line> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let hangs = false;
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    if (hangs) socket.pause();
    return socket;
  };
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    client.on('data', (piece) => server.write(piece)).on('close', () => server.destroy());
    server.on('data', (piece) => client.write(answer(piece))).on('close', () => client.destroy());
    kept(client);
    kept(server);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    through: (to) => Object.assign(new URL(to), { hostname: '127.0.0.1', port: String(port) }).href,
    hang() {
      hangs = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      hangs = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await once(proxy, 'close');
    },
  };
}
