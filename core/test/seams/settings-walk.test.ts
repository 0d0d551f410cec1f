/** A plugin goes through the organizations that have set it up, as the system in each. */
import { t } from '@dossier/core/testing/t';
import { Database, definePlugin, settingCollection, Type } from '@dossier/sdk';
import type { OrganizationAccess, SettingVerbs } from '@dossier/sdk';
import { given, testKernel, testPlatform } from '@dossier/core/testing';
import type { Organization, TestPlatform } from '@dossier/core/testing';

const branches = settingCollection('branches', {
  title: 'Branches',
  one: 'branch',
  namedBy: 'name',
  schema: Type.Object({ name: Type.String({ title: 'Name' }) }),
});
const settings = Type.Object({ host: Type.Optional(Type.String({ title: 'Host' })) }, { title: 'Directory' });
const base = { version: '1.0.0', kernel: '^1.0.0' };
const walks = new Map<string, SettingVerbs['eachOrganization']>();
const databases: Database[] = [];
const directory = definePlugin({
  ...base,
  id: 'directory',
  needs: { database: Database },
  settings,
  settingOptions: { collections: [branches] },
  setup({ database }, plugin) {
    databases.push(database);
    walks.set('directory', plugin.eachOrganization);
  },
});
const foreign = definePlugin({
  ...base,
  id: 'foreign',
  settings,
  setup: (_, plugin) => void walks.set('foreign', plugin.eachOrganization),
});
const bare = definePlugin({
  ...base,
  id: 'bare',
  setup: (_, plugin) => void walks.set('bare', plugin.eachOrganization),
});
const walkOf = (plugin: string): SettingVerbs['eachOrganization'] => walks.get(plugin)!;

let platform: TestPlatform;
/** In the order of their ids, as they were made. */
let bySettings: Organization;
let byEntry: Organization;
let neither: Organization;
const lines: Record<string, unknown>[] = [];
t.before(async () => {
  platform = await testPlatform({
    plugins: [directory, foreign, bare],
    env: { LOG_LEVEL: 'warn' },
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const furnished = async (slug: string, ...changes: readonly (readonly [url: string, values: object])[]) => {
    const made = await given.organization(platform, slug).workspace('Lending').admin('Ada Admin');
    for (const [url, values] of changes) {
      const method = url.endsWith('/entries') ? 'POST' : 'PUT';
      const answer = await made.people['Ada Admin'].request({ method, url, payload: { values } });
      t.equal(answer.status, method === 'POST' ? 201 : 200);
    }
    return made;
  };
  const url = '/api/v1/integrations/directory';
  const entries = `${url}/collections/branches/entries`;
  bySettings = await furnished('acme', [url, { host: 'ldap.acme.example' }], [entries, { name: 'North' }]);
  byEntry = await furnished('beta', [entries, { name: 'East' }], [entries, { name: 'West' }]);
  neither = await furnished('gamma', ['/api/v1/integrations/foreign', { host: 'ldap.gamma.example' }]);
});
t.teardown(() => platform.stop());

t.test('a walk enters each organization with settings or an entry once, and sees its own rows alone', async (t) => {
  const seen: unknown[] = [];
  let within = 0;
  const counts = await walkOf('directory')(async (access) => {
    t.equal((within += 1), 1, 'one after another');
    const rows = await databases
      .at(-1)!
      .read(access, (tx) =>
        tx.sql<{ organization: { id: string } }>().selectFrom('organization').select('id').execute(),
      );
    seen.push({ organization: access.organization, rows, actor: access.actor });
    within -= 1;
  });
  const actor = { kind: 'system', id: 'directory', name: 'System' };
  t.strictSame(
    seen,
    [bySettings, byEntry].map(({ id }) => ({ organization: id, rows: [{ id }], actor })),
    'in the order of their ids',
  );
  t.strictSame(counts, { visited: 2, failed: 0 });
});

t.test('the settings of another plugin lead that one there, and nobody else', async (t) => {
  const seen: string[] = [];
  await walkOf('foreign')(({ organization }) => void seen.push(organization));
  t.strictSame(seen, [neither.id]);
});

t.test('an entry of a collection that the plugin declares no more leads nowhere', async (t) => {
  await platform.kernel.database.asOwner((owner) =>
    owner.run(
      `insert into setting ("organizationId", plugin, collection, entry, value) values ($1, 'directory', 'former', 'x', '{}')`,
      [neither.id],
    ),
  );
  const seen: string[] = [];
  await walkOf('directory')(({ organization }) => void seen.push(organization));
  t.strictSame(seen, [bySettings.id, byEntry.id]);
});

t.test('a visit that throws is logged and counted, and the next organization is visited', async (t) => {
  const seen: string[] = [];
  lines.length = 0;
  const counts = await walkOf('directory')(({ organization }) => {
    if (organization === bySettings.id) throw new Error('The directory does not answer.');
    seen.push(organization);
  });
  t.strictSame(seen, [byEntry.id]);
  t.strictSame(counts, { visited: 1, failed: 1 });
  t.match(lines, [
    { plugin: 'directory', organization: bySettings.id, err: { message: 'The directory does not answer.' } },
  ]);
  t.equal(lines.length, 1);
});

t.test('a plugin that stops ends its walk before the next organization; its next run walks anew', async (t) => {
  const seen: string[] = [];
  const old = walkOf('directory');
  const counts = await old(async ({ organization }) => {
    seen.push(organization);
    await platform.kernel.host.restart('directory');
  });
  t.strictSame(seen, [bySettings.id]);
  t.strictSame(counts, { visited: 1, failed: 0 });
  t.strictSame(await old(() => void t.fail('a run that is over visits nobody')), { visited: 0, failed: 0 });
  t.strictSame(await walkOf('directory')(() => undefined), { visited: 2, failed: 0 });
});

t.test('a walk without settings in the spec, and one in a transaction, are refused', async (t) => {
  const visit = (): void => void t.fail('nobody is visited');
  await t.rejects(walkOf('bare')(visit), { code: 'K_NOT_DECLARED', message: /plugin bare .*add settings to the spec/ });
  const [database] = databases;
  await t.rejects(
    database!.write(bySettings.access, () => walkOf('directory')(visit)),
    { code: 'K_WALK_INSIDE' },
  );
});

t.test('many organizations are gone through page by page, each of them once', async (t) => {
  await platform.kernel.database.asOwner((owner) =>
    owner.run(
      `insert into setting ("organizationId", plugin, value) select gen_random_uuid(), 'foreign', '{}' from generate_series(1, 450)`,
      [],
    ),
  );
  const seen: string[] = [];
  const note = ({ organization }: OrganizationAccess): void => void seen.push(organization);
  t.strictSame(await walkOf('foreign')(note), { visited: 451, failed: 0 });
  t.strictSame(seen, [...new Set(seen)].toSorted());
  t.ok(seen.includes(neither.id));
});

t.test('a light test has the organization whose settings it gives, and none without', async (t) => {
  const seen: string[] = [];
  const note = ({ organization }: OrganizationAccess): void => void seen.push(organization);
  await using kernel = await testKernel({ plugins: [foreign], settings: { foreign: { host: 'ldap.example' } } });
  t.strictSame(await walkOf('foreign')(note), { visited: 1, failed: 0 });
  t.strictSame(seen, [kernel.organization]);
  await using without = await testKernel({ plugins: [foreign] });
  t.strictSame(await walkOf('foreign')(note), { visited: 0, failed: 0 });
  await without.settings('foreign', { host: 'ldap.example' });
  t.strictSame(await walkOf('foreign')(note), { visited: 1, failed: 0 });
});
