/** What stands in for the server in tests of pages answers as the server does: by its own documents. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { applicationQuery, applicationsQuery } from '../../core/platform/applications/web/application.query.ts';
import { frameQuery } from '../src/shell/contributions.ts';
import { staff } from './mock/data.ts';
import { startMock } from './mock/server.ts';

const dir = t.testdir();
mkdirSync(join(dir, 'assets'));
writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ plugins: {}, contentSecurityPolicy: '' }));
const mock = await startMock(dir);
t.teardown(() => mock.close());
const ask = async (method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(mock.url + path, {
    method,
    headers: { 'x-dossier-csrf': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};

t.test('what it makes up fits, of whatever it is asked', async (t) => {
  const id = mock.rows[1]!.id;
  for (const path of ['/api/v1/session', `/users?authProviderUserId=olga`, '/api/v1/my/invitations', '/api/v1/events'])
    t.equal((await ask('GET', path)).status, 200, path);
  t.equal((await ask('POST', '/rt/ticket', {})).status, 200);
  t.equal((await ask('POST', '/api/v1/session/organization', { slug: 'beta' })).status < 300, true);
  t.equal((await ask('POST', `/api/v1/applications/${id}/approve`, {})).status, 200);
  t.equal((await ask('POST', `/api/v1/applications/${id}/approve`, {})).status, 409);
  const read = (document: { text: string }, variables: object) =>
    ask('POST', '/graphql', { query: document.text, variables });
  for (const { body } of [
    await read(frameQuery, { workspaceId: staff.id }),
    await read(applicationsQuery, { workspaceId: staff.id, first: 5 }),
    await read(applicationQuery, { id, workspaceId: staff.id }),
  ])
    t.equal(Object(body).errors, undefined);
  t.same(mock.invented, []);
});

t.test('what nobody has made up is an example of what is documented', async (t) => {
  const { status, body } = await ask('GET', '/api/v1/workspaces');
  t.equal(status, 200);
  t.ok(Array.isArray(body) || typeof body === 'object');
  t.same(mock.invented, []);
});

t.test('a route, a status or a member that the server has not is refused', async (t) => {
  t.equal((await ask('GET', '/api/v1/nonsense')).status, 500);
  mock.rows = [{ ...mock.rows[0]!, number: null as never }];
  await ask('POST', '/graphql', { query: applicationsQuery.text, variables: { workspaceId: staff.id } });
  t.match(mock.invented, [/api\/v1\/nonsense is no operation/, /GraphQL .*number/]);
});
