import { t } from '@dossier/core/testing/t';
import { sharedPlatform } from '@dossier/core/testing';
import type { Person } from '@dossier/core/testing';
import { stage } from './stage.ts';

const platform = await sharedPlatform();
const { admin, team, colleague } = await stage(platform, 'held');

const held = async (person: Person): Promise<readonly string[]> => {
  const { status, body } = await person.client.post('/graphql', { query: '{ heldPermissions }' });
  return status === 200 ? body.data.heldPermissions.toSorted() : [`status ${status}`];
};

t.test('who manages the organization holds in each team what its owner may', async (t) => {
  t.same(await held(admin), [
    'access.manage',
    'editTeam',
    'inviteUsers',
    'manageMembers',
    'organization.manage',
    'viewReports',
  ]);
});

t.test('a permission of one team counts, and goes with the role', async (t) => {
  const risk = await team('Risk');
  const inviter = await risk.role('Inviter', ['inviteUsers']);
  const person = await risk.member('Inviter');
  t.same(await held(person), ['inviteUsers']);
  t.equal((await admin.client.put(`/teams/${risk.id}/roles/${inviter}`, { permissions: [] })).status, 200);
  t.same(await held(person), []);
});

t.test('a member without a strong role holds nothing, and nobody learns anything without signing in', async (t) => {
  t.same(await held(await colleague()), []);
  const anonymous = await platform.as({}).post('/graphql', { query: '{ heldPermissions }' });
  t.equal(anonymous.status, 401);
});
