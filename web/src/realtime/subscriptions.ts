import type { Connection } from './connection.ts';

interface Client {
  subscribeAsync(topics: string[], options: { qos: 0 }): Promise<unknown>;
  unsubscribeAsync(topics: string[]): Promise<unknown>;
}

/**
 * The subscriptions of one connection, sent to the broker one after the other.
 *
 * A broker that gets the end of a subscription and its new start without an acknowledgement in between may take
 * the two in either order, and the topic stays silent; the page that follows another often wants the same topic just
 * when it is given up.
 */
export const subscriptionsOf = (client: Client): Pick<Connection, 'subscribe' | 'unsubscribe'> => {
  let last: Promise<unknown> = Promise.resolve();
  // What the broker refuses, or cannot hear any more, holds up nobody: a connection that ended tells so itself.
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => (last = last.then(work).catch(() => undefined));
  return {
    // A refused topic must not take the others with it: the list stays live when the inbox is not offered.
    subscribe: async (topics) => {
      await inTurn(async () => (topics.length > 0 ? client.subscribeAsync([...topics], { qos: 0 }) : undefined));
    },
    unsubscribe: (topics) => {
      if (topics.length > 0) void inTurn(() => client.unsubscribeAsync([...topics]));
    },
  };
};
