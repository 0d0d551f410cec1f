import t from 'tap';
import type { Json } from '@dossier/core/testing';
import { stage } from './stage.ts';

const s = await stage();
t.teardown(() => s.platform.stop());
const { admin } = s.acme;
const accept = (who: { put: typeof admin.put }, id: string, token?: string) => who.put(`/team-invitations/${id}`, { status: 'accepted', ...(token === undefined ? {} : { token }) });
const statusOf = async (id: string): Promise<string> => (await admin.get(`/api/v1/team-invitations?teamId=${s.team}&limit=100`)).body.find((one: Json) => one.id === id).status;

t.test('who was removed from a team comes back by no invitation from before', async (t) => {
  const carla = await s.acme.person('Carla Colleague', 'client');
  const entry = { userId: carla.id, teamId: s.team, status: 'active', teamRoleId: s.member };
  const [mailed, elsewhere] = [await s.invite(carla.email), await s.invite('carla@home.example')];
  const added = await admin.post('/user-teams', entry);
  t.equal(added.status, 201);
  t.equal((await accept(carla, elsewhere, await s.tokenFor('carla@home.example'))).status, 200, 'a member may still accept');
  const own = (await carla.get(`/users/${carla.id}/user-teams`)).body.find((one: Json) => one.teamId === s.team);
  t.equal((await admin.delete(`/api/v1/user-teams/${own.id}`)).status, 204);
  t.equal((await carla.post('/user-teams', entry)).status, 403, 'by the one that she had accepted');
  t.match(await accept(carla, mailed), { status: 409, body: { code: 'invitation-revoked' } }, 'nor by the one to her own address');
  t.equal((await carla.post('/user-teams', entry)).status, 403);
  t.same([await statusOf(mailed), await statusOf(elsewhere)], ['revoked', 'revoked']);
  t.same(await s.rows(`select type, "actorId" from event where "subjectId" = $1 order by id desc limit 1`, [mailed]), [{ type: 'invitations/revoked@1', actorId: admin.id }]);
});

t.test('who was removed may be invited anew; the invitations of others are untouched', async (t) => {
  const [dora, other] = [await s.acme.person('Dora Colleague', 'client'), await s.acme.person('Emil Colleague', 'client')];
  const entry = { userId: dora.id, teamId: s.team, status: 'active', teamRoleId: s.member };
  const waiting = await s.invite(other.email);
  await accept(other, waiting);
  const { id } = (await admin.post('/user-teams', entry)).body;
  t.equal((await admin.delete(`/api/v1/user-teams/${id}`)).status, 204);
  t.equal((await accept(dora, await s.invite(dora.email))).status, 200);
  t.equal((await dora.post('/user-teams', entry)).status, 201);
  t.equal((await other.post('/user-teams', { ...entry, userId: other.id })).status, 201);
});
