import { t } from '@dossier/core/testing/t';
import { contributions, definePlugin, job, Type } from '@dossier/sdk';
import { stepHandlers } from '../../platform/workflow/contract.ts';
import { tellFailed } from '../../commands/failed.ts';
import { givenUpWork } from '../../commands/given-up.ts';
import { bank, eventually, testPlatform } from '../../testing/index.ts';
import { planAsText } from '../../boot/plan-report.ts';
import { written } from './cases.ts';

const operator = { authorization: 'Bearer operator-token-for-these-tests' };

/** What stands in the operator's report of each, and in which state it is. `plan`: `npm run plan` tells it, too. */
const outcomes: Readonly<Record<string, { state: string; why: RegExp; stack?: RegExp; plan?: true }>> = {
  'setup-throws': { state: 'failed', why: /setup fell over/, stack: /setup-throws\.ts/ },
  'start-throws-health-hangs': { state: 'failed', why: /start fell over/, stack: /start-throws-health-hangs\.ts/ },
  'ready-throws': { state: 'failed', why: /ready fell over/, stack: /ready-throws\.ts/ },
  'setup-never-ends': { state: 'starting', why: /it is starting/ },
  'migration-bad': { state: 'failed', why: /K_MIGRATION_FAILED.*rolled back.*tabel/s, stack: /tabel/ },
  'table-without-policy': { state: 'failed', why: /K_NO_ROW_POLICY.*"nobodys"/s, stack: /nobodys/ },
  'migration-alters-foreign-table': {
    state: 'failed',
    why: /K_FOREIGN_TABLE.*"application" of "applications".*its own tables alone/s,
    stack: /application/,
  },
  'route-collides': { state: 'failed', why: /K_DUPLICATE_ROUTE.*by documents and by route-collides/, plan: true },
  'audit@1.0.0': { state: 'failed', why: /K_DUPLICATE_PLUGIN.*called audit/, plan: true },
  'need-nobody-provides': { state: 'failed', why: /K_MISSING_NEED.*nobody\/has@1/, plan: true },
  'kernel-version-wrong': { state: 'failed', why: /K_KERNEL_VERSION.*\^2\.0\.0/, plan: true },
  'subject-misspelt': { state: 'failed', why: /K_UNKNOWN_SUBJECT.*did you mean application\?/, plan: true },
  'import-missing': { state: 'failed', why: /does-not-exist\.ts/, stack: /does-not-exist/, plan: true },
  'enum-not-strippable': { state: 'failed', why: /enum is not supported/, stack: /enum/, plan: true },
  'module-throws': { state: 'failed', why: /top level fell over/, stack: /module-throws\.ts/, plan: true },
};
const files = Object.keys(outcomes).map((name) => (name === 'audit@1.0.0' ? 'duplicate-id' : name));

const passing = definePlugin({
  id: 'passing',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [contributions(stepHandlers, 'PassHandler')],
  setup: (_, plugin) =>
    plugin.contribute(
      stepHandlers,
      'PassHandler',
      { open: 'to members' },
      {
        title: 'Pass',
        outside: false,
        run: async () => ({ outcome: 'passed' }),
      },
    ),
});
const isLoaded = (name: string): boolean => !['import-missing', 'enum-not-strippable', 'module-throws'].includes(name);

t.test('seventeen faulty plugins at once, and the rest of the platform serves as if they were not there', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const cases = written([...files, 'handler-and-resolver-throw', 'job-throws']);
  t.teardown(cases.remove);
  const platform = await testPlatform({
    plugins: [...cases.urls, passing],
    env: { OPERATOR_TOKEN: operator.authorization.slice(7), LOG_LEVEL: 'info' },
    // More than the others take on a slow machine; that nobody waits is tried in the host's tests, by its clock.
    patience: 5_000,
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  t.teardown(() => platform.stop());
  /** What could not be loaded has no id: it is called as it is listed. */
  const id = (name: string): string =>
    isLoaded(name) ? name : (cases.urls.find((url) => url.endsWith(`/${name}.ts`)) ?? name);

  await eventually(
    'all have been set up that can be',
    async () => {
      const { plugins } = (await platform.get('/health/ready', operator)).body;
      return Object.keys(plugins).filter((one) => plugins[one] === 'starting' && one !== 'setup-never-ends');
    },
    [],
  );

  await t.test('the operator learns of each and why, a stranger the status alone', async (t) => {
    t.same((await platform.get('/health/ready')).body, { status: 'degraded' });
    const { status, body } = await platform.get('/health/ready', operator);
    t.equal(status, 200);
    for (const [name, { state, why }] of Object.entries(outcomes)) {
      t.equal(body.plugins[id(name)], state, name);
      t.match(body.reasons[id(name)], why, name);
    }
    t.same(
      Object.keys(body.reasons).toSorted(),
      Object.keys(outcomes).map(id).toSorted(),
      'and of nobody else is there anything to tell',
    );
    t.equal((await platform.get('/health/live')).status, 200);
  });

  await t.test('the plan names those that do not fit', async (t) => {
    const text = planAsText(platform.kernel.plan);
    for (const [name, { why, plan }] of Object.entries(outcomes)) if (plan) t.match(text, why, name);
  });

  await t.test('the log has a line with the plugin and the stack', async (t) => {
    for (const [name, { stack }] of Object.entries(outcomes)) {
      const own = lines.filter((line) => line['plugin'] === id(name) && line['err'] !== undefined);
      if (name === 'setup-never-ends') continue;
      t.ok(own.length > 0, name);
      if (stack) t.match((own[0]?.['err'] as { stack: string }).stack, stack, name);
    }
  });

  await t.test('nothing of a migration that failed is in the database', async (t) => {
    const { rows } = await platform.kernel.database.asOwner((owner) =>
      owner.run(`
        select (select count(*)::int from pg_class where relname in ('half_done', 'nobodys', 'left_behind', 'oops')) as tables,
          (select count(*)::int from pg_attribute where attrelid = 'application'::regclass and attname = 'bad') as columns,
          (select relrowsecurity and relforcerowsecurity from pg_class where oid = 'application'::regclass) as walled,
          (select count(*)::int from "migration" where "plugin" in ('migration-bad', 'table-without-policy', 'migration-alters-foreign-table')) as noted`),
    );
    t.same(rows, [{ tables: 0, columns: 0, walled: true, noted: 0 }]);
  });

  await t.test('their own routes are answered 503, and those of others by others', async (t) => {
    for (const url of ['/setup-throws', '/setup-never-ends', '/kernel-version-wrong', '/need-nobody-provides'])
      t.match(await platform.request({ url }), { status: 503, body: { code: 'plugin-not-ready' } }, url);
  });

  await t.test('an application is submitted and approved', async (t) => {
    const s = await bank(platform);
    const made = await s.key.post('/api/v1/applications', s.record(await s.template(['PassHandler'])));
    t.equal(made.status, 201);
    await platform.settle();
    t.match((await s.officer.get(`/api/v1/applications/${made.body.id}`)).body, { status: 'Approved' });
    t.equal((await s.officer.get(`/api/v1/applications/${made.body.id}/documents`)).status, 200, 'no newcomer has it');
  });

  await t.test('a handler, a resolver and a job that throw are in the log by plugin, place and stack', async (t) => {
    const since = lines.length;
    const answer = await platform.request({ url: '/handler-and-resolver-throw' });
    t.match(answer, { status: 500, body: { code: 'internal' } });
    t.notMatch(answer.text, /hunter2/);
    const s = await bank(platform, 'beta');
    t.notMatch(JSON.stringify(await s.officer.graphql('{ throwing }')), /hunter2/);
    t.match(
      lines.slice(since).filter((line) => line['plugin'] === 'handler-and-resolver-throw'),
      [
        { route: 'GET /handler-and-resolver-throw', err: { stack: /handler fell over.*\n +at .*throw\.ts/ } },
        { field: 'Query.throwing', err: { stack: /resolver fell over.*\n +at .*throw\.ts/ } },
      ],
    );
    for (let i = 0; i < 4; i++) {
      platform.clock.advance(61_000);
      await platform.settle();
    }
    t.match(
      lines.filter((line) => line['job'] === 'job-throws/j'),
      [{ plugin: 'job-throws', err: { stack: /job fell over\n +at .*job-throws\.ts/ } }],
    );
    const told: string[] = [];
    const declared = [job('job-throws/j', { schema: Type.Object({}) })];
    const work = givenUpWork(platform.kernel, declared, () => platform.clock.now());
    t.equal(await tellFailed(work, [], (line) => told.push(line)), 0);
    t.match(told.join('\n'), /after 2 tries: job fell over\n +at .*job-throws\.ts/);
  });
});
