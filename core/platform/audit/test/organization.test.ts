/** The audit trail of a whole organization. */
import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { TestAnswer } from '@dossier/core/testing';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const trail = (query = ''): Promise<TestAnswer> => acme.admin.get(`/api/v1/audit${query}`);
const ids = ({ body }: TestAnswer): readonly string[] => body.map(({ id }: { id: string }) => id);

t.test('issuing or revoking a key is in it with the person, newest first, without the secret', async (t) => {
  const issued = await acme.admin.post('/api/v1/api-keys', { name: 'Broker' });
  t.equal((await acme.admin.delete(`/api/v1/api-keys/${issued.body.id}`)).status, 204);
  const answer = await trail(`?subjectType=api-key&subjectId=${issued.body.id}`);
  const about = {
    actor: { kind: 'user', id: acme.admin.id, name: 'Ada Admin' },
    subject: { type: 'api-key', id: issued.body.id },
    workspaceId: null,
    audience: 'internal',
  };
  t.match(answer, {
    status: 200,
    body: [
      { ...about, type: 'api-keys/revoked@1', title: 'An API key was revoked' },
      { ...about, type: 'api-keys/issued@1', before: null, after: { name: 'Broker' } },
    ],
  });
  t.notMatch(answer.text, issued.body.secret);
});

t.test('an attempt that was refused stands in it', async (t) => {
  t.equal((await acme.clerk.post('/api/v1/api-keys', { name: 'Mine' })).status, 403);
  t.match(await trail('?type=core/denied@1&limit=1'), {
    body: [{ actor: { id: acme.clerk.id }, details: { operation: 'api-keys.issue', code: 'forbidden' } }],
  });
});

t.test('of each thing that it was tried on', async (t) => {
  const template = await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  for (const _ of [1, 2]) {
    const { id } = (await acme.key.post('/api/v1/applications', acme.record(template))).body;
    for (const who of [acme.clerk, acme.clerk])
      t.equal((await who.post(`/api/v1/applications/${id}/approve`)).status, 403);
    t.match(await trail(`?type=core/denied@1&subjectId=${id}`), { body: [{ actor: { id: acme.clerk.id } }] });
    t.equal((await trail(`?type=core/denied@1&subjectId=${id}`)).body.length, 1, 'once a minute');
  }
});

t.test('it is read by those who may, for their own organization, and changed by nobody', async (t) => {
  for (const who of [acme.officer, acme.clerk, acme.client])
    t.match(await who.get('/api/v1/audit'), { status: 403, body: { code: 'forbidden' } });
  t.equal((await acme.officer.get('/api/v1/audit/types')).status, 403);
  t.equal((await platform.get('/api/v1/audit')).status, 401);
  const ours = ids(await trail('?limit=200'));
  t.ok(ours.length > 0);
  const theirs = await beta.admin.get('/api/v1/audit?limit=200');
  t.ok(theirs.body.length > 0);
  t.same(
    ids(theirs).filter((id) => ours.includes(id)),
    [],
  );
  for (const name of ['actorId', 'workspaceId'])
    t.same(
      (await beta.admin.get(`/api/v1/audit?${name}=${name === 'actorId' ? acme.admin.id : acme.staffWorkspace}`)).body,
      [],
    );
  t.same((await beta.admin.get(`/api/v1/audit?subjectType=workspace&subjectId=${acme.staffWorkspace}`)).body, []);
  for (const method of ['PUT', 'PATCH', 'POST', 'DELETE'] as const)
    t.equal((await acme.admin.request({ method, url: '/api/v1/audit' })).status, 405);
});

t.test('it is narrowed by who, what, where and when, and all of it', async (t) => {
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  platform.clock.advance(60_000);
  const before = platform.clock.now().toISOString();
  const made = await acme.key.post('/api/v1/applications', acme.record(template));
  platform.clock.advance(60_000);
  const after = platform.clock.now().toISOString();
  t.equal((await acme.admin.post('/api/v1/api-keys', { name: 'Later' })).status, 201);
  await platform.settle();

  t.match((await trail(`?actorId=${acme.key.id}&limit=1`)).body, [
    {
      type: 'applications/submitted@1',
      actor: { kind: 'key' },
      workspaceId: acme.staffWorkspace,
      subject: { id: made.body.id },
    },
  ]);
  t.match((await trail(`?from=${before}&to=${after}`)).body.at(-1), { type: 'applications/submitted@1', at: before });
  t.ok((await trail(`?from=${before}&to=${after}`)).body.every(({ at }: { at: string }) => at >= before && at < after));
  t.match((await trail(`?from=${after}`)).body, [{ type: 'api-keys/issued@1' }]);
  t.same(
    new Set(
      (await trail(`?workspaceId=${acme.staffWorkspace}`)).body.map(
        ({ workspaceId }: { workspaceId: string }) => workspaceId,
      ),
    ),
    new Set([acme.staffWorkspace]),
  );
  t.same((await trail(`?workspaceId=${newId()}`)).body, []);
  t.match(await trail('?workspaceId=no-id'), { status: 400, body: { errors: [{ pointer: '?workspaceId' }] } });
  t.same(
    ids(await trail(`?subjectId=${made.body.id}`)),
    ids(await trail(`?subjectId=${made.body.id}&subjectType=application`)),
  );
  t.same((await trail(`?subjectId=${made.body.id}&subjectType=document`)).body, []);
  t.same((await trail(`?type=applications/submitted@1&actorId=${acme.admin.id}`)).body, []);
});

t.test('pages meet without a gap, by the header Link', async (t) => {
  const whole = ids(await trail('?limit=200'));
  const met: string[] = [];
  for (let url: string | undefined = '/api/v1/audit?limit=7&from=2000-01-01T00:00:00Z'; url;) {
    const page: TestAnswer = await acme.admin.get(url);
    met.push(...ids(page));
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  t.same(met, whole);
});

t.test('what cannot be looked for is said, every fault', async (t) => {
  t.match(await trail('?type=no/such@1&from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z'), {
    status: 400,
    body: { code: 'bad-query', errors: [{ pointer: '?type' }, { pointer: '?to' }] },
  });
  t.equal((await trail('?from=yesterday')).status, 400);
  t.match(await trail('?cursor=nowhere'), { status: 400, body: { code: 'bad-cursor' } });
  t.equal((await trail('?limit=0')).status, 400);
});

t.test('its types are those of the installed plugins', async (t) => {
  const types = (await acme.admin.get('/api/v1/audit/types')).body;
  t.ok(types.some(({ type }: { type: string }) => type === 'core/denied@1'));
  t.match(
    types.find(({ type }: { type: string }) => type === 'api-keys/issued@1'),
    { title: 'An API key was issued' },
  );
});
