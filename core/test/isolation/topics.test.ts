import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import type { Identity } from '@dossier/sdk';
import { filled, parametersOf, topicsIn, valuesOf } from '../enumeration/topics.ts';
import { eventually } from '../../testing/waiting.ts';
import { connect } from '../realtime/support.ts';
import type { Listener } from '../realtime/support.ts';
import { stage } from './stage.ts';
import type { Furnished, Stage } from './stage.ts';

let s: Stage;
let ofA: Listener;
let ofB: Listener;
t.before(async () => {
  s = await stage({ listen: true });
  for (const { gate } of topics()) {
    const permission =
      'open' in gate || gate.scope !== 'any workspace' ? undefined : (gate.permission ?? gate.anyOf?.[0]);
    for (const at of permission ? [s.a, s.b] : []) await at.grant('admin', permission!, true);
  }
  [ofA, ofB] = [await listener(s.a), await listener(s.b)];
});
t.teardown(async () => {
  await Promise.all([ofA.end(), ofB.end()]);
  await s.platform.stop();
});

const identity = (at: Furnished): Identity => ({
  actor: { kind: 'user', id: at.admin.id, name: 'Ada Admin' },
  organization: at.organization,
  scopes: null,
  credential: newId(),
  via: 'session',
});
const listener = (at: Furnished): Promise<Listener> =>
  connect(
    { tickets: s.platform.kernel.realtime.tickets, url: `${s.platform.kernel.publicUrl().replace('http', 'ws')}/rt` },
    identity(at),
  );

const topics = () => topicsIn(s.platform.kernel.plan).map(({ topic }) => topic);
const addresses = (): readonly string[] => topics().map(({ address }) => address);
/** Values of the parameters of an address. */
const valuesAt = (address: string, at: Furnished): Readonly<Record<string, string>> =>
  valuesOf(address, { organization: at.organization, user: at.admin.id, ids: at.ids });
const own = (address: string, at: Furnished): string => filled(address, valuesAt(address, at));
/** Every address with everything of B, and each with one thing of B in an address of A. */
const foreign = (): readonly string[] =>
  addresses().flatMap((address) => {
    const [ofA, ofB] = [valuesAt(address, s.a), valuesAt(address, s.b)];
    return [
      filled(address, ofB),
      ...parametersOf(address).map((name) => filled(address, { ...ofA, [name]: ofB[name]! })),
    ];
  });
/** Identifiers of B that stand in addresses. */
const idsOfB = (): ReadonlySet<string> =>
  new Set(addresses().flatMap((address) => Object.values(valuesAt(address, s.b))));
const since = (address: string) => s.a.admin.get(`/api/v1/events?topic=${encodeURIComponent(address)}`);

t.test('own addresses of every declared topic are granted', async (t) => {
  for (const address of addresses()) {
    t.strictSame(await ofA.subscribe(own(address, s.a)), [0], address);
    t.strictSame(await ofB.subscribe(own(address, s.b)), [0], address);
    t.equal((await since(own(address, s.a))).status, 200, address);
  }
});

t.test('an address with anything of another organization is refused, and looks like one of nobody', async (t) => {
  t.ok(foreign().length > addresses().length * 2);
  const theirs = idsOfB();
  for (const address of foreign()) {
    t.strictSame(await ofA.subscribe(address), [128], address);
    const [answer, nobody] = await Promise.all([
      since(address),
      since(address.replaceAll(/[0-9a-f-]{36}/g, (id) => (theirs.has(id) ? newId() : id))),
    ]);
    t.equal(answer.status, 404, address);
    t.equal(answer.text, nobody.text, address);
  }
});

t.test('so are wildcards, shared subscriptions and what the broker keeps for itself', async (t) => {
  const [one] = foreign();
  for (const filter of [
    '#',
    '+/#',
    'dossier/#',
    '+/1/o/+/cfg',
    '$SYS/#',
    `dossier/1/o/${s.b.organization}/#`,
    `dossier/1/o/+/w/+/s/application`,
    `dossier/1/o/${s.a.organization}/#`,
    `$share/x/dossier/1/o/${s.b.organization}/#`,
    `$share/x/${one!}`,
    `/${one!}`,
    `${one!}/`,
    one!.toUpperCase(),
  ]) {
    t.strictSame(await ofA.subscribe(filter), [128], filter);
  }
});

t.test('what happens there is heard there, and not here', async (t) => {
  const submitted = await s.b.key.post('/api/v1/applications', s.b.record(s.b.ids['templates']!));
  t.equal(submitted.status, 201);
  await eventually('it is heard', () => ofB.got.some(({ text }) => text.includes(submitted.body.id)));
  t.strictSame(
    ofA.got.filter(
      ({ text, address }) => (address + text).includes(s.b.organization) || text.includes(submitted.body.id),
    ),
    [],
  );
});
