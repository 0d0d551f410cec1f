import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { t } from '@dossier/core/testing/t';
import type { Http } from '@dossier/sdk';
import { bank, given, testPlatform } from '@dossier/core/testing';
import { Http as HttpToken } from '@dossier/sdk';

const url = '/api/v1/integrations/workflow-handlers';

t.test('an administrator tests a bureau before saving it, without any enquiry', async (t) => {
  const asked: { url: string; method: string | undefined; authorization: string | undefined }[] = [];
  let status = 200;
  const http: Pick<Http, 'request'> = {
    request: async (to, o) => (
      asked.push({ url: to, method: o?.method, authorization: o?.headers?.['authorization'] }),
      { status, headers: {}, text: '' }
    ),
  };
  const platform = await testPlatform({
    plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers'],
    with: [given(HttpToken, http)],
  });
  t.teardown(() => platform.stop());
  const { admin } = await bank(platform);
  t.match((await admin.get(url)).body, {
    title: 'Credit bureau',
    state: 'not-set-up',
    test: true,
    values: { timeout: 10_000, token: { set: false } },
  });
  t.match((await admin.post(`${url}/test`, { values: { url: 'ftp://bureau.example', token: 'words' } })).body, {
    code: 'invalid',
    errors: [{ pointer: '/values/url' }],
  });
  t.same(asked, []);
  t.match((await admin.post(`${url}/test`, { values: { url: 'https://bureau.example/', token: 'words' } })).body, {
    ok: true,
    steps: [
      { title: 'Reach the bureau', state: 'passed' },
      { title: 'Sign in', state: 'passed' },
    ],
  });
  t.same(asked, [{ url: 'https://bureau.example/', method: 'OPTIONS', authorization: 'Bearer words' }]);
  t.match((await admin.put(url, { values: { url: 'https://bureau.example/', token: 'words' } })).body, {
    state: 'set-up',
    values: { token: { set: true } },
  });
  status = 401;
  t.match((await admin.post(`${url}/test`, {})).body, {
    ok: false,
    steps: [{ state: 'passed' }, { title: 'Sign in', state: 'failed', detail: /does not accept/ }],
  });
  t.equal(asked.at(-1)?.authorization, 'Bearer words', 'the stored one');
  status = 503;
  t.match((await admin.post(`${url}/test`, {})).body, {
    ok: false,
    steps: [{ title: 'Reach the bureau', state: 'failed', detail: /503/ }],
  });
});

t.test('a password in the address is refused, because an address is shown and logged', async (t) => {
  const platform = await testPlatform({ plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers'] });
  t.teardown(() => platform.stop());
  const { admin } = await bank(platform);
  for (const address of [
    'http://user:canary@host.example/',
    'https://canary@host.example',
    'https://user:canary@host.example?a=b',
  ]) {
    const refused = await admin.put(url, { values: { url: address } });
    t.match(
      refused,
      { status: 422, body: { errors: [{ pointer: '/values/url', detail: /without user and password/ }] } },
      address,
    );
    t.notMatch(refused.text, /canary/);
  }
  for (const address of ['https://host.example:8443', 'https://host.example/a@b?c=@', 'http://host.example#d@'])
    t.equal((await admin.put(url, { values: { url: address } })).status, 200, address);
});

t.test('an address in the house is not called, and one in a network that the operator opens is', async (t) => {
  let knocks = 0;
  const canary = createServer((socket) => {
    knocks += 1;
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  t.teardown(() => canary.close());
  const { port } = canary.address() as AddressInfo;
  const tried = async (env: Readonly<Record<string, string>>, address: string): Promise<object> => {
    const platform = await testPlatform({ plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers'], env });
    const answer = (await (await bank(platform)).admin.post(`${url}/test`, { values: { url: address } })).body;
    await platform.stop();
    return answer;
  };
  const generic = {
    ok: false,
    steps: [
      {
        title: 'Reach the bureau',
        state: 'failed',
        detail: 'The service cannot be reached. It needs a public address that answers.',
      },
    ],
  };
  t.match(await tried({}, `http://[::ffff:127.0.0.1]:${port}/`), generic);
  t.equal(knocks, 0, 'no packet');
  t.match(await tried({ OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' }, `http://127.0.0.1:${port}/`), { ok: true });
  t.equal(knocks, 1);
});
