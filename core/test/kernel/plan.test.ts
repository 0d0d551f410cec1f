import { t } from '@dossier/core/testing/t';
import { defineEntity, p } from '@mikro-orm/core';
import {
  all,
  definePlugin,
  event,
  extensionPoint,
  feature,
  inAnyWorkspace,
  inOrganization,
  inWorkspace,
  job,
  optional,
  perOrganization,
  permission,
  service,
  tenantTable,
  topic,
  Type,
} from '@dossier/sdk';
import { planAsJson, planAsText } from '../../boot/plan-report.ts';
import { describeGate, plan as planOf } from '../../kernel/index.ts';
import { base, codes, plan, texts } from './planning.ts';
import { bare } from './support.ts';

const Cases = service<object>('cases/cases@1');
const Patents = service<object>('patents/patents@1');
const Ai = service<object>('ai/ai@1');

t.test('levels follow services, and optional ones when their provider is there', async (t) => {
  const made = plan([
    definePlugin({ ...base, id: 'c', needs: { ai: Ai, cases: Cases } }),
    definePlugin({ ...base, id: 'b', needs: { cases: optional(Cases), patents: optional(Patents) }, provides: [Ai] }),
    definePlugin({ ...base, id: 'a', provides: [Cases] }),
    bare('z'),
  ]);
  t.same(made.problems, []);
  t.same(made.levels, [['a', 'z'], ['b'], ['c']]);
  t.same(made.needs.get('b'), [{ plugin: 'a', token: 'cases/cases@1', optional: true }]);
});

t.test('a service of the kernel is given and makes no edge', async (t) => {
  t.same(plan([definePlugin({ ...base, id: 'a', needs: { cases: Cases } })], ['cases/cases@1']).problems, []);
});

t.test('a cycle of services is named with the way to break it', async (t) => {
  const made = plan([
    definePlugin({ ...base, id: 'patents', needs: { ai: Ai }, provides: [Patents] }),
    definePlugin({ ...base, id: 'ai', needs: { patents: Patents }, provides: [Ai] }),
    definePlugin({ ...base, id: 'self', needs: { cases: Cases }, provides: [Cases] }),
    bare('free'),
  ]);
  t.match(texts(made, 'K_CYCLE'), [
    'ai -> patents -> ai; break it with an extension point or an event.',
    /^self -> self;/,
  ]);
  t.same(made.order, ['free']);
});

t.test('two plugins may extend each other: points make no edges', async (t) => {
  const steps = extensionPoint<{ run(): void }>('workflow/step@1');
  const tools = extensionPoint<{ call(): void }>('ai/tool@1');
  const made = plan([
    definePlugin({ ...base, id: 'workflow', points: [steps], extends: [tools], needs: { steps: all(steps) } }),
    definePlugin({ ...base, id: 'ai', points: [tools], extends: [steps], needs: { tools: all(tools) } }),
  ]);
  t.same(made.problems, []);
  t.same(made.levels, [['ai', 'workflow']]);
});

t.test('a missing need names who asks, and the version or the id that was meant', async (t) => {
  const made = plan([
    definePlugin({ ...base, id: 'owner', provides: [service('cases/cases@2'), service('people/people@1')] }),
    definePlugin({
      ...base,
      id: 'asker',
      needs: {
        cases: Cases,
        people: service('people/peopel@1'),
        moon: service('astronomy/moon@1'),
        maybe: optional(Patents),
      },
    }),
  ]);
  const found = texts(made, 'K_MISSING_NEED');
  t.equal(found.length, 3);
  t.match(found[0], /^asker needs the service cases\/cases@1, .*cases\/cases@2 is there/);
  t.match(found[1], /did you mean people\/people@1\?/);
  t.match(found[2], /install the plugin that offers it/);
});

t.test('contract versions of a point stand side by side and are not mixed up', async (t) => {
  const one = extensionPoint<object>('workflow/step@1');
  const two = extensionPoint<object>('workflow/step@2');
  t.same(
    plan([
      definePlugin({ ...base, id: 'workflow', points: [one, two] }),
      definePlugin({ ...base, id: 'old', extends: [one] }),
      definePlugin({ ...base, id: 'new', extends: [two] }),
    ]).problems,
    [],
  );
  const made = plan([
    definePlugin({ ...base, id: 'workflow', points: [two] }),
    definePlugin({ ...base, id: 'old', extends: [one], needs: { steps: all(one) } }),
  ]);
  t.same(codes(made), ['K_UNKNOWN_POINT', 'K_UNKNOWN_POINT']);
  t.match(made.problems[0]?.text, /workflow\/step@2 is there/);
});

t.test('ids, versions and kernel ranges are checked', async (t) => {
  const made = plan([
    bare('Bad_Id'),
    bare('kernel'),
    { spec: { ...bare('old').spec, kernel: '^2.0.0' } },
    { spec: { ...bare('odd').spec, kernel: 'newest' } },
    { spec: { ...bare('v').spec, version: 'one' } },
    bare('twice'),
    bare('twice'),
  ]);
  t.same(codes(made).sort(), [
    'K_BAD_ID',
    'K_BAD_ID',
    'K_BAD_VERSION',
    'K_DUPLICATE_PLUGIN',
    'K_KERNEL_VERSION',
    'K_KERNEL_VERSION',
  ]);
  t.match(texts(made, 'K_KERNEL_VERSION')[0], /old 1\.0\.0 works with kernel \^2\.0\.0, and this is kernel 1\.2\.0/);
});

t.test('what may exist once is reported when it exists twice', async (t) => {
  const shared = {
    features: [feature('f', { title: 'F' })],
    permissions: [permission('p', { title: 'P' })],
    provides: [Cases],
    points: [extensionPoint<never>('x/y@1')],
    events: [event('a/e@1', { schema: Type.Object({}), title: 'e' })],
    jobs: [job('a/j', { schema: Type.Object({}) })],
    tables: [
      tenantTable(
        defineEntity({
          name: 'Thing',
          tableName: 'thing',
          properties: { id: p.uuid().primary(), organizationId: p.uuid() },
        }),
      ),
    ],
    graphql: { sdl: 'extend type Query { things: Int }', fields: { 'Query.things': inOrganization() } },
  };
  const route = (url: string, aliases: readonly string[] = []) => ({
    method: 'GET' as const,
    url,
    aliases,
    summary: 's',
    gate: inOrganization(),
  });
  const made = plan(
    [
      definePlugin({ ...base, ...shared, id: 'a', routes: { one: route('/x/:id', ['/api/x/:id']), two: route('/y') } }),
      definePlugin({ ...base, ...shared, id: 'b', routes: { one: route('/z', ['/api/x/:thing']) } }),
    ],
    ['kernel/clock@1'],
  );
  t.same(codes(made).sort(), [
    'K_DUPLICATE_EVENT',
    'K_DUPLICATE_FEATURE',
    'K_DUPLICATE_FIELD',
    'K_DUPLICATE_JOB',
    'K_DUPLICATE_PERMISSION',
    'K_DUPLICATE_POINT',
    'K_DUPLICATE_ROUTE',
    'K_DUPLICATE_TABLE',
    'K_TWO_PROVIDERS',
  ]);
  t.match(texts(made, 'K_DUPLICATE_ROUTE')[0], /GET \/api\/x\/:id is declared by a and by b/);
});

t.test('nobody replaces a service of the kernel', async (t) => {
  t.match(plan([definePlugin({ ...base, id: 'a', provides: [Cases] })], ['cases/cases@1']).problems, [
    { code: 'K_TWO_PROVIDERS', plugin: 'a', text: /by kernel and by a/ },
  ]);
});

t.test('a gate names features and permissions that somebody declares', async (t) => {
  const switched = feature('reports', { title: 'Reports' });
  const made = plan([
    definePlugin({
      ...base,
      id: 'a',
      features: [feature('report', { title: 'R' })],
      permissions: [permission('reports.view', { title: 'V', feature: switched })],
      routes: {
        x: {
          method: 'GET',
          url: '/x',
          summary: 's',
          gate: inOrganization({ feature: switched, anyOf: [permission('reports.run', { title: 'R' })] }),
        },
      },
    }),
  ]);
  t.same(codes(made), ['K_UNDECLARED_FEATURE', 'K_UNDECLARED_PERMISSION', 'K_UNDECLARED_FEATURE']);
  t.match(made.problems[0]?.text, /did you mean report\?/);
});

t.test(
  'features that require each other, tables without a row policy and schedules without a job are refused',
  async (t) => {
    const a = feature('a', { title: 'A', requires: [feature('b', { title: 'B' })] });
    const b = feature('b', { title: 'B', requires: [feature('a', { title: 'A' })] });
    const made = plan([
      definePlugin({
        ...base,
        id: 'x',
        features: [a, b],
        tables: [{ entity: defineEntity({ name: 'Loose', properties: { id: p.uuid().primary() } }) } as never],
        schedules: [{ id: 's', job: job('x/j', { schema: Type.Object({}) }), cron: '* * * * *', timeZone: 'UTC' }],
        migrations: [
          { id: '0001', up: async () => undefined },
          { id: '0001', up: async () => undefined },
        ],
      }),
    ]);
    t.same(codes(made).sort(), ['K_DUPLICATE_MIGRATION', 'K_FEATURE_CYCLE', 'K_NO_ROW_POLICY', 'K_UNKNOWN_JOB']);
    t.match(texts(made, 'K_NO_ROW_POLICY')[0], /The entity Loose of x/);
  },
);

t.test(
  'what is undefined, as of modules that import each other, is named for each plugin, and so is what could not be reached',
  async (t) => {
    const nothing = undefined as never;
    const made = plan([
      definePlugin({
        ...base,
        id: 'a',
        needs: { x: nothing, y: all(nothing) },
        extends: [nothing],
        features: [nothing],
        events: [nothing],
        jobs: [nothing],
      }),
      definePlugin({
        ...base,
        id: 'b',
        routes: { x: { method: 'FETCH' as never, url: 'x', gate: inOrganization(), summary: 's' } },
        topics: [topic('t', { address: 'foo/+/bar', title: 't', gate: inOrganization(), events: [] })],
      }),
    ]);
    t.same(
      texts(made, 'K_NOT_A_TOKEN')
        .map((text) => /under (\S+) /.exec(text)?.[1])
        .sort(),
      ['events', 'extends', 'features', 'jobs', 'needs.x', 'needs.y'],
    );
    t.match(texts(made, 'K_BAD_ROUTE'), [/FETCH/, /"x"; it begins with a slash/]);
    t.match(texts(made, 'K_TOPIC_ADDRESS'), [/foo\/\+\/bar/]);
  },
);

t.test('a token must be taken in the scope in which it is provided', async (t) => {
  t.same(
    codes(
      plan([
        definePlugin({ ...base, id: 'a', provides: [perOrganization('a/a@1')] }),
        definePlugin({ ...base, id: 'b', needs: { a: service('a/a@1') } }),
      ]),
    ),
    ['K_SCOPE_MISMATCH'],
  );
});

t.test('every problem is in one report, faults of the configuration too', async (t) => {
  const made = planOf(
    [
      bare('Bad'),
      definePlugin({ ...base, id: 'b', needs: { cases: Cases }, extends: [extensionPoint<object>('no/where@1')] }),
    ],
    { kernelVersion: '1.0.0', configFaults: [{ name: 'PORT', detail: 'must be a number.' }] },
  );
  t.same(codes(made).sort(), ['K_BAD_ID', 'K_MISSING_NEED', 'K_SETTINGS', 'K_UNKNOWN_POINT']);
  t.match(texts(made, 'K_SETTINGS'), ['PORT: must be a number.']);
});

t.test('a plan of 200 plugins puts each behind what it needs', async (t) => {
  const tokens = Array.from({ length: 200 }, (_, i) => service<object>(`p${i}/s@1`));
  const plugins = tokens.map((token, i) =>
    definePlugin({
      ...base,
      id: `p-${i}`,
      needs: Object.fromEntries(
        [Math.floor(i / 2), Math.floor(i / 3)].filter((k) => k < i).map((k) => [`n${k}`, tokens[k] ?? token]),
      ),
      provides: [token],
    }),
  );
  const made = plan(plugins.reverse());
  t.same(made.problems, []);
  t.equal(new Set(made.order).size, 200);
  for (const [id, edges] of made.needs)
    for (const edge of edges)
      t.ok(made.order.indexOf(edge.plugin) < made.order.indexOf(id), `${id} after ${edge.plugin}`);
});

t.test('the plan reads as text and as JSON, with gates in words', async (t) => {
  const read = permission('a.read', { title: 'Read', keyScope: 'a:read' });
  const f = feature('f', { title: 'F' });
  const made = plan([
    definePlugin({
      ...base,
      id: 'a',
      features: [f],
      permissions: [read],
      routes: {
        get: {
          method: 'GET',
          url: '/w/:workspaceId',
          aliases: ['/v/:workspaceId'],
          summary: 's',
          gate: inWorkspace({ feature: f, permission: read, actors: ['user', 'key'] }),
        },
      },
    }),
    bare('Bad'),
  ]);
  const text = planAsText(made);
  t.match(
    text,
    /GET +\/w\/:workspaceId +a +workspace :workspaceId; feature f; permission a\.read; people and API keys +also \/v\/:workspaceId/,
  );
  t.match(text, /Problems \(1\)\n +K_BAD_ID/);
  const json = JSON.parse(JSON.stringify(planAsJson(made)));
  t.match(json, {
    levels: [['a']],
    routes: [{ plugin: 'a', url: '/w/:workspaceId' }],
    problems: [{ code: 'K_BAD_ID', plugin: 'Bad' }],
    failed: [{ plugin: 'Bad', phase: 'plan', reason: /K_BAD_ID/ }],
  });
  t.match(text, /Left out \(1\)\n +Bad/);
  t.equal(describeGate({ open: 'to everyone', why: 'a health check' }), 'open to everyone: a health check');
  t.equal(describeGate('inherit'), 'as the field above');
  t.equal(
    describeGate({ scope: 'workspace', at: { in: 'params', name: 'id', subject: 'application' } }),
    'workspace of application :id; people',
  );
  t.equal(
    describeGate(inAnyWorkspace({ permission: permission('reports.view', { title: 'V' }) })),
    'any workspace; permission reports.view; people',
  );
});
