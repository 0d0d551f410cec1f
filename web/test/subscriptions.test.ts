/** Topics that one view gives up and the next one wants, on a real broker that takes packets as they come. */
import { t } from '@dossier/core/testing/t';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import { subscriptionsOf } from '../src/realtime/subscriptions.ts';

t.test('a topic that is given up and wanted again in the same moment is heard', async (t) => {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  t.teardown(async () => {
    await client.endAsync(true);
    await new Promise<void>((resolve) => broker.close(() => server.close(() => resolve())));
  });
  const heard: string[] = [];
  client.on('message', (topic) => heard.push(topic));
  const say = (topic: string): Promise<void> =>
    new Promise((resolve, reject) =>
      broker.publish({ cmd: 'publish', topic, payload: 'x', qos: 0, retain: false, dup: false }, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  const { subscribe, unsubscribe } = subscriptionsOf(client);

  await subscribe(['runs', 'end']);
  unsubscribe(['runs']);
  await subscribe(['runs']);
  const done = new Promise<void>((resolve) =>
    client.on('message', (topic) => {
      if (topic === 'end') resolve();
    }),
  );
  await say('runs');
  await say('end');
  await done;
  t.same(heard, ['runs', 'end']);
});

t.test("who wants what another asks for waits for the broker's word as well", async (t) => {
  const order: string[] = [];
  let answer = (): void => undefined;
  const { subscribe } = subscriptionsOf({
    subscribeAsync: () =>
      new Promise((resolve) => {
        answer = () => {
          order.push('answered');
          resolve([]);
        };
      }),
    unsubscribeAsync: async () => undefined,
  });
  const first = subscribe(['runs']);
  const second = subscribe([]).then(() => order.push('second'));
  await new Promise(setImmediate);
  answer();
  await Promise.all([first, second]);
  t.same(order, ['answered', 'second']);
});

t.test('a refusal, and a connection that is gone, hold nobody up', async (t) => {
  const asked: string[] = [];
  const { subscribe, unsubscribe } = subscriptionsOf({
    subscribeAsync: async (topics) => {
      asked.push(...topics);
      throw new Error('no');
    },
    unsubscribeAsync: async (topics) => {
      asked.push(...topics.map((topic) => `-${topic}`));
      throw new Error('gone');
    },
  });
  await subscribe(['a']);
  unsubscribe(['b']);
  await subscribe(['c']);
  t.same(asked, ['a', '-b', 'c']);
});
