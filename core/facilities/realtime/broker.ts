import { Aedes } from 'aedes';
import type { AedesPublishPacket, Client } from 'aedes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import websocket from '@fastify/websocket';
import { systemClock } from '@dossier/sdk';
import type { Clock } from '@dossier/sdk';
import { endedMessage } from '../events/index.ts';
import type { AccessChange, Log, Publisher, TopicTable } from '../events/index.ts';
import { createGrants } from './grants.ts';
import type { AuthorizeTopic, Session } from './grants.ts';
import { streamOf } from './socket.ts';
import type { RedeemTicket } from './redeem-ticket.ts';
import { ticketLifetime } from './tickets.ts';
import type { Tickets } from './tickets.ts';

/**
 * The broker in this process, to which browsers connect. They hear exact addresses that they may hear; they never
 * publish.
 */
export interface Broker {
  /** Serves `GET /rt` as MQTT 3.1.1 over WebSocket. */
  attach(server: FastifyInstance): Promise<void>;
  /** Publishes to the clients of this node. */
  readonly publisher: Publisher;
  /** See {@link createGrants}: effective before it returns. */
  revoke(change: AccessChange): void;
  /** Disconnects everybody, so that they connect anew and catch up. */
  disconnectAll(reason: string): void;
  /** Disconnects everybody, each at its own moment within so many milliseconds; resolves when nobody is left. */
  sendAway(within: number): Promise<void>;
  connections(): number;
  close(): Promise<void>;
}

export interface BrokerOptions {
  readonly topics: TopicTable;
  readonly tickets: Pick<Tickets, 'attach' | 'verifyTicket'>;
  /** Uses up a ticket that is shown. */
  readonly spend: RedeemTicket;
  readonly authorize: AuthorizeTopic;
  /** Origins of pages that may connect, in addition to the address that the request itself names. */
  readonly origins: () => readonly string[];
  /** Called before rights are decided anew: drop what is cached about access. */
  readonly onAccessChange: (change: AccessChange) => void;
  readonly log: Log;
  readonly clock?: Pick<Clock, 'time' | 'wait'>;
  /** Milliseconds in which changes gather before rights are decided anew; 100 unless given. */
  readonly debounce?: number;
}

/** A connection is renewed after this many milliseconds at the latest, with a fresh ticket. */
const longestConnection = 60 * 60_000;
/**
 * Milliseconds: no ticket from before is under way then, nor one of a request that was being answered at that moment.
 */
export const rememberEnded = (ticketLifetime + 5) * 1000;
/** Connections of one person at a time. */
const mostPerActor = 256;
/** Bytes of a frame from a client: it sends CONNECT, SUBSCRIBE and PINGREQ, nothing large. */
const largestFrame = 16 * 1024;

interface Connected {
  readonly session: Session<AedesPublishPacket>;
  readonly actor: string;
  readonly over: AbortController;
}

export async function createBroker(o: BrokerOptions): Promise<Broker> {
  const clock = o.clock ?? systemClock;
  const connected = new Map<Client, Connected>();
  const perActor = new Map<string, number>();
  /** Payloads that go to whom nothing else goes any more. */
  const farewells = new WeakSet<Buffer>();
  const soon = createDebounce(o.debounce ?? 100);
  const grants = createGrants<AedesPublishPacket>({
    topics: o.topics,
    authorize: o.authorize,
    now: clock.time,
    decideSoon: soon.later,
    remember: rememberEnded,
  });

  const aedes = await Aedes.createBroker({
    concurrency: 1000,
    drainTimeout: 2000,
    maxTopicLevels: 16,
    queueLimit: 42,
    connectTimeout: 5000,
    keepaliveLimit: 60,
    maxClientsIdLength: 64,
    // A kept session would keep refused filters too, and deliver on them after a reconnect (aedes 1.2, 2.0 beta).
    preConnect: (_client, packet, done) =>
      packet.clean === false || packet.will
        ? done(new Error('Only clean sessions without a will are served.'), false)
        : done(null, true),
    authenticate(client, username, password, done) {
      admit(client, username, password).then(
        (session) => (session ? done(null, true) : done(refusal(), false)),
        () => done(refusal(), false),
      );
    },
    authorizePublish: (_client, _packet, done) => done(new Error('Clients do not publish; changes go by HTTP.')),
    authorizeSubscribe(client, subscription, done) {
      const session = connected.get(client)?.session;
      if (!session) return done(null, null);
      // After what was given up before it on the same connection: the broker takes packets side by side, and would end
      // with the old subscription the new one.
      afterwards(() => session.subscribe(subscription.topic)).then(
        (granted) => done(null, granted ? { ...subscription, qos: 0 } : null),
        () => done(null, null),
      );
    },
    authorizeForward: (client, packet) =>
      farewells.has(packet.payload as Buffer) || connected.get(client)?.session.passes(packet.topic, packet)
        ? packet
        : null,
  });
  aedes.on('unsubscribe', (addresses, client) =>
    addresses.forEach((address) => connected.get(client)?.session.unsubscribe(address)),
  );
  aedes.on('clientDisconnect', forget);
  aedes.on('clientError', (_client, error) => o.log.info({ err: error.message }, 'A realtime connection was closed.'));
  aedes.on('connectionError', () => undefined);

  async function admit(client: Client, username: string | undefined, password: Buffer | undefined): Promise<boolean> {
    const holder = username === 'jwt' && password ? await o.tickets.verifyTicket(password.toString()) : null;
    if (!holder || holder.clientId !== client.id || !(await o.spend(holder))) return false;
    // It may have gone meanwhile, and would not say so a second time.
    if (client.conn.destroyed) return false;
    const { identity } = holder;
    const actor = `${identity.organization}/${identity.actor.id}`;
    const many = perActor.get(actor) ?? 0;
    const left = Math.min(
      longestConnection,
      identity.until ? Date.parse(identity.until) - clock.time() : longestConnection,
    );
    if (many >= mostPerActor || !(left > 0)) return false;
    const session = grants.open({
      identity,
      close: () => client.close(),
      drop(address) {
        const payload = Buffer.from(endedMessage(clock.time()));
        farewells.add(payload);
        client.publish({ cmd: 'publish', topic: address, payload, qos: 0, retain: false, dup: false }, () => undefined);
        client.unsubscribe({ topic: address, qos: 0 }, () => undefined);
      },
      // A new packet: the held one's number has already been seen by this client.
      send: ({ topic, payload }) =>
        client.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => undefined),
    });
    if (!session) return false;
    const over = new AbortController();
    void clock.wait(left, over.signal).then(() => {
      if (!over.signal.aborted) client.close();
    });
    connected.set(client, { session, actor, over });
    perActor.set(actor, many + 1);
    // A connection can end before it is registered with the broker, which then reports no disconnect.
    client.conn.once('close', () => forget(client));
    return true;
  }

  function forget(client: Client): void {
    const one = connected.get(client);
    if (!one) return;
    connected.delete(client);
    one.over.abort();
    one.session.end();
    const left = (perActor.get(one.actor) ?? 1) - 1;
    if (left > 0) perActor.set(one.actor, left);
    else perActor.delete(one.actor);
  }

  const broker: Broker = {
    async attach(server) {
      await o.tickets.attach(server);
      // In a scope of its own: the plugin looks at every request of the scope that it is registered in.
      await server.register(async (scope) => {
        await scope.register(websocket, {
          options: {
            maxPayload: largestFrame,
            perMessageDeflate: false,
            handleProtocols: (offered: Set<string>) => (offered.has('mqtt') ? 'mqtt' : false),
          },
          // What a stranger sends is no fault of ours, and no entry of the log.
          errorHandler: (_error, socket) => socket.terminate(),
        });
        scope.get(
          '/rt',
          {
            websocket: true,
            preValidation: async (request, reply) => {
              if (!pageMayConnect(request, o.origins())) return reply.code(403).send();
              if (!/(^|,)\s*mqtt\s*(,|$)/.test(request.headers['sec-websocket-protocol'] ?? ''))
                return reply.code(400).send();
            },
          },
          (socket, request) => void aedes.handle(streamOf(socket), request.raw),
        );
      });
    },
    publisher: {
      publish: (address, message) =>
        new Promise((resolve, reject) => {
          aedes.publish(
            { cmd: 'publish', topic: address, payload: Buffer.from(message), qos: 0, retain: false, dup: false },
            (error) => (error ? reject(error) : resolve()),
          );
        }),
      async accessChanged(change) {
        broker.revoke(change);
      },
    },
    revoke(change) {
      o.onAccessChange(change);
      grants.revoke(change);
    },
    disconnectAll(reason) {
      if (connected.size > 0)
        o.log.info({ connections: connected.size, reason }, 'Realtime connections are closed, so that they catch up.');
      for (const client of [...connected.keys()]) client.close();
    },
    async sendAway(within) {
      if (connected.size === 0) return;
      o.log.info({ connections: connected.size, within }, 'Browsers are sent to other nodes.');
      // Who connects meanwhile, by a balancer that has not noticed yet, goes when the server closes.
      await Promise.all(
        [...connected.keys()].map(async (client) => {
          await clock.wait(Math.random() * within);
          client.close();
        }),
      );
    },
    connections: () => connected.size,
    async close() {
      soon.stop();
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
  return broker;
}

/** Runs it when everything that is under way in the broker by now is done. */
const afterwards = async <T>(run: () => Promise<T>): Promise<T> => {
  await new Promise(setImmediate);
  return run();
};

const refusal = (): Error & { returnCode: number } =>
  Object.assign(new Error('The ticket does not open this connection.'), { returnCode: 5 });

/** A page's origin must be ours; a program sends none, and has no cookie to abuse either. */
function pageMayConnect(request: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Runs everything that was asked for within `milliseconds` together. */
function createDebounce(milliseconds: number): { later(run: () => void): void; stop(): void } {
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  return {
    later(run) {
      waiting.push(run);
      timer ??= setTimeout(() => {
        const due = waiting;
        waiting = [];
        timer = undefined;
        for (const one of due) one();
      }, milliseconds);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
