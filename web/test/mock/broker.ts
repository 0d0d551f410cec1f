import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { Aedes } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';

export interface MockBroker {
  /** Publishes one CloudEvent, or keeps it to itself while the broker is down. It is in the log either way. */
  publish(topic: string, data: unknown, subject: string): void;
  since(topic: string, after: string): { events: readonly object[]; place: string; more: boolean; resync: boolean };
  /** Cuts everybody off and refuses new connections, until switched back. */
  down(down: boolean): void;
  readonly connected: () => number;
  /** Whether a page has subscribed to it. */
  hears(topic: string): boolean;
  close(): Promise<void>;
}

/** A real MQTT broker behind /rt, with a small log to catch up from. */
export const startBroker = async (server: Server): Promise<MockBroker> => {
  const broker = await Aedes.createBroker();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'mqtt' });
  const log: { topic: string; event: { seq: string } }[] = [];
  const subscribed = new Set<string>();
  let isDown = false;
  broker.preConnect = (_client, packet, done) => done(null, packet.protocolVersion === 4 && packet.clean === true);
  broker.on('subscribe', (all) => all.forEach(({ topic }) => subscribed.add(topic)));
  broker.on('unsubscribe', (all) => all.forEach((topic) => subscribed.delete(topic)));
  server.on('upgrade', (request, socket, head) => {
    if (isDown || request.url !== '/rt') return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (ws) => {
      broker.handle(createWebSocketStream(ws));
    });
  });
  return {
    publish(topic, data, subject) {
      const event = {
        specversion: '1.0',
        id: randomUUID(),
        type: 'dossier.applications.changed.v1',
        source: '/mock',
        subject,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        seq: `7-${log.length + 1}`,
        data,
      };
      log.push({ topic, event });
      if (!isDown)
        broker.publish(
          { cmd: 'publish', topic, payload: JSON.stringify(event), qos: 0, retain: false, dup: false },
          () => {},
        );
    },
    since(topic, after) {
      const from = Number(after.split('-')[1]);
      return {
        events: log
          .slice(from)
          .filter((one) => one.topic === topic)
          .map((one) => one.event),
        place: `7-${log.length}`,
        more: false,
        resync: false,
      };
    },
    down(down) {
      isDown = down;
      if (down) for (const one of sockets.clients) one.terminate();
    },
    connected: () => sockets.clients.size,
    hears: (topic) => subscribed.has(topic),
    async close() {
      for (const one of sockets.clients) one.terminate();
      sockets.close();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
    },
  };
};
