import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import { People } from '../../people/contract.ts';
import { Tenancy } from '../contract.ts';
import { movedTo, stranger, auditEntries } from './stage.ts';

const platform = await testPlatform();
t.teardown(() => platform.stop());
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const tenancy = platform.service(Tenancy);
const url = '/api/v1/organization';

t.test('members see their organization, and nobody else', async (t) => {
  for (const who of [acme.admin, acme.officer, acme.client]) {
    t.match(await who.get(url), {
      status: 200,
      body: {
        id: acme.organization,
        slug: 'acme',
        name: 'ACME',
        type: 'BANK',
        branding: { logo: null, accent: null, contrast: null, adjusted: null },
        createdAt: /Z$/,
        version: 1,
      },
    });
  }
  t.match((await beta.clerk.get(url)).body, { id: beta.organization, slug: 'beta' });
  for (const who of [platform, acme.key]) t.equal((await who.get(url)).status, 401);
  t.match(await (await stranger(platform, 'nobody')).get(url), { status: 404, body: { code: 'no-organization' } });
});

t.test('an administrator renames it', async (t) => {
  const changed = await acme.admin.put(url, { name: ' Acme Bank ' });
  t.match(changed, { status: 200, body: { name: 'Acme Bank', slug: 'acme', version: 2 } });
  t.match((await acme.officer.get('/api/v1/organizations')).body, [{ name: 'Acme Bank' }]);
  t.match((await auditEntries(platform, acme, 'organization', acme.organization)).at(-1), {
    type: 'tenancy/organization-changed@1',
    actor: { id: acme.admin.id },
    before: { name: 'ACME' },
    after: { name: 'Acme Bank' },
  });
  t.same(
    Object.keys((await auditEntries(platform, acme, 'organization', acme.organization)).at(-1)!.after as object),
    ['name'],
    'only what changed',
  );
  const entries = (await auditEntries(platform, acme, 'organization', acme.organization)).length;
  t.same((await acme.admin.put(url, { name: 'Acme Bank' })).body, changed.body, 'the same again changes nothing');
  t.same((await acme.admin.put(url, {})).body, changed.body);
  t.equal((await auditEntries(platform, acme, 'organization', acme.organization)).length, entries);
});

t.test('an edit of an older version is refused', async (t) => {
  const { version } = (await acme.admin.get(url)).body;
  t.match(await acme.admin.put(url, { name: 'Late', version: version - 1 }), { status: 412, body: { code: 'stale' } });
  t.match(await acme.admin.put(url, { name: 'In time', version }), { status: 200, body: { version: version + 1 } });
});

t.test('a former address goes on leading to it, and to nobody else', async (t) => {
  t.match(await acme.admin.put(url, { slug: 'acme-north' }), { status: 200, body: { slug: 'acme-north' } });
  t.match(await tenancy.organizationBySlug('acme'), { id: acme.organization, slug: 'acme-north' });
  t.match(await beta.admin.put(url, { slug: 'acme' }), { status: 409, body: { code: 'slug-taken' } });
  t.match(await beta.admin.put(url, { slug: 'acme-north' }), { status: 409, body: { code: 'slug-taken' } });
  await t.rejects(
    tenancy.createOrganization({
      slug: 'acme',
      name: 'Impostor',
      type: 'BANK',
      actor: { kind: 'system', id: 'test', name: 'Test' },
    }),
    { code: 'slug-taken' },
  );
  t.match(await acme.admin.put(url, { slug: 'acme' }), { status: 200, body: { slug: 'acme' } }, 'it may return');
  t.match((await beta.admin.get(url)).body, { slug: 'beta', version: 1 });
});

t.test('bad input changes nothing', async (t) => {
  const before = (await acme.admin.get(url)).body;
  for (const [body, pointer] of [
    [{ name: '  ' }, '/name'],
    [{ name: 'x'.repeat(201) }, '/name'],
    [{ name: 'Acme\r\nBcc: all@example.org' }, '/name'],
    [{ name: 'A\u2028B' }, '/name'],
    [{ slug: 'A' }, '/slug'],
    [{ slug: 'Acme' }, '/slug'],
    [{ slug: 'graphql' }, '/slug'],
    [{ type: 'PATENT' }, '/type'],
    [{ name: null }, '/name'],
    [{ version: 0 }, '/version'],
  ] as const) {
    t.match(
      await acme.admin.put(url, body),
      { status: 422, body: { errors: [{ pointer }] } },
      encodeURIComponent(JSON.stringify(body)),
    );
  }
  t.match(
    await acme.admin.put(url, { name: '', slug: 'N B', version: 0 }),
    {
      status: 422,
      body: { errors: [{ pointer: '/name' }, { pointer: '/version' }, { pointer: '/slug', code: 'bad-slug' }] },
    },
    'all at once',
  );
  t.same((await acme.admin.get(url)).body, before, 'its type never changes either');
});

t.test('a plain member changes nothing', async (t) => {
  const team = (await acme.admin.get(`/api/v1/workspaces/${acme.staffWorkspace}/access`)).body.roles[0].teamId;
  for (const who of [acme.officer, acme.clerk, acme.client]) {
    t.equal((await who.put(url, { name: 'Mine' })).status, 403);
    t.equal((await who.get(`${url}/workspaces`)).status, 403);
    t.equal((await who.put(`${url}/branding`, { accent: '#000000' })).status, 403);
    t.equal((await who.get(`${url}/branding/preview?accent=%23000000`)).status, 403);
    t.equal((await who.put(`${url}/logo`, { contentBase64: 'AAAA' })).status, 403);
    t.equal((await who.delete(`${url}/logo`)).status, 403);
    t.equal((await who.put(`/api/v1/workspaces/${acme.staffWorkspace}`, { name: 'Mine' })).status, 403);
    t.equal((await who.delete(`/api/v1/workspaces/${acme.staffWorkspace}`)).status, 403);
    t.equal((await who.put(`/api/v1/teams/${team}`, { name: 'Mine' })).status, 403);
    t.equal((await who.delete(`/api/v1/teams/${team}`)).status, 403);
  }
});

t.test('a session finds an organization by its former address', async (t) => {
  await beta.admin.put(url, { slug: 'beta-two' });
  const { secret } = await platform
    .service(People)
    .openSession({ user: beta.officer.id, organization: null, issuer: 'https://test.example' });
  const browser = platform.as({
    cookie: `dossier=${secret}`,
    'x-dossier-csrf': '1',
    origin: platform.kernel.publicUrl(),
    'sec-fetch-site': 'same-origin',
  });
  const there = await movedTo(platform, browser, 'beta');
  t.match((await there.get('/api/v1/session')).body, { organization: { slug: 'beta-two' } }, 'and learns the new one');
});
