import { t } from '@dossier/core/testing/t';
import {
  definePlugin,
  event,
  feature,
  inOrganization,
  inWorkspace,
  job,
  permission,
  slot,
  topic,
  Type,
  pagePolicies,
} from '@dossier/sdk';
import type { ContributionGate, EventType, PagePolicy, WebElement } from '@dossier/sdk';
import type { Plan } from '../../kernel/index.ts';
import { base, codes, plan, texts } from './planning.ts';

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
          // Written without types, as in JavaScript.
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

t.test('an event that says what it cannot hold is refused, with each fault at its place', async (t) => {
  const good = event('x/moved@1', {
    title: 'T',
    schema: Type.Object({
      userId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      clients: Type.Array(Type.String()),
      row: Type.Union([Type.Object({ amount: Type.Number(), currency: Type.String() }), Type.Null()]),
      more: Type.Record(Type.String(), Type.Unknown()),
    }),
    concerns: { given: '/payload/userId', client: '/payload/clients', other: '/payload/more/one' },
    personal: ['/payload/more/search', '/after/name'],
    says: {
      by: 'after.status',
      is: { Gone: '{subject} is gone.', 'In work': 'Work on {subject} began: {before.key: member}.' },
      otherwise: '{actor} moved {subject}[ to {payload.userId: team-role}][: {changes}].',
    },
    tells: { given: 'moved it[ for {payload.row.amount payload.row.currency}]', staff: '{payload.more.a.b}: moved' },
  });
  // Written without types, as in JavaScript.
  const problems = (wrong: Readonly<Record<string, unknown>>): Plan['problems'] =>
    plan([definePlugin({ ...base, id: 'x', events: [{ ...good, ...wrong } as EventType<unknown>] })]).problems;
  t.same(problems({}), []);
  const faults: readonly (readonly [wrong: Readonly<Record<string, unknown>>, said: RegExp])[] = [
    [{ concerns: { given: '/userId' } }, /concerns\.given the pointer "\/userId".*begin it with \/payload\//],
    [{ concerns: { given: '/payload/user' } }, /"\/payload\/user", which leads nowhere.*name a member/],
    [{ concerns: { given: '/payload/clients/0' } }, /"\/payload\/clients\/0", which leads nowhere/],
    [{ concerns: { given: '/payload/row/amount' } }, /"\/payload\/row\/amount", which leads to no id/],
    [{ concerns: { given: '/payload/more' } }, /"\/payload\/more", which leads to no id/],
    [{ personal: ['/payload/row/name'] }, /personal the pointer "\/payload\/row\/name", which leads nowhere/],
    [{ says: '{actor moved it.' }, /says the sentence.*close each brace/],
    [{ says: 'Moved[ by [{actor}]].' }, /says the sentence.*close each brace/],
    [{ says: 'Moved] it.' }, /says the sentence.*close each brace/],
    [{ says: 'moved it.' }, /says the sentence "moved it\."; begin it with a capital letter/],
    [{ says: 'Moved it' }, /says the sentence "Moved it"; end it with a full stop/],
    [{ says: '{who} moved it.' }, /says the place \{who\}, which nothing fills/],
    [{ says: '{actor: user} moved it.' }, /says the place \{actor: user\}.*write \{actor\} alone/],
    [{ says: 'It is {payload}.' }, /says the place \{payload\}, which nothing fills/],
    [{ says: 'It is[ of {payload.userid: user}].' }, /says the place \{payload\.userid: user\}, which leads nowhere/],
    [{ says: 'It is {after.a: Team role}.' }, /the place \{after\.a: Team role\}.*in kebab case/],
    [{ says: 'It is {after.a after.b after.c}.' }, /the place \{after\.a after\.b after\.c\}.*too much in it/],
    [{ tells: { staff: 'moved it.' } }, /tells\.staff the sentence "moved it\."; take the full stop off/],
    [{ tells: { staff: '{payload.x} moved' } }, /tells\.staff the place \{payload\.x\}, which leads nowhere/],
    [{ says: { by: 'status', is: {}, otherwise: 'It.' } }, /says\.by the path "status", which nothing fills/],
    [{ says: { by: 'payload.state', is: {}, otherwise: 'It.' } }, /says\.by the path "payload\.state".*nowhere/],
    [{ tells: { a: { by: 'after.s', is: { On: '{b}' }, otherwise: 'c' } } }, /tells\.a\.is\.On the place \{b\}/],
    [{ tells: { a: { by: 'after.s', is: {}, otherwise: 'c.' } } }, /tells\.a\.otherwise the sentence "c\."/],
  ];
  for (const [wrong, said] of faults) {
    const found = problems(wrong);
    t.match(found, [{ code: 'K_BAD_EVENT', plugin: 'x', text: said }], JSON.stringify(wrong));
    t.match(found, [{ text: /^The event x\/moved@1 of x has in .*\.$/ }]);
    t.equal(found.length, 1);
  }
  t.equal(problems({ says: 'moved {payload.a}', personal: ['/payload/b'] }).length, 4, 'each fault for itself');
});
