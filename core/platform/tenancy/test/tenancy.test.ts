import { t } from '@dossier/core/testing/t';
import { EventLog } from '@dossier/sdk';
import { bank, logged, sharedPlatform } from '@dossier/core/testing';
import { Tenancy } from '../contract.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const tenancy = platform.service(Tenancy);
const system = { kind: 'system', id: 'test', name: 'Test' } as const;
const url = '/api/v1/workspaces';
const names = (answer: { body: readonly { name: string }[] }): string[] => answer.body.map(({ name }) => name).sort();

/** Entries of the log about one thing, oldest first. */
const auditEntries = async (type: string, id: string, access = acme.access) => {
  await logged(platform);
  return platform.service(EventLog).of(access, { subject: { type, id } });
};

t.test('an administrator creates workspaces of each type', async (t) => {
  for (const type of ['STAFF', 'CLIENT', 'MIXED'] as const) {
    const { status, body } = await acme.admin.post(url, { name: ` Room ${type} `, type });
    t.equal(status, 201);
    t.same(body, { id: body.id, name: `Room ${type}`, type, createdAt: platform.clock.now().toISOString() });
    t.same(await tenancy.workspace(acme.organization, body.id), body);
    t.equal(await tenancy.workspace(beta.organization, body.id), null, 'another organization does not know it');
    const entries = await auditEntries('workspace', body.id);
    t.equal(entries.length, 1);
    t.match(entries[0], {
      type: 'tenancy/workspace-created@1',
      actor: { kind: 'user', id: acme.admin.id },
      after: { name: `Room ${type}`, type },
      payload: { name: `Room ${type}`, type },
    });
  }
});

t.test('a workspace of another type, or without one, is refused and not made', async (t) => {
  const before = await tenancy.workspaces(acme.organization);
  for (const type of ['PARTNER', 'staff', '', null, undefined]) {
    const answer = await acme.admin.post(url, { name: 'Back office', type });
    t.equal(answer.status, 422, `${type}`);
    t.match(answer.body.errors, [{ pointer: '/type' }], `${type}`);
  }
  t.match(await acme.admin.post(url, { name: '', type: 'STAFF' }), {
    status: 422,
    body: { errors: [{ pointer: '/name' }] },
  });
  for (const name of ['   ', '\u200b', 'Loans\u202e'])
    t.match(await acme.admin.post(url, { name, type: 'STAFF' }), {
      status: 422,
      body: { errors: [{ pointer: '/name', code: 'bad-name' }] },
    });
  t.match(
    await acme.admin.post(url, { name: 'Back office', type: 'STAFF', organizationId: beta.organization }),
    { status: 422 },
    'nor one for somebody else',
  );
  t.same(await tenancy.workspaces(acme.organization), before);
});

t.test('a name is taken once in each organization', async (t) => {
  t.equal((await acme.admin.post(url, { name: 'Savings', type: 'STAFF' })).status, 201);
  t.match(await acme.admin.post(url, { name: 'Savings', type: 'CLIENT' }), {
    status: 409,
    body: { code: 'name-taken' },
  });
  t.equal((await beta.admin.post(url, { name: 'Savings', type: 'STAFF' })).status, 201);
  await t.rejects(tenancy.createTeam(acme.access, { name: 'Lending' }), { status: 409, code: 'name-taken' });
});

t.test('only who manages the organization creates workspaces', async (t) => {
  const before = await tenancy.workspaces(acme.organization);
  for (const who of [acme.officer, acme.clerk, acme.client])
    t.equal((await who.post(url, { name: 'Back office', type: 'STAFF' })).status, 403);
  for (const who of [platform, acme.key])
    t.equal((await who.post(url, { name: 'Back office', type: 'STAFF' })).status, 401);
  t.same(await tenancy.workspaces(acme.organization), before);
});

t.test('workspaces and organizations are listed for their members', async (t) => {
  await acme.admin.post(url, { name: 'Vault', type: 'STAFF' });
  for (const who of [acme.officer, beta.officer])
    t.same(names(await who.get(url)), ['Lending'], 'not the ones of other teams');
  t.same(names(await acme.client.get(url)), ['Clients']);
  t.same(
    (await acme.officer.get(url)).body.map(({ id }: { id: string }) => id),
    [acme.staffWorkspace],
  );
  t.same(
    (await beta.officer.get(url)).body.map(({ id }: { id: string }) => id),
    [beta.staffWorkspace],
  );
  for (const [who, organization, slug] of [
    [acme.officer, acme.organization, 'acme'],
    [acme.client, acme.organization, 'acme'],
    [beta.admin, beta.organization, 'beta'],
  ] as const) {
    const { body } = await who.get('/api/v1/organizations');
    t.equal(body.length, 1);
    t.match(body[0], { id: organization, slug, name: slug.toUpperCase(), type: 'BANK', createdAt: /Z$/ });
  }
  for (const list of [url, '/api/v1/organizations']) t.equal((await platform.get(list)).status, 401);
});

t.test('an organization has an address of its own', async (t) => {
  const made = await tenancy.createOrganization({ slug: 'gamma', name: ' Gamma ', type: 'GRANT', actor: system });
  t.match(made, { slug: 'gamma', name: 'Gamma', type: 'GRANT', createdAt: platform.clock.now().toISOString() });
  t.same(await tenancy.organizationBySlug('gamma'), made);
  t.same(await tenancy.organization(made.id), made);
  await t.rejects(tenancy.createOrganization({ slug: 'gamma', name: 'Another', type: 'BANK', actor: system }), {
    status: 409,
    code: 'slug-taken',
  });
  t.same(await tenancy.organizationBySlug('gamma'), made, 'the first keeps it');

  const entries = await auditEntries('organization', made.id, { ...acme.access, organization: made.id });
  t.equal(entries.length, 1);
  t.match(entries[0], {
    type: 'tenancy/organization-created@1',
    actor: system,
    after: { slug: 'gamma', name: 'Gamma', type: 'GRANT' },
    payload: { slug: 'gamma', type: 'GRANT' },
  });
  t.same(await auditEntries('organization', made.id), [], 'another organization does not read it');
});

t.test('the faults of an organization are reported all at once', async (t) => {
  await t.rejects(tenancy.createOrganization({ slug: 'Not A Slug', name: ' ', type: 'bank', actor: system }), {
    status: 422,
    errors: [{ pointer: '/slug' }, { pointer: '/name' }, { pointer: '/type' }],
  });
  for (const slug of ['', '-a', 'a-', 'ä', 'a'.repeat(64)])
    await t.rejects(
      tenancy.createOrganization({ slug, name: 'One', type: 'BANK', actor: system }),
      { errors: [{ pointer: '/slug' }] },
      slug,
    );
});

t.test('a team is made with an entry in the log', async (t) => {
  const { status, body } = await acme.admin.post('/api/v1/teams', { name: 'Risk' });
  t.equal(status, 201);
  t.same(
    (await tenancy.teams(acme.organization)).find(({ name }) => name === 'Risk'),
    body,
  );
  const entries = (await auditEntries('team', body.id)).filter(({ type }) => type === 'tenancy/team-created@1');
  t.equal(entries.length, 1);
  t.match(entries[0], {
    actor: { kind: 'user', id: acme.admin.id },
    after: { name: 'Risk' },
    payload: { name: 'Risk' },
  });
  t.equal((await acme.officer.post('/api/v1/teams', { name: 'Rogue' })).status, 403);
});
