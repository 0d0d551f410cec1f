/** Hints about a draft reach the other devices of its owner, and nobody else. */
import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import type { Permission } from '@dossier/sdk';
import { connect, person } from '../../../test/realtime/support.ts';
import type { Listener } from '../../../test/realtime/support.ts';
import { eventually } from '../../../testing/index.ts';
import type { Json, TestClient } from '../../../testing/index.ts';
import { createApplications, readApplications } from '../../applications/contract.ts';
import { fileScanners } from '../../files/contract.ts';
import type { FileScanner } from '../../files/contract.ts';
import { manageTemplates } from '../../templates/contract.ts';
import { manageOrganization, Tenancy } from '../../tenancy/contract.ts';
import { decideApplications } from '../../workflow/contract.ts';
import { stage } from '../../workflow/test/stage.ts';

const scanner = definePlugin({
  id: 'scanner',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [fileScanners],
  setup: (_needs, plugin) =>
    plugin.contribute(fileScanners, 'scanner', { open: 'to members' }, {
      scan: async () => ({ clean: true }),
    } satisfies FileScanner),
});
const s = await stage({ listen: true, plugins: [scanner] });
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const templateId = await s.template(undefined, { requiredDocuments: [{ key: 'income', title: 'Proof of income' }] });
const owner = await s.person('owner', { permissions: [createApplications] });
const all: readonly Permission[] = [
  createApplications,
  readApplications,
  decideApplications,
  manageTemplates,
  manageOrganization,
];
const others = [
  ['a colleague with the same right', await s.person('colleague', { permissions: [createApplications] })],
  ['an officer', s.officer],
  ['who may do everything', await s.person('chief', { permissions: all })],
  ['a client', s.ada],
  ['an officer of another organization', beta.officer],
] as const;

const address = (userId: string, organization = s.organization): string =>
  `dossier/1/o/${organization}/u/${userId}/draft`;
const listening = async (who: TestClient): Promise<Listener> => {
  const url = `${s.platform.kernel.publicUrl().replace('http', 'ws')}/rt`;
  const tickets = { issueTicket: async () => (await who.post('/rt/ticket')).body };
  const listener = await connect({ url, tickets: tickets as never }, person(s.organization));
  t.teardown(() => listener.end());
  return listener;
};
const heard = ({ got }: Listener): Json[] => got.map(({ text }) => JSON.parse(text).data);

t.test('each device of its owner hears what becomes of a draft, and nobody else does', async (t) => {
  const devices = [await listening(owner), await listening(owner)];
  for (const device of devices) t.strictSame(await device.subscribe(address(owner.id)), [0]);
  const deaf: Listener[] = [];
  for (const [who, other] of others) {
    const listener = await listening(other);
    t.strictSame(await listener.subscribe(address(owner.id)), [128], `${who} may not listen there`);
    t.strictSame(await listener.subscribe(address(other.id, s.organization)), [other === beta.officer ? 128 : 0], who);
    if (other === beta.officer) t.strictSame(await listener.subscribe(address(other.id, beta.organization)), [0]);
    t.not((await other.get(`/api/v1/events?topic=${encodeURIComponent(address(owner.id))}&after=0-0`)).status, 200);
    deaf.push(listener);
  }

  const { id } = (await owner.post(`/api/v1/workspaces/${s.staff}/drafts`, { templateId })).body;
  const url = `/api/v1/drafts/${id}`;
  const applicants = [{ type: 'PRIMARY', firstName: 'Grace', lastName: 'Hopper', email: owner.email }];
  const saved = await owner.put(url, { answers: { amount: 900 }, typed: {}, step: null, done: [], applicants });
  t.match(saved.status, 200);
  t.equal((await owner.put(url, { answers: {} })).status, 422, 'nobody hears of what is refused');
  const paper = { requirementKey: 'income', fileName: 'a.txt', contentBase64: Buffer.from('Paper').toString('base64') };
  t.equal((await owner.post(`${url}/files`, paper)).status, 201);
  await s.platform.settle();
  t.equal((await owner.post(`${url}/submit`)).status, 201);
  t.equal((await owner.post(`${url}/submit`)).status, 201, 'nor of the same answer again');
  const gone = (await owner.post(`/api/v1/workspaces/${s.staff}/drafts`, { templateId })).body.id;
  t.equal((await owner.delete(`/api/v1/drafts/${gone}`)).status, 204);
  const told = [
    { id, what: 'saved' },
    { id, what: 'saved', savedAt: saved.body.savedAt },
    { id, what: 'saved' },
    { id, what: 'scanned' },
    { id, what: 'sent' },
    { id: gone, what: 'saved' },
    { id: gone, what: 'deleted' },
  ];
  for (const device of devices) {
    await eventually('all is heard', () => device.got.length >= told.length);
    t.match(heard(device), told);
    t.equal(device.got.length, told.length);
  }
  for (const [i, listener] of deaf.entries()) t.same(listener.got, [], others[i]![0]);
  const kept = await owner.get(`/api/v1/events?topic=${encodeURIComponent(address(owner.id))}&after=0-0`);
  t.match(kept, { status: 200, body: { events: [] } }, 'nothing of it is written down');
});

t.test('a device of who lost the right hears no more of what is deleted in its time', async (t) => {
  const leaver = await s.person('leaver', { permissions: [createApplications] });
  const device = await listening(leaver);
  t.strictSame(await device.subscribe(address(leaver.id)), [0]);
  t.equal((await leaver.post(`/api/v1/workspaces/${s.staff}/drafts`, { templateId })).status, 201);
  await eventually('the draft is heard of', () => device.got.length, 1);
  const [membership] = (await leaver.get(`/users/${leaver.id}/user-teams`)).body;
  t.equal((await leaver.delete(`/api/v1/user-teams/${membership.id}`)).status, 204);
  await s.at(84 * 86_400_000);
  await s.at(30 * 86_400_000);
  t.match(heard(device), [{ what: 'saved' }, {}], 'the second says that it hears no more');
  t.equal(device.got.length, 2);
});

t.test('who archives a workspace without a right in it still lets the owners of drafts there know', async (t) => {
  const { id: workspace } = await s.platform
    .service(Tenancy)
    .createWorkspace(await s.system(), { name: 'Soon closed', type: 'STAFF' });
  const visitor = await s.person('visitor', { workspaces: [workspace, s.staff], permissions: [createApplications] });
  const device = await listening(visitor);
  t.strictSame(await device.subscribe(address(visitor.id)), [0]);
  const { id } = (await visitor.post(`/api/v1/workspaces/${workspace}/drafts`, { templateId })).body;
  const manager = await s.person('manager', { permissions: [manageOrganization] });
  t.equal((await manager.delete(`/api/v1/workspaces/${workspace}`)).status, 204);
  await eventually('its end is heard', () => heard(device).some(({ what }) => what === 'deleted'));
  t.match(
    heard(device).filter(({ id: of }) => of === id),
    [{ what: 'saved' }, { what: 'deleted' }],
  );
});
