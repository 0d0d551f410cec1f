import { t } from '@dossier/core/testing/t';
import { WebSocket } from 'ws';
import { newId } from '@dossier/sdk';
import { testClock } from '../../testing/clock.ts';
import { eventually } from '../../testing/waiting.ts';
import { connect, person, staffAddress, startNode } from './support.ts';

const node = await startNode();
t.teardown(() => node.close());
const [a, b, workspace] = [newId(), newId(), newId()];
const send = (address: string, text: string) => node.broker.publisher.publish(address, text);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    () => 'refused',
  );

t.test('a signed-in client hears the addresses it may hear, and nothing else', async (t) => {
  const ada = person(a);
  node.rights.add(`${ada.actor.id}/${workspace}`);
  const mine = await connect(node, ada);
  t.same(await mine.subscribe(staffAddress(a, workspace)), [0]);
  const foreign = [
    '#',
    '+/1/o/#',
    '$SYS/#',
    '$SYS/broker/new/clients',
    `dossier/1/o/${b}/#`,
    `dossier/1/o/+/all`,
    `$share/x/dossier/1/o/${b}/#`,
    `$share/x/${staffAddress(a, workspace)}`,
    `dossier/1/o/${b}/all`,
    staffAddress(b, workspace),
    staffAddress(a, newId()),
    `dossier/1/o/${a}/u/${newId()}/inbox`,
    `dossier/1/o/${a}/unknown`,
    staffAddress(a, workspace).toUpperCase(),
    `${staffAddress(a, workspace)}/`,
    `dossier/1/o/${a}/authz`,
    'constructor',
    '__proto__',
  ];
  for (const address of foreign) t.same(await mine.subscribe(address), [128], address);
  for (const address of [`dossier/1/o/${b}/all`, staffAddress(b, workspace), `dossier/1/o/${a}/authz`])
    await send(address, 'secret');
  await send(staffAddress(a, workspace), 'mine');
  await eventually('it is heard', () => mine.got.length > 0);
  t.same(mine.got, [{ address: staffAddress(a, workspace), text: 'mine' }]);
  await mine.end();
});

t.test('one SUBSCRIBE with an allowed and a refused filter grants the allowed one only', async (t) => {
  const mine = await connect(node, person(a));
  t.same(await mine.subscribe(`dossier/1/o/${a}/all`, `dossier/1/o/${b}/all`), [0, 128]);
  await send(`dossier/1/o/${b}/all`, 'secret');
  await send(`dossier/1/o/${a}/all`, 'mine');
  await eventually('it is heard', () => mine.got.length > 0);
  t.same(
    mine.got.map(({ text }) => text),
    ['mine'],
  );
  await mine.end();
});

t.test('a session that would keep refused filters is not served', async (t) => {
  t.equal(await refused(connect(node, person(a), { clean: false })), 'refused');
});

t.test('more than 32 addresses at a time are refused, also in one packet', async (t) => {
  const ada = person(a);
  const many = Array.from({ length: 40 }, () => newId());
  for (const id of many) node.rights.add(`${ada.actor.id}/${id}`);
  const mine = await connect(node, ada);
  const codes = await mine.subscribe(...many.map((id) => staffAddress(a, id)));
  t.equal(codes.filter((code) => code === 0).length, 32);
  await mine.client.unsubscribeAsync(many.slice(0, 32).map((id) => staffAddress(a, id)));
  t.same(await mine.subscribe(staffAddress(a, many[39]!)), [0], 'ended subscriptions make room');
  await mine.end();
});

t.test(
  'who comes without a good ticket, with another client id, another protocol version or a will is refused',
  async (t) => {
    const ada = person(a);
    t.equal(await refused(connect(node, ada, { password: 'x' })), 'refused');
    t.equal(await refused(connect(node, ada, { username: 'ada' })), 'refused');
    t.equal(await refused(connect(node, ada, { clientId: 'somebody-else' })), 'refused');
    t.equal(await refused(connect(node, ada, { protocolVersion: 5 })), 'refused');
    t.equal(
      await refused(connect(node, ada, { will: { topic: 'x', payload: Buffer.from('y'), qos: 0, retain: true } })),
      'refused',
    );
    t.equal(
      await refused(connect(node, person(a, { until: new Date(Date.now() - 1000).toISOString() }))),
      'refused',
      'the session has ended',
    );
    t.equal(node.broker.connections(), 0);
  },
);

t.test('a person has so many connections at a time, and takes none of them from others', async (t) => {
  const ada = person(a);
  const open: Awaited<ReturnType<typeof connect>>[] = [];
  // Not all at once: the broker waits five seconds for each to introduce itself, which a busy machine may need for 256.
  while (open.length < 256) open.push(...(await Promise.all(Array.from({ length: 32 }, () => connect(node, ada)))));
  t.equal(await refused(connect(node, ada)), 'refused');
  const other = await connect(node, person(a));
  await open.pop()!.end();
  await eventually('each has its connection', node.broker.connections, open.length + 1);
  open.push(await connect(node, ada), other);
  await Promise.all(open.map((one) => one.end()));
  await eventually('all are gone', node.broker.connections, 0);
});

t.test('nobody can push another client out by its id', async (t) => {
  const mine = await connect(node, person(a));
  const other = await node.tickets.issueTicket(person(a));
  t.equal(await refused(connect(node, person(a), { clientId: mine.clientId, password: other.ticket })), 'refused');
  t.ok(mine.client.connected);
  await mine.end();
});

t.test('clients do not publish', async (t) => {
  const [mine, other] = [await connect(node, person(a)), await connect(node, person(a))];
  await other.subscribe(`dossier/1/o/${a}/all`);
  mine.client.publish(`dossier/1/o/${a}/all`, 'forged', { qos: 0, retain: true });
  await mine.closed();
  await send(`dossier/1/o/${a}/all`, 'true');
  await eventually('the server is heard', () => other.got.length > 0);
  t.same(
    other.got.map(({ text }) => text),
    ['true'],
  );
  await other.end();
});

t.test('what is published after a revocation is not forwarded; other rights stay, without a gap', async (t) => {
  const [ada, bob] = [person(a), person(a)];
  for (const one of [ada, bob]) node.rights.add(`${one.actor.id}/${workspace}`);
  const [first, second] = [await connect(node, ada), await connect(node, bob)];
  for (const one of [first, second])
    t.same(await one.subscribe(staffAddress(a, workspace), `dossier/1/o/${a}/all`), [0, 0]);
  node.rights.delete(`${ada.actor.id}/${workspace}`);
  await node.broker.publisher.accessChanged({ organization: a, workspace }, newId());
  await send(staffAddress(a, workspace), 'after');
  await eventually('the other one heard the first', () => second.got.length, 1);
  await send(`dossier/1/o/${a}/all`, 'still');
  await eventually('both heard the second', () => first.got.length > 1 && second.got.length === 2);
  t.match(
    JSON.parse(first.got[0]!.text),
    { specversion: '1.0', type: 'dossier.subscription-ended.v1', data: {} },
    'a client that gets no more messages hears so',
  );
  t.same([first.got[0]!.address, first.got.slice(1).map(({ text }) => text)], [staffAddress(a, workspace), ['still']]);
  t.same(
    second.got.map(({ text }) => text),
    ['after', 'still'],
    'held back while it was decided, then delivered',
  );
  t.match(node.dropped.at(-1), { organization: a, workspace }, 'cached access was dropped first');
  await Promise.all([first.end(), second.end()]);
});

t.test(
  'who loses every right is disconnected, and so is an ended session, whose ticket does not open again',
  async (t) => {
    const ada = person(a);
    node.rights.add(`${ada.actor.id}/${workspace}`);
    const first = await connect(node, ada);
    await first.subscribe(staffAddress(a, workspace));
    node.rights.delete(`${ada.actor.id}/${workspace}`);
    node.broker.revoke({ organization: a, user: ada.actor.id });
    await first.closed();
    const [second, other] = [await connect(node, ada), await connect(node, person(a))];
    node.broker.revoke({ organization: a, credential: ada.credential });
    await second.closed();
    t.equal(await refused(connect(node, ada)), 'refused');
    t.ok(other.client.connected, 'another session is untouched');
    await other.end();
  },
);

t.test('an address that is given up and asked for again in one go is heard', async (t) => {
  const ada = person(a);
  const mine = await connect(node, ada);
  const address = `dossier/1/o/${a}/all`;
  for (let i = 1; i <= 30; i++) {
    await mine.subscribe(address);
    mine.client.unsubscribe(address);
    t.same(await mine.subscribe(address), [0]);
    await send(address, String(i));
    await eventually('it is heard again', () => mine.got.length, i);
  }
  await mine.end();
});

t.test('browsers are sent away one after the other, and nobody stays', async (t) => {
  const clock = testClock();
  const one = await startNode({ clock });
  t.teardown(() => one.close());
  const clients = await Promise.all(Array.from({ length: 12 }, () => connect(one, person(a))));
  const left: number[] = [];
  const all = Promise.all(clients.map((client) => client.closed().then(() => left.push(one.broker.connections()))));
  const away = one.broker.sendAway(2_000);
  await eventually(
    'all have gone',
    () => {
      clock.advance(100);
      return one.broker.connections();
    },
    0,
  );
  await Promise.all([away, all]);
  t.ok(Math.max(...left) > 3, 'others were still there when the first had gone');
  t.equal(one.broker.connections(), 0);
});

t.test('a connection ends when its credential does', async (t) => {
  const clock = testClock();
  const one = await startNode({ clock });
  t.teardown(() => one.close());
  const [brief, other] = [
    await connect(one, person(a, { until: new Date(clock.time() + 50_000).toISOString() })),
    await connect(one, person(a, { until: new Date(clock.time() + 60_000).toISOString() })),
  ];
  clock.advance(50_000);
  await brief.closed();
  t.ok(other.client.connected, 'that of another goes on');
  await other.end();
});

t.test(
  'a person whose access all ends is disconnected, whatever they connected with, and no earlier ticket works',
  async (t) => {
    const ada = person(a);
    const token = { ...ada, credential: newId(), via: 'token' as const };
    const ended = [await connect(node, ada), await connect(node, token)];
    const [elsewhere, other] = [
      await connect(node, { ...token, organization: newId() }),
      await connect(node, person(a)),
    ];
    node.broker.revoke({ organization: a, user: ada.actor.id, ended: true });
    await Promise.all(ended.map((one) => one.closed()));
    t.equal(await refused(connect(node, token)), 'refused');
    t.same(
      [elsewhere, other].map(({ client }) => client.connected),
      [true, true],
      'in another organization, and of others, nothing ends',
    );
    await Promise.all([elsewhere.end(), other.end()]);
  },
);

t.test('a right that is decided while it is revoked does not stand', async (t) => {
  let revoke: (() => void) | null = null;
  const slow = await startNode({
    authorizeAfter: async () => {
      revoke?.();
    },
  });
  t.teardown(() => slow.close());
  const ada = person(a);
  slow.rights.add(`${ada.actor.id}/${workspace}`);
  const mine = await connect(slow, ada);
  revoke = () => {
    revoke = null;
    slow.rights.clear();
    slow.broker.revoke({ organization: a });
  };
  t.same(await mine.subscribe(staffAddress(a, workspace)), [128]);
  await mine.end();
});

t.test('a page of another origin, and what does not speak MQTT, is turned away before the upgrade', async (t) => {
  const answer = (protocol: string | undefined, origin?: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(node.url, protocol ?? [], origin ? { origin } : {});
      socket.on('open', () => {
        socket.close();
        resolve(101);
      });
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => undefined);
    });
  t.equal(await answer('mqtt', 'https://evil.example'), 403);
  t.equal(await answer('mqtt', 'null'), 403);
  t.equal(await answer(undefined), 400);
  t.equal(await answer('mqtt', 'https://dossier.example'), 101);
  t.equal(await answer('mqtt', node.url.replace('ws', 'http').replace('/rt', '')), 101);
});

t.test('a client that does not read is cut off, while the others hear everything', async (t) => {
  const sockets: WebSocket[] = [];
  const createWebsocket = (url: string, protocols: string[]) => {
    const socket = new WebSocket(url, protocols);
    sockets.push(socket);
    return socket;
  };
  const [slow, quick] = [await connect(node, person(a), { createWebsocket }), await connect(node, person(a))];
  for (const one of [slow, quick]) await one.subscribe(`dossier/1/o/${a}/all`);
  const before = node.broker.connections();
  sockets[0]!.pause();
  const text = 'x'.repeat(50_000);
  let sent = 0;
  while (node.broker.connections() === before && sent < 400) {
    await send(`dossier/1/o/${a}/all`, text);
    sent += 1;
  }
  t.ok(sent < 400, 'it was cut off');
  await eventually('the quick one heard all', () => quick.got.length, sent);
  await Promise.all([slow.end(), quick.end()]);
});
