/** A client takes back what they applied for. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const template = await acme.template(['DocumentCompletenessCheckHandler']);

/** An application whose answers do not fit, so that an officer has it before them. */
const submit = async (): Promise<string> =>
  (
    await acme.key.post(
      '/api/v1/applications',
      acme.record(template, { primary: acme.client.email, answers: { amount: 5, purpose: 'CAR' } }),
    )
  ).body.id;
const withdraw = (who: TestClient, id: string, body: object = {}, headers: Record<string, string> = {}) =>
  who.post(`/api/v1/applications/${id}/withdraw`, body, headers);
const seenBy = async (who: TestClient, id: string): Promise<Json> =>
  (await who.graphql(`{ application(id: "${id}") { status can decision { reason } steps { state } } }`)).data
    .application;

t.test('a client withdraws for good: nothing is open any more', async (t) => {
  const id = await submit();
  for (const userId of (await acme.admin.get(`/api/v1/applications/${id}`)).body.assignees)
    await acme.admin.delete(`/api/v1/applications/${id}/assignees/${userId}`);
  await acme.officer.post(`/api/v1/applications/${id}/assignees`, { userId: acme.officer.id });
  t.ok((await seenBy(acme.client, id)).can.includes('withdraw'));
  t.notOk((await seenBy(acme.officer, id)).can.includes('withdraw'), 'it is the client who does');
  const done = await withdraw(acme.client, id, { reason: 'I found another offer' });
  t.match(done, {
    status: 200,
    body: { status: 'Withdrawn', decision: { by: null, reason: 'I found another offer' } },
  });
  t.ok(done.body.decidedAt);
  const seen = await seenBy(acme.officer, id);
  t.match(seen, { status: 'Withdrawn', can: [], decision: { reason: 'I found another offer' } });
  t.strictSame(
    seen.steps.filter(({ state }: Json) => !['passed', 'failed', 'skipped'].includes(state)),
    [],
  );
  for (const what of ['approve', 'reject'])
    t.match(await acme.officer.post(`/api/v1/applications/${id}/${what}`, { reason: 'Late' }), {
      status: 409,
      body: { code: 'already-decided' },
    });
  t.match((await withdraw(acme.client, id)).body, {
    status: 'Withdrawn',
    decision: { reason: 'I found another offer' },
  });
  const trail = (await acme.officer.get(`/api/v1/applications/${id}/audit`)).body;
  t.match(
    trail.filter(({ after }: Json) => after?.status === 'Withdrawn'),
    [{ actor: { name: 'Carl Client' }, before: { status: 'InReview' } }],
  );
});

t.test('what is decided is not withdrawn, and nobody withdraws for another', async (t) => {
  const id = await submit();
  t.equal((await withdraw(acme.otherClient, id)).status, 404);
  t.equal((await withdraw(beta.client, id)).status, 404);
  t.equal((await withdraw(acme.officer, id)).status, 403);
  t.equal((await withdraw(acme.key, id)).status, 401);
  t.match(await withdraw(acme.client, id, {}, { 'if-match': '"old"' }), { status: 412, body: { code: 'stale' } });
  t.equal((await acme.officer.post(`/api/v1/applications/${id}/approve`, {})).status, 200);
  t.match(await withdraw(acme.client, id), {
    status: 409,
    body: { code: 'already-decided', detail: /Approved/ },
  });
});

t.test('a withdrawal and a decision at once are one of them', async (t) => {
  const id = await submit();
  const both = await Promise.all([
    withdraw(acme.client, id),
    acme.officer.post(`/api/v1/applications/${id}/approve`, {}),
  ]);
  t.strictSame(both.map(({ status }) => status).toSorted(), [200, 409]);
});

t.test('withdrawn ones are found by their status, and are no open work', async (t) => {
  const id = await submit();
  await withdraw(acme.client, id);
  const of = async (query: string): Promise<readonly string[]> =>
    (await acme.officer.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}&${query}`)).body.map(
      (row: Json) => row.id,
    );
  t.ok((await of('status=Withdrawn')).includes(id));
  t.ok((await of('view=decided')).includes(id));
  t.notOk((await of('view=open')).includes(id));
});
