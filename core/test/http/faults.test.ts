import { t } from '@dossier/core/testing/t';
import type { TestAnswer } from '@dossier/core/testing';
import { booted, good, isProblem } from './problem.ts';

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
    'not its pattern as well, nor that it is not null',
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
      detail: 'n is a number that cannot be kept as it is written. Send one with at most 15 digits, or a text.',
    },
    { pointer: '/low', code: 'out-of-range' },
  ]);
  t.match(await faults(`/probe/${kernel.workspace}`, 'POST', '{"name":"a","size":1e400,"kind":"A"}'), [
    { pointer: '/size', code: 'out-of-range' },
  ]);
  t.equal(await faults('/small', 'PUT', '{"text":"x","n":1e308}'), undefined);
});

t.test('a number that would become another one when it is read is a fault wherever it stands', async (t) => {
  await using kernel = await booted();
  const put = (n: string): Promise<TestAnswer> =>
    kernel.as('ada').request({
      method: 'PUT',
      url: '/small',
      headers: { 'content-type': 'application/json' },
      payload: `{"text":"x","n":${n}}`,
    });
  for (const n of [
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '100000000000000000000000000001',
    '9007199254740993.5',
    '9007199254740993e1',
    '0.1234567890123456789',
    '0.10000000000000001',
    '19.900000000000000001',
    '-1e-400',
  ]) {
    t.match(
      (await put(n)).body.errors,
      [
        {
          pointer: '/n',
          code: 'out-of-range',
          detail: 'n is a number that cannot be kept as it is written. Send one with at most 15 digits, or a text.',
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
    '0.30000000000000004',
    '19.90000000000000000000',
    '0.000000000000000000012',
    '5e-324',
    '1.5E300',
    '-0.00000000000000000',
  ])
    t.equal((await put(n)).status, 200, `${n} comes back as it was written`);
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

t.test('of very many faults the first hundred are listed, and how many more there are', async (t) => {
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
