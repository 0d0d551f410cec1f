import { gzipSync } from 'node:zlib';
import t from 'tap';
import type { Test } from 'tap';
import { newId } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';
import type { TestAnswer, TestKernel } from '@dossier/core/testing';
import { probe, probePlugin, probing } from './probe.ts';

const booted = (): Promise<TestKernel> =>
  testKernel({
    plugins: [probePlugin()],
    workspace: { on: [probing], grants: { ada: [probe], eve: [] }, keys: { partner: [probe] } },
  });
const good = { name: 'a', size: 1, kind: 'A' };

/** Every refusal has one form, and nothing of the server's inside. */
const isProblem = (t: Test, answer: TestAnswer, status: number, code: string): void => {
  t.equal(answer.status, status);
  t.match(answer.headers, { 'content-type': /^application\/problem\+json/, 'cache-control': 'no-store' });
  t.match(answer.body, { type: code, code, status, title: /\w/, detail: /\w+ .*[.!]$/ });
  t.notMatch(answer.text, /secret|\bat .*:\d+:\d+|node_modules|FST_|10\.0\.0\.5|stack/i);
};

t.test('each class of failure has its problem', async (t) => {
  await using kernel = await booted();
  const ada = kernel.as('ada');
  const url = `/probe/${kernel.workspace}`;
  const json = { 'content-type': 'application/json' };
  isProblem(t, await ada.post(url, '{"name":'), 400, 'bad-json');
  isProblem(t, await ada.request({ method: 'POST', url, headers: json, payload: '' }), 422, 'invalid');
  isProblem(
    t,
    await ada.request({ method: 'POST', url, headers: json, payload: Buffer.from([0x22, 0xff, 0xfe]) }),
    400,
    'bad-json',
  );
  isProblem(t, await ada.get('/find?limit=99'), 400, 'bad-query');
  isProblem(t, await ada.get('/find?limit=many'), 400, 'bad-query');
  isProblem(t, await ada.get('/find?other=1'), 400, 'bad-query');
  isProblem(
    t,
    await ada.request({
      method: 'POST',
      url,
      headers: json,
      payload: Buffer.from(JSON.stringify({ ...good, name: 'José' }), 'latin1'),
    }),
    400,
    'bad-json',
  );
  isProblem(t, await ada.get('/%zz'), 400, 'bad-request');
  t.match((await ada.get('/%zz')).headers, { 'x-content-type-options': 'nosniff' });
  const unknown = await kernel.post(url, good);
  isProblem(t, unknown, 401, 'unauthenticated');
  t.match(unknown.headers, { 'www-authenticate': /^Bearer realm=/ });
  isProblem(t, await kernel.as('eve').post(url, good), 403, 'forbidden');
  isProblem(t, await ada.post(`/probe/${newId()}`, good), 404, 'not-found');
  isProblem(t, await ada.post('/probe/not-an-id', good), 404, 'not-found');
  t.equal(
    (await ada.post(`/probe/${'a'.repeat(300)}`, good)).text,
    (await ada.post(`/probe/${newId()}`, good)).text,
    'an id longer than any is unknown like any other',
  );
  isProblem(t, await ada.get('/nowhere'), 404, 'not-found');
  isProblem(t, await ada.put('/small', { text: 'x'.repeat(200) }), 413, 'too-large');
  isProblem(
    t,
    await ada.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'text/plain' },
      payload: JSON.stringify(good),
    }),
    415,
    'unsupported-media-type',
  );
  const packed = await ada.request({
    method: 'POST',
    url,
    headers: { ...json, 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify(good)),
  });
  isProblem(t, packed, 415, 'unsupported-encoding');
  t.match(packed.headers, { 'accept-encoding': 'identity' });
  t.equal(
    (
      await ada.request({
        method: 'POST',
        url,
        headers: { ...json, 'content-encoding': 'Identity' },
        payload: JSON.stringify(good),
      })
    ).status,
    201,
  );
  isProblem(
    t,
    await ada.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=a',
    }),
    415,
    'unsupported-media-type',
  );
  isProblem(t, await ada.get('/break'), 500, 'internal');
});

t.test('405 names what is allowed, with parameters and query in the path', async (t) => {
  await using kernel = await booted();
  for (const [method, url, allow] of [
    ['DELETE', `/probe/${kernel.workspace}?x=1`, 'POST'],
    ['POST', '/find', 'GET, HEAD'],
    ['OPTIONS', '/find', 'GET, HEAD'],
    ['PATCH', '/small', 'PUT'],
    ['TRACE', '/small', 'PUT'],
  ] as const) {
    const answer = await kernel.as('ada').request({ method: method as 'POST', url });
    if (method === 'TRACE') {
      t.ok(answer.status === 405 || answer.status === 404, 'a method that the server does not know at all');
      continue;
    }
    isProblem(t, answer, 405, 'method-not-allowed');
    t.equal(answer.headers['allow'], allow);
  }
  t.equal(
    (await kernel.as('ada').request({ method: 'HEAD', url: '/find' })).status,
    (await kernel.as('ada').get('/find')).status,
  );
  isProblem(t, await kernel.as('ada').get('/find/'), 404, 'not-found');
});

t.test('422 lists every fault at once, each with its pointer', async (t) => {
  await using kernel = await booted();
  const answer = await kernel
    .as('ada')
    .post(`/probe/${kernel.workspace}`, { size: '3', kind: 'C', tags: [{ key: 1 }, { other: 1 }], 'a/b~c': 1 });
  isProblem(t, answer, 422, 'invalid');
  const pointers = answer.body.errors.map((fault: { pointer: string }) => fault.pointer);
  for (const pointer of ['/name', '/size', '/kind', '/tags/0/key', '/tags/1/key', '/tags/1/other', '/a~1b~0c'])
    t.ok(pointers.includes(pointer), pointer);
  for (const fault of answer.body.errors) t.match(fault, { pointer: /^\//, code: /\w/, detail: /^\S.*\.$/ });
  t.match((await kernel.as('ada').post(`/probe/${kernel.workspace}`, [])).body.errors, [{ pointer: '', code: 'type' }]);
  t.equal((await kernel.as('ada').post(`/probe/${kernel.workspace}`, good)).status, 201);
});

t.test('a choice is one fault that names all values, and no regular expression is shown', async (t) => {
  await using kernel = await booted();
  const faults = async (change: object): Promise<unknown> =>
    (await kernel.as('ada').post(`/probe/${kernel.workspace}`, { ...good, ...change })).body.errors;
  for (const kind of ['C', 3, null])
    t.same(await faults({ kind }), [{ pointer: '/kind', code: 'enum', detail: 'kind must be one of "A", "B".' }]);
  t.same(await faults({ mark: 'y' }), [
    { pointer: '/mark', code: 'enum', detail: 'mark must be one of "x", 1, null.' },
  ]);
  t.same(await faults({ code: 'abc' }), [
    { pointer: '/code', code: 'pattern', detail: 'code is not written as expected.' },
  ]);
  t.same(await faults({ why: ' ' }), [{ pointer: '/why', code: 'pattern', detail: 'why: Say why.' }]);
  t.equal(await faults({ kind: 'B', mark: null, code: 'AB', why: 'So.' }), undefined);
});

t.test('one mistake is one fault, and of a union that of the branch that was meant', async (t) => {
  await using kernel = await booted();
  const faults = async (change: object): Promise<unknown> =>
    (await kernel.as('ada').post(`/probe/${kernel.workspace}`, { ...good, ...change })).body.errors;
  t.same(await faults({ note: 5 }), [{ pointer: '/note', code: 'type', detail: 'note must be a string or null.' }]);
  t.same(
    await faults({ note: '' }),
    [{ pointer: '/note', code: 'minLength', detail: 'note needs at least 2 characters.' }],
    'not its pattern besides, nor that it is not null',
  );
  t.same(await faults({ size: 0, name: 7 }), [
    { pointer: '/name', code: 'type', detail: 'name must be a string.' },
    { pointer: '/size', code: 'minimum', detail: 'size must be at least 1.' },
  ]);
  t.same(
    await faults({ part: { kind: 'size', size: 'a' } }),
    [{ pointer: '/part/size', code: 'type', detail: 'size must be a whole number.' }],
    'its kind names the branch',
  );
  t.same(await faults({ part: { kind: 'text' } }), [
    { pointer: '/part/text', code: 'required', detail: 'text is missing.' },
  ]);
  t.same(await faults({ part: [] }), [{ pointer: '/part', code: 'type', detail: 'part must be an object or null.' }]);
  t.equal(await faults({ note: null, part: null }), undefined);
});

t.test('an e-mail address may have an internationalized domain', async (t) => {
  await using kernel = await booted();
  const faults = async (email: string): Promise<unknown> =>
    (await kernel.as('ada').post(`/probe/${kernel.workspace}`, { ...good, email })).body.errors;
  for (const email of [
    'a@example.com',
    'a@bücher.example',
    'jörg@bücher.example',
    '用户@例子.example',
    "o'brien@x.example",
  ])
    t.equal(await faults(email), undefined, email);
  for (const email of [
    'a@bücher',
    'a@',
    '@bücher.example',
    'a b@bücher.example',
    'a@bü cher.example',
    'a@b\u00adücher.example',
    'a@bü..example',
    'a@ü%41.example/x',
    `a@${'ü'.repeat(63)}.example`,
  ])
    t.match(await faults(email), [{ pointer: '/email', code: 'format' }], email);
});

t.test('a parameter that the operation does not know is refused', async (t) => {
  await using kernel = await booted();
  const answer = await kernel.as('ada').get('/find?limit=1&sort=name');
  isProblem(t, answer, 400, 'bad-query');
  t.same(answer.body.errors, [
    { pointer: '?sort', code: 'additionalProperties', detail: 'sort is not known here. Leave it out.' },
  ]);
  t.match(
    (await kernel.as('ada').put('/small?dry=true', { text: 'x' })).body.errors,
    [{ pointer: '?dry' }],
    'also where none is known',
  );
  t.equal((await kernel.get('/health/live?again=1')).status, 200, 'a probe may add what it likes');
});

t.test('a number that is infinite when it is read is a fault wherever it stands', async (t) => {
  await using kernel = await booted();
  const faults = async (url: string, method: 'POST' | 'PUT', body: string): Promise<unknown> =>
    (await kernel.as('ada').request({ method, url, headers: { 'content-type': 'application/json' }, payload: body }))
      .body.errors;
  t.match(await faults('/small', 'PUT', '{"text":"x","deep":[{"n":1e400}],"low":-1e999}'), [
    {
      pointer: '/deep/0/n',
      code: 'out-of-range',
      detail: 'n is a number too large to be kept as it is. Send a smaller one, or a text.',
    },
    { pointer: '/low', code: 'out-of-range' },
  ]);
  t.match(await faults(`/probe/${kernel.workspace}`, 'POST', '{"name":"a","size":1e400,"kind":"A"}'), [
    { pointer: '/size', code: 'out-of-range' },
  ]);
  t.equal(await faults('/small', 'PUT', '{"text":"x","n":1e308}'), undefined);
});

t.test('a whole number that would become another one when it is read is a fault wherever it stands', async (t) => {
  await using kernel = await booted();
  const put = (n: string): Promise<TestAnswer> =>
    kernel.as('ada').request({
      method: 'PUT',
      url: '/small',
      headers: { 'content-type': 'application/json' },
      payload: `{"text":"x","n":${n}}`,
    });
  for (const n of ['9007199254740993', '-9007199254740993', '12345678901234567890', '100000000000000000000000000001']) {
    t.match(
      (await put(n)).body.errors,
      [
        {
          pointer: '/n',
          code: 'out-of-range',
          detail: 'n is a number too large to be kept as it is. Send a smaller one, or a text.',
        },
      ],
      n,
    );
  }
  t.match((await put('[1, {"m":9007199254740993,"a":"\\\\"}, "\\"", 9007199254740995]')).body.errors, [
    { pointer: '/n/1/m' },
    { pointer: '/n/3' },
  ]);
  for (const n of [
    '9007199254740991',
    '9007199254740992',
    '1152921504606847000',
    `1${'0'.repeat(30)}`,
    '9007199254740993.5',
    '9007199254740993e1',
    '0.30000000000000004',
  ])
    t.equal((await put(n)).status, 200, `${n} is kept, or is written as what is approximate`);
  for (const text of ['"9007199254740993"', '"\\\\\\" 9007199254740993"', '{"9007199254740993":1}'])
    t.same((await put(text)).body.n, JSON.parse(text), 'in a text it is none');
  for (const broken of [
    '9007199254740993"',
    '09007199254740993',
    '9007199254740993-1',
    '9007199254740993 9007199254740993',
  ])
    isProblem(t, await put(broken), 400, 'bad-json');
  const long = await kernel.as('ada').request({
    method: 'POST',
    url: '/slow',
    headers: { 'content-type': 'application/json' },
    payload: `{"n":${'9'.repeat(1_000_000)}}`,
  });
  t.match(long.body.errors, [{ pointer: '/n', code: 'out-of-range' }], 'however long it is');
  for (const n of ['0000000000000001', '--9007199254740993', '+9007199254740993'])
    t.match(await put(n), { status: 400, body: { code: 'bad-json' } }, `${n} is no JSON`);
});

t.test('JSON in another character set is refused by its name, not misread', async (t) => {
  await using kernel = await booted();
  const put = (charset: string): Promise<TestAnswer> =>
    kernel.as('ada').request({
      method: 'PUT',
      url: '/small',
      headers: { 'content-type': `application/json; charset=${charset}` },
      payload: '{"text":"x"}',
    });
  for (const charset of ['utf-16', 'latin1', '"ISO-8859-1"', 'UTF-7;q=1']) {
    const answer = await put(charset);
    isProblem(t, answer, 415, 'unsupported-charset');
    t.match(answer.body.detail, `written in ${/[\w-]+/.exec(charset)![0]}. Send JSON in UTF-8.`);
  }
  for (const charset of ['utf-8', '"UTF-8"', 'utf8', 'us-ascii']) t.equal((await put(charset)).status, 200, charset);
});

t.test('a stranger learns nothing from validation, and a query is converted where a body is not', async (t) => {
  await using kernel = await booted();
  t.equal(
    (await kernel.post(`/probe/${kernel.workspace}`, 'not json')).status,
    401,
    'who asks comes before what he sends',
  );
  t.equal(
    (await kernel.as('ada').post(`/probe/${newId()}`, { nonsense: true })).status,
    404,
    'where comes before what',
  );
  t.equal((await kernel.as('eve').post(`/probe/${kernel.workspace}`, { nonsense: true })).status, 403);
  t.same((await kernel.as('ada').get('/find?on=true')).body, { limit: 5, on: true });
});

t.test('names of the prototype are unknown properties like any other', async (t) => {
  await using kernel = await booted();
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
    const answer = await kernel
      .as('ada')
      .post(`/probe/${kernel.workspace}`, `{"name":"a","size":1,"kind":"A","${key}":{"isAdmin":true}}`);
    isProblem(t, answer, 422, 'invalid');
    t.match(answer.body.errors, [{ pointer: `/${key}`, code: 'additionalProperties' }]);
  }
  t.equal(Reflect.get({}, 'isAdmin'), undefined);
});

t.test('multipart is cut at its limits', async (t) => {
  await using kernel = await booted();
  const file = (bytes: string) => ({ name: 'f', fileName: 'a.txt', contentType: 'text/plain', bytes });
  t.match((await kernel.as('ada').upload('/files', [file('123')])).body, { parts: [{ size: 3, truncated: false }] });
  t.match((await kernel.as('ada').upload('/files', [file('1234567890123')])).body, {
    parts: [{ size: 10, truncated: true }],
  });
  isProblem(t, await kernel.as('ada').upload('/files', [file('1'), file('2')]), 413, 'too-many-files');
  isProblem(t, await kernel.as('ada').post('/files', {}), 415, 'unsupported-media-type');
});

t.test('a form that is none, or ends too early, is the fault of its sender', async (t) => {
  await using kernel = await booted();
  const send = (type: string, payload: string): Promise<TestAnswer> =>
    kernel
      .as('ada')
      .request({ method: 'POST', url: '/files', headers: { 'content-type': `multipart/form-data${type}` }, payload });
  const head = '--b\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\n';
  for (const [type, payload] of [
    ['', 'x'],
    ['; boundary=b', 'garbage'],
    [`; boundary=${'x'.repeat(3000)}`, 'x'],
    ['; boundary=b', '--b\r\ncontent-dispos'],
    ['; boundary=b', head],
    ['; boundary=b', `${head}123`],
    ['; boundary=b', `${head}123\r\n--b\r\n`],
  ] as const) {
    isProblem(t, await send(type, payload), 400, 'bad-multipart');
  }
  t.match(await send('; boundary=b', `${head}123\r\n--b--\r\n`), { status: 201, body: { parts: [{ size: 3 }] } });
  t.match(
    await send(
      '; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="f"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--b--\r\n',
    ),
    { status: 201, body: { parts: [{ size: 0, name: '' }] } },
    'nothing was chosen',
  );
});

t.test('a text that no database can hold is a fault wherever it stands', async (t) => {
  await using kernel = await booted();
  const ada = kernel.as('ada');
  const answer = await ada.post(`/probe/${kernel.workspace}`, {
    ...good,
    name: 'a\0',
    size: 0,
    tags: [{ key: '\ud800' }, { key: 'b' }],
  });
  isProblem(t, answer, 422, 'invalid');
  t.match(answer.body.errors, [
    { pointer: '/size', code: 'minimum' },
    { pointer: '/name', code: 'unstorable-text' },
    { pointer: '/tags/0/key', code: 'unstorable-text', detail: /unpaired surrogate.*Remove it\.$/ },
  ]);
  t.match(
    (await ada.put('/small', { text: 'x', 'a\0b': 1 })).body.errors,
    [{ pointer: '', code: 'unstorable-text' }],
    'also in the name of a member',
  );
  t.equal((await ada.put('/small', { text: '😀' })).status, 200);
  isProblem(t, await ada.get('/find?limit=1&q=%00'), 400, 'bad-query');
  isProblem(t, await ada.post('/probe/%00', good), 404, 'not-found');
  const deep = (levels: number): Promise<TestAnswer> =>
    ada.request({
      method: 'POST',
      url: '/slow',
      headers: { 'content-type': 'application/json' },
      payload: `{"text":${'['.repeat(levels)}"\\ud800"${']'.repeat(levels)}}`,
    });
  t.match((await deep(150)).body.errors, [{ pointer: `/text${'/0'.repeat(150)}`, code: 'unstorable-text' }]);
  t.match(
    (await deep(15_000)).body.errors,
    [{ pointer: '', code: 'too-deep' }],
    'what has no end is not walked to its end',
  );
});

t.test('of very many faults the first hundred are told, and how many more there are', async (t) => {
  await using kernel = await booted();
  const members = Object.fromEntries(Array.from({ length: 13_000 }, (_, i) => [`strange-${i}`, 1]));
  const answer = await kernel.as('ada').post(`/probe/${kernel.workspace}`, { ...good, ...members });
  isProblem(t, answer, 422, 'invalid');
  t.equal(answer.body.errors.length, 100);
  t.match(answer.body, {
    more: 12_900,
    detail: '13000 things need to be corrected. These are the first 100 … and 12900 more.',
    errors: [{ pointer: '/strange-0', code: 'additionalProperties' }],
  });
  t.equal(
    (await kernel.as('ada').post(`/probe/${kernel.workspace}`, { ...good, one: 1, two: 2 })).body.more,
    undefined,
  );
  const query = await kernel.as('ada').get(`/find?${Array.from({ length: 3_000 }, (_, i) => `a${i}`).join('&')}`);
  isProblem(t, query, 400, 'bad-query');
  t.match(query.body, { more: 2_900 });
  t.equal(query.body.errors.length, 100);
});

t.test('what is too long is not looked into', async (t) => {
  await using kernel = await booted();
  const faults = async (body: object): Promise<unknown> =>
    (await kernel.as('ada').post(`/probe/${kernel.workspace}`, { ...good, ...body })).body.errors;
  t.strictSame(await faults({ tags: [1, 1, {}] }), [
    { pointer: '/tags', code: 'maxItems', detail: 'tags takes at most 2.' },
  ]);
  t.match(await faults({ tags: [1, 1] }), [
    { pointer: '/tags/0', code: 'type' },
    { pointer: '/tags/1', code: 'type' },
  ]);
  t.strictSame(await faults({ email: 'x'.repeat(255) }), [
    { pointer: '/email', code: 'maxLength', detail: 'email takes at most 254 characters.' },
  ]);
});

t.test('more values than any body has are refused unread', async (t) => {
  await using kernel = await booted();
  for (const body of [Array.from({ length: 20_001 }, () => 1), { a: Array.from({ length: 20_000 }, () => []) }]) {
    isProblem(t, await kernel.as('ada').post(`/probe/${kernel.workspace}`, body), 413, 'too-many-values');
  }
  isProblem(
    t,
    await kernel.as('ada').post(`/probe/${kernel.workspace}`, { name: '[,'.repeat(60_000) }),
    422,
    'invalid',
  );
  isProblem(
    t,
    await kernel.as('ada').post(`/probe/${kernel.workspace}`, { name: '"[\\,'.repeat(60_000) }),
    422,
    'invalid',
  );
});

t.test('every answer says how it may be kept and shown', async (t) => {
  await using kernel = await booted();
  const answers = [
    await kernel.get('/health/live'),
    await kernel.as('ada').get('/find'),
    await kernel.get('/nowhere'),
    await kernel.post('/graphql', {}),
    await kernel.as('ada').get('/break'),
  ];
  for (const { headers } of answers) {
    t.match(headers, {
      'x-content-type-options': 'nosniff',
      'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
      'x-frame-options': /\w/,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'cache-control': /no-store|no-cache/,
    });
    t.notOk('x-powered-by' in headers || 'server' in headers || 'access-control-allow-origin' in headers);
  }
  t.equal(answers[1]?.headers['cache-control'], 'no-store');
});

t.test('transport security is demanded where the installation is served by https', async (t) => {
  await using kernel = await testKernel({ plugins: [], env: { PUBLIC_URL: 'https://dossier.example' } });
  for (const path of ['/health/live', '/%zz'])
    t.match((await kernel.get(path)).headers, { 'strict-transport-security': /max-age=31536000/ }, path);
});
