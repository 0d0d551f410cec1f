import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import type { Test } from 'tap';
import type { Permission, WorkspaceId } from '@dossier/sdk';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { Tenancy } from '../../platform/tenancy/contract.ts';
import { eventually } from '../../testing/waiting.ts';
import { connect } from '../realtime/support.ts';
import type { Listener } from '../realtime/support.ts';
import { newcomer, stage } from './stage.ts';
import type { Stage } from './stage.ts';
import { topics as topicKind } from '../../facilities/realtime/kinds.ts';

let s: Stage;
let ada: Awaited<ReturnType<typeof newcomer>>;
let first: WorkspaceId;
let second: WorkspaceId;
let listener: Listener;
t.before(async () => {
  s = await stage({ listen: true });
  [first, second] = [await make('First'), await make('Second')];
  ada = await newcomer(s, s.a, 'Anywhere', [first, second]);
  const identity = {
    actor: { kind: 'user' as const, id: ada.id, name: 'Anywhere' },
    organization: s.a.organization,
    scopes: null,
    credential: newId(),
    via: 'session' as const,
  };
  listener = await connect(
    { tickets: s.platform.kernel.realtime.tickets, url: `${s.platform.kernel.publicUrl().replace('http', 'ws')}/rt` },
    identity,
  );
  // Stays, so that the connection does.
  t.strictSame(await listener.subscribe(`dossier/1/o/${s.a.organization}/cfg`), [0]);
});
t.teardown(async () => {
  await listener.end();
  await s.platform.stop();
});

const make = async (name: string): Promise<WorkspaceId> =>
  (await s.platform.service(Tenancy).createWorkspace(s.a.access, { name, type: 'MIXED' })).id;
const grant = (permission: Permission, workspace: WorkspaceId, granted: boolean) =>
  s.platform
    .service(AccessAdministration)
    .setGrant(s.a.access, { teamRoleId: ada.role, permission, workspace, granted });
const turn = ({ feature }: Permission, workspace: WorkspaceId, on: boolean) =>
  s.platform.service(AccessAdministration).setFeature(s.a.access, { workspace, feature: feature!, on });

/** Every topic that opens by any workspace, with what it asks for there. */
const topics = (): readonly { readonly address: string; readonly permission: Permission }[] =>
  s.platform.kernel.plan.inventory.of(topicKind).flatMap(({ value: { id, address, gate } }) => {
    if ('open' in gate || gate.scope !== 'any workspace') return [];
    const permission = gate.permission ?? gate.anyOf?.[0];
    if (!permission?.feature || permission.scope !== 'workspace')
      throw new Error(
        `${id} does not open by a permission of a workspace with a feature, which is what is tried here: add how to try it.`,
      );
    return [{ permission, address: address.replace('{organizationId}', s.a.organization).replace('{userId}', ada.id) }];
  });
const missed = async (address: string): Promise<string> => {
  const { status, body } = await ada.get(`/api/v1/events?topic=${encodeURIComponent(address)}`);
  return status === 200 ? 'open' : `${status} ${body.code}`;
};
const publish = async (address: string): Promise<string> => {
  const text = `message ${newId()}`;
  await s.platform.kernel.realtime.broker.publisher.publish(address, text);
  return text;
};
const hears = async (address: string): Promise<void> => {
  const text = await publish(address);
  await eventually('it is heard', () => listener.got.some((one) => one.text === text));
};
const ends = (address: string): number =>
  listener.got.filter((one) => one.address === address && one.text.includes('dossier.subscription-ended.v1')).length;

/**
 * What ends the right is followed by a message, which is not heard, and by the word that it is over; then nobody comes
 * in again.
 */
async function falls(t: Test, address: string, end: () => Promise<unknown>): Promise<void> {
  const before = ends(address);
  await end();
  const text = await publish(address);
  await eventually('the address is given up', () => ends(address), before + 1);
  t.strictSame(await listener.subscribe(address), [128]);
  t.notOk(listener.got.some((one) => one.text === text));
}

t.test(
  'a topic that opens by any workspace is heard while one is left in which permission and feature are together, and no longer',
  async (t) => {
    t.ok(topics().length > 0);
    for (const { address, permission } of topics()) {
      t.strictSame(await listener.subscribe(address), [128], 'holds it nowhere');
      t.equal(await missed(address), '403 forbidden');
      for (const end of [() => grant(permission, second, false), () => turn(permission, second, false)]) {
        for (const workspace of [first, second]) {
          await grant(permission, workspace, true);
          await turn(permission, workspace, true);
        }
        t.strictSame(await listener.subscribe(address), [0]);
        t.equal(await missed(address), 'open');
        await hears(address);
        await turn(permission, first, false);
        await hears(address);
        t.equal(await missed(address), 'open', 'the other is left');
        await falls(t, address, end);
        t.equal(await missed(address), '404 feature-off', 'it is held where it is off');
      }
      for (const workspace of [first, second]) {
        await grant(permission, workspace, false);
        await turn(permission, workspace, true);
      }
      t.equal(await missed(address), '403 forbidden');
    }
  },
);

t.test('a workspace that is archived opens nothing any more', async (t) => {
  for (const { address, permission } of topics()) {
    const workspace = await make('Archived');
    await s.platform.service(AccessAdministration).assignTeam(s.a.access, ada.team, workspace);
    await grant(permission, workspace, true);
    t.strictSame(await listener.subscribe(address), [0]);
    await falls(t, address, async () =>
      t.equal((await s.a.admin.delete(`/api/v1/workspaces/${workspace}`)).status, 204),
    );
    t.equal(await missed(address), '403 forbidden');
  }
});

t.test('nor does one in which the team works no longer, and a stranger learns nothing', async (t) => {
  for (const { address, permission } of topics()) {
    const workspace = await make(`Left by ${permission.id} ${newId()}`);
    await s.platform.service(AccessAdministration).assignTeam(s.a.access, ada.team, workspace);
    await grant(permission, workspace, true);
    t.strictSame(await listener.subscribe(address), [0]);
    await falls(t, address, async () =>
      t.equal((await s.a.admin.delete(`/api/v1/teams/${ada.team}/workspaces/${workspace}`)).status, 204),
    );
    t.equal(await missed(address), '403 forbidden');
    t.match(
      await s.b.admin.get(`/api/v1/events?topic=${encodeURIComponent(address)}`),
      { status: 404, body: { code: 'not-found' } },
      'to a stranger the address is that of nobody',
    );
  }
});
