/** A plugin that tells who listens that somebody is writing: nothing of it is stored, and it reaches who may hear. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, hint, inWorkspace, topic, Type } from '@dossier/sdk';
import type { RouteSpec } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';
import { facilityPlans } from '../../boot/facilities.ts';
import { plan } from '../../kernel/index.ts';
import { readApplications } from '../../platform/applications/contract.ts';
import { eventually } from '../../testing/waiting.ts';
import { connect, person } from '../realtime/support.ts';
import type { Listener } from '../realtime/support.ts';

const base = { version: '1.0.0', kernel: '^1.0.0' };
const gate = inWorkspace({ permission: readApplications });
const desk = topic('typing/desk', {
  title: 'Who is at work',
  address: 'dossier/1/o/{organizationId}/w/{workspaceId}/typing',
  gate,
  events: [],
});
const typing = hint('typing/typing@1', {
  title: 'Somebody is writing',
  topic: desk.id,
  schema: Type.Object({ name: Type.String() }),
  every: 500,
});
const routes = {
  type: {
    method: 'POST',
    url: '/api/v1/typing/:workspaceId',
    gate: inWorkspace({}),
    summary: 'Tell that somebody is writing',
    problems: { 403: 'Who may not read applications there says nothing there' },
    params: Type.Object({ workspaceId: Type.String() }),
    body: Type.Object({ name: Type.Unknown() }),
    reply: Type.Object({ told: Type.Boolean() }),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
const plugin = definePlugin({
  ...base,
  id: 'typing',
  topics: [desk],
  hints: [typing],
  routes,
  setup(_, plugin) {
    plugin.routes({
      type: async ({ access, body }) => ({ told: plugin.hint(typing, access, {}, { name: String(body.name) }) }),
    });
  },
});

t.test('a hint reaches who listens where they may, is bounded, and leaves nothing behind', async (t) => {
  const platform = await testPlatform({ plugins: [plugin], listen: true });
  t.teardown(() => platform.stop());
  const a = await bank(platform, 'acme');
  const b = await bank(platform, 'beta');
  const url = `${platform.kernel.publicUrl().replace('http', 'ws')}/rt`;
  const listening = async (as: TestClient): Promise<Listener> => {
    const tickets = { issueTicket: async () => (await as.post('/rt/ticket')).body };
    const listener = await connect({ url, tickets: tickets as never }, person(a.organization));
    t.teardown(() => listener.end());
    return listener;
  };
  const address = `dossier/1/o/${a.organization}/w/${a.staffWorkspace}/typing`;
  const [officer, client, stranger] = await Promise.all([a.officer, a.client, b.officer].map(listening));
  t.strictSame(await officer!.subscribe(address), [0]);
  t.match((await platform.get('/asyncapi.json')).text, /dossier\.typing\.typing\.v1/, 'it is described');
  t.strictSame(await client!.subscribe(address), [128], 'who may not hear does not');
  t.strictSame(await stranger!.subscribe(address), [128]);

  const rows = async (): Promise<unknown> =>
    platform.kernel.database.asOwner(
      async (owner) => (await owner.run('select max(seq)::text as last from event')).rows,
    );
  const before = await rows();
  const say = (as: TestClient) => as.post(`/api/v1/typing/${a.staffWorkspace}`, { name: 'Olga' });
  t.match(await say(a.officer), { status: 201, body: { told: true } });
  t.match(await say(a.officer), { status: 201, body: { told: false } }, 'one a moment');
  t.match(await say(a.clerk), { status: 201, body: { told: true } }, 'of each');
  await eventually('both hints are heard', () => officer!.got.length, 2);
  const message = JSON.parse(officer!.got[0]!.text);
  t.match(message, { specversion: '1.0', type: 'dossier.typing.typing.v1', data: { name: 'Olga' } });
  t.notOk('seq' in message, 'it has no place in the log');
  t.strictSame([client!.got, stranger!.got], [[], []]);
  t.strictSame(await rows(), before, 'nothing is stored');
  const caughtUp = await a.officer.get(`/api/v1/events?topic=${encodeURIComponent(address)}&after=0-0`);
  t.match(caughtUp, { status: 200, body: { events: [] } }, 'and nobody catches up with it');

  await a.grant('clerk', readApplications, false);
  platform.clock.advance(1000);
  t.equal((await say(a.clerk)).status, 403, 'who does not hear there says nothing there');
});

t.test('a topic that nobody declares is a fault of the plan, with the one that was meant', async (t) => {
  const misspelt = { ...typing, topic: 'typing/dsek' };
  const made = plan([{ spec: { ...base, id: 'typing', topics: [desk], hints: [misspelt], setup: () => undefined } }], {
    kernelVersion: '1.2.0',
    facilities: facilityPlans,
  });
  t.match(
    made.problems.find(({ code }) => code === 'K_UNKNOWN_TOPIC'),
    { plugin: 'typing', text: /typing\/dsek.*did you mean typing\/desk/ },
  );
});
