import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Person, TestAnswer } from '@dossier/core/testing';
import type { SentencePart } from '../contract.ts';
import { plain } from '../sentence.ts';

interface Entry {
  readonly id: string;
  readonly place: string;
  readonly at: string;
  readonly type: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly audience: string;
  readonly sentence: readonly SentencePart[];
}

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
// Of two papers only one is sent in: the check goes on failing, and the case waits for a person.
const templateId = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [
    { key: 'income', title: 'Proof of income' },
    { key: 'identity', title: 'Proof of identity' },
  ],
});
const trailOf = (id: string): string => `/api/v1/applications/${id}/audit`;
const entriesOf = async (id: string, who: Person = acme.officer, query = ''): Promise<readonly Entry[]> =>
  (await who.get(`${trailOf(id)}${query}`)).body;
const ids = (entries: readonly Entry[]): string[] => entries.map(({ id }) => id);

/** Does something a minute after the last thing, and tells when. */
async function later(
  act: () => Promise<TestAnswer>,
): Promise<{ readonly body: TestAnswer['body']; readonly at: string }> {
  platform.clock.advance(60_000);
  const { status, body, text } = await act();
  if (status >= 300) throw new Error(`Answered with ${status}: ${text}`);
  return { body, at: platform.clock.now().toISOString() };
}

const submitted = await later(() =>
  acme.key.post('/api/v1/applications', acme.record(templateId, { primary: acme.client.email })),
);
const id: string = submitted.body.id;
const uploaded = await later(() =>
  acme.client.upload(`/api/v1/applications/${id}/documents`, [
    { name: 'requirementKey', value: 'income' },
    { name: 'file', fileName: 'income.pdf', contentType: 'application/pdf', bytes: '%PDF-1.4\n%%EOF\n' },
  ]),
);
const reviewed = await later(() =>
  acme.officer.put(`/api/v1/documents/${uploaded.body.id}`, { reviewStatus: 'approved' }),
);
const decided = await later(() => acme.admin.post(`/api/v1/applications/${id}/reject`, { reason: 'Too risky.' }));
await platform.settle();

t.test('each step of an application has one entry: who, what, before and after, when, in order', async (t) => {
  const key = { kind: 'key', id: acme.key.id, name: 'Partner' };
  const system = { kind: 'system' };
  const client = { kind: 'user', id: acme.client.id, name: 'Carl Client' };
  const officer = { kind: 'user', id: acme.officer.id, name: 'Otto Officer' };
  const admin = { kind: 'user', id: acme.admin.id, name: 'Ada Admin' };
  const [assignee] = submitted.body.assignees;
  t.ok([acme.admin.id, acme.officer.id].includes(assignee));
  const expected = [
    {
      type: 'applications/submitted@1',
      actor: key,
      before: null,
      after: { status: 'Submitted' },
      audience: 'external',
      at: submitted.at,
    },
    {
      type: 'workflow/step-changed@1',
      actor: system,
      before: { state: 'pending' },
      after: { state: 'failed' },
      details: { name: 'DocumentCompletenessCheck' },
      audience: 'internal',
      at: submitted.at,
    },
    {
      type: 'workflow/step-changed@1',
      actor: system,
      before: { state: 'pending' },
      after: { state: 'running' },
      details: { name: 'Underwriting' },
      audience: 'internal',
      at: submitted.at,
    },
    {
      type: 'workflow/halted@1',
      actor: system,
      details: { name: 'Underwriting', assignee },
      audience: 'internal',
      at: submitted.at,
    },
    {
      type: 'applications/changed@1',
      actor: system,
      before: { status: 'Submitted' },
      after: { status: 'InReview' },
      audience: 'external',
      at: submitted.at,
    },
    {
      type: 'applications/assigned@1',
      actor: system,
      after: { assignees: [assignee] },
      audience: 'internal',
      at: submitted.at,
    },
    {
      type: 'documents/uploaded@1',
      actor: client,
      before: null,
      after: { document: uploaded.body.id, fileName: 'income.pdf', reviewStatus: 'pending' },
      audience: 'external',
      at: uploaded.at,
    },
    {
      type: 'workflow/step-changed@1',
      actor: system,
      before: { reasons: [{ code: 'document-missing' }] },
      after: { state: 'failed', reasons: [{ code: 'document-not-approved' }] },
      details: { name: 'DocumentCompletenessCheck' },
      audience: 'internal',
      at: uploaded.at,
    },
    {
      type: 'documents/reviewed@1',
      actor: officer,
      before: { reviewStatus: 'pending' },
      after: { document: uploaded.body.id, fileName: 'income.pdf', requirementKey: 'income', reviewStatus: 'approved' },
      audience: 'external',
      at: reviewed.at,
    },
    {
      type: 'workflow/step-changed@1',
      actor: system,
      after: { state: 'failed' },
      details: { name: 'DocumentCompletenessCheck' },
      audience: 'internal',
      at: reviewed.at,
    },
    {
      type: 'workflow/step-changed@1',
      actor: admin,
      before: { state: 'running' },
      after: { state: 'failed', reasons: [{ text: 'Too risky.' }] },
      details: { name: 'Underwriting' },
      audience: 'internal',
      at: decided.at,
    },
    {
      type: 'applications/changed@1',
      actor: admin,
      before: { status: 'InReview' },
      after: { status: 'Rejected', reason: 'Too risky.' },
      audience: 'external',
      at: decided.at,
    },
  ];
  const entries = await entriesOf(id);
  t.same(
    entries.map(({ type }) => type),
    expected.map(({ type }) => type),
  );
  expected.forEach((entry, i) => t.match(entries[i], entry, `${i}: ${entry.type}`));
  t.equal(new Set(ids(entries)).size, entries.length);
});

t.test('an application that a person creates begins with that person', async (t) => {
  const { workspaceId, ...record } = acme.record(templateId);
  const made = await later(() => acme.officer.post(`/api/v1/workspaces/${String(workspaceId)}/applications`, record));
  const entries = await entriesOf(made.body.id);
  t.match(entries[0], { type: 'applications/submitted@1', actor: { kind: 'user', id: acme.officer.id }, at: made.at });
  t.equal(entries.filter(({ type }) => type === 'applications/submitted@1').length, 1);
  t.notOk(
    ids(await entriesOf(id)).some((one) => ids(entries).includes(one)),
    'and its trail is its own',
  );
});

t.test('what is refused leaves no entry', async (t) => {
  const before = ids(await entriesOf(id));
  t.equal((await acme.officer.post(`/api/v1/applications/${id}/approve`)).status, 409);
  t.equal((await acme.clerk.put(`/api/v1/documents/${uploaded.body.id}`, { reviewStatus: 'pending' })).status, 403);
  t.same(ids(await entriesOf(id)), before);
});

t.test('nobody changes or removes an entry, an administrator neither', async (t) => {
  const before = await entriesOf(id, acme.admin);
  for (const who of [acme.admin, acme.officer]) {
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE'] as const) {
      for (const url of [trailOf(id), `${trailOf(id)}/${before[0]!.id}`, `/api/v1/audit/${before[0]!.id}`]) {
        t.ok(
          [404, 405].includes(
            (
              await who.request({
                method,
                url,
                ...(method === 'DELETE' ? {} : { payload: { actor: 'somebody else' } }),
              })
            ).status,
          ),
          `${method} ${url}`,
        );
      }
    }
  }
  t.same(await entriesOf(id, acme.admin), before);
});

t.test('a client reads what concerns them, and not what is for staff', async (t) => {
  t.equal((await acme.client.get(trailOf(id))).status, 403);
  const all = await entriesOf(id);
  const seen = await entriesOf(id, acme.client, '?audience=external');
  t.same(ids(seen), ids(all.filter(({ audience }) => audience === 'external')));
  t.match(
    seen,
    seen.map(() => ({ audience: 'external', details: null })),
  );
  t.match(
    seen.find(({ type }) => type === 'documents/reviewed@1'),
    { after: { fileName: 'income.pdf', requirementKey: 'income', reviewStatus: 'approved' } },
    'a paper by its name and by what was asked for',
  );
  t.match(seen.at(-1), { before: { status: 'InReview' }, after: { status: 'Rejected', reason: 'Too risky.' } });
  t.strictSame(
    seen.map(({ sentence }) => plain(sentence)),
    [
      'The key Partner submitted the application.',
      'The application is now: In review.',
      'Carl Client uploaded income.pdf for Proof of income.',
      'Staff accepted income.pdf.',
      'Staff rejected the application: Too risky.',
    ],
    'without the names of the staff',
  );
  t.match(
    all.map(({ sentence }) => plain(sentence)),
    [
      'The key Partner submitted the application of Carl Client.',
      /^The step .+ is now: /,
      ...all.slice(2, -1).map(() => /\.$/),
      'Ada Admin rejected the application of Carl Client: Too risky.',
    ],
  );
  t.equal((await acme.client.get(`${trailOf(id)}?audience=internal`)).status, 400);

  const query =
    'query ($id: ID!, $external: Boolean) { audit(applicationId: $id, external: $external) { id sentence { text is record { type id workspaceId path } } } }';
  t.same(
    (await acme.client.graphql(query, { id })).data.audit,
    seen.map((entry) => ({ id: entry.id, sentence: entry.sentence })),
  );
  t.match(await acme.client.graphql(query, { id, external: false }), {
    errors: [{ extensions: { code: 'forbidden' } }],
  });
});

t.test('for another organization, and another client, there is no such trail', async (t) => {
  const unknown = await acme.officer.get(trailOf(newId()));
  t.equal(unknown.status, 404);
  for (const who of [beta.admin, beta.officer, beta.client, acme.otherClient]) {
    for (const query of ['', '?audience=external'])
      t.match(await who.get(`${trailOf(id)}${query}`), { status: 404, body: unknown.body });
  }
  t.equal((await platform.get(trailOf(id))).status, 401);
});

t.test('a trail is read in pages, in the same order', async (t) => {
  const query =
    'query ($id: ID!, $after: String, $limit: Int) { audit(applicationId: $id, after: $after, limit: $limit) { id place } }';
  for (const [who, audience] of [
    [acme.officer, ''],
    [acme.client, '&audience=external'],
  ] as const) {
    const all = ids(await entriesOf(id, who, `?limit=200${audience}`));
    const [rest, graphql]: [string[], string[]] = [[], []];
    for (let next: string | undefined = `${trailOf(id)}?limit=3${audience}`; next;) {
      const page: TestAnswer = await who.get(next);
      t.ok(page.body.length <= 3);
      rest.push(...ids(page.body));
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    for (let page: readonly Entry[] | undefined; page?.length !== 0;) {
      page = (await who.graphql(query, { id, limit: 3, after: page?.at(-1)?.place ?? null })).data
        .audit as readonly Entry[];
      graphql.push(...ids(page));
    }
    t.same(rest, all);
    t.same(graphql, all);
  }
  for (const after of ['', 'zz', '7', '7-', `${'9'.repeat(20)}-1`]) {
    t.match(
      await acme.officer.graphql(query, { id, after }),
      { data: null, errors: [{ extensions: { code: 'bad-cursor' } }] },
      after,
    );
    t.match(
      await acme.officer.get(`${trailOf(id)}?cursor=${after}`),
      { status: 400, body: { code: 'bad-cursor' } },
      after,
    );
  }
  for (const limit of [0, 201, -1])
    t.match(
      await acme.officer.graphql(query, { id, limit }),
      { data: null, errors: [{ extensions: { code: 'bad-query' } }] },
      `${limit}`,
    );
  t.same(
    ids((await acme.officer.graphql(query, { id, limit: null })).data.audit),
    ids(await entriesOf(id, acme.officer, '?limit=200')),
    'null is as usual',
  );
  for (const limit of ['0', '201', 'many'])
    t.equal((await acme.officer.get(`${trailOf(id)}?limit=${limit}`)).status, 400, limit);
});
