import type { MqttClient } from 'mqtt';
import { send } from '../api/http.ts';
import { subscriptionsOf } from './subscriptions.ts';

interface Ticket {
  readonly ticket: string;
  readonly clientId: string;
}

/** One open connection to the broker. */
export interface Connection {
  /** Done when the server has answered, also for topics that were asked for before. A topic that it refuses stays silent. */
  subscribe(topics: readonly string[]): Promise<void>;
  unsubscribe(topics: readonly string[]): void;
  close(): void;
}

export type Connect = (on: { message: (topic: string, text: string) => void; lost: () => void }) => Promise<Connection>;

const decoder = new TextDecoder();

/** MQTT 3.1.1 over WebSocket with a fresh ticket. It does not reconnect by itself: the owner decides when. */
export const connectMqtt: Connect = async (on) => {
  const [ticket, mqtt] = await Promise.all([
    send<Ticket>('POST', '/rt/ticket', {}, { stay: true }),
    import('mqtt'),
  ]);
  const address = new URL('/rt', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const client: MqttClient = mqtt.default.connect(address.href, {
    protocolVersion: 4, clean: true, reconnectPeriod: 0, connectTimeout: 10_000, keepalive: 20, resubscribe: false, queueQoSZero: false,
    username: 'jwt', password: ticket.ticket, clientId: ticket.clientId,
    // The default runs its timers in a worker made from a string, which the page's policy refuses.
    timerVariant: 'native',
  });
  let closed = false;
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('The broker closed the connection.')));
  }).catch((error: unknown) => { client.end(true); throw error; });
  client.on('message', (topic, payload) => on.message(topic, decoder.decode(payload)));
  client.on('error', () => client.end(true));
  client.on('close', () => {
    if (closed) return;
    closed = true;
    on.lost();
  });
  return {
    ...subscriptionsOf(client),
    close: () => { closed = true; client.end(true); },
  };
};
