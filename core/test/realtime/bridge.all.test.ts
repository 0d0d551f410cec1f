import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import pg from 'pg';
import { newId, Problem } from '@dossier/sdk';
import { startMosquitto } from '../../../test/servers/mosquitto.ts';
import type { MosquittoServer } from '../../../test/servers/mosquitto.ts';
import { startPostgres } from '../../../test/servers/postgres.ts';
import type { PostgresServer } from '../../../test/servers/postgres.ts';
import { createBridge } from '../../facilities/realtime/bridge.ts';
import { usualPrefix } from '../../facilities/realtime/prefix.ts';
import { createEvents } from '../../facilities/events/index.ts';
import { accessChanged } from '../../facilities/events/access-changed.ts';
import { openDatabase } from '../../facilities/database/index.ts';
import { actingIn, openBench, silent, submitted, subjectOf, personal } from '../events/support.ts';
import { eventData } from '../../facilities/events/schema.ts';
import { eventually } from '../../testing/waiting.ts';
import { connect, person, staffAddress, startNode, topics } from './support.ts';
import type { Listener } from './support.ts';

const mosquitto = await startMosquitto();
const postgres = await startPostgres();
if (mosquitto && postgres) await bridging(mosquitto, postgres);
else {
  t.pass('needs Mosquitto and PostgreSQL', { skip: true });
  await Promise.all([mosquitto?.stop(), postgres?.stop()]);
}

async function bridging(mosquitto: MosquittoServer, postgres: PostgresServer): Promise<void> {
  const { url, adminUrl } = await postgres.createDatabase('bridge');
  const bench = await openBench({ url, adminUrl });
  const organization = bench.organization;
  t.teardown(async () => {
    await bench.open.close();
    await postgres.stop();
    await mosquitto.stop();
  });

  /** A node with its own connections, its clients, and its share in relaying. */
  async function startPlatformNode() {
    const node = await startNode();
    const open = await openDatabase({ url, adminUrl, plugins: [], kernelTables: [eventData], log: silent });
    const bridge = createBridge({
      personal,
      url: mosquitto.url,
      broker: node.broker,
      database: open.database,
      topics,
      log: silent,
      interval: 200,
      prefix: 'dossier/test',
    });
    const events = createEvents({
      personal,
      database: open.database,
      scope: open.scope,
      log: silent,
      single: false,
      check: true,
      topics,
      publisher: bridge.publisher,
      isReady: () => true,
      accessFor: async () => null,
      onAccessChange: node.broker.revoke,
    });
    await bridge.start();
    await events.start();
    const emit = (numbers: readonly number[], o: { workspace?: string } = {}) =>
      open.database.write(organization, async () => {
        for (const n of numbers)
          events.writer.emit(
            submitted,
            actingIn(organization, o.workspace ?? null),
            { subject: { type: 'thing', id: subjectOf(n) } },
            { n },
          );
      });
    return {
      ...node,
      emit,
      events,
      open,
      bridge,
      stop: async () => {
        await events.stop();
        await bridge.stop();
        await node.close();
        await open.close();
      },
    };
  }
  const [one, two] = [await startPlatformNode(), await startPlatformNode()];
  t.teardown(async () => {
    await one.stop();
    await two.stop();
  });
  await eventually('both nodes are at the broker', () => [one.bridge.health(), two.bridge.health()], ['up', 'up']);
  const idsOf = (listener: Listener) =>
    listener.got.flatMap(({ text }) => {
      const message: { id: string; data: { events?: string[]; n?: number } } = JSON.parse(text);
      return message.data.events ?? [message.id];
    });
  const everything = `dossier/1/o/${organization}/all`;

  t.test('what commits on one node reaches the clients of every node once', async (t) => {
    const listeners = [await connect(one, person(organization)), await connect(two, person(organization))];
    for (const listener of listeners) await listener.subscribe(everything);
    await one.emit([1]);
    await two.emit([2, 3]);
    await eventually(
      'all heard three events',
      () => listeners.map((listener) => idsOf(listener).length),
      (counts) => counts.every((count) => count >= 3),
    );
    for (const listener of listeners) {
      t.equal(new Set(idsOf(listener)).size, 3);
      t.equal(idsOf(listener).length, 3);
      await listener.end();
    }
  });

  t.test(
    'what is said stands below the prefix of the installation, and nothing from outside of it is heard',
    async (t) => {
      const listener = await connect(two, person(organization));
      await listener.subscribe(everything);
      const stranger = await mqtt.connectAsync(mosquitto.url);
      const topicsHeard: string[] = [];
      stranger.on('message', (topic) => topicsHeard.push(topic));
      await stranger.subscribeAsync('#');
      const forged = (id: string): string => JSON.stringify({ id, data: {} });
      const ids = [newId(), newId(), newId()] as const;
      await stranger.publishAsync(everything, forged(ids[0]), { qos: 1 });
      await stranger.publishAsync(`dossier/another/${everything}`, forged(ids[1]), { qos: 1 });
      await stranger.publishAsync(`dossier/test/${everything}`, forged(ids[2]), { qos: 1 });
      await eventually('one event is heard', () => idsOf(listener).length > 0);
      t.same(idsOf(listener), [ids[2]], 'the last alone, which is as if a node of this installation had said it');
      topicsHeard.length = 0;
      await one.emit([5]);
      await eventually('the stranger heard of it', () => topicsHeard.length > 0);
      t.same(
        topicsHeard.filter((topic) => !topic.startsWith('dossier/test/dossier/1/o/')),
        [],
      );
      await stranger.endAsync();
      await listener.end();
    },
  );

  t.test('all nodes of a database have one prefix, and what stands in another database has another one', async (t) => {
    const other = await postgres.createDatabase('copy');
    const copy = await openDatabase({
      url: other.url,
      adminUrl: other.adminUrl,
      plugins: [],
      kernelTables: [eventData],
      log: silent,
    });
    t.teardown(() => copy.close());
    await copy.migrate();
    const installation = newId();
    const [here, there, elsewhere] = await Promise.all(
      [one.open, two.open, copy].map(({ database }) => usualPrefix(database, installation)),
    );
    t.match(here, /^dossier\/[0-9a-f]{12}$/);
    t.equal(there, here);
    t.not(elsewhere, here);
    t.not(await usualPrefix(one.open.database, newId()), here, 'nor has another installation');
    const passing = { lookUp: () => Promise.reject(new Problem(503, 'busy', 'Busy')) };
    await t.rejects(
      usualPrefix(passing, installation),
      { code: 'busy' },
      'a node that could not ask takes no other prefix than the rest',
    );
    const superuser = new pg.Client({ connectionString: other.superUrl });
    await superuser.connect();
    await superuser.query('revoke execute on function pg_control_system() from public');
    await superuser.end();
    await t.rejects(
      usualPrefix(copy.database, installation),
      { name: 'SettingsError', message: /MQTT_PREFIX: is not set/ },
      'the number of a database is that of another one on another server',
    );
  });

  t.test('a right that is revoked on one node ends on the other before anything later is forwarded', async (t) => {
    const ada = person(organization);
    const workspace = newId();
    two.rights.add(`${ada.actor.id}/${workspace}`);
    const listener = await connect(two, ada);
    t.same(await listener.subscribe(staffAddress(organization, workspace), everything), [0, 0]);
    await one.emit([10], { workspace });
    await eventually('both addresses are heard', () => listener.got.length, 2);
    two.rights.clear();
    await one.open.database.write(organization, async () => {
      one.events.writer.emit(
        accessChanged,
        actingIn(organization),
        { subject: { type: 'workspace', id: workspace } },
        { workspace },
      );
    });
    await one.emit([11], { workspace });
    await eventually('what is left is heard', () => listener.got.length, 4);
    const later = new Map(listener.got.slice(2).map(({ address, text }) => [address, text]));
    t.match(JSON.parse(later.get(staffAddress(organization, workspace)) ?? ''), {
      type: 'dossier.subscription-ended.v1',
    });
    t.ok(later.has(everything));
    await listener.end();
  });

  t.test('what somebody has open ends on every node when it has ended on one', async (t) => {
    const ada = person(organization);
    const listeners = [await connect(two, ada), await connect(two, { ...ada, credential: newId() })];
    const other = await connect(two, person(organization));
    await one.open.database.write(organization, async () => {
      one.events.writer.emit(
        accessChanged,
        actingIn(organization),
        { subject: { type: 'user', id: ada.actor.id } },
        { user: ada.actor.id, ended: true },
      );
    });
    await Promise.all(listeners.map((listener) => listener.closed()));
    t.ok(other.client.connected);
    await other.end();
  });

  t.test('a broker that is lost again while the log is read is live only when it has been read anew', async (t) => {
    const held: (() => void)[] = [];
    let holding = false;
    const { database } = one.open;
    const slow: typeof database = {
      ...database,
      async systemTransaction(...asked) {
        if (holding) await new Promise<void>((resolve) => held.push(resolve));
        return database.systemTransaction(...asked);
      },
    };
    const bridge = createBridge({
      personal,
      url: mosquitto.url,
      broker: one.broker,
      database: slow,
      topics,
      log: silent,
      interval: 60_000,
      prefix: 'dossier/test',
    });
    await bridge.start();
    await eventually('the node is at the broker', bridge.health, 'up');
    holding = true;
    const restart = async (): Promise<void> => {
      await mosquitto.kill9();
      await mosquitto.start();
    };
    await restart();
    await eventually('the log is being read', () => held.length, 1);
    await restart();
    // The broker takes the subscription before it takes this.
    await eventually('the broker is back', () =>
      bridge.publisher.publish(`${everything}/nobody`, '{}').then(
        () => true,
        () => false,
      ),
    );
    for (const n of [0, 1]) {
      held[n]!();
      await eventually('it is read once more', () => held.length, n + 2);
    }
    t.equal(bridge.health(), 'degraded', 'the first reading is over, the second has begun');
    holding = false;
    held[2]!();
    await eventually('the node is at the broker', bridge.health, 'up');
    await bridge.stop();
    await eventuallyUp();
  });

  t.test(
    'the broker is killed and restarted during changes: all succeed, and each is heard exactly once by id',
    async (t) => {
      const listeners = [await connect(one, person(organization)), await connect(two, person(organization))];
      for (const listener of listeners) await listener.subscribe(everything);
      // What was committed before may still be on its way.
      const before = new Set(
        (
          await one.open.database.read({ organization, audience: 'staff' }, (tx) =>
            sql<{ id: string }>`select id from event`.execute(tx.sql()),
          )
        ).rows.map(({ id }) => id),
      );
      const idsSince = (listener: Listener) => idsOf(listener).filter((id) => !before.has(id));
      const changes = async (from: number) => {
        for (let n = from; n < from + 30; n++) await (n % 2 ? one : two).emit([n]);
      };
      await changes(100);
      const during = changes(200);
      await mosquitto.kill9();
      await during;
      await changes(300);
      await mosquitto.start();
      await changes(400);
      await eventually(
        'all heard every change',
        () => listeners.map((listener) => new Set(idsSince(listener)).size),
        [120, 120],
      );
      for (const listener of listeners) {
        t.equal(new Set(idsSince(listener)).size, 120);
        t.equal(idsSince(listener).length, 120, 'none twice');
        await listener.end();
      }
      await eventuallyUp();
    },
  );

  function eventuallyUp(): Promise<unknown> {
    return eventually('messages go out', () => [one.bridge.health(), one.events.health()], ['up', 'up']);
  }
}
