import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Person } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import { Tenancy } from '../../tenancy/contract.ts';

const platform = await sharedPlatform();
const [acme, beta] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
const [tenancy, administration] = [platform.service(Tenancy), platform.service(AccessAdministration)];
const unknown = (await acme.client.get('/users/0192f000-0000-7000-8000-000000000000')).text;

/** Who of these may be known, by either address. Nobody else can be distinguished from somebody who does not exist. */
const known = async (viewer: Person, people: Readonly<Record<string, Person>>): Promise<readonly string[]> => {
  const names: string[] = [];
  for (const [name, person] of Object.entries(people)) {
    const answer = await viewer.get(`/users/${person.id}`);
    const subject = (await acme.admin.get(`/users/${person.id}`)).body.authProviderUserId ?? 'none';
    const bySubject = await viewer.get(`/users?authProviderUserId=${encodeURIComponent(subject)}`);
    t.equal(answer.status, bySubject.status, name);
    if (answer.status === 200) names.push(name);
    else t.equal(answer.text, unknown, name);
  }
  return names;
};
const { admin, officer, clerk, client, otherClient } = acme;
const all = { admin, officer, clerk, client, otherClient };

t.test(
  'staff who work with clients know their colleagues, a client only themselves, and an administrator everybody',
  async (t) => {
    t.same(await known(officer, all), ['admin', 'officer', 'clerk']);
    t.same(await known(client, all), ['client']);
    t.same(await known(admin, all), ['admin', 'officer', 'clerk', 'client', 'otherClient']);
    for (const stranger of [beta.admin, beta.client]) t.same(await known(stranger, all), []);
  },
);

t.test('a MIXED workspace makes no colleagues of its clients, and who has left is nobody’s', async (t) => {
  const { id: mixed } = await tenancy.createWorkspace(acme.access, { name: 'Counter', type: 'MIXED' });
  for (const team of [(await client.get(`/users/${client.id}/user-teams`)).body[0].teamId, acme.staffTeam])
    await administration.assignTeam(acme.access, team, mixed);
  t.same(await known(client, all), ['client']);
  t.same(await known(officer, { client }), []);
  const [membership] = (await clerk.get(`/users/${clerk.id}/user-teams`)).body;
  t.equal((await admin.delete(`/api/v1/user-teams/${membership.id}`)).status, 204);
  t.equal((await officer.get(`/users/${clerk.id}`)).status, 404);
});

t.test(
  'a person who shares a profile with a team, or links themselves to somebody, is known there; the others are not known to them for it',
  async (t) => {
    const [{ teamId }] = (await client.get(`/users/${client.id}/user-teams`)).body;
    const profile = (
      await client.post('/user-profiles', {
        userId: client.id,
        userProfileSchemaId: 'opaque',
        name: 'For the loan',
        data: {},
      })
    ).body.id;
    const share = await client.post('/user-profile-shares', {
      userProfileId: profile,
      sharedWithTeamId: teamId,
      permission: 'view',
    });
    t.equal(share.status, 201);
    t.same(await known(otherClient, { client }), ['client']);
    t.same(await known(client, { otherClient }), []);
    t.same(await known(beta.client, { client }), []);
    t.equal((await client.delete(`/user-profile-shares/${share.body.id}`)).status, 204);
    t.same(await known(otherClient, { client }), []);

    const link = await client.post('/user-links', {
      sourceUserId: client.id,
      targetUserId: otherClient.id,
      linkType: 'partner',
    });
    t.equal(link.status, 201);
    t.same(await known(otherClient, { client }), ['client']);
    t.same(await known(client, { otherClient }), []);
  },
);
