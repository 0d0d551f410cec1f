import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import mqtt from 'mqtt';
import type { IClientOptions, MqttClient } from 'mqtt';
import { inOrganization, inWorkspace, newId, permission, topic } from '@dossier/sdk';
import type { Clock, Identity } from '@dossier/sdk';
import { createBroker } from '../../facilities/realtime/broker.ts';
import type { Broker } from '../../facilities/realtime/broker.ts';
import { createTickets } from '../../facilities/realtime/tickets.ts';
import type { Tickets } from '../../facilities/realtime/tickets.ts';
import { topicsOf } from '../../facilities/events/index.ts';
import type { AccessChange } from '../../facilities/events/index.ts';
import { actingIn, noted, silent, submitted } from '../events/support.ts';

const read = permission('test.read', { title: 'Read' });
const staff = topic('test/staff', {
  title: 'Staff list',
  address: 'dossier/1/o/{organizationId}/w/{workspaceId}/s/application',
  gate: inWorkspace({ permission: read }),
  events: [submitted],
  data: (event) => event.payload,
});
const all = topic('test/all', {
  title: 'Everything',
  address: 'dossier/1/o/{organizationId}/all',
  gate: inOrganization(),
  events: [submitted, noted],
  data: (event) => event.payload,
});
export const topics = topicsOf([staff, all]);

export interface Node {
  readonly server: FastifyInstance;
  readonly broker: Broker;
  readonly tickets: Tickets;
  readonly url: string;
  /** Who may do what: `user/workspace`. Remove one, and revoke, to take a right away. */
  readonly rights: Set<string>;
  readonly dropped: AccessChange[];
  close(): Promise<void>;
}

/** A node as a browser meets it: Fastify on a free port, with the broker at `/rt`. */
export async function startNode(o: { authorizeAfter?: () => Promise<void>; clock?: Clock } = {}): Promise<Node> {
  const rights = new Set<string>();
  const dropped: AccessChange[] = [];
  const tickets = createTickets({ secret: Buffer.alloc(32, 7), now: () => new Date() });
  const broker = await createBroker({
    topics,
    tickets,
    spend: async () => true,
    log: silent,
    origins: () => ['https://dossier.example'],
    debounce: 5,
    ...(o.clock ? { clock: o.clock } : {}),
    onAccessChange: (change) => void dropped.push(change),
    async authorize(topic, params, identity) {
      const may =
        'scope' in topic.gate && topic.gate.scope === 'workspace'
          ? rights.has(`${identity.actor.id}/${params['workspaceId']}`)
          : true;
      await o.authorizeAfter?.();
      return may ? actingIn(identity.organization) : null;
    },
  });
  const server = Fastify();
  await broker.attach(server);
  const url = (await server.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws') + '/rt';
  return {
    server,
    broker,
    tickets,
    url,
    rights,
    dropped,
    close: async () => {
      await broker.close();
      await server.close();
    },
  };
}

export const person = (organization: string, o: Partial<Identity> = {}): Identity => ({
  actor: { kind: 'user', id: newId(), name: 'Ada' },
  organization,
  scopes: null,
  credential: newId(),
  via: 'session',
  ...o,
});

export interface Listener {
  readonly client: MqttClient;
  readonly clientId: string;
  readonly got: { address: string; text: string }[];
  /** The SUBACK codes: 128 is refused. */
  subscribe(...addresses: string[]): Promise<number[]>;
  closed(): Promise<void>;
  end(): Promise<void>;
}

/** Connects as a browser would, and resolves when the broker accepts. */
export async function connect(
  node: Pick<Node, 'tickets' | 'url'>,
  identity: Identity,
  options: IClientOptions = {},
): Promise<Listener> {
  const { ticket, clientId } = await node.tickets.issueTicket(identity);
  const client = mqtt.connect(node.url, {
    protocolVersion: 4,
    clean: true,
    clientId,
    username: 'jwt',
    password: ticket,
    reconnectPeriod: 0,
    connectTimeout: 30_000,
    keepalive: 30,
    ...options,
  });
  const got: { address: string; text: string }[] = [];
  client.on('message', (address, payload) => void got.push({ address, text: payload.toString() }));
  client.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('close', () => reject(new Error('refused')));
  });
  return {
    client,
    clientId,
    got,
    subscribe: (...addresses) =>
      new Promise((resolve, reject) => {
        client.subscribe(addresses, { qos: 0 }, (error, granted, packet) => {
          const codes = packet && 'granted' in packet ? packet.granted : granted?.map(({ qos }) => qos);
          if (codes) resolve(codes.map(Number));
          else reject(error ?? new Error('no answer'));
        });
      }),
    closed: () => closed,
    end: () => client.endAsync(true),
  };
}

export const staffAddress = (organization: string, workspace: string): string =>
  `dossier/1/o/${organization}/w/${workspace}/s/application`;
