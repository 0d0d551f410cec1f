import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { TestAnswer, TestClient, TestPlatform } from '@dossier/core/testing';
import { platformOnPostgres } from '../../../../test/servers/postgres.ts';
import { MOST_KEYS } from '../api-keys.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const postgres = await platformOnPostgres(t);
const platform = await testPlatform({ env: { TRUST_PROXY: 'true' } });
t.teardown(() => platform.stop());
const [acme, beta] = [await bank(platform, 'acme'), await bank(platform, 'beta')];

const use = (secret: string, from?: string): Promise<TestAnswer> =>
  platform.get(`/api/v1/templates/${newId()}/schema`, {
    'x-api-key': secret,
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
  });
const issue = async (o: object = {}): Promise<{ id: string; secret: string; prefix: string }> =>
  (await acme.admin.post('/api/v1/api-keys', { name: 'Partner', ...o })).body;
const change = (id: string, payload: object, client: TestClient = acme.admin): Promise<TestAnswer> =>
  client.request({ method: 'PATCH', url: `/api/v1/api-keys/${id}`, payload });
const rotate = (id: string, overlapDays: number, client: TestClient = acme.admin): Promise<TestAnswer> =>
  client.post(`/api/v1/api-keys/${id}/rotate`, { overlapDays });
const shown = async (id: string): Promise<object> =>
  (await acme.admin.get('/api/v1/api-keys?limit=200')).body.find((key: { id: string }) => key.id === id);
/** 404 for a template that does not exist: the key itself was accepted. */
const accepted = 404;

t.test('a new key is found where its maker is sent, without its secret', async (t) => {
  const made = await acme.admin.post('/api/v1/api-keys', { name: 'Found' });
  t.equal(made.headers.location, `/api/v1/api-keys/${made.body.id}`);
  const { secret: _, ...key } = made.body;
  t.same((await acme.admin.get(String(made.headers.location))).body, key);
  t.equal((await acme.officer.get(String(made.headers.location))).status, 403);
  for (const answer of [
    await beta.admin.get(String(made.headers.location)),
    await acme.admin.get(`/api/v1/api-keys/${newId()}`),
    await acme.admin.get('/api/v1/api-keys/nonsense'),
  ])
    t.match(answer, { status: 404, body: { code: 'not-found' } });
});

t.test('a key with networks works from there alone, also behind a proxy', async (t) => {
  const { id, secret } = await issue({ networks: ['192.0.2.0/24', '2001:db8::/32'] });
  for (const address of ['192.0.2.44', '2001:db8::7', '::ffff:192.0.2.44'])
    t.equal((await use(secret, address)).status, accepted, address);
  t.match(await use(secret, '203.0.113.9'), { status: 403, body: { code: 'key-network', detail: /203\.0\.113\.9/ } });
  t.equal((await use(secret)).status, 403, 'the address of the connection counts where nothing was forwarded');
  const tries = await platform.kernel.database.asOwner((owner) =>
    owner.run(`select "actorKind", payload from event where type = 'core/denied@1' and "actorId" = $1`, [id]),
  );
  t.match(
    tries.rows,
    [{ actorKind: 'key', payload: { code: 'key-network', operation: 'templates.schema' } }],
    'a right key in a wrong place is in the log, once a minute',
  );
  t.match(await change(id, { networks: ['203.0.113.9'] }), { status: 200, body: { networks: ['203.0.113.9'] } });
  t.equal((await use(secret, '203.0.113.9')).status, accepted, 'on the next request');
  t.equal((await use(secret, '192.0.2.44')).status, 403);
  for (const [network, inside, outside] of [
    ['::/0', '2001:db8::7', '192.0.2.44'],
    ['0.0.0.0/0', '192.0.2.44', '2001:db8::7'],
    ['::ffff:192.0.2.0/120', '192.0.2.44', '192.0.3.1'],
    ['::ffff:c000:200/120', '192.0.2.44', '192.0.3.1'],
    ['192.0.2.0/24', '::ffff:c000:22c', '::ffff:c000:301'],
  ] as const) {
    t.equal((await change(id, { networks: [network] })).status, 200);
    t.same(
      [(await use(secret, inside)).status, (await use(secret, outside)).status],
      [accepted, 403],
      `${network} is of one family`,
    );
  }
  t.match(await change(id, { networks: [] }), { status: 200, body: { networks: [] } });
  t.equal((await use(secret)).status, accepted);
});

t.test(
  'of several forwarded addresses the one counts that the proxy in front saw: what stands before it anybody could have written',
  async (t) => {
    const { secret } = await issue({ networks: ['192.0.2.0/24'] });
    t.match(await use(secret, '192.0.2.44, 203.0.113.9'), {
      status: 403,
      body: { code: 'key-network', detail: /203\.0\.113\.9/ },
    });
    t.equal((await use(secret, '203.0.113.9, 192.0.2.44')).status, accepted);
  },
);

t.test('what is no network is named, each by its place', async (t) => {
  const faults = {
    status: 422,
    body: { errors: [{ pointer: '/networks/1', code: 'bad-network' }, { pointer: '/networks/2' }] },
  };
  t.match(
    await acme.admin.post('/api/v1/api-keys', { name: 'x', networks: ['192.0.2.1', 'office', '192.0.2.0/33'] }),
    faults,
  );
  t.match(await change((await issue()).id, { networks: ['192.0.2.1', 'office', '192.0.2.0/33'] }), faults);
});

t.test('a rotated key has two secrets for the chosen days, each with its last use, and then one', async (t) => {
  const { id, secret: old, prefix } = await issue();
  await use(old);
  const rotated = await rotate(id, 2);
  t.match(rotated, {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: { id, secret: /^dossier_live_/, lastUsedAt: null, former: { prefix, lastUsedAt: /Z$/ } },
  });
  const fresh: string = rotated.body.secret;
  platform.clock.advance(day);
  for (const secret of [old, fresh]) t.equal((await use(secret)).status, accepted);
  const listed = await shown(id);
  t.match(listed, {
    prefix: fresh.slice(0, 25),
    lastUsedAt: platform.clock.now().toISOString(),
    former: { prefix: old.slice(0, 25), expiresAt: new Date(platform.clock.time() + day).toISOString() },
  });
  t.notOk(JSON.stringify(listed).includes(fresh.slice(26)), 'the new secret is shown once as well');
  platform.clock.advance(day);
  t.match(await use(old), { status: 401, body: { code: 'invalid-credential' } });
  t.equal((await use(fresh)).status, accepted);
});

t.test('without overlap the old secret ends with the reply', async (t) => {
  const { id, secret } = await issue();
  t.equal((await use(secret)).status, accepted);
  const fresh = (await rotate(id, 0)).body.secret;
  t.equal((await use(secret)).status, 401);
  t.equal((await use(fresh)).status, accepted);
});

t.test('of two rotations at once one succeeds, so that the secret it showed goes on working', async (t) => {
  const { id } = await issue();
  const answers = await Promise.all([rotate(id, 0), rotate(id, 0)]);
  t.same(answers.map(({ status }) => status).sort(), [200, 409]);
  t.match(
    answers.find(({ status }) => status === 409),
    { body: { code: 'rotated-just-now' } },
  );
  t.equal((await use(answers.find(({ status }) => status === 200)!.body.secret)).status, accepted);
  platform.clock.advance(minute);
  t.equal((await rotate(id, 0)).status, 200, 'a minute later it is meant');
});

t.test('an overlap is of 0 to 7 whole days', async (t) => {
  const { id } = await issue();
  for (const overlapDays of [-1, 8, 1.5, '1', null])
    t.match(
      await acme.admin.post(`/api/v1/api-keys/${id}/rotate`, { overlapDays }),
      { status: 422, body: { errors: [{ pointer: '/overlapDays' }] } },
      String(overlapDays),
    );
});

t.test('revoking ends both secrets, and a revoked key is neither rotated nor changed', async (t) => {
  const { id, secret } = await issue();
  const fresh = (await rotate(id, 7)).body.secret;
  await use(secret);
  t.equal((await acme.admin.delete(`/api/v1/api-keys/${id}`)).status, 204);
  for (const each of [secret, fresh]) t.equal((await use(each)).status, 401);
  t.match(await rotate(id, 0), { status: 409, body: { code: 'key-revoked' } });
  t.match(await change(id, { name: 'x' }), { status: 409, body: { code: 'key-revoked' } });
});

t.test('an overlap ends with the key itself at the latest', async (t) => {
  const expiresAt = new Date(platform.clock.time() + day).toISOString();
  const { id, secret } = await issue({ expiresAt });
  const rotated = await rotate(id, 7);
  t.match(rotated.body, { expiresAt, former: { expiresAt } });
  t.match(await shown(id), { expiresAt, former: { expiresAt } });
  platform.clock.advance(day);
  for (const each of [secret, rotated.body.secret]) t.equal((await use(each)).status, 401);
});

t.test('an expired key gets no new secret, because that would not work either', async (t) => {
  const { id, prefix } = await issue({ expiresAt: new Date(platform.clock.time() + minute).toISOString() });
  platform.clock.advance(minute);
  t.match(await rotate(id, 1), { status: 409, body: { code: 'key-expired', detail: /Issue a new key/ } });
  t.match(await shown(id), { prefix, rotatedAt: null, former: null });
});

t.test('a key has its own requests a minute where they are fewer than those of every key', async (t) => {
  const policy = (count: number): object => ({ 'ratelimit-policy': `"actor";q=${count};w=60` });
  const limited = await testPlatform({ env: { RATE_PER_KEY: '5' } });
  t.teardown(() => limited.stop());
  const { admin } = await bank(limited);
  const keyWith = async (perMinute: number | null) => {
    const { secret } = (await admin.post('/api/v1/api-keys', { name: 'Partner', perMinute })).body;
    return () => limited.get(`/api/v1/templates/${newId()}/schema`, { 'x-api-key': secret });
  };
  const [few, many, usual] = [await keyWith(3), await keyWith(1_000_000), await keyWith(null)];
  for (let i = 0; i < 3; i++) t.match(await few(), { status: accepted, headers: policy(3) });
  t.match(await few(), {
    status: 429,
    headers: { ...policy(3), 'retry-after': /^\d+$/ },
    body: { code: 'too-many-requests', detail: /More than 3 requests a minute/ },
  });
  for (const key of [many, usual]) {
    for (let i = 0; i < 5; i++) t.match(await key(), { status: accepted, headers: policy(5) });
    t.match(await key(), { status: 429, headers: policy(5) });
  }

  for (const perMinute of [0, 1.5, -3, 1_000_001]) {
    t.match(
      await acme.admin.post('/api/v1/api-keys', { name: 'Partner', perMinute }),
      { status: 422, body: { errors: [{ pointer: '/perMinute', code: 'bad-rate', detail: /from 1 to 1,000,000/ }] } },
      `${perMinute}`,
    );
  }
  const { secret } = await issue({ perMinute: 3 });
  t.match(await use(secret), { status: accepted, headers: policy(3) }, 'also where every key has as many as it likes');
});

t.test('who may not manage keys, or belongs elsewhere, changes and rotates none', async (t) => {
  const { id, secret } = await issue();
  for (const attempt of [
    (id: string, client: TestClient) => change(id, {}, client),
    (id: string, client: TestClient) => rotate(id, 0, client),
  ]) {
    t.equal((await attempt(id, acme.clerk)).status, 403);
    const foreign = await attempt(id, beta.admin);
    t.equal(foreign.status, 404);
    t.equal(foreign.text, (await attempt(newId(), beta.admin)).text);
  }
  t.equal((await use(secret)).status, accepted, 'nothing was changed');
});

t.test('renaming keeps everything else, and the log says what was before; saving the same says nothing', async (t) => {
  const { id } = await issue({ name: 'Old name', networks: ['192.0.2.1'] });
  t.match(await change(id, { name: ' New name ' }), {
    status: 200,
    body: { name: 'New name', networks: ['192.0.2.1'] },
  });
  await change(id, { name: 'New name', networks: ['192.0.2.1'] });
  const { rows } = await platform.kernel.database.asOwner((owner) =>
    owner.run('select type, "actorKind", before, after from event where "subjectId" = $1 order by seq', [id]),
  );
  t.match(rows, [
    { type: 'api-keys/issued@1', actorKind: 'user' },
    { type: 'api-keys/changed@1', before: { name: 'Old name' }, after: { name: 'New name' } },
  ]);
  t.equal(rows.length, 2);
  t.match(await change(id, { name: '   ' }), { status: 422, body: { errors: [{ pointer: '/name' }] } });
});

t.test('the list comes page by page', async (t) => {
  const all = (await beta.admin.get('/api/v1/api-keys')).body.length + 3;
  for (let i = 0; i < 3; i++) await beta.admin.post('/api/v1/api-keys', { name: `Key ${i}` });
  const seen: string[] = [];
  for (let url: string | undefined = '/api/v1/api-keys?limit=2'; url !== undefined;) {
    const page: TestAnswer = await beta.admin.get(url);
    seen.push(...page.body.map(({ id }: { id: string }) => id));
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  t.equal(seen.length, all);
  t.equal(new Set(seen).size, all);
  for (const cursor of [newId(), acme.key.id])
    t.match(
      await beta.admin.get(`/api/v1/api-keys?cursor=${cursor}`),
      { status: 400, body: { code: 'bad-cursor' } },
      'of another list',
    );
  t.match(await beta.admin.get('/api/v1/api-keys?cursor=nonsense'), { status: 400, body: { code: 'bad-cursor' } });
});

/** An organization with as many keys in force as there can be, and one of them to revoke. */
async function full(
  at: TestPlatform,
): Promise<{ spare: string; issueIn: () => Promise<TestAnswer>; revoke: (id: string) => Promise<TestAnswer> }> {
  const { admin, organization } = await bank(at, 'full');
  const issueIn = (): Promise<TestAnswer> => admin.post('/api/v1/api-keys', { name: 'One more' });
  const spare: string = (await issueIn()).body.id;
  await at.kernel.database.asOwner((owner) =>
    owner.run(
      `insert into api_key ("organizationId", id, name, "keyId", fingerprint, scopes, networks, "createdAt")
    select "organizationId", gen_random_uuid(), name, 'filled' || n, fingerprint, scopes, networks, "createdAt" from api_key, generate_series(1, $2::int - (select count(*)::int from api_key where "organizationId" = $3::uuid)) n where id = $1`,
      [spare, MOST_KEYS, organization],
    ),
  );
  return { spare, issueIn, revoke: (id) => admin.delete(`/api/v1/api-keys/${id}`) };
}

t.test('an organization has so many keys in force at most', async (t) => {
  const { spare, issueIn, revoke } = await full(platform);
  t.match(await issueIn(), { status: 409, body: { code: 'too-many-keys', detail: /Revoke those/ } });
  t.equal(
    (await beta.admin.post('/api/v1/api-keys', { name: 'One more' })).status,
    201,
    'another organization has its own',
  );
  t.equal((await revoke(spare)).status, 204);
  t.equal((await issueIn()).status, 201);
});

t.test('of two keys for one place there is one', { skip: postgres === null }, async (t) => {
  const real = await testPlatform({ env: postgres! });
  t.teardown(() => real.stop());
  const { spare, issueIn, revoke } = await full(real);
  for (let round = 0, taken = spare; round < 8; round++) {
    t.equal((await revoke(taken)).status, 204);
    const both = await Promise.all([issueIn(), issueIn()]);
    t.same(both.map(({ status }) => status).sort(), [201, 409]);
    taken = both.find(({ status }) => status === 201)!.body.id;
  }
});

t.test('neither secret stands in the database or in the log', async (t) => {
  const { id, secret } = await issue();
  const fresh: string = (await rotate(id, 1)).body.secret;
  const stored = JSON.stringify(
    await platform.kernel.database.asOwner(async (owner) => [
      (await owner.run('select * from api_key')).rows,
      (await owner.run('select * from event')).rows,
    ]),
  );
  for (const each of [secret, fresh]) t.notOk(stored.includes(each.split('_')[3]!));
});

t.test('who issues keys sees which scopes there are and what each opens', async (t) => {
  const { status, body } = await acme.admin.get('/api/v1/api-keys/scopes');
  t.equal(status, 200);
  t.match(body, [
    { scope: 'applications:read', usual: true },
    { scope: 'applications:write', opens: ['Submit applications by API key'], usual: true },
    { scope: 'documents:write' },
    { scope: 'templates:read' },
  ]);
  t.same(
    ((await issue({ scopes: body.map((one: { scope: string }) => one.scope) })) as unknown as { scopes: string[] })
      .scopes,
    body.map((one: { scope: string }) => one.scope),
    'each of them can be given',
  );
  t.equal((await acme.officer.get('/api/v1/api-keys/scopes')).status, 403);
});
