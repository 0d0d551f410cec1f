/**
 * A realtime connection belongs to the credential that opened it: it ends with that one, and with no other of the same
 * person.
 */
import mqtt from 'mqtt';
import type { MqttClient } from 'mqtt';
import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';
import { People } from '../contract.ts';
import { Fixture, fixturePlugin } from './fixture.ts';

const platform = await testPlatform({ plugins: [fixturePlugin], listen: true });
t.teardown(() => platform.stop());
const people = platform.service(People);
const fixture = platform.service(Fixture);
const ann = await fixture.person('ann');
const acme = await fixture.organization('acme', [ann]);
const own = { 'x-dossier-csrf': '1' };

interface Ticket {
  readonly ticket: string;
  readonly clientId: string;
}
const ticketOf = async (client: TestClient): Promise<Ticket> => (await client.post('/rt/ticket', undefined, own)).body;
const connect = ({ ticket, clientId }: Ticket): Promise<MqttClient> =>
  mqtt.connectAsync(`${platform.kernel.publicUrl().replace(/^http/, 'ws')}/rt`, {
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    username: 'jwt',
    clientId,
    password: ticket,
  });
const session = async (): Promise<TestClient> =>
  platform.as({
    cookie: `dossier=${(await people.openSession({ user: ann, organization: acme.id, issuer: 'urn:test' })).secret}`,
  });
const script = async (): Promise<TestClient> =>
  platform.as({
    authorization: `Bearer ${(await people.issueToken({ user: ann, organization: acme.id, name: 'Script' })).secret}`,
  });
const closing = (client: MqttClient): Promise<true> =>
  new Promise((resolve) => client.once('close', () => resolve(true)));

t.test('signing out ends what that session has opened and could open, and nothing of another', async (t) => {
  // Whichever of them is remembered first: every one of them is the one that ends once.
  const makes = { 'a session': session, 'another session': session, 'a token': script };
  const ends: Readonly<Record<keyof typeof makes, (client: TestClient) => Promise<unknown>>> = {
    'a session': (client) => client.post('/auth/logout', undefined, own),
    'another session': (client) => client.post('/auth/logout', undefined, own),
    'a token': async (client) => client.delete(`/api/v1/tokens/${(await client.get('/api/v1/tokens')).body[0].id}`),
  };
  for (const ending of ['a session', 'another session', 'a token'] as const) {
    const all = new Map<string, { client: TestClient; live: MqttClient; kept: Ticket }>();
    for (const [name, make] of Object.entries(makes)) {
      const client = await make();
      all.set(name, { client, live: await connect(await ticketOf(client)), kept: await ticketOf(client) });
    }
    t.teardown(() => Promise.all([...all.values()].map(({ live }) => live.endAsync(true))));
    const { client, live, kept } = all.get(ending)!;
    all.delete(ending);
    const closed = closing(live);
    await ends[ending](client);
    t.equal(await closed, true, `${ending} has ended`);
    await t.rejects(connect(kept), `a ticket that ${ending} has not used opens nothing`);
    for (const [name, other] of all) {
      t.ok(other.live.connected, `${name} goes on after ${ending}`);
      const late = await connect(other.kept);
      t.ok(late.connected, 'and its ticket opens');
      await late.endAsync(true);
    }
  }
});

t.test('a ticket opens once', async (t) => {
  const browser = await session();
  const one = await ticketOf(browser);
  const first = await connect(one);
  await t.rejects(connect(one), 'in addition to the connection that it opened');
  t.ok(first.connected, 'which goes on');
  await first.endAsync(true);
  await t.rejects(connect(one), 'and after it');
  const both = await ticketOf(browser);
  const opened = await Promise.allSettled([connect(both), connect(both)]);
  t.equal(opened.filter(({ status }) => status === 'fulfilled').length, 1, 'of two at the same moment one');
  for (const one of opened) if (one.status === 'fulfilled') await one.value.endAsync(true);
});
