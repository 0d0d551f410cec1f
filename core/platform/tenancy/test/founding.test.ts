import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import { movedTo, stranger, auditEntries } from './stage.ts';

const operatorToken = 'operator-token-for-these-tests';
const platform = await testPlatform({
  env: { TENANCY_PEOPLE_CREATE_ORGANIZATIONS: 'true', OPERATOR_TOKEN: operatorToken },
});
t.teardown(() => platform.stop());
const acme = await bank(platform);
const operator = platform.as({ authorization: `Bearer ${operatorToken}` });
const url = '/api/v1/organizations';
const slugs = async (who: { get: typeof platform.get }): Promise<string[]> =>
  (await who.get(url)).body.map(({ slug }: { slug: string }) => slug);

t.test('a person creates an organization and can use it at once', async (t) => {
  const fay = await stranger(platform, 'fay');
  const grants = { name: ' Fay Grants ', slug: 'fay-grants', type: 'GRANT', timeZone: 'Europe/Vienna' };
  const nowhere = await fay.post(url, { ...grants, timeZone: 'CET' });
  t.match(nowhere, { status: 422, body: { errors: [{ pointer: '/timeZone', code: 'bad-time-zone' }] } });
  const made = await fay.post(url, grants);
  t.match(made, {
    status: 201,
    headers: { location: `/api/v1/organizations/${made.body.id}` },
    body: {
      slug: 'fay-grants',
      name: 'Fay Grants',
      type: 'GRANT',
      timeZone: 'Europe/Vienna',
      branding: { logo: null, accent: null, contrast: null },
      version: 1,
      createdAt: /Z$/,
    },
  });
  t.same(await slugs(fay), ['fay-grants']);
  t.match(
    await fay.get(String(made.headers.location)),
    { status: 200, body: (await fay.get(url)).body[0] },
    'wherever they work at the moment',
  );
  for (const who of [acme.admin, operator])
    t.match(
      await who.get(String(made.headers.location)),
      { status: 404, body: (await who.get(`${url}/${newId()}`)).body },
      'of which others learn nothing',
    );
  t.equal((await fay.get(`${url}/nonsense`)).status, 404);

  const owner = await movedTo(platform, fay, 'fay-grants');
  t.same((await owner.get('/api/v1/organization')).body, made.body);
  const [office] = (await owner.get('/api/v1/workspaces')).body;
  t.match(office, { name: 'Office', type: 'STAFF' });
  t.same((await owner.get('/api/v1/organization/workspaces')).body, [{ ...office, teams: 1 }]);
  const roles = (await owner.get(`/api/v1/workspaces/${office.id}/access`)).body.roles;
  t.match(roles.map(({ teamName, name }: { teamName: string; name: string }) => `${teamName} ${name}`).sort(), [
    'Administrators Member',
    'Administrators Owner',
  ]);
  t.equal((await owner.get(`/api/v1/applications?workspaceId=${office.id}`)).status, 200, 'the owner works there');
  t.equal((await owner.post('/api/v1/workspaces', { name: 'Clients', type: 'CLIENT' })).status, 201);
  t.equal(
    (await owner.put(`/api/v1/teams/${roles[0].teamId}`, { name: 'Board' })).status,
    200,
    'the owner runs the team',
  );

  const access = (await platform.kernel.systemAccess(made.body.id)) as OrganizationAccess;
  t.match(await auditEntries(platform, { access }, 'organization', made.body.id), [
    {
      type: 'tenancy/organization-created@1',
      actor: { kind: 'user', id: fay.id },
      after: { slug: 'fay-grants', type: 'GRANT' },
    },
  ]);
});

t.test('the page learns whether a person may create one', async (t) => {
  const ida = await stranger(platform, 'ida');
  const asked = (who: Pick<typeof platform, 'post'>) => who.post('/graphql', { query: '{ mayCreateOrganizations }' });
  t.same((await asked(ida)).body, { data: { mayCreateOrganizations: true } });
  t.equal((await asked(platform)).status, 401);
});

t.test('an organization that cannot be made leaves nothing behind', async (t) => {
  const gus = await stranger(platform, 'gus');
  t.match(await gus.post(url, { name: 'Second Acme', slug: 'acme', type: 'BANK' }), {
    status: 409,
    body: { code: 'slug-taken' },
  });
  for (const [body, pointers] of [
    [{ name: '  ', slug: 'Not a slug', type: 'bank' }, ['/name', '/slug', '/type']],
    [{ name: 'Gus', slug: 'api', type: 'BANK' }, ['/slug']],
    [{ name: 'Gus', slug: '-gus', type: 'BANK' }, ['/slug']],
    [{ name: 'Gus', slug: 'g', type: 'BANK' }, ['/slug']],
    [{ slug: 'gus' }, ['/name', '/type']],
    [{ name: '', slug: 'N B', type: 'bank' }, ['/name', '/slug', '/type']],
    [{ name: '', slug: 'api', type: 'BANK', ownerId: acme.admin.id }, ['/name', '/ownerId', '/slug']],
    [{ name: ' ', slug: 'gus', type: 'BANK', ownerId: acme.admin.id }, ['/name', '/ownerId']],
    [{ name: 'Gus', slug: 'gus', type: 'BANK', role: 'Owner' }, ['/role']],
    [{ name: 'Gus', slug: 'gus', type: 'BANK', ownerId: acme.admin.id }, ['/ownerId']],
  ] as const) {
    const answer = await gus.post(url, body);
    t.equal(answer.status, 422, JSON.stringify(body));
    t.same(
      answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(),
      pointers,
      JSON.stringify(body),
    );
  }
  t.same(await slugs(gus), []);
  const twice = await Promise.all([
    gus.post(url, { name: 'Gus', slug: 'gus', type: 'BANK' }),
    gus.post(url, { name: 'Gus', slug: 'gus', type: 'BANK' }),
  ]);
  t.same(twice.map(({ status }) => status).sort(), [201, 409], 'a double click makes one');
  t.same(await slugs(gus), ['gus']);
});

t.test('only people and the operator create organizations', async (t) => {
  const body = { name: 'Rogue', slug: 'rogue', type: 'BANK' };
  for (const who of [platform, acme.key]) t.equal((await who.post(url, body)).status, 401);
});

t.test('the operator names who will own it', async (t) => {
  const hal = await stranger(platform, 'hal');
  const body = { name: 'Hal', slug: 'hal-bank', type: 'BANK' };
  t.match(await operator.post(url, body), {
    status: 422,
    body: { errors: [{ pointer: '/ownerId', code: 'missing' }] },
  });
  t.match(await operator.post(url, { ...body, ownerId: newId() }), {
    status: 422,
    body: { errors: [{ pointer: '/ownerId', code: 'unknown-user' }] },
  });
  const faults = async (o: object) =>
    (await operator.post(url, { ...body, ...o })).body.errors.map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    );
  t.same(await faults({ name: '' }), ['/name minLength', '/ownerId missing']);
  t.same(
    await faults({ type: 'bank', ownerId: 'hal' }),
    ['/ownerId format', '/type bad-type'],
    'one that does not fit is not said to be missing',
  );
  t.equal((await operator.post(url, { ...body, ownerId: hal.id })).status, 201, 'and what failed before left nothing');
  const owner = await movedTo(platform, hal, 'hal-bank');
  t.match(await owner.get('/api/v1/organization'), { status: 200, body: { slug: 'hal-bank' } });
});

t.test('where people may not, the operator alone does', async (t) => {
  const closed = await testPlatform({ env: { OPERATOR_TOKEN: operatorToken } });
  t.teardown(() => closed.stop());
  const ida = await stranger(closed, 'ida');
  const body = { name: 'Ida', slug: 'ida-bank', type: 'BANK' };
  t.match(await ida.post(url, body), { status: 403, body: { code: 'forbidden' } });
  t.strictSame(
    (await ida.post(url, { ...body, name: '', slug: 'api' })).body.errors.map(
      ({ pointer }: { pointer: string }) => pointer,
    ),
    ['/name'],
    'the person learns of the shape alone',
  );
  t.equal(
    (await closed.as({ authorization: `Bearer ${operatorToken}` }).post(url, { ...body, ownerId: ida.id })).status,
    201,
  );
  t.same(await slugs(ida), ['ida-bank']);
});
