import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { testPlatform } from '@dossier/core/testing';
import type { Json, Person, TestAnswer, TestPlatform } from '@dossier/core/testing';
import { platformOnPostgres } from '../../../../test/servers/postgres.ts';
import { manageOrganization } from '../../tenancy/contract.ts';
import { manageAccess } from '../contract.ts';
import { stage } from './stage.ts';

const membership = (id: string): string => `/api/v1/user-teams/${id}`;
const refused = (code: string): object => ({ status: 409, body: { code, detail: /first/ } });
const operatorToken = 'operator-token-of-the-lock-out-tests';
const statuses = (answers: readonly TestAnswer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

t.test('on the embedded database', async (t) => {
  const platform = await testPlatform({ env: { OPERATOR_TOKEN: operatorToken } });
  t.teardown(() => platform.stop());
  await persons(t, platform);
  await roles(t, platform);
  await takeover(t, platform);
  await organization(t, platform);
  await together(t, platform, 1);
});

const postgres = await platformOnPostgres(t);
t.test('on PostgreSQL, where two requests are truly at the same time', { skip: postgres === null }, async (t) => {
  const platform = await testPlatform({ env: postgres! });
  t.teardown(() => platform.stop());
  await together(t, platform, 4);
});

async function persons(t: Test, platform: TestPlatform): Promise<void> {
  await t.test('the last owner stays until they hand over, no matter who asks', async (t) => {
    const { admin, team } = await stage(platform, 'persons');
    const lending = await team('Lending');
    await lending.role('Recruiter', ['manageMembers']);
    const owner = await lending.member('Owner');
    const next = await lending.member();
    await lending.member('Recruiter');
    t.match(await owner.client.delete(membership(owner.membership)), refused('last-owner'));
    t.match(await admin.client.delete(membership(owner.membership)), refused('last-owner'));
    t.match(
      await admin.client.put(membership(owner.membership), { teamRoleId: lending.roles['Recruiter'] }),
      refused('last-owner'),
    );
    t.equal((await owner.client.get(`/api/v1/teams/${lending.id}/members`)).status, 200, 'nothing changed');

    t.match(await next.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: next.id }), { status: 403 });
    t.match(await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: admin.id }), {
      status: 422,
      body: { errors: [{ pointer: '/toUserId' }] },
    });
    t.match(await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: next.id }), {
      status: 200,
      body: [
        { userId: next.id, teamRoleId: lending.roles['Owner'] },
        { userId: owner.id, teamRoleId: lending.roles['Member'] },
      ],
    });
    t.equal(
      (await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: next.id })).status,
      403,
      'only once',
    );
    t.equal((await owner.client.delete(membership(owner.membership))).status, 204);
  });

  await t.test('the last owner does not take from their role what nobody in the team could give back', async (t) => {
    const { team } = await stage(platform, 'own-role');
    const lending = await team('Lending');
    const owner = await lending.member('Owner');
    const next = await lending.member();
    const url = `/teams/${lending.id}/roles/${lending.roles['Owner']}`;
    for (const permissions of [['manageMembers'], ['manageMembers', 'editTeam', 'inviteUsers']])
      t.match(await owner.client.put(url, { permissions }), refused('last-owner'));
    t.equal(
      (await owner.client.post(`/teams/${lending.id}/roles`, { name: 'Mine', description: '', permissions: [] }))
        .status,
      201,
      'they own it still',
    );
    const second = await lending.role('Second owner', ['manageMembers', 'editTeam', 'inviteUsers', 'viewReports']);
    t.equal((await owner.client.put(membership(next.membership), { teamRoleId: second })).status, 200);
    t.match(
      await owner.client.put(url, { permissions: ['manageMembers'] }),
      { status: 200, body: { permissions: ['manageMembers'] } },
      'with another owner they may',
    );
  });

  await t.test('the last who manages the members stays, owner or not', async (t) => {
    const { admin, team } = await stage(platform, 'managers');
    const lending = await team('Lending');
    await lending.role('Recruiter', ['manageMembers']);
    const recruiter = await lending.member('Recruiter');
    t.match(await recruiter.client.delete(membership(recruiter.membership)), refused('last-member-manager'));
    t.match(await recruiter.client.put(membership(recruiter.membership), { teamRoleId: lending.roles['Member'] }), {
      status: 403,
    });
    t.match(
      await admin.client.put(membership(recruiter.membership), { teamRoleId: lending.roles['Member'] }),
      refused('last-member-manager'),
    );
  });

  await t.test('whose sign-in is disabled holds nothing that anybody could use', async (t) => {
    const { admin, admins, house, team } = await stage(platform, 'disabled');
    const operator = platform.as({ authorization: `Bearer ${operatorToken}` });
    const lending = await team('Lending');
    const owner = await lending.member('Owner');
    const other = await lending.member('Owner');
    const plain = await lending.member();
    const partner = await house.member(admins);
    for (const { id } of [other, plain, partner])
      t.equal((await operator.post(`/api/v1/operator/users/${id}/disable`)).status, 200, 'the operator is not held up');
    t.match(await owner.client.delete(membership(owner.membership)), refused('last-member-manager'), 'by leaving');
    t.match(
      await admin.client.put(membership(owner.membership), { teamRoleId: lending.roles['Member'] }),
      refused('last-member-manager'),
      'by another role',
    );
    t.match(
      await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: plain.id }),
      refused('last-member-manager'),
      'by handing over',
    );
    t.match(
      await admin.client.delete(membership((await admin.client.get(`/users/${admin.id}/user-teams`)).body[0].id)),
      refused('last-access-manager'),
      'in the organization',
    );
    t.equal((await admin.client.delete(membership(other.membership))).status, 204, 'the owner may leave');
    await operator.post(`/api/v1/operator/users/${plain.id}/enable`);
    t.equal(
      (await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: plain.id })).status,
      200,
      'who can sign in again counts again',
    );
  });

  await t.test('handing over a team brings no right that the owner did not have', async (t) => {
    const { admin, team } = await stage(platform, 'swap');
    const lending = await team('Lending');
    const chief = await lending.role('Chief', []);
    await admin.client.put('/api/v1/organization/access', {
      grants: [{ teamRoleId: chief, permission: manageOrganization.id, granted: true }],
    });
    const owner = await lending.member('Owner');
    const boss = await lending.member('Chief');
    t.match(await owner.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: boss.id }), { status: 403 });
    t.equal((await owner.client.post('/api/v1/workspaces', { name: 'Mine', type: 'STAFF' })).status, 403);
  });
}

async function roles(t: Test, platform: TestPlatform): Promise<void> {
  await t.test('the last role that lets anybody manage members stays, and keeps that right', async (t) => {
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

async function takeover(t: Test, platform: TestPlatform): Promise<void> {
  await t.test(
    'who deletes the role of the owners wins nothing by it, and who manages the organization gives the ownership back',
    async (t) => {
      const { admin, team } = await stage(platform, 'takeover');
      const lending = await team('Lending');
      await lending.role('Steward', ['manageMembers', 'editTeam']);
      const owner = await lending.member('Owner');
      const steward = await lending.member('Steward');
      const all = ['manageMembers', 'editTeam', 'inviteUsers', 'viewReports'];
      const roles = `/teams/${lending.id}/roles`;
      t.match(
        await steward.client.put(`${roles}/${lending.roles['Owner']}`, { permissions: ['manageMembers'] }),
        refused('last-owner'),
      );
      t.match(await steward.client.delete(membership(owner.membership)), refused('last-owner'));
      t.equal(
        (await steward.client.delete(`${roles}/${lending.roles['Owner']}`)).status,
        204,
        'a member who manages the others is left',
      );
      t.match(await owner.client.get(membership(owner.membership)), { status: 200, body: { teamRoleId: null } });

      const crown = (await steward.client.post(roles, { name: 'Crown', permissions: all })).body.id;
      t.equal((await steward.client.put(membership(steward.membership), { teamRoleId: crown })).status, 403);
      t.equal((await steward.client.put(`${roles}/${lending.roles['Steward']}`, { permissions: all })).status, 403);
      t.equal((await steward.client.post(`/api/v1/teams/${lending.id}/transfer`, { toUserId: owner.id })).status, 403);
      t.match(await steward.client.delete(`${roles}/${lending.roles['Steward']}`), refused('last-member-manager'));

      t.equal((await admin.client.put(membership(owner.membership), { teamRoleId: crown })).status, 200);
      t.equal((await owner.client.post(roles, { name: 'Mine', permissions: all })).status, 201);
    },
  );
}

async function organization(t: Test, platform: TestPlatform): Promise<void> {
  await t.test('somebody always edits the matrix and manages the organization', async (t) => {
    const { admin, admins, team } = await stage(platform, 'organization');
    const untick = (permission: string, grants: readonly object[] = []) =>
      admin.client.put('/api/v1/organization/access', {
        grants: [{ teamRoleId: admins.role, permission, granted: false }, ...grants],
      });
    const own = (await admin.client.get(`/users/${admin.id}/user-teams`)).body[0].id;
    t.match(await untick(manageAccess.id), refused('last-access-manager'));
    t.match(await untick(manageOrganization.id), refused('last-organization-manager'));
    t.match(await admin.client.delete(membership(own)), refused('last-access-manager'), 'by leaving');
    t.match(
      await admin.client.delete(`/teams/${admins.id}/roles/${admins.role}`),
      refused('last-access-manager'),
      'by deleting the role',
    );
    const spare = (await admin.client.post(`/teams/${admins.id}/roles`, { name: 'Spare', permissions: [] })).body.id;
    t.match(
      await admin.client.put(membership(own), { teamRoleId: spare }),
      refused('last-access-manager'),
      'by changing the role',
    );
    t.match(
      await untick(manageAccess.id, [{ teamRoleId: spare, permission: manageAccess.id, granted: true }]),
      refused('last-access-manager'),
      'by handing it to a role that nobody has',
    );
    t.equal(
      (await admin.client.get('/api/v1/organization/access')).body.grants.length,
      2,
      'nothing stayed of the refused saves',
    );
    const heirs = await team('Heirs');
    await heirs.member('Owner');
    t.equal(
      (
        await untick(manageAccess.id, [
          { teamRoleId: heirs.roles['Owner'], permission: manageAccess.id, granted: true },
        ])
      ).status,
      200,
      'in one save it moves to who can use it',
    );
    t.equal((await admin.client.get('/api/v1/organization/access')).status, 403);
  });
}

async function together(t: Test, platform: TestPlatform, rounds: number): Promise<void> {
  await t.test('of two that each take away one of the last two, one is refused', async (t) => {
    const { admin, admins, house, team } = await stage(platform, 'together');
    for (let round = 1; round <= rounds; round++) {
      const lending = await team(`Lending ${round}`);
      const owners = [await lending.member('Owner'), await lending.member('Owner')];
      t.same(
        statuses(await Promise.all(owners.map((one) => one.client.delete(membership(one.membership))))),
        [204, 409],
        'owners who leave',
      );

      const savings = await team(`Savings ${round}`);
      await savings.role('Second', ['manageMembers']);
      await savings.member('Owner');
      await savings.member('Second');
      const gone = await Promise.all(
        ['Owner', 'Second'].map((name) => admin.client.delete(`/teams/${savings.id}/roles/${savings.roles[name]}`)),
      );
      t.same(statuses(gone), [204, 409], 'roles that are deleted');

      const cards = await team(`Cards ${round}`);
      await cards.role('Second', ['manageMembers']);
      await cards.member('Owner');
      await cards.member('Second');
      const emptied = await Promise.all(
        ['Owner', 'Second'].map((name) =>
          admin.client.put(`/teams/${cards.id}/roles/${cards.roles[name]}`, { permissions: [] }),
        ),
      );
      t.same(statuses(emptied), [200, 409], 'roles that lose the right');

      const loans = await team(`Loans ${round}`);
      await loans.role('Second', ['manageMembers']);
      const leaving = await loans.member('Owner');
      await loans.member('Second');
      t.same(
        statuses(
          await Promise.all([
            leaving.client.delete(membership(leaving.membership)),
            admin.client.delete(`/teams/${loans.id}/roles/${loans.roles['Second']}`),
          ]),
        ),
        [204, 409],
        'one leaves while the role of the other is deleted',
      );

      const heirs = await team(`Heirs ${round}`);
      const heir = await heirs.member('Owner');
      const next = await heirs.member();
      const handed = await Promise.all([
        heir.client.post(`/api/v1/teams/${heirs.id}/transfer`, { toUserId: next.id }),
        next.client.delete(membership(next.membership)),
      ]);
      t.ok(['200,409', '204,422'].includes(statuses(handed).join()), 'a team is handed to somebody who leaves');
    }
    const second = await house.member(admins);
    const all: Json = await Promise.all([admin, second].map((one) => one.client.get(`/users/${one.id}/user-teams`)));
    t.same(
      statuses(await Promise.all([admin, second].map((one, i) => one.client.delete(membership(all[i].body[0].id))))),
      [204, 409],
      'administrators who leave',
    );
  });

  await t.test(
    'of two teams, and of two roles, that run the organization one stays, when both are taken away at once',
    async (t) => {
      for (let round = 1; round <= rounds; round++) {
        const { admin, admins, team } = await stage(platform, `pair-${round}`);
        const board = await team('Board');
        const chair = await board.role('Chair', ['editTeam', 'manageMembers']);
        const head = await board.member('Chair');
        const tick = (teamRoleId: string, granted: boolean) =>
          [manageAccess, manageOrganization].map((permission) => ({ teamRoleId, permission: permission.id, granted }));
        const save = (who: Person, ...grants: readonly object[]) =>
          who.client.put('/api/v1/organization/access', { grants });
        t.equal((await save(admin, ...tick(chair, true))).status, 200);
        t.same(
          statuses(await Promise.all([save(admin, tick(admins.role, false)[0]!), save(head, tick(chair, false)[0]!)])),
          [200, 409],
          'boxes that are unticked',
        );
        const keeper = (await admin.client.get('/api/v1/organization/access')).status === 200 ? admin : head;
        t.equal((await save(keeper, ...tick(chair, true), ...tick(admins.role, true))).status, 200);

        t.same(
          statuses(
            await Promise.all([
              admin.client.delete(`/api/v1/teams/${admins.id}`),
              head.client.delete(`/api/v1/teams/${board.id}`),
            ]),
          ),
          [204, 409],
          'teams that are deleted',
        );
      }
    },
  );

  await t.test('a person joins a team once, however often they are added', async (t) => {
    const { team, admin, colleague } = await stage(platform, 'double');
    const lending = await team('Lending');
    const { id: userId } = await colleague();
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        admin.client.post('/user-teams', { userId, teamId: lending.id, role: 'member', status: 'active' }),
      ),
    );
    t.same(statuses(answers), [201, 409, 409]);
  });
}
