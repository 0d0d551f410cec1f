import { t } from '@dossier/core/testing/t';
import { GrantSource, newId } from '@dossier/sdk';
import type { Identity } from '@dossier/sdk';
import { given, sharedPlatform } from '@dossier/core/testing';
import { readApplications } from '../../applications/contract.ts';
import { manageOrganization } from '../../tenancy/contract.ts';
import { AccessAdministration, manageAccess } from '../contract.ts';

t.test('who may do what', async (t) => {
  const platform = await sharedPlatform();
  const acme = await given.organization(platform, 'acme');
  const beta = await given.organization(platform, 'beta');
  const lending = await acme.workspace('Lending', 'STAFF');
  const savings = await acme.workspace('Savings', 'STAFF');
  const foreign = await beta.workspace('Lending', 'STAFF');
  const admins = await acme.team('Administrators', { may: [manageAccess, manageOrganization] });
  const clerks = await acme.team('Clerks', { workspaces: [lending, savings], may: [] });
  const admin = (await acme.member(admins)).client;
  const clerk = await acme.member(clerks);
  const list = (workspace: string) => clerk.client.get(`/api/v1/applications?workspaceId=${workspace}`);
  const matrixOf = (workspace: string) => `/api/v1/workspaces/${workspace}/access`;

  await t.test('a person sees their organizations and workspaces, and no others', async (t) => {
    t.strictSame(
      (await clerk.client.get('/api/v1/organizations')).body.map((one: { slug: string }) => one.slug),
      [acme.slug],
    );
    t.strictSame(
      (await clerk.client.get('/api/v1/workspaces')).body.map((one: { name: string }) => one.name),
      ['Lending', 'Savings'],
    );
    t.strictSame((await admin.get('/api/v1/workspaces')).body, []);
    t.equal((await platform.get('/api/v1/workspaces')).status, 401);
  });

  await t.test('a ticked box acts on the next request, in its own workspace only', async (t) => {
    t.equal((await list(lending)).status, 403);
    const saved = await admin.put(matrixOf(lending), {
      grants: [{ teamRoleId: clerks.role, permission: readApplications.id, granted: true }],
    });
    t.match(saved, { status: 200, body: { grants: [{ teamRoleId: clerks.role, permission: readApplications.id }] } });
    t.equal((await list(lending)).status, 200);
    t.equal((await list(savings)).status, 403);
    await admin.put(matrixOf(lending), {
      grants: [{ teamRoleId: clerks.role, permission: readApplications.id, granted: false }],
    });
    t.equal((await list(lending)).status, 403);
    await admin.put(matrixOf(lending), {
      grants: [{ teamRoleId: clerks.role, permission: readApplications.id, granted: true }],
    });
  });

  await t.test('a feature that is switched off is gone on the next request, and comes back', async (t) => {
    t.match(await admin.put(matrixOf(lending), { features: [{ id: 'applications', on: false }] }), { status: 200 });
    t.match(await list(lending), { status: 404, body: { code: 'feature-off' } });
    await admin.put(matrixOf(lending), { features: [{ id: 'applications', on: true }] });
    t.equal((await list(lending)).status, 200);
  });

  await t.test(
    'only an administrator reads and changes the matrix, and nobody grants anything to themselves',
    async (t) => {
      t.equal((await clerk.client.get(matrixOf(lending))).status, 403);
      t.equal(
        (
          await clerk.client.put(matrixOf(savings), {
            grants: [{ teamRoleId: clerks.role, permission: readApplications.id, granted: true }],
          })
        ).status,
        403,
      );
      t.equal((await list(savings)).status, 403);
    },
  );

  await t.test("another organization's workspace, role and team do not exist", async (t) => {
    t.equal((await admin.get(matrixOf(foreign))).status, 404);
    t.equal((await admin.get(matrixOf('no-id'))).status, 404);
    const theirs = await beta.team('Theirs', {});
    t.equal(
      (
        await admin.put(matrixOf(lending), {
          grants: [{ teamRoleId: theirs.role, permission: readApplications.id, granted: true }],
        })
      ).status,
      404,
    );
    await t.rejects(platform.service(AccessAdministration).assignTeam(acme.access, theirs.id, lending), {
      code: 'not-found',
    });
    await t.rejects(platform.service(AccessAdministration).assignTeam(acme.access, clerks.id, foreign), {
      code: 'not-found',
    });
  });

  await t.test('a save is all or nothing, and every unknown box is named', async (t) => {
    const answer = await admin.put(matrixOf(lending), {
      features: [{ id: 'nothing', on: true }],
      grants: [
        { teamRoleId: clerks.role, permission: 'flyToMoon', granted: true },
        { teamRoleId: clerks.role, permission: manageAccess.id, granted: true },
      ],
    });
    t.match(answer, {
      status: 422,
      body: {
        errors: [
          { pointer: '/features/0/id' },
          { pointer: '/grants/0/permission' },
          { pointer: '/grants/1/permission' },
        ],
      },
    });
    await admin.put(matrixOf(lending), {
      features: [{ id: 'applications', on: false }],
      grants: [{ teamRoleId: newId(), permission: readApplications.id, granted: true }],
    });
    t.equal((await list(lending)).status, 200, 'the switch of a refused save did not stay');
  });

  await t.test('a free-text role gives no rights', async (t) => {
    const grants = platform.service(AccessAdministration);
    const titled = await acme.member(await acme.team('Titles', { workspaces: [lending] }));
    t.equal((await titled.client.get(`/api/v1/applications?workspaceId=${lending}`)).status, 403);
    const other = await acme.team('More titles', { workspaces: [lending], may: [readApplications] });
    await grants.addMember(acme.access, { userId: titled.id, teamId: other.id, role: 'Owner', status: 'active' });
    t.equal((await titled.client.get(`/api/v1/applications?workspaceId=${lending}`)).status, 403);
    await t.rejects(
      grants.addMember(acme.access, { userId: titled.id, teamId: other.id, role: 'Owner', status: 'active' }),
      { code: 'already-member' },
    );
    await t.rejects(
      grants.addMember(acme.access, { userId: clerk.id, teamId: other.id, teamRoleId: clerks.role, status: 'active' }),
      { code: 'invalid' },
      'the role of another team',
    );
  });

  await t.test('a membership that is not active gives nothing', async (t) => {
    const grants = platform.service(AccessAdministration);
    const sleeper = await acme.member(await acme.team('Sleepers', {}));
    await grants.addMember(acme.access, {
      userId: sleeper.id,
      teamId: clerks.id,
      teamRoleId: clerks.role,
      status: 'suspended',
    });
    t.equal((await sleeper.client.get(`/api/v1/applications?workspaceId=${lending}`)).status, 404);
    t.strictSame((await sleeper.client.get('/api/v1/workspaces')).body, []);
    t.notOk((await grants.holders(acme.id, lending, readApplications)).includes(sleeper.id));
    t.strictSame(await grants.holders(acme.id, lending, readApplications), [clerk.id]);
  });

  await t.test(
    'a person gets into the workspaces of their teams at once as into each, a key into all that are open, and nobody into another organization’s',
    async (t) => {
      const source = platform.service(GrantSource);
      const gone = await acme.workspace('Gone', 'STAFF');
      t.equal((await admin.delete(`/api/v1/workspaces/${gone}`)).status, 204);
      const person: Identity = {
        actor: { kind: 'user', id: clerk.id, name: 'Clerk' },
        organization: acme.id,
        scopes: null,
        credential: newId(),
        via: 'token',
      };
      const key: Identity = {
        ...person,
        actor: { kind: 'key', id: newId(), name: 'Key' },
        scopes: ['applications:read'],
        via: 'key',
      };
      for (const identity of [person, key]) {
        const all = await source.workspaces(identity, acme.id);
        t.strictSame(all.map(({ id }) => id).sort(), [lending, savings].sort());
        for (const one of all) t.strictSame(one, await source.workspace(identity, acme.id, one.id));
        t.ok(all.some(({ permissions }) => permissions.length > 0));
        for (const strange of [gone, foreign, 'no-id'])
          t.equal(await source.workspace(identity, acme.id, strange), null);
        t.strictSame(await source.workspaces(identity, beta.id), []);
      }
      t.strictSame(await source.workspaces({ ...person, actor: { ...person.actor, id: 'nobody' } }, acme.id), []);
    },
  );

  await t.test('workspaces are of three types, written exactly so', async (t) => {
    for (const type of ['STAFF', 'CLIENT', 'MIXED'])
      t.match(await admin.post('/api/v1/workspaces', { name: `A ${type}`, type }), { status: 201, body: { type } });
    for (const type of ['PARTNER', 'staff', '', undefined])
      t.match(await admin.post('/api/v1/workspaces', { name: 'Odd', type }), { status: 422 }, String(type));
    t.equal((await admin.post('/api/v1/workspaces', { name: 'A STAFF', type: 'STAFF' })).status, 409);
    t.equal((await clerk.client.post('/api/v1/workspaces', { name: 'Mine', type: 'STAFF' })).status, 403);
  });

  await t.test('a new team has the roles Owner and Member', async (t) => {
    const team = await admin.post('/api/v1/teams', { name: 'Northern branch' });
    t.equal(team.status, 201);
    t.match(await platform.service(AccessAdministration).roles(acme.id, team.body.id), [
      { name: 'Owner', permissions: ['manageMembers', 'editTeam', 'inviteUsers', 'viewReports'] },
      { name: 'Member', permissions: ['viewReports'] },
    ]);
    t.equal((await admin.post('/api/v1/teams', { name: 'Northern branch' })).status, 409);
  });
});
