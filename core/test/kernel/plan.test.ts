import t from 'tap';
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
  slot,
  tenantTable,
  topic,
  Type,
  pagePolicies,
} from '@dossier/sdk';
import type { ContributionGate, PagePolicy, Plugin, WebElement } from '@dossier/sdk';
import { facilityPlans } from '../../boot/facilities.ts';
import { planAsJson, planAsText } from '../../boot/plan-report.ts';
import { describeGate, plan as planOf } from '../../kernel/index.ts';
import type { Plan } from '../../kernel/index.ts';
import { bare } from './support.ts';

const base = { version: '1.0.0', kernel: '^1.0.0', setup: () => undefined };
const plan = (plugins: readonly Plugin[], given: readonly string[] = []): Plan =>
  planOf(plugins, {
    kernelVersion: '1.2.0',
    given: { services: given, points: ['kernel/authenticator@1'] },
    facilities: facilityPlans,
  });
const codes = (made: Plan): string[] => made.problems.map((problem) => problem.code);
const texts = (made: Plan, code: string): string[] =>
  made.problems.filter((problem) => problem.code === code).map((problem) => problem.text);

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

t.test('a secret that would be stored in clear, because it stands deep in the settings, is refused', async (t) => {
  const secret = Type.String({ writeOnly: true });
  t.same(
    plan([
      definePlugin({
        ...base,
        id: 'flat',
        settings: Type.Object({
          password: secret,
          codes: Type.Array(secret, { writeOnly: true }),
          place: Type.Object({ writeOnly: Type.String() }),
        }),
      }),
    ]).problems,
    [],
  );
  const made = plan([
    definePlugin({
      ...base,
      id: 'deep',
      settings: Type.Object({
        directory: Type.Object({ password: secret }),
        codes: Type.Array(secret),
        'a/b': Type.Union([secret, Type.Null()]),
      }),
    }),
  ]);
  t.same(codes(made), ['K_DEEP_SECRET', 'K_DEEP_SECRET', 'K_DEEP_SECRET']);
  t.same(
    texts(made, 'K_DEEP_SECRET').map((text) => / at (\S+),/.exec(text)?.[1]),
    ['/properties/directory/properties/password', '/properties/codes/items', '/properties/a~1b/anyOf/0'],
  );
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

t.test('no gate, no route, field, topic, element or mount', async (t) => {
  const missing = undefined as never;
  const made = plan([
    definePlugin({
      ...base,
      id: 'a',
      routes: {
        none: { method: 'GET', url: '/a', summary: 's', gate: missing },
        silent: { method: 'GET', url: '/b', summary: 's', gate: { open: 'to everyone', why: ' ' } },
        nowhere: { method: 'GET', url: '/c', summary: 's', gate: { scope: 'workspace' } as never },
        anything: { method: 'GET', url: '/e', summary: 's', gate: { scope: 'any workspace' } as never },
        lost: { method: 'GET', url: '/d/:id', summary: 's', gate: inWorkspace({}) },
      },
      graphql: {
        sdl: 'extend type Query { open: Int inherited: Int } type Mutation { x: Int }',
        fields: { 'Query.inherited': 'inherit', 'Query.gone': inOrganization() },
      },
      topics: [topic('t', { address: 'dossier/1/o/{organizationId}/t', title: 't', gate: missing, events: [] })],
      web: {
        entry: 'web/index.ts',
        elements: [
          { tag: 'a-b', slot: slot<object>('x/y@1'), title: 't', gate: missing },
          {
            tag: 'a-c',
            slot: slot<object>('x/y@1'),
            title: 't',
            gate: { feature: feature('f', { title: 'F' }), anyOf: [] },
          },
        ],
      },
      mounts: { raw: { path: '/raw', why: '' } },
    }),
  ]);
  t.equal(texts(made, 'K_NO_GATE').length, 10);
  t.match(
    texts(made, 'K_NO_GATE').filter((text) => text.includes('a-c')),
    [/an empty anyOf, which nobody could pass/],
  );
  t.match(
    texts(made, 'K_NO_GATE').filter((text) => text.includes('/e')),
    [/asks for nothing there; name a permission or a feature/],
  );
  t.match(texts(made, 'K_BAD_LOCATOR'), [/\/d\/:id has none of that name/]);
  t.match(texts(made, 'K_BAD_SDL'), [/make it a route/]);
  t.match(texts(made, 'K_UNKNOWN_FIELD'), [/Query\.gone/]);
});

t.test('an element stands in a slot that somebody declares, with a gate that means something there', async (t) => {
  const here = slot<object>('a/card@1');
  const outside = slot<object>('a/section@1', { within: 'organization', pages: true });
  const everywhere = slot<object>('a/own@1', { within: 'person' });
  const reads = permission('reads', { title: 'R' });
  const manages = permission('manages', { title: 'M', scope: 'organization' });
  const invites = permission('invites', { title: 'I', scope: 'team' });
  const on = feature('on', { title: 'O' });
  const members = { open: 'to members' } as const;
  const owner = definePlugin({
    ...base,
    id: 'a',
    features: [on],
    permissions: [reads, manages, invites],
    slots: [here, outside, everywhere],
  });
  const element = (tag: `${string}-${string}`, of: { slot: typeof here; gate: ContributionGate; path?: string }) => ({
    tag,
    title: 'T',
    ...of,
  });
  const made = (...elements: readonly WebElement[]): Plan =>
    plan([owner, definePlugin({ ...base, id: 'b', web: { entry: 'web/index.ts', elements } })]);
  t.same(
    made(
      element('b-card', { slot: here, gate: { feature: on, permission: reads } }),
      element('b-section', { slot: outside, gate: { anyOf: [manages, invites] }, path: 'b' }),
      element('b-own', { slot: everywhere, gate: members }),
    ).problems,
    [],
  );
  t.match(texts(made(element('b-lost', { slot: slot<object>('a/cart@1'), gate: members })), 'K_UNKNOWN_SLOT'), [
    /b-lost of b stands in the slot a\/cart@1, which no installed plugin declares.*did you mean a\/card@1/,
  ]);
  t.match(texts(made(element('b-old', { slot: slot<object>('a/card@2'), gate: members })), 'K_UNKNOWN_SLOT'), [
    /a\/card@1 is there: use that version/,
  ]);
  t.match(codes(made(element('b-none', { slot: outside, gate: { permission: manages } }))), ['K_NO_PATH']);
  t.match(
    texts(
      made(
        element('b-feature', { slot: outside, gate: { feature: on, anyOf: [manages] }, path: 'b' }),
        element('b-workspace', { slot: outside, gate: { anyOf: [manages, reads] }, path: 'c' }),
        element('b-person', { slot: everywhere, gate: { permission: manages } }),
      ),
      'K_GATE_PLACE',
    ),
    [/the feature on is switched by workspace/, /the permission reads is held in a workspace/, /wherever they work/],
  );
  t.match(
    texts(
      made(
        element('b-one', { slot: outside, gate: { permission: manages }, path: 'b' }),
        element('b-two', { slot: outside, gate: { permission: manages }, path: 'b' }),
      ),
      'K_DUPLICATE_PAGE',
    ),
    [/a\/section@1 \/b is declared twice by b; give one of them another path/],
  );
  t.match(codes(plan([owner, definePlugin({ ...base, id: 'c', slots: [here] })])), ['K_DUPLICATE_SLOT']);
});

t.test('an element by kinds names its own, and a page asks for what it may be allowed', async (t) => {
  const fields = slot<object>('a/field@1', { within: 'person', kinds: true });
  const owner = definePlugin({ ...base, id: 'a', slots: [fields] });
  const made = (elements: readonly Pick<WebElement, 'tag' | 'kind'>[], policy: readonly string[] = []): Plan =>
    plan([
      owner,
      definePlugin({
        ...base,
        id: 'b',
        web: {
          entry: 'web/index.ts',
          // As somebody without types writes it.
          policy: policy as readonly PagePolicy[],
          elements: elements.map((one) => ({ ...one, slot: fields, title: 'T', gate: { open: 'to members' } })),
        },
      }),
    ]);
  t.same(
    made(
      [
        { tag: 'b-day', kind: 'day' },
        { tag: 'b-week', kind: 'week' },
      ],
      pagePolicies,
    ).problems,
    [],
  );
  t.match(codes(made([{ tag: 'b-day' }])), ['K_NO_KIND']);
  t.match(
    texts(
      made([
        { tag: 'b-day', kind: 'day' },
        { tag: 'b-other', kind: 'day' },
      ]),
      'K_DUPLICATE_ELEMENT_KIND',
    ),
    [/The kind day of a\/field@1 has two elements, of b and of b/],
  );
  t.match(texts(made([], ['unsafe-eval', 'connect-src *']), 'K_UNKNOWN_POLICY'), [
    /"unsafe-eval", which no page may be allowed; it can ask for wasm-unsafe-eval/,
    /"connect-src \*".*it can ask for wasm-unsafe-eval, worker-src blob:/,
  ]);
});

t.test('the type definitions of all plugins are one schema, and nobody takes the address of the broker', async (t) => {
  const made = plan([
    definePlugin({
      ...base,
      id: 'a',
      graphql: {
        sdl: 'scalar JSON type Thing { id: ID! more: JSON, more: Int } extend type Query { version: Int thing(like: Wish): Thing }',
        fields: { 'Query.version': inOrganization(), 'Query.thing': inOrganization() },
      },
    }),
    definePlugin({
      ...base,
      id: 'b',
      graphql: {
        sdl: 'scalar JSON type Thing { name: String } extend type Thing { id: ID! } extend type Nobody { x: Int }',
        fields: {},
      },
      mounts: { raw: { path: '/rt', why: 'It wants to.' } },
    }),
    definePlugin({
      ...base,
      id: 'c',
      routes: { rt: { method: 'GET', url: '/rt', summary: 's', gate: inOrganization() } },
    }),
  ]);
  t.same(texts(made, 'K_BAD_SDL').sort(), [
    'The GraphQL field Query.version is defined by the kernel and by a; rename one of them.',
    'The GraphQL field Thing.id is defined by a and by b; rename one of them.',
    'The GraphQL field Thing.more is defined twice by a; rename one of them.',
    'The GraphQL type Thing is defined by a and by b; its owner defines it, others write "extend type Thing".',
    'The type definitions of a name the GraphQL type Wish, which no installed plugin defines.',
    'b extends the GraphQL type Nobody, which no installed plugin defines.',
  ]);
  t.same(
    made.problems
      .filter(({ code }) => code === 'K_BAD_ROUTE')
      .map(({ plugin }) => plugin)
      .sort(),
    ['b', 'c'],
  );
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

t.test('a schedule that nobody can read is named in the plan', async (t) => {
  const daily = job('x/j', { schema: Type.Object({}) });
  const made = plan([
    definePlugin({
      ...base,
      id: 'x',
      jobs: [daily],
      schedules: [
        ['61 * * * *', 'UTC'],
        ['* * * * *', 'Europe/Berlinn'],
        ['* * * * * *', 'UTC'],
        ['', 'UTC'],
        ['30 2 31 * 1-5', 'Asia/Kathmandu'],
      ].map(([cron = '', timeZone = ''], i) => ({ id: `s${i}`, job: daily, cron, timeZone })),
    }),
  ]);
  t.same(
    texts(made, 'K_BAD_SCHEDULE').map((text) => text.slice(0, 20)),
    ['The schedule s0 of x', 'The schedule s1 of x', 'The schedule s2 of x', 'The schedule s3 of x'],
  );
});

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
