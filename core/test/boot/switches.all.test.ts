import { t } from '@dossier/core/testing/t';
import { definePlugin, inWorkspace, newId, shellPage } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, Json, TestPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { applicationsFeature, readApplications, readOwnApplications } from '../../platform/applications/contract.ts';
import { furnish } from '../enumeration/furnish.ts';
import { ownersOf } from '../enumeration/graphql.ts';
import { kindOfArgument } from '../enumeration/slots.ts';
import { topics as topicKind } from '../../facilities/realtime/kinds.ts';

/** A page in the sidebar that belongs to the feature. */
const pages = definePlugin({
  id: 'pages',
  version: '1.0.0',
  kernel: '^1.0.0',
  web: {
    entry: 'web/index.ts',
    elements: [
      {
        tag: 'test-page',
        slot: shellPage,
        title: 'Test',
        path: 'test',
        gate: { feature: applicationsFeature, permission: readApplications },
      },
      {
        tag: 'test-either',
        slot: shellPage,
        title: 'Either',
        path: 'either',
        gate: { feature: applicationsFeature, anyOf: [readApplications, readOwnApplications] },
      },
    ],
  },
  routes: {
    look: {
      method: 'GET',
      url: '/look/:workspaceId',
      gate: inWorkspace({ feature: applicationsFeature, permission: readApplications, actors: ['user', 'key'] }),
      summary: 'Look',
    },
  },
  setup: (_needs, plugin) => plugin.routes({ look: () => ({}) }),
});

let platform: TestPlatform;
let a: Bank;
let b: Bank;
t.before(async () => {
  // On a server of PostgreSQL, as in production, GraphQL tells nobody its fields.
  platform = await testPlatform({
    plugins: [pages, '@dossier/workflow-handlers', '@dossier/bureau-simulator'],
    embedded: true,
  });
  [a, b] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
});
t.teardown(() => platform.stop());

/** What the clerk sees in their workspace, by REST, by GraphQL and in the sidebar. */
async function met(): Promise<string> {
  const rest = await a.clerk.get(`/look/${a.staffWorkspace}`);
  const field = await a.clerk.graphql('query($w: ID!) { applications(workspaceId: $w) { total } }', {
    w: a.staffWorkspace,
  });
  const shell = await a.clerk.graphql('query($w: ID!) { shell(workspaceId: $w) { tag } }', { w: a.staffWorkspace });
  return [
    `${rest.status} ${rest.body.code ?? ''}`.trim(),
    field.errors?.[0].extensions.code ?? 'rows',
    shell.data.shell.some(({ tag }: Json) => tag === 'test-page') ? 'shown' : 'hidden',
  ].join(', ');
}

t.test('a feature and a permission act on the very next request, in REST, GraphQL and the sidebar', async (t) => {
  const administration = platform.service(AccessAdministration);
  const turn = (on: boolean): Promise<void> =>
    administration.setFeature(a.access, { workspace: a.staffWorkspace, feature: applicationsFeature, on });
  t.equal(await met(), '200, rows, shown');
  await turn(false);
  t.equal(await met(), '404 feature-off, feature-off, hidden');
  t.equal((await b.clerk.get(`/look/${b.staffWorkspace}`)).status, 200, 'another organization keeps it');
  t.match(
    (await b.clerk.get(`/look/${a.staffWorkspace}`)).body,
    { code: 'not-found' },
    'a stranger does not learn of the switch',
  );
  await turn(true);
  t.equal(await met(), '200, rows, shown');
  await a.grant('clerk', readApplications, false);
  t.equal(await met(), '403 forbidden, forbidden, hidden');
  await a.grant('clerk', readApplications, true);
  t.equal(await met(), '200, rows, shown');
});

t.test('of permissions of which one suffices, each shows the page, and none does not', async (t) => {
  const shown = async (): Promise<string[]> =>
    (await a.clerk.graphql('query($w: ID!) { shell(workspaceId: $w) { tag } }', { w: a.staffWorkspace })).data.shell
      .map(({ tag }: Json) => tag)
      .filter((tag: string) => tag.startsWith('test-'));
  t.same(await shown(), ['test-page', 'test-either']);
  await a.grant('clerk', readApplications, false);
  t.same(await shown(), []);
  await a.grant('clerk', readOwnApplications, true);
  t.same(await shown(), ['test-either']);
  await a.grant('clerk', readOwnApplications, false);
  await a.grant('clerk', readApplications, true);
});

t.test('every root field of GraphQL treats an id of another organization as one that does not exist', async (t) => {
  const { ids: there } = await furnish(b, platform);
  const owners = ownersOf(platform.kernel.plan);
  const foreignId = (field: string, arg: string): string =>
    there[kindOfArgument(owners.get(field) ?? 'core', field, arg)]!;
  const introspected: Json = (
    await a.admin.graphql(
      '{ __schema { queryType { fields { name args { name type { kind ofType { name } } } type { kind ofType { kind ofType { kind ofType { kind } } } } } } } }',
    )
  ).data;
  const fields = introspected.__schema.queryType.fields.filter(({ args }: Json) =>
    args.some((arg: Json) => arg.type.ofType?.name === 'ID'),
  );
  t.ok(fields.length >= 4);
  /** The kind below lists and non-nulls. */
  const core = ({ kind, ofType }: Json): string => (ofType ? core(ofType) : kind);
  for (const { name, args, type } of fields) {
    const names: string[] = args.filter((arg: Json) => arg.type.ofType?.name === 'ID').map((arg: Json) => arg.name);
    const numbers = args.filter((arg: Json) => arg.type.ofType?.name === 'Int').map((arg: Json) => `${arg.name}: 1`);
    const ask = async (value: (arg: string) => string): Promise<Json> =>
      a.admin.graphql(
        `{ ${name}(${[...names.map((arg) => `${arg}: "${value(arg)}"`), ...numbers].join(', ')}) ${core(type) === 'OBJECT' ? '{ __typename }' : ''} }`,
      );
    const foreign = await ask((arg) => foreignId(name, arg));
    t.notMatch(JSON.stringify(foreign), /undefined|graphql-invalid/, name);
    t.same(foreign, await ask(() => newId()), name);
    t.ok(
      foreign.errors?.[0].extensions.code === 'not-found' || foreign.data?.[name] === null,
      `${name}: ${JSON.stringify(foreign)}`,
    );
  }
});

t.test('every topic is closed to strangers, to keys and to those who are not signed in', async (t) => {
  const params: Readonly<Record<string, string>> = {
    organizationId: b.organization,
    workspaceId: b.staffWorkspace,
    userId: b.clerk.id,
    id: newId(),
    teamId: newId(),
  };
  const fill = (address: string, o: Readonly<Record<string, string>>): string =>
    address.replace(/\{(\w+)\}/g, (_all, name: string) => o[name] ?? '');
  const missed = (topic: string): string => `/api/v1/events?topic=${encodeURIComponent(topic)}`;
  for (const { value: topic } of platform.kernel.plan.inventory.of(topicKind)) {
    const [foreign, mixed] = [
      fill(topic.address, params),
      fill(topic.address, { ...params, organizationId: a.organization }),
    ];
    t.equal((await platform.get(missed(foreign))).status, 401, topic.id);
    t.match(await a.key.get(missed(foreign)), { status: 401, body: { code: 'wrong-credential' } }, topic.id);
    // An address of nothing but the organization is one's own there.
    const strange = mixed === fill(topic.address, { organizationId: a.organization }) ? [foreign] : [foreign, mixed];
    for (const address of [...strange, foreign.replace(b.organization, '+'), `$share/x/${foreign}`, `${foreign}/#`]) {
      t.equal(
        (await a.admin.get(missed(address))).text,
        (await a.admin.get(missed('dossier/1/o/nothing'))).text,
        `${topic.id}: ${address}`,
      );
    }
  }
});
