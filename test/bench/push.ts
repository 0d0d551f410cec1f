import { Agent } from 'node:http';
import mqtt from 'mqtt';
import type { MqttClient } from 'mqtt';
import { call, quantile } from './load.ts';
import type { Target } from './load.ts';

export interface Side {
  readonly origin: string;
  readonly topic: string;
  /** Credentials of the n-th subscriber; none for an open broker. */
  credentials(
    n: number,
  ): Promise<{ readonly clientId: string; readonly username?: string; readonly password?: string }>;
  /** A submission whose applicant bears this name. */
  submission(marker: string): Target;
}

async function subscriber(side: Side, n: number, heard: (text: string) => void): Promise<MqttClient> {
  const client = await mqtt.connectAsync(`${side.origin.replace(/^http/, 'ws')}/rt`, {
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    keepalive: 60,
    ...(await side.credentials(n)),
  });
  client.on('message', (_topic, payload) => heard(payload.toString('utf8')));
  const [granted] = await client.subscribeAsync(side.topic, { qos: 0 });
  if (granted === undefined || granted.qos > 2) throw new Error(`Subscriber ${n} was refused ${side.topic}.`);
  return client;
}

/**
 * Milliseconds between submissions, on both sides: what comes at a steady rate, not what a backlog adds. Bursts are
 * merged by the platform, and no comparison.
 */
const rhythm = 100;

/**
 * Milliseconds from the start of a submission to its message at each subscriber. `missing` counts messages that did not
 * come.
 */
export async function pushLatency(
  side: Side,
  o: { subscribers: number; submissions: number },
): Promise<{ p50: number; p99: number; missing: number }> {
  const latencies: number[] = [];
  let marker = '';
  let started = 0;
  let waiting = new Set<number>();
  let done = (): void => undefined;
  const clients: MqttClient[] = [];
  const agent = new Agent({ keepAlive: true });
  try {
    for (let n = 0; n < o.subscribers; n++) {
      clients.push(
        await subscriber(side, n, (text) => {
          if (!waiting.has(n) || !text.includes(marker)) return;
          latencies.push(performance.now() - started);
          waiting.delete(n);
          if (waiting.size === 0) done();
        }),
      );
    }
    let missing = 0;
    for (let i = 0; i < o.submissions; i++) {
      marker = `Push${i}x${process.pid}`;
      waiting = new Set(clients.keys());
      const all = new Promise<void>((resolve) => {
        done = resolve;
      });
      started = performance.now();
      const status = await call(agent, side.submission(marker));
      if (status !== 201) throw new Error(`A submission was answered ${status}.`);
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        all,
        new Promise((resolve) => {
          timer = setTimeout(resolve, 5_000);
        }),
      ]);
      clearTimeout(timer);
      missing += waiting.size;
      await new Promise((resolve) => {
        setTimeout(resolve, started + rhythm - performance.now());
      });
    }
    latencies.sort((a, b) => a - b);
    return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), missing };
  } finally {
    agent.destroy();
    await Promise.all(clients.map((client) => client.endAsync(true)));
  }
}
