import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { newId } from '@dossier/sdk';
import { manageOrganization } from '../../tenancy/contract.ts';
import { stage } from './stage.ts';
import type { Someone, Stage } from './stage.ts';

let s: Stage;
t.before(async () => {
  s = await stage();
});
t.teardown(() => s.platform.stop());

const content = (data: object): object => ({ userProfileSchemaId: 'opaque', name: 'Private', data });
const idsOf = async (who: Someone, query: string): Promise<readonly string[]> =>
  (await who.get(`/user-profiles?${query}`)).body.map(({ id }: { id: string }) => id);

t.test('a team that may view reads the profile, and changes nothing', async (t) => {
  const { id } = await s.profile(s.applicant);
  const shared = await s.share(s.applicant, id, s.red.id);
  t.match(shared, {
    status: 201,
    body: { id: /./, userProfileId: id, sharedWithTeamId: s.red.id, permission: 'view' },
  });
  t.match(await s.redMember.get(`/user-profiles/${id}`), { status: 200, body: { id, data: { city: 'Bern' } } });
  t.match(await s.redMember.put(`/user-profiles/${id}`, content({})), { status: 403, body: { code: 'forbidden' } });
  t.match(await s.redMember.delete(`/user-profiles/${id}`), { status: 403 });
  t.match(await s.share(s.redMember, id, s.red.id, 'edit'), { status: 403 }, 'nor shares it on');
  t.match(await s.redMember.put(`/user-profile-shares/${shared.body.id}`, { permission: 'edit' }), { status: 403 });
  t.match(await s.redMember.delete(`/user-profile-shares/${shared.body.id}`), { status: 403 });
  t.strictSame((await s.redMember.get(`/user-profile-shares?userProfileId=${id}`)).body, [shared.body]);
  for (const one of [s.applicant, s.redMember])
    t.strictSame((await one.get(String(shared.headers.location))).body, shared.body);
  for (const other of [s.blueMember, s.stranger]) {
    for (const path of [
      String(shared.headers.location),
      `/user-profile-shares/${newId()}`,
      '/user-profile-shares/nonsense',
    ])
      t.match(await other.get(path), { status: 404, body: { code: 'not-found' } });
    t.equal((await other.get(`/user-profiles/${id}`)).status, 404);
    t.equal((await other.put(`/user-profiles/${id}`, content({}))).status, 404);
    t.equal((await other.put(`/user-profile-shares/${shared.body.id}`, { permission: 'edit' })).status, 404);
    t.equal((await other.delete(`/user-profile-shares/${shared.body.id}`)).status, 404);
  }
  t.match((await s.applicant.get(`/user-profiles/${id}`)).body, { version: 1, data: { city: 'Bern' } });
});

t.test("a team that may edit changes the profile, and its organization's log says so", async (t) => {
  const { id } = await s.profile(s.applicant);
  const share = (await s.share(s.applicant, id, s.red.id)).body.id;
  t.match(await s.applicant.put(`/user-profile-shares/${share}`, { permission: 'edit' }), {
    status: 200,
    body: { id: share, userProfileId: id, sharedWithTeamId: s.red.id, permission: 'edit' },
  });
  t.match(await s.redMember.put(`/user-profiles/${id}`, content({ city: 'Thun' }), { 'if-match': '"1"' }), {
    status: 200,
    body: { userId: s.applicant.id, version: 2 },
  });
  t.match(await s.redMember.put(`/user-profiles/${id}`, content({ city: 'Biel' }), { 'if-match': '"1"' }), {
    status: 412,
  });
  t.match(await s.redMember.delete(`/user-profiles/${id}`), { status: 403 }, 'deleting stays with the owner');
  t.match((await s.applicant.get(`/user-profiles/${id}`)).body.data, { city: 'Thun' });
  const entries = (await s.log(s.first.id, 'profiles/')).filter(({ payload }) => payload.userProfileId === id);
  t.match(entries, [
    { type: 'profiles/profile-shared@1', actorId: s.applicant.id, after: { permission: 'view' } },
    { type: 'profiles/share-changed@1', before: { permission: 'view' }, after: { permission: 'edit' } },
    { type: 'profiles/profile-changed@1', actorId: s.redMember.id, payload: { changed: ['/data/city'] } },
  ]);
  t.notMatch(JSON.stringify(entries), /Thun/);
  await s.applicant.put(`/user-profile-shares/${share}`, { permission: 'view' });
  t.match(
    await s.redMember.put(`/user-profiles/${id}`, content({})),
    { status: 403 },
    'the next request finds it withdrawn',
  );
});

t.test(
  'three profiles, two of them shared with two teams: each team sees exactly what was shared with it',
  async (t) => {
    const guest = await s.also(s.stranger, s.first, await s.first.team('Guests', {}));
    const [one, two, three] = [(await s.profile(guest)).id, (await s.profile(guest)).id, (await s.profile(guest)).id];
    for (const [id, team] of [
      [one, s.red.id],
      [two, s.red.id],
      [two, s.blue.id],
    ] as const)
      t.equal((await s.share(guest, id, team)).status, 201);
    t.strictSame(await idsOf(s.redMember, `userId=${guest.id}`), [one, two]);
    t.strictSame(await idsOf(s.blueMember, `userId=${guest.id}`), [two]);
    t.strictSame(await idsOf(s.blueMember, `sharedWithTeamId=${s.blue.id}`), [two]);
    t.strictSame(await idsOf(s.blueMember, `sharedWithTeamId=${s.red.id}`), [], 'nothing of a team of others');
    t.strictSame(await idsOf(guest, `userId=${guest.id}`), [one, two, three]);
    t.equal((await s.blueMember.get(`/user-profiles/${one}`)).status, 404);
    t.equal((await s.redMember.get(`/user-profiles/${three}`)).status, 404);
    t.equal((await guest.get(`/user-profile-shares?userProfileId=${two}`)).body.length, 2);
    t.equal(
      (await s.blueMember.get(`/user-profile-shares?userProfileId=${two}`)).body.length,
      1,
      'a team does not learn of the other',
    );
    const page = await guest.get(`/user-profile-shares?userProfileId=${two}&limit=1`);
    t.equal(page.body.length, 1);
    const next = /^<([^>]+)>/.exec(String(page.headers['link']))![1]!;
    t.not((await guest.get(next)).body[0].id, page.body[0].id);
  },
);

t.test('withdrawing, leaving or removing the team and deleting each end it at once', async (t) => {
  const { id } = await s.profile(s.applicant);
  const first = (await s.share(s.applicant, id, s.red.id, 'edit')).body.id;
  t.equal((await s.redMember.get(`/user-profiles/${id}`)).status, 200);
  t.match(await s.applicant.delete(`/user-profile-shares/${first}`), { status: 204, text: '' });
  t.equal((await s.applicant.delete(`/user-profile-shares/${first}`)).status, 404, 'a second click');
  t.equal((await s.redMember.get(`/user-profiles/${id}`)).status, 404);
  t.equal((await s.redMember.put(`/user-profiles/${id}`, content({}))).status, 404);

  await s.share(s.applicant, id, s.red.id, 'edit');
  const leaver = await s.also(s.stranger, s.first, s.red);
  t.equal((await leaver.get(`/user-profiles/${id}`)).status, 200);
  t.equal(
    (await s.stranger.get(`/user-profiles/${id}`)).status,
    404,
    'the same person working in their other organization does not see it',
  );
  await s.leave(leaver, s.first);
  t.equal((await leaver.get(`/user-profiles/${id}`)).status, 404);
  t.equal((await leaver.put(`/user-profiles/${id}`, content({}))).status, 404);

  const closing = await s.first.team('Closing', { may: [manageOrganization] });
  const { id: chair, client } = await s.first.member(closing);
  await s.share(s.applicant, id, closing.id);
  t.equal((await client.get(`/user-profiles/${id}`)).status, 200);
  t.equal((await s.redMember.get(`/user-profiles/${id}`)).status, 200);
  const short = await s.first.team('Short-lived', {});
  await s.share(s.applicant, id, short.id);
  t.equal((await client.delete(`/api/v1/teams/${short.id}`)).status, 204);
  t.match((await s.log(s.first.id, 'profiles/share-ended')).at(-1), {
    actorId: chair,
    before: { sharedWithTeamId: short.id, permission: 'view' },
  });
  t.equal((await s.applicant.get(`/user-profile-shares?userProfileId=${id}`)).body.length, 2);

  await s.applicant.delete(`/user-profiles/${id}`);
  t.equal((await s.redMember.get(`/user-profiles/${id}`)).status, 404);
  t.equal(
    (await s.log(s.first.id, 'profiles/share-ended')).filter(({ payload }) => payload.userProfileId === id).length,
    4,
    'each end stands in the log',
  );
});

t.test('a share names an own profile, a team of the organization and view or edit, once', async (t) => {
  const { id } = await s.profile(s.applicant);
  for (const permission of ['own', 'VIEW', '', null, undefined])
    t.match(
      await s.applicant.post('/user-profile-shares', { userProfileId: id, sharedWithTeamId: s.red.id, permission }),
      { status: 422, body: { errors: [{ pointer: '/permission' }] } },
    );
  const texts = new Set<string>();
  for (const team of [s.abroad.id, newId()]) {
    const answer = await s.share(s.applicant, id, team);
    t.equal(answer.status, 404);
    texts.add(answer.text);
  }
  t.equal(texts.size, 1, 'a foreign team looks like one that does not exist');
  const both = await Promise.all([s.share(s.applicant, id, s.red.id), s.share(s.applicant, id, s.red.id)]);
  t.strictSame(both.map(({ status }) => status).sort(), [201, 409]);
  t.match(await s.share(s.applicant, id, s.red.id, 'edit'), { status: 409, body: { code: 'already-shared' } });
  t.match((await s.applicant.get(`/api/user-profile-shares?userProfileId=${id}`)).body, [{ permission: 'view' }]);
  t.equal((await s.applicant.get('/user-profile-shares')).status, 400);
});

t.test('an owner in two organizations shares in each, and takes back from both', async (t) => {
  const abroad = await s.also(s.applicant, s.second, s.abroad);
  const { id } = await s.profile(s.applicant);
  t.equal(
    (await s.share(s.applicant, id, s.abroad.id)).status,
    404,
    'a team of the organization in which they do not work now',
  );
  const share = (await s.share(abroad, id, s.abroad.id)).body.id;
  t.equal((await s.stranger.get(`/user-profiles/${id}`)).status, 200);
  t.equal((await s.redMember.get(`/user-profiles/${id}`)).status, 404);
  t.equal((await s.applicant.delete(`/user-profile-shares/${share}`)).status, 204);
  t.equal((await s.stranger.get(`/user-profiles/${id}`)).status, 404);
  t.match(await s.log(s.second.id, 'profiles/share-ended'), [{ actorId: s.applicant.id }]);
});

t.test('the database itself shows an organization no profile but those shared with it', async (t) => {
  const { id } = await s.profile(s.applicant);
  const { database } = s.platform.kernel.database;
  const seen = (organization: string) =>
    database.read(
      organization,
      async (tx) => (await sql`select 1 from user_profile where id = ${id}`.execute(tx.sql())).rows.length,
    );
  t.strictSame([await seen(s.first.id), await seen(s.second.id)], [0, 0]);
  await s.share(s.applicant, id, s.red.id);
  t.strictSame([await seen(s.first.id), await seen(s.second.id)], [1, 0]);
  const renamed = await database.write(
    s.second.id,
    async (tx) => (await sql`update user_profile set name = 'taken'`.execute(tx.sql())).numAffectedRows,
  );
  t.equal(renamed, 0n);
  await t.rejects(
    database.write(s.first.id, (tx) => sql`delete from user_profile`.execute(tx.sql())),
    { code: '42501' },
  );
});
