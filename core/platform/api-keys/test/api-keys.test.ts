import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { given, sharedPlatform } from '@dossier/core/testing';
import { manageApiKeys } from '../contract.ts';

t.test('API keys', async (t) => {
  const platform = await sharedPlatform();
  const acme = await given.organization(platform, 'acme');
  const beta = await given.organization(platform, 'beta');
  const staff = await acme.workspace('Lending', 'STAFF');
  const admin = (await acme.member(await acme.team('Administrators', { may: [manageApiKeys] }))).client;
  const stranger = (await beta.member(await beta.team('Administrators', { may: [manageApiKeys] }))).client;
  const member = (await acme.member(await acme.team('Clerks', { workspaces: [staff] }))).client;
  const schema = (secret: string) => platform.get(`/api/v1/templates/${newId()}/schema`, { 'x-api-key': secret });

  const issued = await admin.post('/api/v1/api-keys', { name: 'Partner portal' });
  const { id, secret } = issued.body;

  await t.test('are shown once, with the scopes that a partner needs', async (t) => {
    t.match(issued, {
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: {
        name: 'Partner portal',
        scopes: ['templates:read', 'applications:write', 'applications:read', 'documents:write'],
        lastUsedAt: null,
        revokedAt: null,
      },
    });
    t.match(secret, /^dossier_live_/);
    const list = await admin.get('/api/v1/api-keys');
    t.match(list.body, [{ id, prefix: secret.slice(0, 25) }]);
    t.notOk(list.text.includes(secret));
    t.notOk(JSON.stringify(list.body).includes(secret.slice(26)), 'not the secret part alone either');
  });

  await t.test("open their own organization and no person's doors", async (t) => {
    t.equal((await schema(secret)).status, 404, 'known, and there is no such template');
    t.equal((await platform.get('/api/v1/workspaces', { 'x-api-key': secret })).status, 401);
    t.equal((await platform.get('/api/v1/api-keys', { 'x-api-key': secret })).status, 401);
  });

  await t.test('are refused when they are missing or wrong, with a hint how to do better', async (t) => {
    t.match(await platform.get(`/api/v1/templates/${newId()}/schema`), { status: 401 });
    const wrong = await schema(`${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`);
    t.match(wrong, { status: 401, body: { code: 'invalid-credential' } });
    t.match(wrong.headers['www-authenticate'], /^Bearer /);
  });

  await t.test('are issued and revoked by who may, and by nobody else', async (t) => {
    t.equal((await member.post('/api/v1/api-keys', { name: 'Mine' })).status, 403);
    t.equal((await member.get('/api/v1/api-keys')).status, 403);
    t.equal((await member.delete(`/api/v1/api-keys/${id}`)).status, 403);
    t.equal((await stranger.delete(`/api/v1/api-keys/${id}`)).status, 404);
    t.equal((await admin.delete('/api/v1/api-keys/nonsense')).status, 404);
    t.equal((await schema(secret)).status, 404, 'still valid');
  });

  await t.test('name every fault at once', async (t) => {
    const answer = await admin.post('/api/v1/api-keys', {
      name: ' ',
      scopes: ['applications:write', 'everything'],
      expiresAt: '2001-01-01T00:00:00Z',
    });
    t.match(answer, {
      status: 422,
      body: { errors: [{ pointer: '/name' }, { pointer: '/scopes/1' }, { pointer: '/expiresAt' }] },
    });
    const faults = (one: { body: { errors: { pointer: string; code: string }[] } }) =>
      one.body.errors.map(({ pointer, code }) => `${pointer} ${code}`);
    t.same(
      faults(
        await admin.post('/api/v1/api-keys', {
          name: '',
          scopes: ['nope', 7, 'applications:read'],
          networks: ['here'],
          perMinute: 0,
          expiresAt: 'soon',
        }),
      ),
      [
        '/name minLength',
        '/scopes/1 type',
        '/scopes/0 unknown-scope',
        '/networks/0 bad-network',
        '/perMinute bad-rate',
        '/expiresAt bad-time',
      ],
      'those of shape hide no others',
    );
    t.same(faults(await admin.post('/api/v1/api-keys', { scopes: [] })), ['/name required', '/scopes missing']);
    t.same(
      faults(
        await admin.request({
          method: 'PATCH',
          url: `/api/v1/api-keys/${id}`,
          payload: { name: '', networks: ['here'], scopes: ['nope'] },
        }),
      ),
      ['/scopes additionalProperties', '/name minLength', '/networks/0 bad-network'],
    );
    t.equal((await member.post('/api/v1/api-keys', { name: '', scopes: ['nope'] })).status, 403);
    t.match(await admin.post('/api/v1/api-keys', { name: 'x', organizationId: beta.id }), {
      status: 422,
      body: { errors: [{ pointer: '/organizationId' }] },
    });
  });

  await t.test('end at the time that was written, or are not issued', async (t) => {
    const issue = (expiresAt: string | null) => admin.post('/api/v1/api-keys', { name: 'Timed', expiresAt });
    t.match((await issue('2030-01-31T12:00:00+02:00')).body, { expiresAt: '2030-01-31T10:00:00.000Z' });
    t.match((await issue(null)).body, { expiresAt: null });
    for (const time of [
      '2030-02-31T00:00:00Z',
      '2030',
      ' 2030-01-31T12:00:00Z',
      '2030-01-31T12:00:00',
      'Thu, 01 Jan 2099 00:00:00 GMT',
      '2030-06-30T23:59:60Z',
      '+275760-09-13T00:00:00Z',
      '',
    ]) {
      t.match(
        await issue(time),
        {
          status: 422,
          body: { errors: [{ pointer: '/expiresAt', code: 'bad-time', detail: /for example 2030-01-31T12:00:00Z/ }] },
        },
        time,
      );
    }
  });

  await t.test('do only what their scopes say', async (t) => {
    const narrow = (await admin.post('/api/v1/api-keys', { name: 'Uploads only', scopes: ['documents:write'] })).body;
    t.equal((await schema(narrow.secret)).status, 403);
  });

  await t.test('end when they expire', async (t) => {
    const expiresAt = new Date(platform.clock.time() + 60_000).toISOString();
    const brief = (await admin.post('/api/v1/api-keys', { name: 'Brief', expiresAt })).body;
    t.equal((await schema(brief.secret)).status, 404);
    platform.clock.advance(60_000);
    t.equal((await schema(brief.secret)).status, 401);
  });

  await t.test('end with the next request after they are revoked, also when used all the time', async (t) => {
    t.equal((await schema(secret)).status, 404);
    t.equal((await admin.delete(`/api/v1/api-keys/${id}`)).status, 204);
    t.match(await schema(secret), { status: 401, body: { code: 'invalid-credential' } });
    t.equal((await admin.delete(`/api/v1/api-keys/${id}`)).status, 204, 'a second time changes nothing');
    t.match(
      (await admin.get('/api/v1/api-keys')).body.find((key: { id: string }) => key.id === id),
      { revokedAt: /Z$/, lastUsedAt: /Z$/ },
    );
  });
});
