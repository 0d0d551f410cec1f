import { randomBytes } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { shapeOf, systemClock, Type } from '@dossier/sdk';
import { addressRoot, createLoop, installation } from '../events/index.ts';
import type { AccessChange, Log, LogDatabase, PersonalParts, Publisher, Timing, TopicTable } from '../events/index.ts';
import type { Broker } from './broker.ts';
import { accessAddress, createSweep, createSeenCache } from './sweep.ts';

/**
 * Several nodes, one external broker: the relay publishes there, and every node hands on what it hears to its own
 * clients. Clients of the external broker need an account there; what it may read is the operator's decision.
 */
export interface Bridge {
  /** For the relay. Rejects at once while the broker is away, so that the relay keeps its place. */
  readonly publisher: Publisher;
  start(): Promise<void>;
  stop(): Promise<void>;
  health(): 'up' | 'degraded';
}

export interface BridgeOptions {
  /** `mqtt://` or `mqtts://`, with user and password where the broker wants them. */
  readonly url: string;
  /**
   * What all addresses stand below at the external broker, without a slash at its end: nobody hears what another
   * installation says there.
   */
  readonly prefix: string;
  readonly broker: Pick<Broker, 'publisher'>;
  readonly database: LogDatabase;
  readonly topics: TopicTable;
  readonly personal: Pick<PersonalParts, 'open'>;
  readonly log: Log;
  readonly timing?: Timing;
  /** Milliseconds between two looks at the log for what the broker did not bring; 2000 unless given. */
  readonly interval?: number;
}

/** Milliseconds in which the broker must acknowledge. */
const patience = 10_000;
/** Messages kept while the node reads what it missed; the sweep brings what is beyond. */
const mostWaiting = 1000;

const accessSuffix = '/access';
const AccessMessage = Type.Object({
  id: Type.String(),
  organization: Type.Union([Type.String(), Type.Null()]),
  workspace: Type.Optional(Type.String()),
  user: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
  ended: Type.Optional(Type.Literal(true)),
});
const EventMessage = Type.Object({ id: Type.String(), data: Type.Unknown() });
const MergedData = Type.Object({ events: Type.Array(Type.String()) });

export function createBridge(o: BridgeOptions): Bridge {
  const timing = o.timing ?? systemClock;
  const sent = createSeenCache();
  const local = o.broker.publisher;
  const sweep = createSweep({
    database: o.database,
    topics: o.topics,
    personal: o.personal,
    to: local,
    sent,
    log: o.log,
  });
  const outstanding = new Set<(error: Error) => void>();
  let client: MqttClient | null = null;
  let state: 'away' | 'reading' | 'live' = 'away';
  /** Counts the times that the broker was lost: what was begun before that is over. */
  let losses = 0;
  let waiting: { readonly topic: string; readonly text: string }[] = [];

  const publish = (address: string, message: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!client?.connected) return reject(new Error('The MQTT broker is away.'));
      const over = new AbortController();
      const end = (error?: Error): void => {
        over.abort();
        outstanding.delete(end);
        if (error) reject(error);
        else resolve();
      };
      void timing.wait(patience, over.signal).then(() => {
        if (!over.signal.aborted) end(new Error('The MQTT broker does not acknowledge.'));
      });
      outstanding.add(end);
      client.publish(`${o.prefix}/${address}`, message, { qos: 1, retain: false }, (error) => end(error ?? undefined));
    });

  /** Hands on what another node's relay, or our own, has published. */
  const hear = (topic: string, text: string): void => {
    const address = topic.slice(o.prefix.length + 1);
    const parsed: unknown = parse(text);
    if (address.endsWith(accessSuffix) && shapeOf(AccessMessage).fits(parsed)) {
      const { id, ...change } = parsed;
      if (sent.first(accessAddress, id)) void local.accessChanged(change, id);
    } else if (o.topics.match(address).length > 0 && shapeOf(EventMessage).fits(parsed)) {
      const merged = shapeOf(MergedData).fits(parsed.data) ? parsed.data : null;
      const events = merged?.events ?? [parsed.id];
      const news = events.filter((id) => sent.first(address, id));
      if (news.length === 0) return;
      void local.publish(
        address,
        merged && news.length < events.length ? JSON.stringify({ ...parsed, data: { ...merged, events: news } }) : text,
      );
    }
  };

  /** Before anything new is handed on, what was missed is read: a change of access among it must act first. */
  const goLive = async (lossesBefore: number): Promise<void> => {
    if (losses !== lossesBefore) return;
    state = 'reading';
    await sweep.run({ settled: false });
    if (losses !== lossesBefore) return;
    const heard = waiting;
    waiting = [];
    for (const { topic, text } of heard) hear(topic, text);
    state = 'live';
  };

  const connect = async (): Promise<void> => {
    // Loaded only where nodes share a broker.
    const { default: mqtt } = await import('mqtt');
    const link = mqtt.connect(o.url, {
      clientId: `dossier-${randomBytes(9).toString('hex')}`,
      clean: true,
      protocolVersion: 4,
      reconnectPeriod: 1000,
      connectTimeout: 5000,
      resubscribe: false,
      keepalive: 15,
    });
    client = link;
    link.on('connect', () => {
      const lossesBefore = losses;
      link
        .subscribeAsync(`${o.prefix}/${addressRoot}#`, { qos: 1 })
        .then(() => goLive(lossesBefore))
        .catch((error: unknown) => {
          o.log.warn(
            { err: error },
            'The MQTT broker does not let this node subscribe, or the log cannot be read; it connects anew.',
          );
          link.reconnect();
        });
    });
    link.on('message', (topic, payload) => {
      if (state === 'live') hear(topic, payload.toString());
      else if (waiting.length < mostWaiting) waiting.push({ topic, text: payload.toString() });
    });
    link.on('close', () => {
      if (state !== 'away')
        o.log.warn({}, 'The MQTT broker is away. Changes are accepted; this node reads them from the log meanwhile.');
      state = 'away';
      losses += 1;
      waiting = [];
      for (const end of [...outstanding]) end(new Error('The connection to the MQTT broker was lost.'));
    });
    link.on('error', (error) =>
      o.log.info({ err: error.message }, 'The MQTT broker cannot be reached; it is tried again.'),
    );
  };

  const loop = createLoop(async (signal) => {
    await timing.wait(state === 'live' ? (o.interval ?? 2000) : (o.interval ?? 2000) / 2, signal);
    if (signal.aborted || state === 'reading') return;
    await sweep
      .run({ settled: state === 'live' })
      .catch((error: unknown) => o.log.warn({ err: error }, 'The log cannot be read at present; it is tried again.'));
  });

  return {
    publisher: {
      publish,
      accessChanged: (change: AccessChange, id) =>
        publish(
          `${addressRoot}${change.organization ?? installation}${accessSuffix}`,
          JSON.stringify({ id, ...change }),
        ),
    },
    async start() {
      await sweep.run({ settled: false });
      await connect();
      loop.start();
    },
    async stop() {
      await loop.stop();
      const last = client;
      client = null;
      await last?.endAsync(true);
    },
    health: () => (state === 'live' ? 'up' : 'degraded'),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
