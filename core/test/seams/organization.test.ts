/** What an organization is (its type) and goes by (language, time zone, currency), as plugins and people meet it. */
import { t } from '@dossier/core/testing/t';
import { defineEntity, p } from '@mikro-orm/core';
import { definePlugin, feature, slot, tenantTable } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestPlatform } from '@dossier/core/testing';
import { installationPlan } from '../../boot/installation-plan.ts';

const searches = feature('patent-searches', { title: 'Patent searches', initially: 'on', organizations: ['PATENT'] });
const loans = feature('loan-offers', { title: 'Loan offers', initially: 'on', organizations: ['BANK', 'GENERAL'] });
const offices = definePlugin({
  id: 'offices',
  version: '1.0.0',
  kernel: '^1.0.0',
  features: [searches, loans],
  setup: () => undefined,
});

let platform: TestPlatform;
let a: Bank;
t.before(async () => {
  platform = await testPlatform({ plugins: [offices] });
  a = await bank(platform, 'acme');
});
t.teardown(() => platform.stop());

const matrix = () => `/api/v1/workspaces/${a.staffWorkspace}/access`;
const on = async (): Promise<readonly string[]> =>
  (await a.admin.get(matrix())).body.features
    .filter((one: { on: boolean; id: string }) => one.on && [searches.id, loans.id].includes(one.id))
    .map(({ id }: { id: string }) => id);
const held = async (): Promise<readonly string[]> => {
  const access = await platform.kernel.systemAccess(a.organization, a.staffWorkspace);
  return [searches, loans].filter((one) => access.has(one)).map(({ id }) => id);
};

t.test('a feature starts where its plugin offers it, and an administrator may switch it on elsewhere', async (t) => {
  t.strictSame([await on(), await held()], [[loans.id], [loans.id]]);
  const switched = await a.admin.put(matrix(), { features: [{ id: searches.id, on: true }] });
  t.equal(switched.status, 200, switched.text);
  t.strictSame(
    [await on(), await held()],
    [
      [searches.id, loans.id],
      [searches.id, loans.id],
    ],
  );
});

t.test('what a plan finds wrong: an unknown type, an entity without a name, a slot of nobody', (t) => {
  const base = { version: '1.0.0', kernel: '^1.0.0', id: 'tried', setup: () => undefined };
  const typed = { id: 'SCHOOL', title: 'School' };
  const forSchools = feature('lessons', { title: 'Lessons', organizations: ['SCHOOL'] });
  const problemsOf = (spec: object, others: readonly object[] = []) =>
    installationPlan(
      [
        { spec: { ...base, ...spec } },
        ...others.map((other, i) => ({ spec: { ...base, id: `other-${i}`, ...other } })),
      ],
      '1.2.0',
    ).problems.filter(({ plugin }) => plugin === 'tried');
  t.strictSame(problemsOf({ features: [forSchools] }), [], 'where nobody declares types, any may be named');
  t.strictSame(problemsOf({ features: [forSchools], organizationTypes: [typed] }), []);
  t.match(problemsOf({ features: [forSchools] }, [{ organizationTypes: [{ id: 'SCHOOLS', title: 'Schools' }] }]), [
    { code: 'K_UNKNOWN_ORGANIZATION_TYPE', text: /did you mean SCHOOLS\?.*organizationTypes/ },
  ]);
  const unnamed = defineEntity({ name: '', tableName: 'note', properties: { organizationId: p.uuid().primary() } });
  t.match(
    problemsOf({ tables: [tenantTable(unnamed)] }).filter(({ code }) => code === 'K_NO_ENTITY_NAME'),
    [{ text: /\(note\) has no name.*defineEntity\(\{ name/ }],
  );
  const element = {
    tag: 'tried-element',
    slot: slot('nobody/declares@1'),
    title: 'Tried',
    gate: { open: 'to members' },
  };
  t.match(problemsOf({ web: { entry: 'web.ts', elements: [element] } }), [{ code: 'K_UNKNOWN_SLOT' }]);
  t.end();
});

t.test(
  'language, time zone and currency: each under its one name, all faults at once, in REST and GraphQL',
  async (t) => {
    const url = '/api/v1/organization';
    const before = (await a.admin.get(url)).body;
    t.match(before, { language: 'en', timeZone: String, currency: 'EUR' });
    t.match(await a.admin.put(url, { language: 'tlh-XYZ!', timeZone: 'CET', currency: 'XQQ' }), {
      status: 422,
      body: {
        errors: [
          { pointer: '/language', code: 'bad-language' },
          { pointer: '/timeZone', code: 'bad-time-zone' },
          { pointer: '/currency', code: 'bad-currency' },
        ],
      },
    });
    const changed = await a.admin.put(url, { language: 'DE-at', timeZone: 'europe/vienna', currency: 'chf' });
    t.match(changed, { status: 200, body: { language: 'de-AT', timeZone: 'Europe/Vienna', currency: 'CHF' } });
    t.equal(changed.body.version, before.version + 1);
    t.equal((await a.admin.put(url, { currency: 'CHF' })).body.version, changed.body.version, 'nothing changed');
    t.equal((await a.clerk.put(url, { currency: 'EUR' })).status, 403);
    const own = '/api/v1/preferences';
    const usual = { language: null, timeZone: null, theme: null, putAside: [] };
    t.strictSame((await a.clerk.get(own)).body, usual);
    t.match(await a.clerk.put(own, { language: 'xx-nothing-at-all', timeZone: 'CET' }), {
      status: 422,
      body: { errors: [{ pointer: '/language' }, { pointer: '/timeZone' }] },
    });
    t.strictSame((await a.clerk.put(own, { language: 'PL', timeZone: 'Europe/Warsaw' })).body, {
      ...usual,
      language: 'pl',
      timeZone: 'Europe/Warsaw',
    });
    t.strictSame((await a.clerk.put(own, { timeZone: null })).body, { ...usual, language: 'pl' });
    const { body } = await a.clerk.post('/graphql', {
      query: '{ viewer { preferences { language timeZone } organization { language timeZone currency } } }',
    });
    t.strictSame(body.data.viewer, {
      preferences: { language: 'pl', timeZone: null },
      organization: { language: 'de-AT', timeZone: 'Europe/Vienna', currency: 'CHF' },
    });
    t.strictSame((await a.admin.get(own)).body, usual, 'everybody their own');
  },
);
