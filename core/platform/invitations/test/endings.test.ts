import { t } from '@dossier/core/testing/t';
import type { Json } from '@dossier/core/testing';
import { AccessAdministration, manageAccess } from '../../access/contract.ts';
import { manageOrganization } from '../../tenancy/contract.ts';
import { platformOnPostgres } from '../../../../test/servers/postgres.ts';
import { stage } from './stage.ts';
import type { Stage } from './stage.ts';

const postgres = await platformOnPostgres(t);
const s = await stage();
t.teardown(() => s.platform.stop());
const { admin } = s.acme;
const accept = (who: { put: typeof admin.put }, id: string, token?: string) =>
  who.put(`/team-invitations/${id}`, { status: 'accepted', ...(token === undefined ? {} : { token }) });
const statusOf = async (id: string): Promise<string> =>
  (await admin.get(`/api/v1/team-invitations?teamId=${s.team}&limit=100`)).body.find((one: Json) => one.id === id)
    .status;

t.test('who was removed from a team comes back by no invitation from before', async (t) => {
  const carla = await s.acme.person('Carla Colleague', 'client');
  const entry = { userId: carla.id, teamId: s.team, status: 'active', teamRoleId: s.member };
  const [mailed, elsewhere] = [await s.invite(carla.email), await s.invite('carla@home.example')];
  const added = await admin.post('/user-teams', entry);
  t.equal(added.status, 201);
  t.equal(
    (await accept(carla, elsewhere, await s.tokenFor('carla@home.example'))).status,
    200,
    'a member may still accept',
  );
  const own = (await carla.get(`/users/${carla.id}/user-teams`)).body.find((one: Json) => one.teamId === s.team);
  t.equal((await admin.delete(`/api/v1/user-teams/${own.id}`)).status, 204);
  t.equal((await carla.post('/user-teams', entry)).status, 403, 'by the one that she had accepted');
  t.match(
    await accept(carla, mailed),
    { status: 409, body: { code: 'invitation-revoked' } },
    'nor by the one to her own address',
  );
  t.equal((await carla.post('/user-teams', entry)).status, 403);
  t.same([await statusOf(mailed), await statusOf(elsewhere)], ['revoked', 'revoked']);
  t.same(await s.rows(`select type, "actorId" from event where "subjectId" = $1 order by id desc limit 1`, [mailed]), [
    { type: 'invitations/revoked@1', actorId: admin.id },
  ]);
});

t.test('who was removed may be invited anew; the invitations of others are untouched', async (t) => {
  const [dora, other] = [
    await s.acme.person('Dora Colleague', 'client'),
    await s.acme.person('Emil Colleague', 'client'),
  ];
  const entry = { userId: dora.id, teamId: s.team, status: 'active', teamRoleId: s.member };
  const waiting = await s.invite(other.email);
  await accept(other, waiting);
  const { id } = (await admin.post('/user-teams', entry)).body;
  t.equal((await admin.delete(`/api/v1/user-teams/${id}`)).status, 204);
  t.equal((await accept(dora, await s.invite(dora.email))).status, 200);
  t.equal((await dora.post('/user-teams', entry)).status, 201);
  t.equal((await other.post('/user-teams', { ...entry, userId: other.id })).status, 201);
});

t.test(
  'nor by one that they sent to another address of their own; what others have accepted from them stays',
  async (t) => {
    const [hugo, ines] = [
      await s.acme.person('Hugo Colleague', 'client'),
      await s.acme.person('Ines Colleague', 'client'),
    ];
    const role = (
      await admin.post(`/teams/${s.team}/roles`, { name: 'Recruiter', description: '', permissions: ['inviteUsers'] })
    ).body.id;
    const { id } = (
      await admin.post('/user-teams', { userId: hugo.id, teamId: s.team, status: 'active', teamRoleId: role })
    ).body;
    const [home, hers] = [
      await s.invite('hugo@home.example', { role, by: hugo }),
      await s.invite(ines.email, { role, by: hugo }),
    ];
    t.equal((await accept(ines, hers)).status, 200);
    const own = await s.stranger('hugo@home.example');
    t.equal((await admin.delete(`/api/v1/user-teams/${id}`)).status, 204);
    t.match(await accept(own, home), { status: 409, body: { code: 'invitation-revoked' } });
    t.equal(
      (await ines.post('/user-teams', { userId: ines.id, teamId: s.team, status: 'active', teamRoleId: role })).status,
      201,
    );
  },
);

t.test(
  'nor by one to another team, when the right to invite there has gone; while they still may, it stays',
  async (t) => {
    const administration = s.platform.service(AccessAdministration);
    const { access, organization } = s.acme;
    const runner = async (name: string): Promise<{ team: string; role: string }> => {
      const team = (await admin.post('/api/v1/teams', { name })).body.id;
      const { id } = (await administration.roles(organization, team)).find((role) => role.name === 'Owner')!;
      for (const permission of [manageOrganization, manageAccess])
        await administration.setGrant(access, { teamRoleId: id, permission, workspace: null, granted: true });
      return { team, role: id };
    };
    const jana = await s.acme.person('Jana Runner', 'client');
    const [board, council] = [await runner('Board'), await runner('Council')];
    await administration.addMember(access, {
      userId: admin.id,
      teamId: council.team,
      teamRoleId: council.role,
      status: 'active',
    });
    const [, inCouncil] = await Promise.all(
      [board, council].map(({ team, role }) =>
        administration.addMember(access, { userId: jana.id, teamId: team, teamRoleId: role, status: 'active' }),
      ),
    );
    const [mine, own, others] = [
      await s.invite('jana@home.example', { by: jana }),
      await s.invite('jana@second.example', { by: jana }),
      await s.invite('kim@x.example'),
    ];
    t.equal(
      (await accept(jana, own, await s.tokenFor('jana@second.example'))).status,
      200,
      'she accepts one herself, and waits',
    );

    t.equal((await admin.delete(`/api/v1/user-teams/${inCouncil!.id}`)).status, 204);
    t.equal(await statusOf(mine), 'pending', 'her role in the other team lets her invite');
    t.equal((await admin.delete(`/api/v1/teams/${board.team}`)).status, 204);
    t.same([await statusOf(mine), await statusOf(own), await statusOf(others)], ['revoked', 'revoked', 'pending']);
    t.equal(
      (await jana.post('/user-teams', { userId: jana.id, teamId: s.team, status: 'active', teamRoleId: s.member }))
        .status,
      403,
    );
    t.same(await s.rows(`select type, "actorId" from event where "subjectId" = $1 order by id desc limit 1`, [mine]), [
      { type: 'invitations/revoked@1', actorId: admin.id },
    ]);
  },
);

t.test('what its sender could not send any more is not accepted; who sends it again answers for it', async (t) => {
  const administration = s.platform.service(AccessAdministration);
  const recruiter = await newRole(s, 'Talent scout', ['inviteUsers', 'viewReports']);
  const [guest, lead] = [await newRole(s, 'Guest', ['viewReports']), await newRole(s, 'Guide', ['viewReports'])];
  const lena = await s.acme.person('Lena Scout', 'client');
  const { id } = (
    await admin.post('/user-teams', { userId: lena.id, teamId: s.team, status: 'active', teamRoleId: recruiter })
  ).body;
  const send = async (name: string, role: string) => ({
    id: await s.invite(`${name}@x.example`, { role, by: lena }),
    who: await s.stranger(`${name}@x.example`),
  });
  const [promoted, plain, late, again] = [
    await send('pia', lead),
    await send('max', guest),
    await send('ole', guest),
    await send('ria', guest),
  ];

  t.equal(
    (await admin.put(`/teams/${s.team}/roles/${lead}`, { permissions: ['viewReports', 'manageMembers'] })).status,
    200,
    'the role that was promised grows',
  );
  t.match(
    await accept(promoted.who, promoted.id),
    { status: 409, body: { code: 'invitation-revoked' } },
    'beyond what she may give',
  );
  t.equal((await accept(plain.who, plain.id)).status, 200, 'another role may still be promised by her');
  t.equal((await admin.put(`/api/v1/user-teams/${id}`, { teamRoleId: s.member })).status, 200);
  t.match(await accept(late.who, late.id), { status: 409, body: { code: 'invitation-revoked' } });
  t.same([await statusOf(promoted.id), await statusOf(late.id)], ['revoked', 'revoked']);
  t.same(
    await s.rows(`select type, "actorKind" from event where "subjectId" = $1 order by id desc limit 1`, [late.id]),
    [{ type: 'invitations/revoked@1', actorKind: 'system' }],
  );
  t.equal(
    (await plain.who.post('/user-teams', { userId: plain.who.id, teamId: s.team, status: 'active', teamRoleId: guest }))
      .status,
    201,
    'what was accepted before stays',
  );

  s.platform.clock.advance(61_000);
  t.equal((await admin.post(`/api/v1/team-invitations/${again.id}/resend`)).status, 200);
  t.equal((await accept(again.who, again.id)).status, 200);
  t.equal(
    await administration.mayInvite(s.acme.organization, plain.who.id, { teamId: s.team, teamRoleId: guest }),
    false,
    'a member without the right',
  );
  t.equal(
    await administration.mayInvite(s.acme.organization, late.who.id, { teamId: s.team, teamRoleId: guest }),
    false,
    'nobody of the organization',
  );
});

/** A role that nobody has, to be promised and deleted. */
const newRole = async (at: Stage, name: string, permissions: readonly string[] = []): Promise<string> =>
  (await at.acme.admin.post(`/teams/${at.team}/roles`, { name, description: '', permissions })).body.id;

t.test('with a role the invitations that promise it end, and only they', async (t) => {
  const helper = await newRole(s, 'Helper');
  const url = `/teams/${s.team}/roles/${helper}`;
  const fay = await s.stranger('fay@x.example');
  const [expired, pending, accepted, plain] = [
    await s.invite('old@x.example', { role: helper }),
    await s.invite('eli@x.example', { role: helper }),
    await s.invite('fay@x.example', { role: helper }),
    await s.invite('gus@x.example'),
  ];
  await s.rows(`update team_invitation set status = 'expired' where id = $1`, [expired]);
  const token = await s.tokenFor('eli@x.example');
  t.equal((await accept(fay, accepted)).status, 200);
  t.equal((await admin.delete(url)).status, 204);
  t.same(await Promise.all([expired, pending, accepted, plain].map(statusOf)), [
    'revoked',
    'revoked',
    'revoked',
    'pending',
  ]);

  t.same((await fay.get('/api/v1/my/invitations')).body, [], 'nothing is left to join by');
  t.equal(
    (await fay.post('/user-teams', { userId: fay.id, teamId: s.team, status: 'active', teamRoleId: s.member })).status,
    404,
  );
  const eli = await s.stranger('eli@x.example');
  t.match(await accept(eli, pending), {
    status: 409,
    body: { code: 'invitation-revoked', detail: /Ask the person who invited you/ },
  });
  t.match(await eli.post('/api/v1/invitations/lookup', { token }), {
    status: 200,
    body: { status: 'revoked', roleName: '' },
  });
  t.match(await admin.post(`/api/v1/team-invitations/${expired}/resend`), {
    status: 409,
    body: { code: 'invitation-revoked' },
  });
  t.not(await s.invite('fay@x.example'), accepted, 'she can be invited anew');
});

t.test(
  'of an invitation and the end of its role at the same moment one comes first, and nobody is promised what is gone',
  { skip: postgres === null },
  async (t) => {
    const real = await stage([], postgres!);
    t.teardown(() => real.platform.stop());
    for (let round = 0; round < 8; round++) {
      const role = await newRole(real, `Helper ${round}`);
      const [invited, deleted] = await Promise.all([
        real.acme.admin.post(`/api/v1/teams/${real.team}/invitations`, {
          emails: [`person${round}@x.example`],
          teamRoleId: role,
        }),
        real.acme.admin.delete(`/teams/${real.team}/roles/${role}`),
      ]);
      t.equal(deleted!.status, 204);
      t.ok([201, 422].includes(invited!.status), String(invited!.status));
      t.same(
        await real.rows(`select 1 from team_invitation where "teamRoleId" = $1 and status <> 'revoked'`, [role]),
        [],
      );
    }
  },
);
