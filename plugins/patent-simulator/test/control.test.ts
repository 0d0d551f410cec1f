import { t } from '@dossier/core/testing/t';
import { client, codeOf } from './client.ts';

const biblio = 'published-data/publication/docdb/EP.1012211.A1/biblio';

t.test('the next answers are lost, empty, cut, or none', async (t) => {
  const { ops, get } = await client();
  t.teardown(() => ops.close());
  const whole = (await get(biblio)).bytes.length;
  ops.control.next('lost', 'empty', 'truncated', 'error', 'html');
  await t.rejects(get(biblio));
  t.match(await get(biblio), { status: 200, text: '' });
  t.equal((await get(biblio)).bytes.length, Math.floor(whole / 2));
  t.equal(codeOf(await get(biblio)), '500 SERVER.DomainAccess');
  t.match(await get(biblio), { status: 200, type: 'text/html' });
  t.equal((await get(biblio)).bytes.length, whole);
});

t.test('every call is in the log with its key, path and bytes; what was lost was counted', async (t) => {
  const { ops, get } = await client();
  t.teardown(() => ops.close());
  ops.control.reset();
  const { bytes } = await get(`${biblio}?x=1`);
  ops.control.next('lost');
  await t.rejects(get(biblio));
  await get(biblio, { authorization: 'Bearer x' });
  t.same(ops.calls(), [
    { key: ops.key, method: 'GET', path: `/3.2/rest-services/${biblio}?x=1`, status: 200, bytes: bytes.length },
    { key: ops.key, method: 'GET', path: `/3.2/rest-services/${biblio}`, status: 0, bytes: bytes.length },
    { key: null, method: 'GET', path: `/3.2/rest-services/${biblio}`, status: 400, bytes: 0 },
  ]);
  const last = await get(biblio);
  t.equal(last.headers.get('x-individualquotaperhour-used'), String(3 * bytes.length));
});

t.test('control by HTTP lies outside the service', async (t) => {
  const { ops, get } = await client();
  t.teardown(() => ops.close());
  const order = (body: object | string) =>
    fetch(`${ops.url}/control`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
  t.equal((await order({ system: 'overloaded', prefixes: 'ns', next: ['error'] })).status, 200);
  t.equal(codeOf(await get(biblio)), '500 SERVER.DomainAccess');
  const answer = await get(biblio);
  t.match(answer.headers.get('x-throttling-control'), /^overloaded \(images=green:50/);
  t.match(answer.text, '<ns2:world-patent-data');
  t.equal((await order({ page: { page: 1, how: 'gone' } })).status, 422);
  t.equal((await order({ pages: 1 })).status, 422);
  t.equal((await order('{')).status, 400);
  t.equal((await order({ reset: true, used: { week: 7 } })).status, 200);
  t.match(await (await fetch(`${ops.url}/control`)).json(), {
    settings: { system: 'idle', prefixes: null },
    calls: [],
  });
  const { bytes, headers } = await get(biblio);
  t.equal(headers.get('x-registeredquotaperweek-used'), String(bytes.length + 7));
  t.equal((await fetch(`${ops.url}/3.2/control`)).status, 403, 'below it nothing is open');
});

t.test('what is no part of the service', async (t) => {
  const { ops, get } = await client();
  t.teardown(() => ops.close());
  t.match(await get('classification/cpc/A01B'), { status: 404, type: 'text/html' });
  t.equal((await fetch(`${ops.url}/`)).status, 404);
  t.equal((await get('published-data/publication/docdb/%E0%A4%A/biblio')).status, 404);
});
