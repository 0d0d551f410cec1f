import t from 'tap';
import type { Http } from '@dossier/sdk';
import { bank, given, testPlatform } from '@dossier/core/testing';
import { Http as HttpToken } from '@dossier/sdk';

t.setTimeout(120_000);
const url = '/api/v1/integrations/workflow-handlers';

t.test('an administrator tests a bureau before saving it, without any enquiry', async (t) => {
  const asked: { url: string; method: string | undefined; authorization: string | undefined }[] = [];
  let status = 200;
  const http: Http = { request: async (to, o) => (asked.push({ url: to, method: o?.method, authorization: o?.headers?.['authorization'] }), { status, headers: {}, text: '' }) };
  const platform = await testPlatform({ plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers'], with: [given(HttpToken, http)] });
  t.teardown(() => platform.stop());
  const { admin } = await bank(platform);
  t.match((await admin.get(url)).body, { title: 'Credit bureau', state: 'not-set-up', test: true, values: { timeout: 10_000, token: { set: false } } });
  t.match((await admin.post(`${url}/test`, { values: { url: 'ftp://bureau.example', token: 'words' } })).body, { code: 'invalid', errors: [{ pointer: '/values/url' }] });
  t.same(asked, []);
  t.match((await admin.post(`${url}/test`, { values: { url: 'https://bureau.example/', token: 'words' } })).body, { ok: true, steps: [{ title: 'Reach the bureau', ok: true }, { title: 'Sign in', ok: true }] });
  t.same(asked, [{ url: 'https://bureau.example/', method: 'OPTIONS', authorization: 'Bearer words' }]);
  t.match((await admin.put(url, { values: { url: 'https://bureau.example/', token: 'words' } })).body, { state: 'set-up', values: { token: { set: true } } });
  status = 401;
  t.match((await admin.post(`${url}/test`, {})).body, { ok: false, steps: [{ ok: true }, { title: 'Sign in', ok: false, detail: /does not accept/ }] });
  t.equal(asked.at(-1)?.authorization, 'Bearer words', 'the stored one');
  status = 503;
  t.match((await admin.post(`${url}/test`, {})).body, { ok: false, steps: [{ title: 'Reach the bureau', ok: false, detail: /503/ }] });
});
