import t from 'tap';
import type { Test } from 'tap';
import type { Json, TestAnswer, TestPlatform } from '@dossier/core/testing';
import { startPostgres } from '../../../../test/servers/postgres.ts';
import { testPlatform } from '../../test/house.ts';
import { manageOrganization } from '../../tenancy/contract.ts';
import { manageAccess } from '../contract.ts';
import { stage } from './stage.ts';

t.setTimeout(120_000);
const membership = (id: string): string => `/api/v1/user-teams/${id}`;
const refused = (code: string): object => ({ status: 409, body: { code, detail: /first/ } });
const statuses = (answers: readonly TestAnswer[]): number[] => answers.map(({ status }) => status).toSorted((a, b) => a - b);

t.test('on the embedded database', async (t) => {
  const platform = await testPlatform();
  t.teardown(() => platform.stop());
  await persons(t, platform);
  await roles(t, platform);
  await organization(t, platform);
  await together(t, platform, 1);
});

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());
t.test('on PostgreSQL, where two requests are truly at the same time', { skip: postgres === null }, async (t) => {
  const platform = await testPlatform({ env: { DATABASE_URL: await postgres!.createDatabase('lockouts') } });
  t.teardown(() => platform.stop());
  await together(t, platform, 4);
});

async function persons(t: Test, platform: TestPlatform): Promise<void> {
  await t.test('the last owner stays until he hands over, whoever asks (F20)', async (t) => {
    const { admin, team } = await stage(platform, 'persons');
    const lending = await team('Lending');
    await lending.role('Recruiter', ['manageMembers']);
    const owner = await lending.member('Owner');
    const next = await lending.member();
    await lending.member('Recruiter');
    t.match(await owner.client.delete(membership(owner.membership)), refused('last-owner'));
    t.match(await admin.client.delete(membership(owner.membership)), refused('last-owner'));
    t.match(await admin.client.put(membership(owner.membership), { teamRoleId: lending.roles['Recruiter'] }), refused('last-owner'));
    t.equal((await owner.client.get(`/api/v1/teams/${lending.id}/members`)).status, 200, 'nothing changed');

    t.match(await next.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: next.id }), { status: 403 });
    t.match(await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: admin.id }), { status: 422, body: { errors: [{ pointer: '/toUserId' }] } });
    t.match(await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: next.id }),
      { status: 200, body: [{ userId: next.id, teamRoleId: lending.roles['Owner'] }, { userId: owner.id, teamRoleId: lending.roles['Member'] }] });
    t.equal((await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: next.id })).status, 403, 'only once');
    t.equal((await owner.client.delete(membership(owner.membership))).status, 204);
  });

  await t.test('the last owner does not take from his role what nobody in the team could give back', async (t) => {
    const { team } = await stage(platform, 'own-role');
    const lending = await team('Lending');
    const owner = await lending.member('Owner');
    const next = await lending.member();
    const url = `/teams/${lending.id}/roles/${lending.roles['Owner']}`;
    for (const permissions of [['manageMembers'], ['manageMembers', 'editTeam', 'inviteUsers']]) t.match(await owner.client.put(url, { permissions }), refused('last-owner'));
    t.equal((await owner.client.post(`/teams/${lending.id}/roles`, { name: 'Mine', description: '', permissions: [] })).status, 201, 'he owns it still');
    const second = await lending.role('Second owner', ['manageMembers', 'editTeam', 'inviteUsers', 'viewReports']);
    t.equal((await owner.client.put(membership(next.membership), { teamRoleId: second })).status, 200);
    t.match(await owner.client.put(url, { permissions: ['manageMembers'] }), { status: 200, body: { permissions: ['manageMembers'] } }, 'beside another owner he may');
  });

  await t.test('the last who manages the members stays, owner or not', async (t) => {
    const { admin, team } = await stage(platform, 'managers');
    const lending = await team('Lending');
    await lending.role('Recruiter', ['manageMembers']);
    const recruiter = await lending.member('Recruiter');
    t.match(await recruiter.client.delete(membership(recruiter.membership)), refused('last-member-manager'));
    t.match(await recruiter.client.put(membership(recruiter.membership), { teamRoleId: lending.roles['Member'] }), { status: 403 });
    t.match(await admin.client.put(membership(recruiter.membership), { teamRoleId: lending.roles['Member'] }), refused('last-member-manager'));
  });

  await t.test('who hands a team over gets no right that he had not', async (t) => {
    const { admin, team } = await stage(platform, 'swap');
    const lending = await team('Lending');
    const chief = await lending.role('Chief', []);
    await admin.client.put('/api/v1/organization/access', { grants: [{ teamRoleId: chief, permission: manageOrganization.id, granted: true }] });
    const owner = await lending.member('Owner');
    const boss = await lending.member('Chief');
    t.match(await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: boss.id }), { status: 403 });
    t.equal((await owner.client.post('/api/v1/workspaces', { name: 'Mine', type: 'STAFF' })).status, 403);
  });
}

async function roles(t: Test, platform: TestPlatform): Promise<void> {
  await t.test('the last role that lets anybody manage members stays, and keeps that right (Q12, F20)', async (t) => {
    const { team } = await stage(platform, 'roles');
    const lending = await team('Lending');
    const owner = await lending.member('Owner');
    const url = `/teams/${lending.id}/roles/${lending.roles['Owner']}`;
    t.match(await owner.client.delete(url), refused('last-member-manager'));
    t.match(await owner.client.put(url, { permissions: ['editTeam', 'viewReports'] }), refused('last-member-manager'));
    const spare = await lending.role('Spare', ['manageMembers']);
    t.match(await owner.client.delete(url), refused('last-member-manager'), 'a role that nobody has is no help');
    t.equal((await owner.client.delete(`/teams/${lending.id}/roles/${spare}`)).status, 204, 'the spare one may go');
    await lending.role('Second', ['manageMembers']);
    await lending.member('Second');
    t.equal((await owner.client.delete(url)).status, 204, 'with a second manager it may go');
    t.equal((await owner.client.get(`/api/v1/teams/${lending.id}/members`)).status, 403);
  });
}

async function organization(t: Test, platform: TestPlatform): Promise<void> {
  await t.test('somebody always edits the matrix and manages the organization', async (t) => {
    const { admin, admins, team } = await stage(platform, 'organization');
    const untick = (permission: string, grants: readonly object[] = []) => admin.client.put('/api/v1/organization/access', { grants: [{ teamRoleId: admins.role, permission, granted: false }, ...grants] });
    const own = (await admin.client.get(`/users/${admin.id}/user-teams`)).body[0].id;
    t.match(await untick(manageAccess.id), refused('last-access-manager'));
    t.match(await untick(manageOrganization.id), refused('last-organization-manager'));
    t.match(await admin.client.delete(membership(own)), refused('last-access-manager'), 'by leaving');
    t.match(await admin.client.delete(`/teams/${admins.id}/roles/${admins.role}`), refused('last-access-manager'), 'by deleting the role');
    const spare = (await admin.client.post(`/teams/${admins.id}/roles`, { name: 'Spare', permissions: [] })).body.id;
    t.match(await admin.client.put(membership(own), { teamRoleId: spare }), refused('last-access-manager'), 'by changing the role');
    t.match(await untick(manageAccess.id, [{ teamRoleId: spare, permission: manageAccess.id, granted: true }]), refused('last-access-manager'), 'by handing it to a role that nobody has');
    t.equal((await admin.client.get('/api/v1/organization/access')).body.grants.length, 2, 'nothing stayed of the refused saves');
    const heirs = await team('Heirs');
    await heirs.member('Owner');
    t.equal((await untick(manageAccess.id, [{ teamRoleId: heirs.roles['Owner'], permission: manageAccess.id, granted: true }])).status, 200, 'in one save it moves to who can use it');
    t.equal((await admin.client.get('/api/v1/organization/access')).status, 403);
  });
}

async function together(t: Test, platform: TestPlatform, rounds: number): Promise<void> {
  await t.test('of two that each take away one of the last two, one is refused', async (t) => {
    const { admin, admins, house, team } = await stage(platform, 'together');
    for (let round = 1; round <= rounds; round++) {
      const lending = await team(`Lending ${round}`);
      const owners = [await lending.member('Owner'), await lending.member('Owner')];
      t.same(statuses(await Promise.all(owners.map((one) => one.client.delete(membership(one.membership))))), [204, 409], 'owners who leave');

      const savings = await team(`Savings ${round}`);
      await savings.role('Second', ['manageMembers']);
      await savings.member('Owner');
      await savings.member('Second');
      const gone = await Promise.all(['Owner', 'Second'].map((name) => admin.client.delete(`/teams/${savings.id}/roles/${savings.roles[name]}`)));
      t.same(statuses(gone), [204, 409], 'roles that are deleted');
    }
    const second = await house.member(admins);
    const all: Json = await Promise.all([admin, second].map((one) => one.client.get(`/users/${one.id}/user-teams`)));
    t.same(statuses(await Promise.all([admin, second].map((one, i) => one.client.delete(membership(all[i].body[0].id))))), [204, 409], 'administrators who leave');
  });

  await t.test('a person joins a team once, however often he is added', async (t) => {
    const { team, admin, colleague } = await stage(platform, 'double');
    const lending = await team('Lending');
    const { id: userId } = await colleague();
    const answers = await Promise.all([1, 2, 3].map(() => admin.client.post('/user-teams', { userId, teamId: lending.id, role: 'member', status: 'active' })));
    t.same(statuses(answers), [201, 409, 409]);
  });
}
