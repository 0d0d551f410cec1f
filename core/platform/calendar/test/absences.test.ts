import { t } from '@dossier/core/testing/t';
import { dayAfter, dayIn, newId } from '@dossier/sdk';
import type { UserId } from '@dossier/sdk';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Json, TestAnswer, TestClient } from '@dossier/core/testing';
import { AccessAdministration, manageMembers } from '../../access/contract.ts';
import { readApplications } from '../../applications/contract.ts';
import { absenceChanged, Absences } from '../contract.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const url = '/api/v1/organization/absences';
const today = dayIn(platform.clock.now(), 'Europe/Berlin');
const day = (n: number): string => dayAfter(today, n);
const noon = (n: number): string => `${day(n)}T12:00:00.000Z`;
const { admin, officer, clerk, client } = acme;
for (const { admin } of [acme, beta])
  t.equal((await admin.put('/api/v1/organization', { timeZone: 'Europe/Berlin' })).status, 200);

const note = (who: TestClient, from: number, to: number, o: object = {}): Promise<TestAnswer> =>
  who.post(url, { fromDay: day(from), toDay: day(to), ...o });
const away = async (at: string, ...users: readonly UserId[]): Promise<object> =>
  Object.fromEntries(await platform.service(Absences).away(acme.organization, users, at));
const faults = ({ status, body }: TestAnswer): readonly string[] => [
  String(status),
  ...(body.errors ?? []).map(({ pointer, code }: Json) => `${pointer} ${code}`),
];
const clear = async (who: TestClient, of = ''): Promise<void> => {
  for (const { id } of (await who.get(`${url}${of}`)).body) t.equal((await who.delete(`${url}/${id}`)).status, 204);
};

t.test('an officer notes that they are away, and who stands in, and takes it back', async (t) => {
  t.same((await officer.get(url)).body, []);
  const made = await note(officer, 3, 7, { standInId: clerk.id });
  t.equal(made.status, 201);
  t.match(made.body, {
    userId: officer.id,
    fromDay: day(3),
    toDay: day(7),
    standInId: clerk.id,
    standInName: 'Clara Clerk',
  });
  t.equal((await note(officer, 0, 0)).status, 201, 'today, without anybody');
  const { body } = await officer.get(url);
  t.same(
    body.map(({ fromDay }: Json) => fromDay),
    [day(0), day(3)],
    'the next first',
  );
  t.same(body[1], made.body);
  t.same(
    await officer.graphql('{ absences { id userId fromDay toDay standInId standInName createdAt } }'),
    { data: { absences: body } },
    'by GraphQL as by REST',
  );
  t.same((await clerk.get(url)).body, [], 'each sees their own');

  t.same(await away(noon(2), officer.id, clerk.id), {});
  t.same(await away(noon(3), officer.id, clerk.id), { [officer.id]: clerk.id });
  t.same(await away(noon(7), officer.id), { [officer.id]: clerk.id }, 'the last day too');
  t.same(await away(noon(8), officer.id), {});
  t.same(await away(noon(0), officer.id), { [officer.id]: null });
  t.same(
    await away(`${day(2)}T23:30:00.000Z`, officer.id),
    { [officer.id]: clerk.id },
    'by the day of the organization',
  );
  t.same(await away(noon(3), clerk.id, admin.id), {}, 'nobody else is');
  t.same([...(await platform.service(Absences).away(beta.organization, [officer.id], noon(3)))], []);

  t.equal((await clerk.delete(`${url}/${made.body.id}`)).status, 404);
  t.equal((await beta.admin.delete(`${url}/${made.body.id}`)).status, 404);
  t.equal((await officer.delete(`${url}/${made.body.id}`)).status, 204);
  t.equal((await officer.delete(`${url}/${made.body.id}`)).status, 404);
  t.same(await away(noon(3), officer.id), {});
  const entries: Json[] = (await admin.get(`/api/v1/audit?type=${encodeURIComponent(absenceChanged.id)}`)).body;
  t.match(entries[0], {
    subject: { type: 'absence', id: made.body.id },
    before: { userId: officer.id, fromDay: day(3), standInId: clerk.id },
  });
  t.match(entries.at(-1), { after: { userId: officer.id, toDay: day(7) } });
  await clear(officer);
});

t.test('a stand-in who is away, has left or may not sign in is none', async (t) => {
  const helper = await acme.person('Hanna Helper', 'clerk');
  t.equal((await note(officer, 0, 9, { standInId: helper.id })).status, 201);
  t.equal((await note(helper, 2, 3)).status, 201);
  t.same(await away(noon(1), officer.id), { [officer.id]: helper.id });
  t.same(await away(noon(2), officer.id, helper.id), { [officer.id]: null, [helper.id]: null });
  const [membership] = (await helper.get(`/users/${helper.id}/user-teams`)).body;
  t.equal((await admin.delete(`/api/v1/user-teams/${membership.id}`)).status, 204);
  t.same(await away(noon(1), officer.id), { [officer.id]: null });
  t.match((await officer.get(url)).body, [{ standInName: 'Hanna Helper' }], 'whom they named stays to be seen');
  await clear(officer);
});

t.test('all faults come at once', async (t) => {
  t.equal((await note(officer, 5, 9)).status, 201);
  t.same(faults(await note(officer, 9, 12)), ['422', '/fromDay overlap']);
  t.same(faults(await note(officer, 4, 3, { standInId: client.id })), [
    '422',
    '/toDay before-start',
    '/standInId unknown-person',
  ]);
  t.same(faults(await note(officer, -9, -1)), ['422', '/toDay past']);
  t.same(faults(await note(officer, -9, 4)), ['201'], 'what has begun already may be noted');
  t.same(faults(await note(officer, 10, 20_000)), ['422', '/toDay too-long']);
  for (const standInId of [officer.id, newId(), beta.clerk.id, client.id])
    t.same(faults(await note(officer, 20, 21, { standInId })), ['422', '/standInId unknown-person']);
  t.same(
    faults(
      await officer.post(url, {
        fromDay: '2027-02-29',
        toDay: 'soon',
        standInId: beta.clerk.id,
        userId: beta.clerk.id,
      }),
    ),
    ['422', '/userId unknown-person', '/fromDay bad-day', '/toDay bad-day', '/standInId unknown-person'],
  );
  t.same(
    faults(await officer.post(url, { fromDay: day(2), standInId: 'nobody', toDay: day(1), more: 1 })).toSorted(),
    ['/more additionalProperties', '/standInId format', '/toDay before-start', '422'].toSorted(),
    'what does not fit the form, with the rest',
  );
  await clear(officer);
  const two = await Promise.all([note(officer, 1, 2), note(officer, 2, 3)]);
  t.same(two.map(({ status }) => status).toSorted(), [201, 422], 'of two at once that overlap one is noted');
  await clear(officer);
  for (let i = 0; i < 50; i++) t.equal((await note(officer, i, i)).status, 201);
  t.match(await note(officer, 60, 60), { status: 409, body: { code: 'too-many-absences' } });
  platform.clock.advance(2 * 86_400_000);
  t.equal((await officer.get(url)).body.length, 48, 'what is over is not listed');
  t.equal((await note(officer, 60, 60)).status, 201);
  await clear(officer);
});

t.test('absences of others are noted by who manages them as members, and by nobody else', async (t) => {
  const of = `?userId=${clerk.id}`;
  t.equal((await officer.get(`${url}${of}`)).status, 404);
  t.same(faults(await note(officer, 5, 6, { userId: clerk.id })), ['422', '/userId unknown-person']);
  const made = await note(admin, 5, 6, { userId: clerk.id, standInId: officer.id });
  t.equal(made.status, 201);
  t.same((await admin.get(`${url}${of}`)).body, [made.body]);
  t.same((await clerk.get(url)).body, [made.body]);
  t.equal((await clerk.delete(`${url}/${made.body.id}`)).status, 204, 'they take it back themselves');
  for (const userId of [newId(), beta.clerk.id]) t.equal((await admin.get(`${url}?userId=${userId}`)).status, 404);
  t.equal((await admin.get(`${url}?userId=nobody`)).status, 400);

  const roles = platform.service(AccessAdministration);
  const lead = await roles.createRole(acme.access, acme.staffTeam, {
    name: 'Lead',
    description: '',
    permissions: [manageMembers.id],
  });
  await roles.setGrant(acme.access, {
    teamRoleId: lead.id,
    permission: readApplications,
    workspace: acme.staffWorkspace,
    granted: true,
  });
  const leader = await acme.person('Lena Lead', 'clerk');
  t.equal((await leader.get(`${url}${of}`)).status, 404);
  const [membership] = (await leader.get(`/users/${leader.id}/user-teams`)).body;
  t.equal((await admin.put(`/api/v1/user-teams/${membership.id}`, { teamRoleId: lead.id })).status, 200);
  const second = await note(leader, 5, 6, { userId: clerk.id });
  t.equal(second.status, 201, 'who manages members of a team, those of that team');
  t.equal((await leader.get(`${url}?userId=${client.id}`)).status, 404, 'and not those of another');
  t.equal((await leader.delete(`${url}/${second.body.id}`)).status, 204);
});

t.test('clients and keys note none', async (t) => {
  for (const who of [client, acme.key]) {
    const refused = [
      (await who.get(url)).status,
      (await note(who, 1, 1)).status,
      (await who.get('/api/v1/organization/stand-ins')).status,
    ];
    t.same(refused, who === client ? [403, 403, 403] : [401, 401, 401]);
  }
  t.match(await client.graphql('{ absences { id } }'), { errors: [{ extensions: { code: 'forbidden' } }] });
  t.equal((await client.delete(`${url}/${newId()}`)).status, 403);
});

t.test('who may stand in is chosen among those who work in the same workspace', async (t) => {
  const path = '/api/v1/organization/stand-ins';
  const names = async (who: TestClient, query = ''): Promise<readonly string[]> =>
    (await who.get(`${path}${query}`)).body.map(({ name }: Json) => name);
  t.same(await names(officer), ['Ada Admin', 'Clara Clerk', 'Lena Lead'], 'neither oneself, clients, nor who has left');
  t.same(await names(officer, '?q=CLÁR'), ['Clara Clerk']);
  t.same(await names(officer, '?q=%25'), []);
  const first = await officer.get(`${path}?limit=2`);
  t.equal(first.body.length, 2);
  const next = /<([^>]+)>/.exec(String(first.headers['link']))![1]!;
  t.same(
    (await officer.get(next)).body.map(({ name }: Json) => name),
    ['Lena Lead'],
  );
  t.same(await names(admin, `?userId=${officer.id}`), ['Ada Admin', 'Clara Clerk', 'Lena Lead']);
  t.equal((await officer.get(`${path}?userId=${clerk.id}`)).status, 404);
  t.equal((await admin.get(`${path}?userId=${beta.clerk.id}`)).status, 404);
  t.same(await names(admin, `?userId=${client.id}`), [], 'a client has nobody');
});
