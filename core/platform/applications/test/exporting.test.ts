/** The list as a file. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
});
const submit = async (firstName: string, lastName: string): Promise<{ id: string; number: string }> => {
  platform.clock.advance(1_000);
  const record = acme.record(template);
  return (
    await acme.key.post('/api/v1/applications', {
      ...record,
      applicants: [{ type: 'PRIMARY', firstName, lastName, email: 'somebody@else.example' }],
    })
  ).body;
};
const url = (query = ''): string => `/api/v1/workspaces/${acme.staffWorkspace}/applications/export${query}`;
const lines = async (query = '', who = acme.officer): Promise<string[]> => {
  const { status, body } = await who.get(url(query));
  t.equal(status, 200);
  return String(body).replace('\uFEFF', '').trimEnd().split('\r\n');
};

const made = [
  await submit('Ingrid', 'Solberg'),
  await submit('=HYPERLINK("https://evil.example";"x")', 'Formula'),
  await submit('Ada', 'Abara'),
];

t.test('a list is exported by its own filter and order, of as many pages as there are', async (t) => {
  const [head, ...rows] = await lines('?sort=createdAt');
  t.match(head, /^Number,Applicant,Template,Status,Amount,/);
  t.same(
    rows.map((line) => line.slice(0, 11)),
    made.map(({ number }) => number),
  );
  t.equal((await lines('?search=abara')).length, 2);
  t.equal((await lines('?view=decided')).length, 1, 'the head alone');
  t.equal((await lines('?status=InReview,Submitted&status=Rejected')).length, 4);
  for (let i = 0; i < 101; i += 1) await submit('Paul', `Page ${i}`);
  const many = await lines('?search=paul');
  t.equal(many.length, 102, 'more than a page of them');
  t.equal(new Set(many).size, 102, 'each once');
});

t.test('a cell that a spreadsheet would run is text', async (t) => {
  const [, line = ''] = await lines('?search=formula');
  t.match(line, `"'=HYPERLINK(""https://evil.example"";""x"") Formula"`);
});

t.test('an answer that is none to its field is in the file as it was sent', async (t) => {
  const asked = await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'id', title: 'Identity' }],
    schema: {
      type: 'object',
      properties: { said: { type: 'string' }, many: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
    },
    wizard: [{ key: 'all', title: 'All', fields: ['said', 'many'] }],
  });
  platform.clock.advance(1_000);
  const answers = { said: { a: [1] }, many: [1, { b: null }] };
  t.equal((await acme.key.post('/api/v1/applications', acme.record(asked, { answers }))).status, 201);
  const [, line] = await lines(`?columns=${asked}:said,${asked}:many&sort=-createdAt`);
  t.match(line, ',"{""a"":[1]}","[1,{""b"":null}]"');
});

t.test('it stands in the trail, and is for those who read all applications there', async (t) => {
  const { body } = await acme.admin.get('/api/v1/audit?limit=50');
  t.match(
    body.find(({ type }: { type: string }) => type === 'applications/exported@1'),
    { actor: { id: acme.officer.id } },
  );
  t.equal((await acme.client.get(url())).status, 404, 'a client has nothing there');
  t.equal((await beta.officer.get(url())).status, 404, 'nobody learns that there is such a workspace');
  t.ok([401, 403].includes((await acme.key.get(url())).status));
  t.match(await acme.officer.get(url('?view=some&sort=colour')), {
    status: 400,
    body: { errors: [{ pointer: '?view' }, { pointer: '?sort' }] },
  });
});
