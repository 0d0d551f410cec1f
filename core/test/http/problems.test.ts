import { gzipSync } from 'node:zlib';
import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';
import type { TestAnswer } from '@dossier/core/testing';
import { booted, good, isProblem } from './problem.ts';

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
    'who asks comes before what they send',
  );
  t.equal(
    (await kernel.as('ada').post(`/probe/${newId()}`, { nonsense: true })).status,
    404,
    'where comes before what',
  );
  t.equal((await kernel.as('eve').post(`/probe/${kernel.workspace}`, { nonsense: true })).status, 403);
  t.same((await kernel.as('ada').get('/find?on=true')).body, { limit: 5, on: true });
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
