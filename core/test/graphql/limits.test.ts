import { t } from '@dossier/core/testing/t';
import {
  definePlugin,
  feature,
  forbidden,
  inOrganization,
  inWorkspace,
  invalid,
  newId,
  permission,
} from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';
import type { TestKernel } from '@dossier/core/testing';

const trees = feature('trees', { title: 'Trees' });
const climb = permission('trees.climb', { title: 'Climb trees', feature: trees });
let resolved = 0;
const forest = definePlugin({
  id: 'forest',
  version: '1.0.0',
  kernel: '^1.0.0',
  features: [trees],
  permissions: [climb],
  graphql: {
    sdl: `extend type Query { tree: Tree! bare: Int broken: Int refused: Int faulty: Int climb(workspaceId: ID!): String } type Tree { name: String! below: Tree! branches: [Tree!]! }`,
    fields: {
      'Query.tree': inOrganization(),
      'Query.bare': inOrganization(),
      'Query.broken': inOrganization(),
      'Query.refused': inOrganization(),
      'Query.faulty': inOrganization(),
      'Query.climb': inWorkspace({ permission: climb, at: { in: 'query', name: 'workspaceId' } }),
      'Tree.below': 'inherit',
      'Tree.branches': 'inherit',
    },
  },
  setup(_needs, plugin) {
    const tree = { name: 'Oak' };
    plugin.resolve({
      'Query.tree': () => {
        resolved++;
        return tree;
      },
      'Tree.below': () => tree,
      'Tree.branches': () => {
        resolved++;
        return Array.from({ length: 1000 }, () => tree);
      },
      'Query.bare': () => null,
      'Query.broken': () => {
        throw new Error('secret: cannot reach 10.0.0.5');
      },
      'Query.refused': () => {
        throw forbidden();
      },
      'Query.faulty': () => {
        throw invalid([
          { pointer: '/a', code: 'x', detail: 'A.' },
          { pointer: '/b', code: 'y', detail: 'B.' },
        ]);
      },
      'Query.climb': (_parent: unknown, _args: unknown, access) => access.actor.name,
    });
  },
});
const booted = (env = {}): Promise<TestKernel> =>
  testKernel({ plugins: [forest], env, workspace: { on: [trees], grants: { ada: [climb], eve: [] } } });

const bomb = (levels: number): string =>
  `{ ...f0 } ${Array.from({ length: levels }, (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`).join(' ')} fragment f${levels} on Query { bare }`;
const nested = (open: string, depth: number, close: string): string => `${open.repeat(depth)}1${close.repeat(depth)}`;
const attacks: Readonly<
  Record<
    string,
    { readonly query: unknown; readonly variables?: string; readonly code: string; readonly runs?: boolean }
  >
> = {
  'a depth of 30': { query: `{ tree { ${'below { '.repeat(30)} name ${'}'.repeat(30)} } }`, code: 'graphql-limit' },
  'a depth of 10,000': { query: `{ tree ${'{ below '.repeat(3000)} ${'}'.repeat(3000)} }`, code: 'graphql-limit' },
  'many aliases': {
    query: `{ ${Array.from({ length: 900 }, (_, i) => `a${i}: bare`).join(' ')} }`,
    code: 'graphql-limit',
  },
  'aliases beyond the tokens': {
    query: `{ ${Array.from({ length: 5_000 }, (_, i) => `a${i}: bare`).join(' ')} }`,
    code: 'graphql-limit',
  },
  'an overload of directives': { query: `{ bare ${'@include(if: true) '.repeat(300)} }`, code: 'graphql-limit' },
  'unknown directives': { query: `{ bare ${'@a'.repeat(900)} }`, code: 'graphql-limit' },
  'exploding fragments': { query: bomb(20), code: 'graphql-limit' },
  'circular fragments': {
    query: '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
    code: 'graphql-invalid',
  },
  'a circular fragment in lists': {
    query: '{ tree { ...a } } fragment a on Tree { branches { ...a } }',
    code: 'graphql-invalid',
  },
  'lists in lists': {
    runs: true,
    query:
      '{ tree { branches { branches { branches { branches { branches { branches { branches { name } } } } } } } } }',
    code: 'graphql-limit',
  },
  'a document in JSON': {
    query: JSON.stringify({
      kind: 'Document',
      definitions: [
        {
          kind: 'OperationDefinition',
          operation: 'query',
          selectionSet: {
            kind: 'SelectionSet',
            selections: Array.from({ length: 900 }, () => ({ kind: 'Field', name: { kind: 'Name', value: 'tree' } })),
          },
        },
      ],
    }),
    code: 'graphql-invalid',
  },
  'JSON of another kind': { query: '1', code: 'graphql-invalid' },
  'lists in lists of an argument': {
    query: `{ climb(workspaceId: ${nested('[', 5_000, ']')}) }`,
    code: 'graphql-limit',
  },
  'objects in objects of an argument': {
    query: `{ climb(workspaceId: ${nested('{a:', 5_000, '}')}) }`,
    code: 'graphql-limit',
  },
  'lists in lists of a type': {
    query: `query($a: ${'['.repeat(5_000)}Int${']'.repeat(5_000)}) { bare }`,
    code: 'graphql-limit',
  },
  'fragments in fragments': { query: `{ ${'...{'.repeat(5_000)}bare${'}'.repeat(5_000)} }`, code: 'graphql-limit' },
  'what is never closed': { query: '{ climb(workspaceId: ['.padEnd(10_000, '['), code: 'graphql-limit' },
  'fields of one name, each compared with each': {
    query: `{ ${'tree { name } '.repeat(450)} }`,
    code: 'graphql-limit',
  },
  'lists in lists of a variable': {
    query: 'query($w: ID!) { climb(workspaceId: $w) }',
    variables: `{"w":${nested('[', 5_000, ']')}}`,
    code: 'graphql-limit',
  },
  'objects in objects of a variable': {
    query: 'query($w: ID!) { climb(workspaceId: $w) }',
    variables: `{"w":${nested('{"a":', 5_000, '}')}}`,
    code: 'graphql-limit',
  },
  'objects in objects of a variable that is not asked for': {
    query: '{ bare }',
    variables: `{"w":${nested('{"a":', 5_000, '}')}}`,
    code: 'graphql-limit',
  },
  'introspection of everything': {
    query: `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`,
    code: 'graphql-limit',
  },
};

t.test(
  'what would cost too much is refused before any field runs, with a stable code and nothing of the inside',
  async (t) => {
    await using kernel = await booted();
    for (const [name, { query, variables = '{}', code, runs = false }] of Object.entries(attacks)) {
      resolved = 0;
      for (const attempt of [1, 2]) {
        const answer = await kernel
          .as('ada')
          .post('/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`);
        t.equal(answer.status, 400, `${name}, time ${attempt}: ${answer.text.slice(0, 200)}`);
        t.ok(
          answer.body.errors.every((error: { extensions: { code: string } }) => error.extensions.code === code),
          `${name}: ${answer.text.slice(0, 200)}`,
        );
        t.notMatch(answer.text, /\bat .*:\d+:\d+|node_modules|stacktrace|call stack/);
      }
      if (runs) t.ok(resolved < 3_000, `${name}: given up early, after ${resolved}`);
      else t.equal(resolved, 0, name);
    }
  },
);

t.test('the same by GET, and of many faults of a body the first hundred', async (t) => {
  await using kernel = await booted();
  const ada = kernel.as('ada');
  const limit = { status: 400, body: { errors: [{ extensions: { code: 'graphql-limit' } }] } };
  t.match(
    await ada.get(`/graphql?query=${encodeURIComponent(`{ climb(workspaceId: ${nested('[', 900, ']')}) }`)}`),
    limit,
  );
  t.match(
    await ada.get(`/graphql?query={bare}&variables=${encodeURIComponent(`{"a":${nested('[', 190, ']')}}`)}`),
    limit,
  );
  t.match(await ada.get(`/graphql?query={bare}&variables=${encodeURIComponent(`{"a":${nested('[', 1_900, ']')}}`)}`), {
    status: 400,
    body: { code: 'bad-query' },
  });
  const many = await ada.post('/graphql', {
    query: '{ bare }',
    ...Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`x${i}`, 1])),
  });
  t.equal(many.body.errors.length, 100);
  t.match(many.body.errors[99], { message: '… and 8901 more.', extensions: { code: 'graphql-bad-request' } });
});

t.test('each limit stands where it is, and what stays below it is answered', async (t) => {
  await using kernel = await booted();
  const ask = (query: string) => kernel.as('ada').post('/graphql', { query });
  const aliases = (count: number): string => `{ ${Array.from({ length: count }, (_, i) => `a${i}: bare`).join(' ')} }`;
  const depth = (below: number): string => `{ tree ${'{ below '.repeat(below)}{ name }${' }'.repeat(below)} }`;
  for (const [below, above, words] of [
    [aliases(30), aliases(31), /Aliases limit of 30 exceeded/],
    [depth(8), depth(9), /depth/],
  ] as const) {
    t.match(await ask(below), { status: 200, body: { errors: undefined } });
    t.match(await ask(above), {
      status: 400,
      body: { errors: [{ message: words, extensions: { code: 'graphql-limit' } }] },
    });
  }
});

t.test('an argument that cannot be stored is refused before the gate is asked', async (t) => {
  await using kernel = await booted();
  t.match((await kernel.as('ada').graphql('{ climb(workspaceId: "a\\u0000b") }')).errors, [
    {
      path: ['climb'],
      extensions: { code: 'invalid', status: 422, errors: [{ pointer: '/workspaceId', code: 'unstorable-text' }] },
    },
  ]);
});

t.test('batches, oversized and foreign bodies are refused', async (t) => {
  await using kernel = await booted();
  const ada = kernel.as('ada');
  t.match(
    await ada.post(
      '/graphql',
      Array.from({ length: 100 }, () => ({ query: '{ version }' })),
    ),
    { status: 400, body: { errors: [{ extensions: { code: 'graphql-bad-request' } }] } },
  );
  t.match(
    await ada.post('/graphql', { query: `{ ${Array.from({ length: 50_000 }, (_, i) => `a${i}: bare`).join(' ')} }` }),
    { status: 413, body: { code: 'too-large' } },
  );
  t.match(
    await ada.request({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'text/plain' },
      payload: '{"query":"{version}"}',
    }),
    { status: 415 },
  );
  t.match(
    await ada.request({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/graphql' },
      payload: '{version}',
    }),
    { status: 415 },
  );
  t.match(await kernel.post('/graphql', { query: '{ version }' }), { status: 401 });
  t.match(await kernel.get('/graphql?query={version}'), { status: 401 });
});

t.test('GET reads and does nothing else', async (t) => {
  await using kernel = await booted();
  const ada = kernel.as('ada');
  t.match(
    (
      await ada.get(
        `/graphql?query=${encodeURIComponent('query($w: ID!) { climb(workspaceId: $w) }')}&variables=${encodeURIComponent(JSON.stringify({ w: kernel.workspace }))}`,
      )
    ).body,
    { data: { climb: 'ada' } },
  );
  t.match(await ada.get('/graphql?query=mutation{x}'), { status: 405, headers: { allow: 'POST' } });
  t.match(await ada.get('/graphql?query=subscription{x}'), { status: 405 });
  const problem = (query: string, errors: object[]) =>
    ada.get(`/graphql${query}`).then((answer) =>
      t.match(
        answer,
        {
          status: 400,
          headers: { 'content-type': /^application\/problem\+json/ },
          body: { code: 'bad-query', errors },
        },
        query,
      ),
    );
  await problem('', [{ pointer: '?query', code: 'required', detail: 'query is missing.' }]);
  await problem('?query=', [{ pointer: '?query', code: 'minLength' }]);
  await problem('?query={version}&variables=nonsense&extensions=1', [
    { pointer: '?variables', code: 'type' },
    { pointer: '?extensions', code: 'type' },
  ]);
  await problem('?query={version}&id=1', [{ pointer: '?id', code: 'additionalProperties' }]);
  t.match(
    await ada.get('/graphql?query={nothing}'),
    {
      status: 400,
      headers: { 'content-type': /^application\/json/ },
      body: { errors: [{ extensions: { code: 'graphql-invalid' } }] },
    },
    'what is wrong with a document is reported in the form of GraphQL',
  );
});

t.test('the schema is not shown on PostgreSQL', async (t) => {
  const url = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  await using embedded = await booted();
  await using production = await booted(url);
  for (const query of ['{ __schema { queryType { name } } }', '{ __type(name: "Tree") { name } }']) {
    t.match(await embedded.as('ada').graphql(query), { errors: undefined });
    t.match(await production.as('ada').post('/graphql', { query }), {
      status: 400,
      body: { errors: [{ extensions: { code: 'graphql-introspection-off' } }] },
    });
  }
  t.match(await production.as('ada').graphql('{ __typename version }'), { data: { __typename: 'Query' } });
});

t.test('an error of a field carries the code of its problem, and no other', async (t) => {
  await using kernel = await booted();
  const errorOf = async (query: string, who = 'ada') => (await kernel.as(who).graphql(query)).errors;
  t.match(await errorOf('{ refused }'), [{ path: ['refused'], extensions: { code: 'forbidden', status: 403 } }]);
  t.match(await errorOf('{ faulty }'), [
    { extensions: { code: 'invalid', status: 422, errors: [{ pointer: '/a' }, { pointer: '/b' }] } },
  ]);
  const broken = await errorOf('{ broken bare }');
  t.match(broken, [{ message: /This is our fault/, extensions: { code: 'internal', status: 500 } }]);
  t.notMatch(JSON.stringify(broken), /secret|10\.0\.0\.5/);
  const climb = (workspace: string): string => `{ climb(workspaceId: "${workspace}") }`;
  t.match(await errorOf(climb(kernel.workspace), 'eve'), [{ extensions: { code: 'forbidden' } }]);
  t.match(await errorOf(climb(newId())), [{ extensions: { code: 'not-found' } }]);
  t.match(await errorOf(climb('not an id')), [{ extensions: { code: 'not-found' } }]);
  kernel.switch(trees, 'off');
  t.match(await errorOf(climb(kernel.workspace)), [{ extensions: { code: 'feature-off', status: 404 } }]);
});
