/** What administrators see and end of a person: within their organization alone. */
import { t } from '@dossier/core/testing/t';
import { bank, eventually, sharedPlatform } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';
import { People } from '../contract.ts';

const platform = await sharedPlatform();
const people = platform.service(People);
const [acme, beta] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
const own = { 'x-dossier-csrf': '1' };

const session = async (user: string, organization: string): Promise<TestClient> => {
  const from = { device: 'Firefox on Linux', address: '192.0.2.0/24' };
  const { secret } = await people.openSession({ user, organization, issuer: 'urn:test', from });
  return platform.as({ cookie: `dossier=${secret}` });
};
const status = async (client: TestClient): Promise<number> => (await client.get('/api/v1/session')).status;
const of = (userId: string, rest: string): string => `/api/v1/people/${userId}/${rest}`;
const trail = async (userId: string): Promise<readonly string[]> =>
  (await acme.admin.get(`/api/v1/audit?subjectType=user&subjectId=${userId}`)).body.map(
    ({ sentence }: { sentence: readonly { text: string }[] }) => sentence.map(({ text }) => text).join(''),
  );

t.test('administrators see when somebody was here, where they are signed in, and what they work on', async (t) => {
  const person = await acme.person('Nora Officer', 'officer');
  t.match(await acme.admin.get(of(person.id, 'standing')), {
    status: 200,
    body: { lastSignInAt: null, lastSeenAt: null, sessions: 0, work: [{ count: 0, title: 'open cases' }] },
  });
  const there = await session(person.id, acme.organization);
  await session(person.id, beta.organization);
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { answers: {} }))).body;
  await platform.settle();
  t.equal((await person.post(`/api/v1/applications/${id}/assignees`, { userId: person.id })).status, 204);
  t.match((await acme.admin.get(of(person.id, 'standing'))).body, {
    lastSeenAt: platform.clock.now().toISOString(),
    sessions: 1,
    work: [{ count: 1, title: 'open case', leaving: 'Their open case goes back to Unassigned.' }],
  });
  t.match(await acme.admin.graphql(`{ personStanding(userId: "${person.id}") { sessions work { count title } } }`), {
    data: { personStanding: { sessions: 1, work: [{ count: 1, title: 'open case' }] } },
  });
  t.equal(await status(there), 200);
});

t.test('sessions end in the organization alone, and the trail says who did it', async (t) => {
  const person = await acme.person('Paul Clerk', 'clerk');
  const [here, elsewhere] = [await session(person.id, acme.organization), await session(person.id, beta.organization)];
  t.equal((await acme.admin.delete(of(person.id, 'sessions'))).status, 204);
  t.same([await status(here), await status(elsewhere)], [401, 200]);
  t.equal((await person.get('/api/v1/teams')).status, 200, 'their tokens go on');
  t.match((await acme.admin.get(of(person.id, 'standing'))).body, { sessions: 0 });
  await platform.settle();
  t.ok((await trail(person.id)).some((text) => /ended a session of/.test(text)));
});

t.test(
  'who is suspended may do nothing here at once; what they worked on goes back; resumed, they work again',
  async (t) => {
    const person = await acme.person('Quinn Officer', 'officer');
    const template = await acme.template(['DocumentCompletenessCheckHandler']);
    const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { answers: {} }))).body;
    await platform.settle();
    t.equal((await person.post(`/api/v1/applications/${id}/assignees`, { userId: person.id })).status, 204);
    const [here, elsewhere] = [
      await session(person.id, acme.organization),
      await session(person.id, beta.organization),
    ];

    t.equal((await acme.admin.put(of(person.id, 'suspension'))).status, 204);
    t.equal((await acme.admin.put(of(person.id, 'suspension'))).status, 204, 'again changes nothing');
    t.same([await status(here), await status(elsewhere)], [401, 200]);
    t.not((await person.get(`/api/v1/applications/${id}`)).status, 200, 'nor by a token');
    const assigned = async () => (await acme.admin.get(`/api/v1/applications/${id}`)).body.assignees;
    const isFree = async (): Promise<boolean> => {
      await platform.settle();
      // The job that gives back may be due a moment later.
      platform.clock.advance(60_000);
      return !(await assigned()).includes(person.id);
    };
    await eventually('what they worked on goes back', isFree);
    const shown = (await acme.admin.get(`/api/v1/people/${person.id}`)).body.memberships;
    t.ok(shown.length > 0 && shown.every((one: { status: string }) => one.status === 'suspended'));

    t.equal((await acme.admin.delete(of(person.id, 'suspension'))).status, 204);
    t.equal((await person.get(`/api/v1/applications/${id}`)).status, 200);
    t.notOk((await assigned()).includes(person.id), 'what went back stays there');
    await platform.settle();
    const said = await trail(person.id);
    t.ok(said.some((text) => /suspended Quinn Officer in the organization\./.test(text)));
    t.ok(said.some((text) => /let Quinn Officer work in the organization again\./.test(text)));
    t.equal(said.filter((text) => /suspended/.test(text)).length, 1, 'one entry');
  },
);

t.test('a suspended person comes in by no other team', async (t) => {
  const person = await acme.person('Rosa Clerk', 'clerk');
  const team = (await acme.admin.post('/api/v1/teams', { name: 'Elsewhere' })).body.id;
  const [role] = (await acme.admin.get(`/teams/${team}/roles`)).body;
  t.equal((await acme.admin.put(of(person.id, 'suspension'))).status, 204);
  const joined = { userId: person.id, teamId: team, teamRoleId: role.id, status: 'active' };
  t.match(await acme.admin.post('/user-teams', joined), { status: 409, body: { code: 'suspended' } });
  t.equal((await acme.admin.delete(of(person.id, 'suspension'))).status, 204);
  t.equal((await acme.admin.post('/user-teams', joined)).status, 201);
});

t.test('nobody suspends themselves, or the last who could undo it', async (t) => {
  t.match(await acme.admin.put(of(acme.admin.id, 'suspension')), { status: 409, body: { code: 'yourself' } });
  const second = await acme.person('Second Admin', 'admin');
  t.equal((await second.put(of(acme.admin.id, 'suspension'))).status, 204, 'there is another');
  t.equal((await second.delete(of(acme.admin.id, 'suspension'))).status, 204);
});

t.test('only who runs the organization asks, and only of its people', async (t) => {
  for (const who of [acme.officer, acme.clerk, acme.client]) {
    t.equal((await who.get(of(acme.clerk.id, 'standing'))).status, 403);
    t.equal((await who.delete(of(acme.clerk.id, 'sessions'))).status, 403);
    t.equal((await who.put(of(acme.clerk.id, 'suspension'))).status, 403);
    t.equal((await who.delete(of(acme.clerk.id, 'suspension'))).status, 403);
  }
  for (const userId of [beta.officer.id, '0190c0de-0000-7000-8000-000000000001', 'nobody']) {
    t.equal((await acme.admin.get(of(userId, 'standing'))).status, 404);
    t.equal((await acme.admin.delete(of(userId, 'sessions'))).status, 404);
    t.equal((await acme.admin.put(of(userId, 'suspension'))).status, 404);
    t.equal((await acme.admin.delete(of(userId, 'suspension'))).status, 404);
  }
  t.equal((await beta.officer.get('/api/v1/teams')).status, 200, 'nothing happened to them');
});

t.test('a person reads what happened to their own account, and nobody else does', async (t) => {
  const person = await acme.person('Sam Clerk', 'clerk');
  const [here, there] = [await session(person.id, acme.organization), await session(person.id, acme.organization)];
  await people.noteSecurity({ subject: 'nobody at all', storedAs: 'urn:test', kind: 'refused' });
  t.equal((await here.delete('/api/v1/sessions', own)).status, 204);
  t.equal(await status(there), 401);
  t.equal((await here.post('/auth/logout', undefined, own)).status, 200);
  const again = await session(person.id, acme.organization);
  t.match(await again.get('/api/v1/security-log'), {
    status: 200,
    body: [
      { kind: 'signed-out', device: 'Firefox on Linux', address: '192.0.2.0/24', organization: 'ACME' },
      { kind: 'session-ended' },
    ],
  });
  const first = await again.get('/api/v1/security-log?limit=1');
  t.equal(first.body.length, 1);
  t.match(first.headers['link'], /rel="next"/);
  t.same((await (await session(acme.officer.id, acme.organization)).get('/api/v1/security-log')).body, []);
  t.match(await person.get('/api/v1/security-log'), { status: 409, body: { code: 'no-session' } });
  platform.clock.advance(181 * 24 * 60 * 60 * 1000);
  t.same(
    (await (await session(person.id, acme.organization)).get('/api/v1/security-log')).body,
    [],
    'half a year later',
  );
});

t.test('the session says when it ends, and for how long it is extended by use', async (t) => {
  const here = await session(acme.officer.id, acme.organization);
  const minutes = (body: { until: string; at: string }): number =>
    (Date.parse(body.until) - Date.parse(body.at)) / 60_000;
  t.equal(minutes((await here.get('/api/v1/session')).body), 30);
  platform.clock.advance(20 * 60_000);
  t.equal(minutes((await here.get('/api/v1/session', { 'x-dossier-unattended': '1' })).body), 10, 'to look is no use');
  t.equal(minutes((await here.get('/api/v1/session')).body), 30);
  for (let i = 0; i < 30; i += 1) {
    platform.clock.advance(29 * 60_000);
    const { status, body } = await here.get('/api/v1/session');
    if (status === 401) break;
    t.ok(Date.parse(body.until) <= Date.parse(body.expiresAt), 'never behind its end');
  }
  t.equal(await status(here), 401);
});

t.test('how pages look, and what is put aside, is kept with the person', async (t) => {
  const { clerk } = acme;
  t.match(await clerk.get('/api/v1/preferences'), { body: { theme: null, putAside: [] } });
  const chosen = { theme: 'dark', putAside: ['first-steps.acme'] };
  t.match(await clerk.put('/api/v1/preferences', chosen), { status: 200, body: { ...chosen, language: null } });
  t.match((await clerk.get('/api/v1/session')).body, { theme: 'dark' });
  t.match(await clerk.put('/api/v1/preferences', { theme: null }), {
    body: { theme: null, putAside: chosen.putAside },
  });
  t.match(await clerk.put('/api/v1/preferences', { theme: 'pink' }), { status: 422 });
});

t.test('people are found by who may see the list of them, and lead to their page', async (t) => {
  const asked = `/api/v1/search?text=${encodeURIComponent('otto off')}`;
  const peopleOf = async (who: TestClient) =>
    (await who.get(asked)).body.filter(({ kind }: { kind: string }) => kind === 'people');
  t.match(await peopleOf(acme.admin), [
    {
      title: 'People',
      hits: [{ title: 'Otto Officer', workspaceId: null, path: `settings/people/${acme.officer.id}` }],
    },
  ]);
  t.equal((await peopleOf(acme.admin))[0].hits.length, 1, 'of their own organization');
  for (const who of [acme.officer, acme.clerk, acme.client]) t.same(await peopleOf(who), []);
});
