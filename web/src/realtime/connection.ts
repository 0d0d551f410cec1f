import type { MqttClient } from 'mqtt';
import { send } from '../api/http.ts';
import { subscriptionsOf } from './subscriptions.ts';

interface Ticket {
  readonly ticket: string;
  readonly clientId: string;
}

/** One open connection to the broker. */
export interface Connection {
  /**
   * Done when the server has answered, also for topics that were asked for before. A topic that it refuses stays
   * silent.
   */
  subscribe(topics: readonly string[]): Promise<void>;
  unsubscribe(topics: readonly string[]): void;
}

/** Opens a connection. `signal` closes it, also while it is being opened; then nothing is delivered any more. */
export type Connect = (
  on: { message: (topic: string, text: string) => void; lost: () => void },
  signal: AbortSignal,
) => Promise<Connection>;

const decoder = new TextDecoder();

/** MQTT 3.1.1 over WebSocket with a fresh ticket. It does not reconnect by itself: the owner decides when. */
export const connectMqtt: Connect = async (on, signal) => {
  const [ticket, mqtt] = await Promise.all([
    send<Ticket>('POST', '/rt/ticket', {}, { stay: true, signal }),
    import('mqtt'),
  ]);
  signal.throwIfAborted();
  const address = new URL('/rt', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const client: MqttClient = mqtt.default.connect(address.href, {
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    keepalive: 20,
    resubscribe: false,
    queueQoSZero: false,
    username: 'jwt',
    password: ticket.ticket,
    clientId: ticket.clientId,
    // The default runs its timers in a worker made from a string, which the page's policy refuses.
    timerVariant: 'native',
  });
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => {
      client.end(true);
      reject(signal.reason);
    });
    client.once('connect', () => resolve());
    client.on('error', (error) => {
      client.end(true);
      reject(error);
    });
    client.once('close', () => {
      client.end(true);
      reject(new Error('The broker closed the connection.'));
    });
  });
  client.on('message', (topic, payload) => {
    if (!signal.aborted) on.message(topic, decoder.decode(payload));
  });
  client.once('close', () => {
    if (!signal.aborted) on.lost();
  });
  return subscriptionsOf(client);
};
