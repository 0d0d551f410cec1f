/**
 * JSON is what it says: what a reader would decide silently has one answer, the same for bodies and for JSON in a
 * query.
 */
import { t } from '@dossier/core/testing/t';
import { definePlugin, Type } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';
import type { Json, TestAnswer, TestKernel } from '@dossier/core/testing';

const open = { open: 'to everyone', why: 'A test.' } as const;
const echo = definePlugin({
  id: 'echo',
  version: '1.0.0',
  kernel: '^1.0.0',
  routes: {
    any: {
      method: 'POST',
      url: '/any',
      gate: open,
      summary: 'Give it back',
      status: 200,
      body: Type.Unsafe<object>({ type: 'object' }),
    },
    optional: {
      method: 'POST',
      url: '/optional',
      gate: open,
      summary: 'A body or none',
      status: 200,
      body: Type.Union([Type.Object({ n: Type.Optional(Type.Number()) }), Type.Null()]),
    },
    upload: {
      method: 'POST',
      url: '/upload',
      gate: open,
      summary: 'JSON or a form',
      status: 200,
      multipart: { fileSize: 10, files: 1 },
      body: Type.Object({ files: Type.Array(Type.Object({ name: Type.String() })) }),
    },
  },
  graphql: { sdl: 'extend type Query { echo(value: JSON): JSON }', fields: { 'Query.echo': open } },
  setup(_needs, plugin) {
    plugin.routes({
      any: ({ body }) => ({ read: body }),
      optional: ({ body }) => ({ read: body ?? 'nothing' }),
      upload: ({ body }) => ({ read: body }),
    });
    plugin.resolve({ 'Query.echo': (_parent: unknown, { value }: { value: unknown }) => value });
  },
});
let kernel: TestKernel;
t.before(async () => {
  kernel = await testKernel({ plugins: [echo], workspace: { grants: { ada: [] } } });
});
t.teardown(() => kernel.stop());

const send = (url: string, payload: string | Buffer): Promise<TestAnswer> =>
  kernel.as('ada').request({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });
const faults = ({ status, body }: TestAnswer): Json => [
  status,
  body.code,
  ...(body.errors ?? []).map(({ pointer, code }: Json) => `${pointer} ${code}`),
];
const query = encodeURIComponent('query($v: JSON) { echo(value: $v) }');
const inQuery = (value: string): Promise<TestAnswer> =>
  kernel.as('ada').get(`/graphql?query=${query}&variables=${encodeURIComponent(`{"v":${value}}`)}`);

/** Texts that say a name twice, and where. */
const twice: readonly (readonly [text: string, ...pointers: string[]])[] = [
  ['{"a":1,"a":1}', '/a'],
  ['{"a":1,"\\u0061":2}', '/a'],
  ['{"a":1,"b":{"c":[0,{"d":1,"d":{}}]},"a":2,"a":3}', '/b/c/1/d', '/a'],
  ['{"":1,"":2}', '/'],
  ['{"a/b~":1,"a/b~":2}', '/a~1b~0'],
  ['{"__proto__":1,"__proto__":2}', '/__proto__'],
  ['{"toString":1,"toString":2}', '/toString'],
  ['{"a\\"\\\\":":",":":"\\\\","a\\"\\\\":1}', '/a"\\'],
  ['{ "a" : [ ] , "x":"{,[" , "a" : { } }', '/a'],
  ['{"l":[[{"m":1}],[{"m":1,"m":2}]]}', '/l/1/0/m'],
];

t.test('a name that stands twice in one object is refused, wherever, with its place', async (t) => {
  for (const [text, ...pointers] of twice) {
    const told = pointers.map((pointer) => `${pointer} named-twice`);
    t.same(faults(await send('/any', text)), [400, 'bad-json', ...told], text);
    t.same(faults(await send('/upload', text)), [400, 'bad-json', ...told], `upload: ${text}`);
    t.same(
      faults(await send('/graphql', `{"query":"query($v: JSON) { echo(value: $v) }","variables":{"v":${text}}}`)),
      [400, 'bad-json', ...told.map((one) => `/variables/v${one}`)],
      `GraphQL: ${text}`,
    );
    t.same(
      faults(await inQuery(text)),
      [400, 'bad-query', ...told.map((one) => `?variables/v${one}`)],
      `query: ${text}`,
    );
  }
  t.match((await send('/any', '{"a":1,"a":2}')).body, {
    detail: 'The body says something twice: /a. Send each member once.',
  });
  for (const text of ['{"a":{"a":[{"a":1},{"a":2}]}}', '{"a":"\\"a\\":1,\\"a\\":2","b":":"}', '[{"a":1},{"a":1}]'])
    t.same((await send('/any', `{"x":${text}}`)).body, { read: { x: JSON.parse(text) } }, text);
});

t.test('of very many, some are reported, and nothing stands still over them', async (t) => {
  t.equal(
    (await send('/any', `{${Array.from({ length: 18_000 }, (_, n) => `"k${n % 9_000}":1`).join()}}`)).body.errors
      .length,
    100,
  );
  const deep = `${'{"a":'.repeat(9_000)}{"b":1,"b":2}${'}'.repeat(9_000)}`;
  t.match(await send('/any', deep), { status: 400, body: { code: 'bad-json', errors: [{ code: 'named-twice' }] } });
  t.ok(
    (await send('/any', `{"${'n'.repeat(200_000)}":[${Array.from({ length: 500 }, () => '{"b":1,"b":2}').join()}]}`))
      .text.length < 500_000,
  );
});

t.test('what the document does not say has one answer, in a body and in a query', async (t) => {
  const read: readonly (readonly [text: string, value: string])[] = [
    ['-0', '0'],
    ['-0.0', '0'],
    ['0.1000000000000000055511151231257827', ''],
    ['9007199254740993.0', ''],
    ['1e-400', ''],
    ['1E400', ''],
    ['9007199254740993', ''],
    ['9007199254740992', '9007199254740992'],
    ['"\\u0000"', ''],
    ['"\\ud800"', ''],
    ['"\\udc00\\ud83d"', ''],
    ['{"\\u0000":1}', ''],
    ['"\\ud83d\\ude00"', '"😀"'],
    ['{"__proto__":{"isAdmin":true}}', '{"__proto__":{"isAdmin":true}}'],
    ['{"constructor":{"prototype":{"x":1}}}', '{"constructor":{"prototype":{"x":1}}}'],
  ];
  for (const [text, value] of read) {
    const [body, parameter] = [await send('/any', `{"v":${text}}`), await inQuery(text)];
    if (value === '') {
      t.equal(body.status, 422, text);
      t.match(parameter, { status: 400, body: { code: 'bad-query' } }, text);
      t.same(
        parameter.body.errors.map(({ pointer, code }: Json) => [pointer.replace('?variables', ''), code]),
        body.body.errors.map(({ pointer, code }: Json) => [pointer, code]),
        text,
      );
    } else {
      t.equal(body.text, `{"read":{"v":${value}}}`, text);
      t.equal(JSON.stringify(parameter.body.data.echo), value, text);
    }
  }
  t.equal(Reflect.get({}, 'isAdmin'), undefined);
  t.same(
    (await send('/any', '\uFEFF{"v":1}')).body,
    { read: { v: 1 } },
    'a mark of byte order in front is passed over',
  );
  t.equal((await send('/any', '\uFEFF\uFEFF{"v":1}')).status, 400, 'one');
  t.equal((await send('/any', '{"v":"\uFEFF"}')).text, '{"read":{"v":"\uFEFF"}}', 'and is a character elsewhere');
  t.equal((await send('/any', '{"v":"\0"}')).status, 400, 'a NUL as it is, is no JSON');
  t.equal(
    (await send('/any', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]))).status,
    400,
    'nor is half of a character',
  );
});

t.test('the document says so', async (t) => {
  t.match(
    (await kernel.get('/openapi.json')).body.info.description,
    /named twice[^]*RFC 8785[^]*-0[^]*NUL[^]*byte order[^]*__proto__/,
  );
});

t.test('a body of no bytes is none, whatever type it is said to have', async (t) => {
  for (const type of ['application/json', 'application/json; charset=utf-8']) {
    for (const length of [{}, { 'content-length': '0' }])
      t.same(
        (await kernel.request({ method: 'POST', url: '/optional', headers: { 'content-type': type, ...length } })).body,
        { read: 'nothing' },
      );
    t.match(
      await kernel.request({ method: 'POST', url: '/any', payload: '', headers: { 'content-type': type } }),
      { status: 422, body: { errors: [{ pointer: '', code: 'type' }] } },
      'where one is needed it is missed',
    );
  }
  t.equal((await send('/optional', ' ')).status, 400, 'blanks are no JSON');
});
