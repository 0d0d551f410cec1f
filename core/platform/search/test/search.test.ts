/** One box over all that somebody may see. */
import { t } from '@dossier/core/testing/t';
import { AccessControl } from '@dossier/sdk';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Bank, TestClient } from '@dossier/core/testing';
import { Answers, applicationsFeature, readApplications } from '../../applications/contract.ts';
import { AccessAdministration } from '../../access/contract.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const money = {
  schema: {
    type: 'object',
    properties: {
      amount: {
        type: 'number',
        title: 'Amount',
        'x-kind': 'money',
        'x-currency': 'EUR',
        'x-decimals': 2,
      },
    },
  },
  wizard: [{ key: 'loan', title: 'Loan', fields: ['amount'] }],
  amount: 'amount',
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
};

interface Found {
  readonly kind: string;
  readonly isAlike: boolean;
  readonly hits: readonly { readonly title: string; readonly path: string; readonly workspaceId: string }[];
}
const search = async (text: string, who: TestClient = acme.officer): Promise<readonly Found[]> => {
  const answer = await who.get(`/api/v1/search?text=${encodeURIComponent(text)}`);
  t.equal(answer.status, 200, text);
  return answer.body;
};
const names = async (text: string, who: TestClient = acme.officer): Promise<readonly string[]> =>
  (await search(text, who)).flatMap(({ hits }) => hits.map(({ title }) => title));

/** Submits for a person of this name; answers with the application. */
async function apply(name: string, o: { amount?: number; from?: Bank; email?: string } = {}) {
  const from = o.from ?? acme;
  const [firstName, lastName] = name.split(' ');
  platform.clock.advance(1_000);
  const templateId = templates.get(from.slug)!;
  const made = await from.key.post('/api/v1/applications', {
    ...from.record(templateId, { answers: { amount: o.amount ?? 1_000 } }),
    applicants: [{ type: 'PRIMARY', firstName, lastName, email: o.email ?? 'someone@else.example' }],
  });
  t.equal(made.status, 201);
  return made.body as { readonly id: string; readonly number: string };
}
const templates = new Map([
  [acme.slug, await acme.template(['DocumentCompletenessCheckHandler'], money)],
  [beta.slug, await beta.template(['DocumentCompletenessCheckHandler'], money)],
]);

t.test('an application is found by number, name, e-mail address and amount, as a whole and in parts', async (t) => {
  const made = await apply("Zoë O'Brien", { amount: 24_500.5, email: 'zoe.obrien+loan@larkfield.example' });
  for (const text of [
    made.number,
    made.number.replace('-', ''),
    made.number.slice(5),
    'zoe obrien',
    "O'BRIEN, Zoe\u0308",
    'brien',
    'zoe.obrien+loan@larkfield.example',
    'obrien@',
    'larkfield',
    '24,500.50',
    '€24500.5',
    '24.500,50 EUR',
    'loan',
    made.number.replace('-', '').replace(/(\d{3})(?=\d)/g, '$1 '),
  ])
    t.strictSame(await names(text), ["Zoë O'Brien"], text);
  for (const text of ['24,500.51', '2450', '2026-999999', 'zoe miller']) t.strictSame(await names(text), [], text);
  t.match(await search(made.number), [
    {
      kind: 'applications',
      title: 'Applications',
      isAlike: false,
      hits: [
        {
          id: made.id,
          money: { amount: 24_500.5, currency: 'EUR' },
          state: 'In review',
          workspaceId: acme.staffWorkspace,
          path: `applications/${made.id}`,
        },
      ],
    },
  ]);
});

t.test('an application is found by the answers that its template marks, as they are now', async (t) => {
  const schema = {
    type: 'object',
    properties: {
      account: { type: 'string', title: 'Account', 'x-id': 'account' },
      branch: { type: 'string', title: 'Branch', 'x-id': 'branch', oneOf: [{ const: 'b1', title: 'Harbour Quarter' }] },
      secret: { type: 'string', title: 'Anything else', 'x-id': 'secret' },
    },
  };
  const template = await acme.template(['DocumentCompletenessCheckHandler'], {
    schema,
    wizard: [{ key: 'all', title: 'All', fields: ['account', 'branch', 'secret'] }],
    foundBy: ['account', 'branch'],
    requiredDocuments: [{ key: 'id', title: 'Identity' }],
  });
  const answers = { account: 'DE89-3704/0044', branch: 'b1', secret: 'Marzipan' };
  const made = await acme.key.post('/api/v1/applications', acme.record(template, { answers }));
  t.equal(made.status, 201, made.text);
  const idsOf = async (text: string) => (await search(text)).flatMap(({ hits }) => hits.map(({ path }) => path));
  const path = `applications/${made.body.id}`;
  for (const text of ['DE89-3704/0044', 'de89', '3704', 'harbour quarter', 'quarter harb'])
    t.strictSame(await idsOf(text), [path], text);
  t.strictSame(await idsOf('marzipan'), [], 'what is not marked finds nothing');
  const staff = await platform.service(AccessControl).atWorkspace(acme.access, acme.staffWorkspace);
  t.ok(staff);
  if (staff) await platform.service(Answers).revise(staff, made.body.id, { ...answers, account: 'AT61-1904' });
  t.strictSame(await idsOf('AT61-1904'), [path]);
  t.strictSame(await idsOf('DE89'), [], 'what was corrected finds it no more');
  t.strictSame(await idsOf(made.body.number), [path]);
});

t.test('a slip in a long word is forgiven where nothing is written so', async (t) => {
  await apply('Ingrid Lindqvist');
  for (const text of ['lindqvst', 'Lindkvist', 'ingrid lidnqvist']) {
    const [group] = await search(text);
    t.match(group, { isAlike: true, hits: [{ title: 'Ingrid Lindqvist' }] }, text);
  }
  t.match(await search('lindqvist'), [{ isAlike: false }]);
  t.strictSame(await search('olof lidnqvist'), [], 'every word counts');
  t.strictSame(await search('lidnqvist', beta.officer), [], 'words of another organization help nobody');
});

t.test('signs are neither syntax nor an error', async (t) => {
  await apply('Łukasz C&A');
  t.strictSame(await names('lukasz c&a'), ['Łukasz C&A']);
  for (const text of ['', ' ', ',', '%', '_', '-', '"', "'", '\\', '(', '*', '🙂', ':)', '%25', 'a%', '='])
    t.strictSame(await names(text), text === 'a%' ? await names('a') : [], JSON.stringify(text));
  t.match(await acme.officer.get('/api/v1/search?text=a%00b&limit=0'), { status: 400 });
  t.match(await acme.officer.get(`/api/v1/search?text=${'a'.repeat(201)}`), { status: 400 });
  t.match(await acme.officer.get('/api/v1/search'), { status: 400 });
});

t.test('nobody finds what they may not read', async (t) => {
  const own = await apply('Carl Kowalczyk', { email: acme.client.email });
  await apply('Other Kowalczyk');
  await apply('Beta Kowalczyk', { from: beta });
  t.strictSame([...(await names('kowalczyk'))].sort(), ['Carl Kowalczyk', 'Other Kowalczyk']);
  t.match(await search('kowalczyk', acme.client), [
    { hits: [{ title: 'Carl Kowalczyk', path: `my/${own.id}`, workspaceId: acme.clientWorkspace }] },
  ]);
  t.strictSame(await names('kowalczyk', acme.otherClient), []);
  t.strictSame(await names('kowalczyk', beta.officer), ['Beta Kowalczyk']);
  await acme.grant('clerk', readApplications, false);
  t.strictSame(await names('kowalczyk', acme.clerk), [], 'a right that ended ends at once');
  await acme.grant('clerk', readApplications, true);
  const switched = (on: boolean) =>
    platform
      .service(AccessAdministration)
      .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: applicationsFeature, on });
  await switched(false);
  t.strictSame(await names('kowalczyk'), []);
  await switched(true);
});

t.test('staff find documents by the words of their names, and clients none that are for staff', async (t) => {
  const made = await apply('Paula Papers', { email: acme.client.email });
  const sent = await acme.officer.post(`/api/v1/applications/${made.id}/documents`, {
    files: [{ fileName: 'Gehaltsnachweis_März-2026.txt', contentBase64: Buffer.from('Paid.').toString('base64') }],
  });
  t.equal(sent.status, 201, JSON.stringify(sent.body));
  for (const text of ['gehalts marz', 'März-2026.txt', 'gehaltsnachwies'])
    t.match(
      (await search(text)).find(({ kind }) => kind === 'documents'),
      {
        hits: [{ title: 'Gehaltsnachweis_März-2026.txt', about: `in ${made.number}`, path: `applications/${made.id}` }],
      },
      text,
    );
  for (const who of [acme.client, beta.officer]) t.strictSame(await search('gehaltsnachweis', who), []);
});

t.test('GraphQL answers the same', async (t) => {
  const { body } = await acme.officer.post('/graphql', {
    query:
      '{ search(text: "kowalczyk carl", kind: ["applications"], limit: 1) { kind isAlike hits { title path money { amount } } } }',
  });
  t.match(body.data.search, [{ kind: 'applications', hits: [{ title: 'Carl Kowalczyk', money: { amount: 1_000 } }] }]);
});

t.test('what one had open is called as it is now, and is said only to who may still open it', async (t) => {
  const made = await apply('Rita Recent', { email: acme.client.email });
  const page = `${acme.staffWorkspace}/applications/${made.id}`;
  const own = `${acme.clientWorkspace}/my/${made.id}`;
  const open = async (who: TestClient, ...at: readonly string[]): Promise<readonly string[]> => {
    const query = new URLSearchParams(at.map((one) => ['pages', one]));
    const { status, body } = await who.get(`/api/v1/search/pages?${query}`);
    t.equal(status, 200, JSON.stringify(body));
    return (body as readonly Found[]).flatMap(({ hits }) => hits.map(({ title, path }) => `${title} ${path}`));
  };
  t.strictSame(await open(acme.officer, page), [`Rita Recent applications/${made.id}`]);
  t.strictSame(await open(acme.client, own, page), [`Rita Recent my/${made.id}`], 'by the page that they have');
  for (const who of [acme.otherClient, beta.officer]) t.strictSame(await open(who, page, own), []);
  await acme.grant('clerk', readApplications, false);
  t.strictSame(await open(acme.clerk, page), []);
  await acme.grant('clerk', readApplications, true);
  t.strictSame(await open(acme.clerk, page, `${acme.staffWorkspace}/applications/nothing`), [
    `Rita Recent applications/${made.id}`,
  ]);
  for (const at of ['applications', `${acme.staffWorkspace}`, 'x/applications'])
    t.match(await acme.officer.get(`/api/v1/search/pages?pages=${at}`), { status: 400 }, at);
  const { body } = await acme.officer.post('/graphql', {
    query: 'query Pages($pages: [String!]!) { searchPages(pages: $pages) { kind hits { title } } }',
    variables: { pages: [page] },
  });
  t.match(body.data.searchPages, [{ kind: 'applications', hits: [{ title: 'Rita Recent' }] }]);
});
