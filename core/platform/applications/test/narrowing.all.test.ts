/** The list narrowed by time and source, as figures of reports lead to it. */
import { t } from '@dossier/core/testing/t';
import { compareNames } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';

t.test('applications of a period and of a source', async (t) => {
  const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'] });
  t.teardown(() => platform.stop());
  const acme = await bank(platform);
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const submit = async (): Promise<{ id: string; createdAt: string }> =>
    (await acme.key.post('/api/v1/applications', acme.record(template))).body;
  const first = await submit();
  platform.clock.advance(60_000);
  const second = await submit();
  const ids = async (query: string): Promise<readonly string[]> =>
    (await acme.officer.get(`/api/v1/applications?${query}`)).body.map(({ id }: { id: string }) => id);
  t.strictSame(await ids(`createdFrom=${second.createdAt}`), [second.id], 'from that moment on');
  t.strictSame(await ids(`createdTo=${second.createdAt}`), [first.id], 'before that moment');
  t.strictSame(await ids(`decidedFrom=${first.createdAt}&decidedTo=${second.createdAt}&source=${acme.key.id}`), [
    first.id,
  ]);
  t.strictSame(await ids(`source=${acme.officer.id}`), []);
  const graphql = await acme.officer.graphql(
    'query($w: ID!, $from: String) { applications(workspaceId: $w, createdFrom: $from) { rows { id } total } }',
    { w: acme.staffWorkspace, from: second.createdAt },
  );
  t.strictSame(graphql.data.applications, { rows: [{ id: second.id }], total: 1 });
  for (const time of [
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00+99:00',
    '9999-01-01T00:00:00Z',
  ]) {
    t.match(
      await acme.officer.get(`/api/v1/applications?decidedTo=${encodeURIComponent(time)}`),
      { status: 400, body: { errors: [{ pointer: '?decidedTo', code: 'bad-time' }] } },
      time,
    );
  }
  const wrong = await acme.officer.get(
    `/api/v1/applications?limit=0&sort=name&status=Open&createdFrom=yesterday&search=${'x'.repeat(201)}`,
  );
  t.match(wrong, { status: 400, body: { code: 'bad-query' } });
  t.strictSame(
    wrong.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
    [
      '?createdFrom bad-time',
      '?sort unknown-sort',
      '?limit out-of-range',
      '?status unknown-status',
      '?search bad-search',
    ],
    'all that is wrong is reported at once',
  );
});

t.test('a search finds an application by each of its applicants, in whatever order the name is written', async (t) => {
  const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'] });
  t.teardown(() => platform.stop());
  const acme = await bank(platform);
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const person = (type: string, firstName: string, lastName: string): object => ({
    type,
    firstName,
    lastName,
    email: `${firstName}@example.org`,
  });
  const submit = async (...applicants: readonly object[]): Promise<string> =>
    (await acme.key.post('/api/v1/applications', { ...acme.record(template), applicants })).body.id;
  const both = await submit(person('PRIMARY', 'Amelia', 'Novak'), person('CO_APPLICANT', 'Ben', 'Quist'));
  const alone = await submit(person('PRIMARY', 'Amelia', 'Stone'));
  const found = async (search: string): Promise<readonly string[]> =>
    (
      await acme.officer.get(
        `/api/v1/applications?workspaceId=${acme.staffWorkspace}&sort=createdAt&search=${encodeURIComponent(search)}`,
      )
    ).body.map(({ id }: { id: string }) => id);
  for (const search of ['Quist', 'ben q', 'Novak, Amelia', '  amelia   NOVAK '])
    t.strictSame(await found(search), [both], search);
  t.strictSame(await found('amelia'), [both, alone]);
  t.strictSame(await found('Ben Stone'), []);
  t.strictSame(await found(' , '), [both, alone], 'nothing is looked for');
  t.strictSame(await found('%'), []);
  t.strictSame(await found('melia'), [], 'a word is looked for by its beginning');
});

t.test('names are found and sorted as people write them: accents, case and normal form do not decide', async (t) => {
  const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'] });
  t.teardown(() => platform.stop());
  const acme = await bank(platform);
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const submit = async (firstName: string, lastName: string): Promise<string> =>
    (
      await acme.key.post('/api/v1/applications', {
        ...acme.record(template),
        applicants: [{ type: 'PRIMARY', firstName, lastName, email: 'somebody@else.example' }],
      })
    ).body.id;
  const names = [
    'Zebra Zoo',
    'ahorn Bau',
    'Ähre Feld',
    'Ærø Øst',
    'Azur Côte',
    'Øl Brygg',
    'Müller Straße',
    'Garci\u0301a Łoś',
    '山田 太郎',
    'می\u200cخواهم علی',
  ];
  for (const name of names) await submit(name.split(' ')[0]!, name.split(' ')[1]!);
  const list = `/api/v1/applications?workspaceId=${acme.staffWorkspace}&limit=100`;
  const found = async (search: string): Promise<readonly string[]> =>
    (await acme.officer.get(`${list}&search=${encodeURIComponent(search)}`)).body.map(
      (row: { applicantName: string }) => row.applicantName,
    );
  for (const [search, name] of [
    ['MULLER', 6],
    ['Mu\u0308ller strasse', 6],
    ['garcía', 7],
    ['GARCIA los', 7],
    ['ahre', 2],
    ['aero', 3],
    ['ol br', 5],
    ['太郎', 8],
    ['میخواهم', 9],
    ['ｍüll', 6],
  ] as const) {
    t.strictSame(await found(search), [names[name]], search);
  }
  const sorted = async (sort: string): Promise<readonly string[]> => {
    const rows: string[] = [];
    for (let next: string | undefined = `${list}&limit=3&sort=${sort}`.replace('&limit=100', ''); next !== undefined;) {
      const page = await acme.officer.get(next);
      rows.push(...page.body.map((row: { applicantName: string }) => row.applicantName));
      next = /<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    return rows;
  };
  const order = names.toSorted(compareNames);
  t.strictSame(order.slice(0, 4), ['Ærø Øst', 'ahorn Bau', 'Ähre Feld', 'Azur Côte']);
  t.strictSame(await sorted('applicantName'), order, 'page by page');
  t.strictSame(await sorted('-applicantName'), order.toReversed());

  const people = async (): Promise<readonly string[]> =>
    (await acme.admin.get('/api/v1/people?q=ZOE%20angstrom')).body.map(({ id }: { id: string }) => id);
  const zoe = await acme.person('Zoë Ångström', 'clerk');
  t.strictSame(await people(), [zoe.id]);

  // As they were before their words were kept.
  await platform.kernel.database.asOwner(async (owner) => {
    for (const statement of [
      'drop table "application_term"',
      'drop index "application_updated"',
      'alter table "user" drop column "folded"',
      `delete from "migration" where ("plugin", "id") in (('applications', '0003-terms'), ('people', '0004-folded'))`,
    ])
      await owner.run(statement);
  });
  await platform.kernel.database.migrate();
  t.strictSame(
    [await found('MULLER'), await found('garci\u0301a'), await found('太郎'), await people()],
    [[names[6]], [names[7]], [names[8]], [zoe.id]],
    'what was there before a migration is found after it',
  );
});
