import { isDeepStrictEqual } from 'node:util';
import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';
import { People } from '../contract.ts';
import { originOf } from '../device.ts';
import { Fixture, fixturePlugin } from './fixture.ts';

const minute = 60_000;
const operatorToken = 'operator-token-for-these-tests';
const platform = await testPlatform({
  plugins: [fixturePlugin],
  env: { OPERATOR_TOKEN: operatorToken, PEOPLE_SESSION_IDLE_MINUTES: '45', PEOPLE_SESSION_HOURS: '2' },
});
t.teardown(() => platform.stop());
const people = platform.service(People);
const fixture = platform.service(Fixture);
const [ann, bob] = [await fixture.person('ann'), await fixture.person('bob')];
const acme = await fixture.organization('acme', [ann, bob]);
const beta = await fixture.organization('beta', [ann]);
const own = { 'x-dossier-csrf': '1' };
const operator = platform.as({ authorization: `Bearer ${operatorToken}` });

async function session(user: string, organization = acme.id): Promise<TestClient> {
  const { secret } = await people.openSession({
    user,
    organization,
    issuer: 'urn:test',
    from: originOf({
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      ip: '192.0.2.77',
    }),
  });
  return platform.as({ cookie: `dossier=${secret}` });
}
const token = async (user: string, organization = acme.id): Promise<TestClient> =>
  platform.as({ authorization: `Bearer ${(await people.issueToken({ user, organization, name: 'Script' })).secret}` });
const works = async (client: TestClient): Promise<boolean> => (await client.get('/api/v1/session')).status === 200;
const idOf = async (client: TestClient): Promise<string> =>
  (await client.get('/api/v1/sessions')).body.find(({ current }: { current: boolean }) => current).id;
const logged = async (type: string): Promise<readonly Record<string, unknown>[]> =>
  (
    await platform.kernel.database.asOwner((owner) =>
      owner.run('select * from event where type = $1 order by seq', [type]),
    )
  ).rows;

t.test('the limits of a session are those of the installation', async (t) => {
  const [busy, idle] = [await session(ann), await session(ann)];
  for (let passed = 0; passed < 80; passed += 40) {
    platform.clock.advance(40 * minute);
    t.ok(await works(busy));
  }
  t.notOk(await works(idle));
  platform.clock.advance(40 * minute);
  t.notOk(await works(busy), 'after two hours');
});

t.test('a person sees their sessions, each with device, network and organization, and no secret', async (t) => {
  const [here] = [await session(ann), await session(ann, beta.id), await session(bob)];
  const { status, body, text } = await here.get('/api/v1/sessions');
  t.equal(status, 200);
  t.equal(body.length, 2, 'their own alone');
  t.match(
    body.find(({ current }: { current: boolean }) => current),
    {
      device: 'Firefox on Linux',
      address: '192.0.2.0/24',
      organization: { slug: 'acme' },
      createdAt: /Z$/,
      lastSeenAt: /Z$/,
      expiresAt: /Z$/,
    },
  );
  t.match(
    body.find(({ current }: { current: boolean }) => !current),
    { organization: { slug: 'beta' } },
  );
  t.notOk(text.includes('192.0.2.77'));
  for (const { id } of body)
    t.equal((await platform.get('/api/v1/session', { cookie: `dossier=${id}` })).status, 401, 'the id opens nothing');
});

t.test('ending one of them acts on its next request; those of others look like none', async (t) => {
  const [here, there, foreign] = [await session(ann), await session(ann), await session(bob)];
  const [id, foreignId] = [await idOf(there), await idOf(foreign)];
  t.match(await here.delete(`/api/v1/sessions/${id}`), { status: 403, body: { code: 'csrf' } });
  const refused = await here.delete(`/api/v1/sessions/${foreignId}`, own);
  t.equal(refused.status, 404);
  t.equal(refused.text, (await here.delete('/api/v1/sessions/none', own)).text);
  t.ok(await works(foreign));
  const answers = await Promise.all([
    here.delete(`/api/v1/sessions/${id}`, own),
    here.delete(`/api/v1/sessions/${id}`, own),
  ]);
  t.same(answers.map(({ status }) => status).sort(), [204, 404], 'a second click finds it ended');
  t.notOk(await works(there));
  t.ok(await works(here));
  t.equal((await logged('people/signed-out@1')).filter(({ subjectId }) => subjectId === ann).length, 1, 'one entry');
});

t.test('ending all others leaves this one', async (t) => {
  const [here, there, elsewhere, bobs] = [
    await session(ann),
    await session(ann),
    await session(ann, beta.id),
    await session(bob),
  ];
  t.equal((await here.delete('/api/v1/sessions', own)).status, 204);
  t.same(await Promise.all([here, there, elsewhere, bobs].map(works)), [true, false, false, true]);
});

t.test('a token, which belongs to one organization, neither sees nor ends what is of all', async (t) => {
  const [there, script] = [await session(ann, beta.id), await token(ann)];
  const id = await idOf(there);
  const answers = [
    await script.get('/api/v1/sessions'),
    await script.delete(`/api/v1/sessions/${id}`),
    await script.delete('/api/v1/sessions'),
    await script.post('/api/v1/sign-out-everywhere'),
  ];
  for (const answer of answers) t.match(answer, { status: 409, body: { code: 'no-session' } });
  t.same([await works(there), await works(script)], [true, true]);
});

t.test(
  'signing out everywhere ends sessions and tokens in every organization, also those in use at the moment',
  async (t) => {
    const [here, there, acmeScript, betaScript, bobs] = [
      await session(ann),
      await session(ann, beta.id),
      await token(ann),
      await token(ann, beta.id),
      await token(bob),
    ];
    for (const client of [acmeScript, betaScript, bobs]) t.ok(await works(client));
    const [answer] = await Promise.all([
      here.post('/api/v1/sign-out-everywhere', undefined, own),
      there.get('/api/v1/session'),
      acmeScript.get('/api/v1/session'),
    ]);
    t.match(answer, { status: 204, text: '', headers: { 'set-cookie': /dossier=;.*Max-Age=0/ } });
    t.same(await Promise.all([here, there, acmeScript, betaScript, bobs].map(works)), [
      false,
      false,
      false,
      false,
      true,
    ]);
    t.ok(
      (await logged('people/token-revoked@1')).some(
        ({ organizationId, actorId, actorKind }) =>
          organizationId === beta.id && actorId === ann && actorKind === 'user',
      ),
      'each organization has its entry',
    );
  },
);

t.test('whose sign-in the operator disables is out on the next request, until it is enabled again', async (t) => {
  const [browser, script, bobs] = [await session(ann), await token(ann), await session(bob)];
  t.ok(await works(script));
  const url = (what: string, id = ann): string => `/api/v1/operator/users/${id}/${what}`;
  t.match(
    await bobs.post(url('disable'), undefined, own),
    { status: 401, body: { code: 'wrong-credential' } },
    'nobody else may',
  );
  t.match(await operator.post(url('disable')), { status: 200, body: { id: ann, enabled: false } });
  t.equal((await operator.post(url('disable'))).status, 200, 'twice is no error');
  t.same(await Promise.all([browser, script, bobs].map(works)), [false, false, true]);
  t.notOk(await works(await session(ann)), 'nor does a new session help');
  t.match(await operator.post(url('enable')), { status: 200, body: { id: ann, enabled: true } });
  t.same(await Promise.all([browser, script].map(works)), [false, true], 'sessions have ended, tokens work again');
  for (const id of ['0192f000-0000-7000-8000-000000000000', 'nobody'])
    t.equal((await operator.post(url('disable', id))).status, 404);
  const entries = await logged('people/sign-in-switched@1');
  t.equal(entries.length, 6, 'for the installation and both organizations, each time');
  t.match(entries[0], {
    actorKind: 'system',
    actorName: 'Operator',
    before: { enabled: true },
    after: { enabled: false },
  });
  const closed = (await logged('kernel/access-changed@1'))
    .filter(({ actorName }) => actorName === 'Operator')
    .map(({ organizationId, payload }) => [organizationId, payload]);
  for (const { id } of [acme, beta])
    t.ok(
      closed.some(
        ([organization, payload]) => organization === id && isDeepStrictEqual(payload, { user: ann, ended: true }),
      ),
      'open connections are asked to close, whatever opened them',
    );
});

t.test('what a page asks for by itself, with nobody at it, keeps no session from falling idle', async (t) => {
  const browser = await session(bob);
  const asks = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await browser.get('/api/v1/session', headers)).status;
  const unattended = { 'x-dossier-unattended': '1' };
  platform.clock.advance(30 * minute);
  t.same([await asks(unattended), await asks({})], [200, 200], 'also right before somebody comes back');
  platform.clock.advance(30 * minute);
  t.equal(await asks(unattended), 200);
  platform.clock.advance(15 * minute);
  t.equal(await asks(unattended), 401);
});

t.test(
  'what a session has open lasts as long as the session would without being used, and no longer than it at all',
  async (t) => {
    const browser = await session(bob);
    const until = async (): Promise<number> => {
      const { status, body } = await browser.post('/rt/ticket', {}, own);
      t.equal(status, 200);
      const claims: { until: string } = JSON.parse(
        Buffer.from(String(body.ticket).split('.')[1]!, 'base64url').toString(),
      );
      return Date.parse(claims.until);
    };
    const opened = platform.clock.time();
    t.equal(await until(), opened + 45 * minute);
    platform.clock.advance(40 * minute);
    t.equal(await until(), opened + 85 * minute, 'a use counts from now on');
    platform.clock.advance(40 * minute);
    t.equal(await until(), opened + 120 * minute, 'at the latest when the session ends however busy it is');
  },
);

t.test('a personal token that would have expired already is refused with its place', async (t) => {
  const browser = await session(bob);
  t.match(await browser.post('/api/v1/tokens', { name: 'x', expiresAt: '2001-01-01T00:00:00Z' }, own), {
    status: 422,
    body: { errors: [{ pointer: '/expiresAt', code: 'past' }] },
  });
  const both = await browser.post('/api/v1/tokens', { name: '', expiresAt: 'zz' }, own);
  t.match(
    both,
    { status: 422, body: { errors: [{ pointer: '/name' }, { pointer: '/expiresAt', code: 'bad-time' }] } },
    'together with what else is wrong',
  );
});

t.test('a personal token ends at the time that was written, or is not issued', async (t) => {
  const browser = await session(bob);
  const issue = (expiresAt: string) => browser.post('/api/v1/tokens', { name: 'x', expiresAt }, own);
  t.match((await issue('2030-01-31T12:00:00+02:00')).body, { expiresAt: '2030-01-31T10:00:00.000Z' });
  for (const time of [
    '2030-06-30T23:59:60Z',
    '2030-02-31T00:00:00Z',
    '2030-01-31 12:00:00Z',
    '2030-01-31T12:00:00',
    'soon',
  ]) {
    t.match(await issue(time), { status: 422, body: { errors: [{ pointer: '/expiresAt', code: 'bad-time' }] } }, time);
  }
});

t.test('signing out from another site is refused, and the session lives on', async (t) => {
  const browser = await session(bob);
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    {},
  ] as Record<string, string>[])
    t.match(await browser.post('/auth/logout', undefined, headers), { status: 403, body: { code: 'csrf' } });
  t.ok(await works(browser));
});

t.test(
  'a device is recognised by the names that browsers give themselves, and a network is what remains of an address',
  async (t) => {
    const shown = (agent: string | undefined, ip = '192.0.2.1') =>
      originOf({ headers: agent === undefined ? {} : { 'user-agent': agent }, ip });
    const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    for (const [agent, device] of [
      [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows'],
      [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0.0.0`, 'Edge on Windows'],
      [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${chrome}`, 'Chrome on Android'],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
        'Safari on macOS',
      ],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
        'Safari on iPhone',
      ],
      ['curl/8.14.1', 'curl'],
      ['<script>alert(1)</script>', null],
      [undefined, null],
      ['', null],
    ] as const)
      t.equal(shown(agent).device, device, agent ?? 'none');
    for (const [ip, network] of [
      ['192.0.2.77', '192.0.2.0/24'],
      ['::ffff:192.0.2.77', '192.0.2.0/24'],
      ['2001:db8:a:b::1', '2001:db8:a::/48'],
      ['2001:0db8::1', '2001:db8:0::/48'],
      ['unknown', null],
    ] as const)
      t.equal(shown(undefined, ip).address, network, ip);
  },
);
