import { t } from '@dossier/core/testing/t';
import { definePlugin, perOrganization } from '@dossier/sdk';
import { hostOf, settled } from './support.ts';

interface Client {
  readonly name: string;
}
const base = { version: '1.0.0', kernel: '^1.0.0' };
const Directory = perOrganization<Client>('ldap/directory@1');
const Search = perOrganization<Client>('search/search@1');

const ldap = (built: string[], closed: string[] = [], before: () => Promise<void> = async () => undefined) =>
  definePlugin({
    ...base,
    id: 'ldap',
    provides: [Directory],
    setup: (_, plugin) =>
      plugin.provide(Directory, async (organization) => {
        built.push(organization);
        const name = `${organization} ${built.length}`;
        await before();
        return Object.assign({ name }, { [Symbol.asyncDispose]: async () => void closed.push(name) });
      }),
  });
const search = (built: string[]) =>
  definePlugin({
    ...base,
    id: 'search',
    needs: { directory: Directory },
    provides: [Search],
    setup: ({ directory }, plugin) =>
      plugin.provide(Search, async (organization) => {
        built.push(organization);
        return { name: `search in ${(await directory(organization)).name}` };
      }),
  });

t.test('built on first use, once for callers that come together, and kept for each organization', async (t) => {
  const built: string[] = [];
  const { host } = hostOf([ldap(built)]);
  await host.start();
  t.same(built, []);
  const [one, two] = await Promise.all([
    host.organizationService(Directory, 'org-1'),
    host.organizationService(Directory, 'org-1'),
  ]);
  t.equal(one, two);
  await host.organizationService(Directory, 'org-2');
  t.same(built, ['org-1', 'org-2']);
  await host.stop();
});

t.test("dropped with what builds on it when the organization's settings change, and closed; others stay", async (t) => {
  const directories: string[] = [];
  const searches: string[] = [];
  const closed: string[] = [];
  const { host } = hostOf([ldap(directories, closed), search(searches)]);
  await host.start();
  t.equal((await host.organizationService(Search, 'org-1')).name, 'search in org-1 1');
  await host.organizationService(Search, 'org-2');
  await host.dropOrganization('org-1', 'ldap');
  t.same(closed, ['org-1 1']);
  t.equal((await host.organizationService(Search, 'org-1')).name, 'search in org-1 3');
  t.equal((await host.organizationService(Search, 'org-2')).name, 'search in org-2 2');
  await host.dropOrganization('org-1', 'search');
  await host.organizationService(Search, 'org-1');
  t.equal(directories.length, 3, 'the directory below is kept');
  t.equal(searches.length, 4);
  await host.dropOrganization('org-1');
  t.same(closed, ['org-1 1', 'org-1 3']);
  await host.stop();
  t.same(closed, ['org-1 1', 'org-1 3', 'org-2 2']);
});

t.test('settings that change while it is built are not missed', async (t) => {
  const built: string[] = [];
  const closed: string[] = [];
  const gates: (() => void)[] = [];
  const { host } = hostOf([ldap(built, closed, () => new Promise((resolve) => gates.push(resolve)))]);
  await host.start();
  const asked = host.organizationService(Directory, 'org-1');
  await settled();
  await host.dropOrganization('org-1');
  gates[0]?.();
  await settled();
  gates[1]?.();
  t.equal((await asked).name, 'org-1 2');
  t.same(closed, ['org-1 1']);
  await host.stop();
});

t.test('a failed building is not kept, and a hanging one ends at the deadline', async (t) => {
  let tries = 0;
  const { host, time } = hostOf([
    definePlugin({
      ...base,
      id: 'ldap',
      provides: [Directory],
      setup: (_, plugin) =>
        plugin.provide(Directory, async () => {
          tries++;
          if (tries === 1) throw new Error('unreachable');
          if (tries === 2) await new Promise(() => undefined);
          return { name: 'there' };
        }),
    }),
  ]);
  await host.start();
  await t.rejects(host.organizationService(Directory, 'org-1'), /unreachable/);
  const asked = host.organizationService(Directory, 'org-1').catch((error: unknown) => error);
  await time.pass(10_000);
  t.match(await asked, {
    code: 'K_DEADLINE',
    message: /plugin ldap did not finish building ldap\/directory@1 within 10 s/,
  });
  t.equal((await host.organizationService(Directory, 'org-1')).name, 'there');
  await host.stop();
});

t.test('a restart of the provider drops what it built', async (t) => {
  const built: string[] = [];
  const closed: string[] = [];
  const { host } = hostOf([ldap(built, closed)]);
  await host.start();
  await host.organizationService(Directory, 'org-1');
  await host.restart('ldap');
  t.same(closed, ['org-1 1']);
  t.equal((await host.organizationService(Directory, 'org-1')).name, 'org-1 2');
  await host.stop();
  await t.rejects(host.organizationService(Directory, 'org-1'), { status: 503, code: 'plugin-not-ready' });
});
