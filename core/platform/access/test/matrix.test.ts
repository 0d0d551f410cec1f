import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import {
  applicationsFeature,
  createApplications,
  readApplications,
  readSubmitted,
  submitApplications,
} from '../../applications/contract.ts';
import { manageOrganization } from '../../tenancy/contract.ts';
import { manageAccess } from '../contract.ts';
import { stage } from './stage.ts';

const operatorToken = 'operator-of-the-installation';
const platform = await testPlatform({ env: { OPERATOR_TOKEN: operatorToken } });
t.teardown(() => platform.stop());
const acme = await stage(platform, 'acme');
const beta = await stage(platform, 'beta');
const admin = acme.admin.client;
const lending = await acme.team('Lending');
const workspace = await acme.house.workspace('Loans', 'STAFF');
await admin.put(`/api/v1/teams/${lending.id}/workspaces/${workspace}`);
const [one, two] = [await lending.member(), await lending.member()];
const owner = await lending.member('Owner');
const url = `/api/v1/workspaces/${workspace}/access`;
const organization = '/api/v1/organization/access';
const box = (permission: { id: string }, granted: boolean, role = 'Member') => ({
  teamRoleId: lending.roles[role]!,
  permission: permission.id,
  granted,
});

t.test(
  "permissions stand in groups of their features, and columns are the roles of the workspace's teams",
  async (t) => {
    const { body } = await admin.get(url);
    t.same(
      body.roles.map((role: Json) => role.name),
      ['Owner', 'Member'],
    );
    t.same(
      body.permissions
        .map(({ id }: Json) => id)
        .filter((id: string) => [submitApplications.id, readSubmitted.id].includes(id)),
      [],
      'what only keys may is given by their scopes',
    );
    t.match(
      body.permissions.find((permission: Json) => permission.id === readApplications.id),
      { title: readApplications.title, feature: applicationsFeature.id, featureTitle: applicationsFeature.title },
    );
    const groups = body.permissions.map((permission: Json) => permission.feature);
    t.equal(
      groups.filter((group: string, i: number) => group !== groups[i - 1]).length,
      new Set(groups).size,
      'each feature once',
    );
    t.ok(body.features.every((feature: Json) => Array.isArray(feature.requires)));
    t.notOk(body.permissions.some((permission: Json) => permission.id === manageAccess.id));
  },
);

t.test('the effect is shown before the save, and the save has it', async (t) => {
  await admin.put(url, { grants: [box(readApplications, true), box(createApplications, true, 'Owner')] });
  const change = { grants: [box(readApplications, false), box(readApplications, true, 'Owner')] };
  const preview = await admin.post(`${url}/preview`, change);
  t.equal(preview.status, 200);
  t.same(new Set(preview.body.losing.map((person: Json) => person.userId)), new Set([one.id, two.id]));
  t.match(preview.body.losing[0], { name: String, permissions: [readApplications.id], features: [] });
  t.match(preview.body.gaining, [{ userId: owner.id, permissions: [readApplications.id] }]);
  t.equal(
    (await one.client.get(`/api/v1/applications?workspaceId=${workspace}`)).status,
    200,
    'nothing has happened yet',
  );
  t.same((await admin.post(`${url}/preview`, {})).body, { losing: [], gaining: [] });
  await admin.put(url, change);
  t.equal((await one.client.get(`/api/v1/applications?workspaceId=${workspace}`)).status, 403);
  t.equal((await owner.client.get(`/api/v1/applications?workspaceId=${workspace}`)).status, 200);
  await admin.put(url, { grants: [box(readApplications, true)] });
});

t.test('a feature that is switched off takes its permissions along, from everybody there', async (t) => {
  const { body } = await admin.post(`${url}/preview`, { features: [{ id: applicationsFeature.id, on: false }] });
  t.equal(body.losing.length, 3);
  t.match(
    body.losing.find((person: Json) => person.userId === one.id),
    { permissions: [readApplications.id], features: [applicationsFeature.id] },
  );
  t.same(body.gaining, []);
});

t.test('whose sign-in is disabled loses nothing now', async (t) => {
  const operator = platform.as({ authorization: `Bearer ${operatorToken}` });
  const losing = async (): Promise<Json> =>
    (await admin.post(`${url}/preview`, { grants: [box(readApplications, false)] })).body.losing.map(
      (person: Json) => person.userId,
    );
  t.equal((await operator.post(`/api/v1/operator/users/${two.id}/disable`)).status, 200);
  t.same(await losing(), [one.id]);
  t.equal((await operator.post(`/api/v1/operator/users/${two.id}/enable`)).status, 200);
  t.same(new Set(await losing()), new Set([one.id, two.id]));
});

t.test('a person who has a right by another role too does not lose it', async (t) => {
  const helpers = await acme.team('Helpers');
  await admin.put(`/api/v1/teams/${helpers.id}/workspaces/${workspace}`);
  await admin.put(url, {
    grants: [{ teamRoleId: helpers.roles['Member'], permission: readApplications.id, granted: true }],
  });
  await admin.post('/user-teams', {
    userId: one.id,
    teamId: helpers.id,
    teamRoleId: helpers.roles['Member'],
    status: 'active',
  });
  t.same(
    (await admin.post(`${url}/preview`, { grants: [box(readApplications, false)] })).body.losing.map(
      (person: Json) => person.userId,
    ),
    [two.id],
  );
});

t.test('saving on an old page is refused, and nothing is saved', async (t) => {
  const read = await admin.get(url);
  t.equal(read.headers['etag'], `"${read.body.version}"`);
  const saved = await admin.put(
    url,
    { grants: [box(createApplications, true)] },
    { 'if-match': String(read.headers['etag']) },
  );
  t.equal(saved.status, 200);
  t.not(saved.body.version, read.body.version);
  t.match(
    await admin.put(url, { grants: [box(createApplications, false)] }, { 'if-match': String(read.headers['etag']) }),
    { status: 412, body: { code: 'stale' } },
  );
  t.equal((await admin.get(url)).body.version, saved.body.version);
  t.equal(
    (
      await admin.put(
        url,
        { grants: [box(createApplications, false)] },
        { 'if-match': `"other", ${saved.headers['etag']}` },
      )
    ).status,
    200,
  );
  t.equal((await admin.get(url)).body.version, read.body.version, 'the same boxes are the same version');
});

t.test('a box says who changed it last, and when', async (t) => {
  await admin.put(url, { features: [{ id: applicationsFeature.id, on: false }] });
  const { body } = await admin.put(url, {
    features: [{ id: applicationsFeature.id, on: true }],
    grants: [box(createApplications, false, 'Owner')],
  });
  t.match(
    body.changes.find(
      (change: Json) => change.teamRoleId === lending.roles['Owner'] && change.permission === createApplications.id,
    ),
    { by: { id: acme.admin.id, name: String }, at: platform.clock.now().toISOString() },
  );
  t.match(
    body.features.find((feature: Json) => feature.id === applicationsFeature.id),
    { changed: { by: { id: acme.admin.id } } },
  );
});

t.test(
  'what is switched on and off, or ticked and unticked, in one change is refused with its places; what is said twice counts once',
  async (t) => {
    const { body: before } = await admin.get(url);
    const features = [true, false, true].map((on) => ({ id: applicationsFeature.id, on }));
    const grants = [box(createApplications, true), box(readApplications, true), box(createApplications, false)];
    const refused = {
      status: 422,
      body: {
        errors: [
          { pointer: '/features/1', code: 'contradiction' },
          { pointer: '/grants/2', code: 'contradiction' },
        ],
      },
    };
    t.match(await admin.put(url, { features, grants }), refused);
    t.match(await admin.post(`${url}/preview`, { features, grants }), refused);
    t.equal((await admin.get(url)).body.version, before.version, 'and nothing is saved');
    t.equal((await admin.put(url, { features: [features[0], features[2]] })).status, 200);
  },
);

t.test('what holds for the organization has a matrix of its own', async (t) => {
  const { body } = await admin.get(organization);
  t.match(body.grants, [{ teamRoleId: acme.admins.role }, { teamRoleId: acme.admins.role }]);
  t.ok(body.roles.length > 2, 'roles of all teams');
  t.ok(body.permissions.some((permission: Json) => permission.id === manageAccess.id));
  t.match((await admin.post(`${organization}/preview`, { grants: [box(manageOrganization, true, 'Owner')] })).body, {
    losing: [],
    gaining: [{ userId: owner.id, permissions: [manageOrganization.id] }],
  });
  t.equal((await owner.client.post('/api/v1/workspaces', { name: 'New', type: 'STAFF' })).status, 403);
  t.equal((await admin.put(organization, { grants: [box(manageOrganization, true, 'Owner')] })).status, 200);
  t.equal((await owner.client.post('/api/v1/workspaces', { name: 'New', type: 'STAFF' })).status, 201);
});

t.test('strangers and members read and change neither, not even for themselves', async (t) => {
  for (const path of [url, organization]) {
    t.equal((await one.client.get(path)).status, 403, path);
    t.equal((await one.client.put(path, { grants: [box(readApplications, true)] })).status, 403, path);
    t.equal((await one.client.post(`${path}/preview`, {})).status, 403, path);
  }
  t.equal(
    (await beta.admin.client.post(`${url}/preview`, {})).text,
    (await beta.admin.client.post(`/api/v1/workspaces/${newId()}/access/preview`, {})).text,
  );
  const theirs = await beta.team('Theirs');
  t.match(
    await admin.put(organization, {
      grants: [{ teamRoleId: theirs.roles['Owner'], permission: manageAccess.id, granted: true }],
    }),
    { status: 404 },
  );
  t.match(await admin.put(organization, { grants: [box(readApplications, true)] }), {
    status: 422,
    body: { errors: [{ pointer: '/grants/0/permission' }] },
  });
  t.match(await admin.put(organization, { features: [] }), {
    status: 422,
    body: { errors: [{ pointer: '/features' }] },
  });
});
