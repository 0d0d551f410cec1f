/** The queue of a workspace: amounts, views with counts, and who works on what. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import { Tenancy } from '../../tenancy/contract.ts';
import { assignApplications } from '../contract.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const priya = await acme.person('Priya Nandan', 'officer');
const money = (o: object = {}) => ({
  type: 'number',
  title: 'Amount',
  'x-kind': 'money',
  'x-currency': 'EUR',
  'x-decimals': 2,
  'x-id': 'amount_of_loan',
  ...o,
});
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  schema: { type: 'object', properties: { amount: money() } },
  wizard: [{ key: 'loan', title: 'Loan', fields: ['amount'] }],
  amount: 'amount_of_loan',
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
});
const submit = async (amount: unknown, from = acme): Promise<{ id: string; version: number }> => {
  platform.clock.advance(1_000);
  return (await from.key.post('/api/v1/applications', from.record(template, { answers: { amount } }))).body;
};
const list = async (query: string, who = acme.officer): Promise<readonly { id: string; amount: number | null }[]> =>
  (await who.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}&${query}`)).body;
const counts = async (who = acme.officer) =>
  (await who.get(`/api/v1/workspaces/${acme.staffWorkspace}/application-counts`)).body;
const at = (id: string, rest = 'assignees'): string => `/api/v1/applications/${id}/${rest}`;

t.test('an application has the amount that its template names, and is sorted and narrowed by it', async (t) => {
  for (const amount of [24_500, 900.5, 'a lot', 18_000]) await submit(amount);
  const sorted = await list('sort=-amount');
  t.strictSame(
    sorted.map(({ amount }) => amount),
    [24_500, 18_000, 900.5, null],
    'what is no number counts as none, behind all',
  );
  t.match(sorted[0], { currency: 'EUR' });
  const paged: unknown[] = [];
  for (const sort of ['amount', '-amount', 'templateName'])
    for (
      let url: string | undefined = `/api/v1/applications?workspaceId=${acme.staffWorkspace}&limit=1&sort=${sort}`;
      url;
    ) {
      const page = await acme.officer.get(url);
      paged.push(...page.body.map(({ amount }: { amount: number | null }) => amount));
      url = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
    }
  t.strictSame(paged.slice(0, 8), [null, 900.5, 18_000, 24_500, 24_500, 18_000, 900.5, null], 'page by page too');
  t.equal(paged.length, 12);
  t.strictSame(
    (await list('amountFrom=900.5&amountTo=18000&sort=amount')).map(({ amount }) => amount),
    [900.5, 18_000],
  );
  t.match(await acme.officer.get('/api/v1/applications?view=some&amountFrom=x'), {
    status: 400,
    body: { errors: [{ pointer: '?amountFrom' }] },
  });
  t.match((await acme.officer.get('/api/v1/applications?view=some')).body.errors, [
    { pointer: '?view', code: 'unknown-view' },
  ]);
});

t.test('people take cases, give them back and hand them over; the views follow', async (t) => {
  const before = await counts();
  const made = await submit(1);
  await acme.officer.delete(at(made.id, `assignees/${acme.officer.id}`));
  const who = (await acme.officer.get(`/api/v1/applications/${made.id}`)).body.assignees;
  for (const user of who) {
    await acme.grant('admin', assignApplications, true);
    await acme.admin.delete(at(made.id, `assignees/${user}`));
  }
  t.match(await list('view=unassigned'), [{ id: made.id }]);
  t.strictSame(
    (
      await acme.officer.graphql(
        'query($w: ID!) { applicationCounts(workspaceId: $w) { mine unassigned waiting overdue open decided all } }',
        {
          w: acme.staffWorkspace,
        },
      )
    ).data.applicationCounts,
    await counts(),
  );
  t.match(await counts(), { all: before.all + 1, open: before.open + 1, unassigned: before.unassigned + 1 });
  t.equal((await acme.officer.post(at(made.id), { userId: acme.officer.id })).status, 204);
  t.equal((await acme.officer.post(at(made.id), { userId: acme.officer.id })).status, 204, 'twice is once');
  t.match(await list('view=mine'), [{ id: made.id, assignees: [acme.officer.id] }]);
  t.equal((await list('view=mine', priya)).filter(({ id }) => id === made.id).length, 0, 'mine is the reader’s');
  t.equal((await acme.officer.post(at(made.id), { userId: priya.id })).status, 403, 'for others it takes a right');
  t.equal((await priya.post(at(made.id, 'hand-over'), { userId: acme.officer.id })).status, 409);
  t.equal((await acme.officer.post(at(made.id, 'hand-over'), { userId: priya.id })).status, 204);
  t.match(await acme.officer.get(`/api/v1/applications/${made.id}`), { body: { assignees: [priya.id] } });

  t.equal((await priya.post(at(made.id, 'approve'))).status, 200);
  t.match(await priya.post(at(made.id), { userId: priya.id }), { status: 409, body: { code: 'already-decided' } });
  t.equal(
    (await list('view=mine', priya)).filter(({ id }) => id === made.id).length,
    0,
    'what is decided is nobody’s work',
  );
  t.match(await list('view=decided'), [{ id: made.id, assignees: [priya.id] }], 'and stays on record');
});

t.test('who cannot work on it is not assigned, and nobody else’s is', async (t) => {
  const made = await submit(2);
  await acme.grant('admin', assignApplications, true);
  const post = (userId: unknown, who = acme.admin) => who.post(at(made.id), { userId });
  const can = async (who: typeof acme.admin): Promise<readonly string[]> =>
    (await who.graphql('query($id: ID!) { application(id: $id) { can } }', { id: made.id })).data.application.can;
  t.ok((await can(acme.admin)).includes('assign'), 'the right in this workspace is enough for the button');
  t.notOk((await can(acme.officer)).includes('assign'));
  for (const userId of [acme.client.id, beta.officer.id])
    t.match(await post(userId), { status: 422, body: { errors: [{ pointer: '/userId', code: 'not-an-officer' }] } });
  t.match(await post('nobody'), { status: 422 });
  t.equal((await post(priya.id, beta.admin)).status, 404);
  t.equal((await post(priya.id, acme.client)).status, 403);
  t.equal((await post(priya.id, acme.clerk)).status, 403);
  t.ok([401, 403].includes((await acme.key.post(at(made.id), { userId: priya.id })).status));
  const own = (
    await acme.key.post('/api/v1/applications', acme.record(template, { answers: { amount: 3 }, primary: priya.email }))
  ).body;
  const taking = async (id: string, who: typeof priya): Promise<boolean> =>
    (await who.graphql('query($id: ID!) { application(id: $id) { can } }', { id })).data.application.can.includes(
      'take',
    );
  t.strictSame(
    [
      await taking(own.id, acme.officer),
      await taking(own.id, acme.admin),
      await taking(own.id, acme.clerk),
      await taking(own.id, priya),
    ],
    [true, true, false, false],
    'who decides or assigns takes it, but no applicant of it',
  );
  t.match(await acme.admin.post(at(own.id), { userId: priya.id }), {
    status: 422,
    body: { errors: [{ pointer: '/userId', code: 'applicant' }] },
  });
});

t.test('several are assigned as they were seen, each by itself', async (t) => {
  const [one, two] = [await submit(4), await submit(5)];
  await acme.grant('admin', assignApplications, true);
  const seen = (await list('limit=2')).map(({ id, version }: { id: string; version?: number }) => ({ id, version }));
  await acme.officer.post(at(one.id), { userId: acme.officer.id });
  const url = `/api/v1/workspaces/${acme.staffWorkspace}/applications/assign`;
  const answer = await acme.admin.post(url, { applications: seen, userId: priya.id });
  t.equal(answer.status, 200);
  const of = (id: string) => answer.body.find((row: { applicationId: string }) => row.applicationId === id);
  const now = (await acme.officer.get(`/api/v1/applications/${one.id}`)).body;
  t.match(of(one.id), { assigned: false, problem: { code: 'changed' } }, 'what changed meanwhile is left and named');
  const { version, status, assignees } = of(one.id).now;
  t.strictSame(
    { version, status, assignees: assignees.map(({ id }: { id: string }) => id) },
    { version: now.version, status: 'InReview', assignees: now.assignees },
    'as it is now',
  );
  t.match(
    assignees.find(({ id }: { id: string }) => id === acme.officer.id),
    { name: 'Otto Officer' },
  );
  t.match(of(two.id), { assigned: true, problem: null, now: null });
  t.equal((await acme.officer.post(url, { applications: seen, userId: priya.id })).status, 403);
  t.match(await beta.admin.post(url, { applications: seen, userId: null }), { status: 404 });

  const { id: other } = await platform
    .service(Tenancy)
    .createWorkspace(acme.access, { name: 'Elsewhere', type: 'STAFF' });
  const record = { ...acme.record(template, { answers: { amount: 4 } }), workspaceId: other };
  const there = (await acme.key.post('/api/v1/applications', record)).body;
  const asked = { applications: [{ id: there.id, version: there.version }], userId: priya.id };
  t.match(
    (await acme.admin.post(url, asked)).body,
    [{ assigned: false, problem: { code: 'not-found' }, now: null }],
    'nothing is said of what is handled elsewhere',
  );
});

t.test('the next case goes to one officer each, however many ask at once', async (t) => {
  const open = await list('view=unassigned&status=InReview&limit=100');
  for (const { id } of open) await acme.officer.post(at(id), { userId: acme.officer.id });
  const [first, second] = [await submit(6), await submit(7)];
  for (const { id } of [first, second])
    for (const user of (await acme.officer.get(`/api/v1/applications/${id}`)).body.assignees)
      await acme.admin.delete(at(id, `assignees/${user}`));
  const url = `/api/v1/workspaces/${acme.staffWorkspace}/applications/take-next`;
  const taken = await Promise.all([acme.officer.post(url), priya.post(url)]);
  t.strictSame(taken.map(({ body }) => body.id).toSorted(), [first.id, second.id].toSorted());
  t.match((await acme.officer.post(url)).body, { id: null });
  const officers = (await acme.officer.get(`/api/v1/workspaces/${acme.staffWorkspace}/officers`)).body;
  t.match(
    officers.find(({ id }: { id: string }) => id === priya.id),
    { name: 'Priya Nandan', open: Number },
  );
});

t.test('from whom applications came is known to who reads them, keys before people', async (t) => {
  const url = `/api/v1/workspaces/${acme.staffWorkspace}/application-sources`;
  const form = await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'id', title: 'Identity' }],
  });
  const { workspaceId: _, ...record } = { workspaceId: '', ...acme.record(form) };
  const byHand = (who: typeof priya) => who.post(`/api/v1/workspaces/${acme.staffWorkspace}/applications`, record);
  for (const who of [priya, acme.officer, priya]) t.equal((await byHand(who)).status, 201);
  const { status, body } = await acme.clerk.get(url);
  t.equal(status, 200);
  t.strictSame(
    body.sources.map(({ kind, id }: { kind: string; id: string }) => [kind, id]),
    [
      ['key', acme.key.id],
      ['user', acme.officer.id],
      ['user', priya.id],
    ],
  );
  t.equal(body.more, false);
  t.equal((await list(`source=${priya.id}`)).length, 2, 'each narrows the list');
  t.equal((await acme.client.get(url)).status, 404);
  t.ok([401, 403].includes((await acme.key.get(url)).status));
  t.equal((await beta.officer.get(url)).status, 404);
});
