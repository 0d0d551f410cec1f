import type { AsyncApiDocument, EventType, Hint, Topic } from '@dossier/sdk';
import { endedType, mergedType, messageType } from './messages.ts';

const text = (description: string) => ({ type: 'string', description });

/** The envelope of every message, with what varies. */
const envelope = (type: string, data: unknown) => ({
  type: 'object',
  required: ['specversion', 'id', 'type', 'source', 'time', 'datacontenttype', 'seq', 'data'],
  properties: {
    specversion: { const: '1.0' },
    id: text('Id of the event; drop what you have seen.'),
    type: { const: type },
    source: text('Organization and workspace of the event.'),
    subject: text('Kind and id of what the event is about.'),
    time: { type: 'string', format: 'date-time' },
    datacontenttype: { const: 'application/json' },
    seq: text('Place in the log. A client that missed something asks for what came after it.'),
    actor: text('Kind of the actor: user, key, system or assistant.'),
    data,
  },
});

const dataOf = (topic: Topic): unknown =>
  topic.schema ??
  (topic.data
    ? { description: 'See the plugin that declares the topic.' }
    : { type: 'object', required: ['id'], properties: { id: text('Id of the subject.') } });

const merged = {
  name: mergedType,
  title: 'Many changes in one message',
  contentType: 'application/json',
  payload: envelope(mergedType, {
    type: 'object',
    required: ['ids', 'events', 'types'],
    properties: {
      ids: { type: 'array', items: text('Id of a subject that has changed.') },
      events: { type: 'array', items: text('Id of a merged event.') },
      types: { type: 'array', items: text('Type of a merged event.') },
    },
  }),
};

/** The envelope of what comes from no place in the log, and is about nothing that stands there. */
const unplaced = (type: string, data: unknown): object => {
  const { seq: _seq, subject: _subject, actor: _actor, ...properties } = envelope(type, data).properties;
  return { type: 'object', required: Object.keys(properties), properties };
};
const ended = {
  name: endedType,
  title: 'Access to the address has ended, and with it the subscription',
  contentType: 'application/json',
  payload: unplaced(endedType, { type: 'object', maxProperties: 0 }),
};

/** Names in the document must not hold what JSON pointers and addresses use. */
const keyOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9_-]+/g, '_');

/** The AsyncAPI 3.0 document of an installation: what can be subscribed to at `/rt`, and what then arrives. */
export function asyncapi(o: {
  topics: readonly Topic[];
  hints?: readonly Hint<unknown>[];
  version: string;
  host: string;
  secure: boolean;
}): AsyncApiDocument {
  const messages = new Map<string, AsyncApiDocument['components']['messages'][string]>([
    ['merged', merged],
    ['ended', ended],
  ]);
  const messageKey = (topic: Topic, event: EventType<unknown>): string => {
    const key = `${keyOf(topic.id)}-${keyOf(event.id)}`;
    messages.set(key, {
      name: messageType(event.id),
      title: event.title,
      contentType: 'application/json',
      payload: envelope(messageType(event.id), dataOf(topic)),
    });
    return key;
  };
  const hintKey = ({ id, title, schema }: Hint<unknown>): string => {
    const name = messageType(id);
    messages.set(keyOf(id), { name, title, contentType: 'application/json', payload: unplaced(name, schema) });
    return keyOf(id);
  };
  const channels = o.topics.map((topic) => {
    const told = (o.hints ?? []).filter((hint) => hint.topic === topic.id).map(hintKey);
    const keys = [...topic.events.map((event) => messageKey(topic, event)), ...told, 'merged', 'ended'];
    const names = [...topic.address.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name!);
    return [
      keyOf(topic.id),
      {
        address: topic.address,
        title: topic.title,
        parameters: Object.fromEntries(names.map((name) => [name, { description: 'A UUID in lower case.' }])),
        messages: Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/messages/${key}` }])),
      },
    ] as const;
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Dossier',
      version: o.version,
      description:
        'Hints that something has changed, as CloudEvents 1.0 over MQTT 3.1.1 in WebSocket. Subscribe to exact addresses, with the ticket of POST /rt/ticket as password (user name "jwt") and its client id. After a gap, read anew over HTTP.',
    },
    defaultContentType: 'application/json',
    servers: {
      realtime: {
        host: o.host,
        pathname: '/rt',
        protocol: o.secure ? 'wss' : 'ws',
        description: 'Subprotocol mqtt.',
        bindings: { mqtt: { cleanSession: true, keepAlive: 60 } },
      },
    },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(
      channels.map(([key, { title }]) => [
        `send-${key}`,
        {
          action: 'send',
          title,
          channel: { $ref: `#/channels/${key}` },
          bindings: { mqtt: { qos: 0, retain: false } },
        },
      ]),
    ),
    components: { messages: Object.fromEntries(messages) },
  };
}
