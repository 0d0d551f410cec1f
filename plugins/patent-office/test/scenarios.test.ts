/** What a patent attorney does in a day, sentence by sentence of what was agreed. */
import { t } from '@dossier/core/testing/t';
import { bank } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { newId } from '@dossier/sdk';
import { savePatents, searchPatents } from '../contract.ts';
import { routes } from '../routes/index.ts';
import { answered, asked, credits, inside, numbers, parts, search, stage, submitted } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const { penrow, hale, ops } = s;
const application = await submitted(penrow);
const other = await submitted(penrow);

/** What `work` cost in credits, and in calls that were answered. */
const cost = async (work: () => Promise<unknown>): Promise<readonly [number, number]> => {
  const [used, calls] = [(await credits(penrow)).used, answered(ops, 'key-of-penrow')];
  await work();
  return [(await credits(penrow)).used - used, answered(ops, 'key-of-penrow') - calls];
};
const free = [0, 0] as const;

t.test('the tab and the API are there for an organization of type PATENT, and nowhere else', async (t) => {
  const lender = await bank(s.platform, 'lender');
  const tab = async (at: typeof penrow): Promise<boolean> =>
    JSON.stringify(
      await at.officer.graphql('query($w: ID!) { shell(workspaceId: $w) { tag } }', { w: at.staffWorkspace }),
    ).includes('dossier-patents');
  t.equal(await tab(penrow), true);
  t.equal(await tab(lender), false);
  const loan = await submitted(lender);
  for (const [method, url] of [
    ['get', '/api/v1/patents/credits'],
    ['get', `${inside(lender)}/EP4352417B1`],
    ['get', `/api/v1/applications/${loan}/patents`],
    ['get', `${inside(lender)}/searches`],
  ] as const)
    t.match(await lender.officer[method](url), { status: 404, body: { code: 'feature-off' } }, url);
  t.match(await search(lender, { by: 'cql', q: 'ti=tank' }), { status: 404 });
  t.match(await lender.officer.put(`/api/v1/applications/${loan}/patents/EP4352417B1`, { tag: '', reason: '' }), {
    status: 404,
  });
});

t.test('with the feature switched off both are gone, and back with it', async (t) => {
  const access = `/api/v1/workspaces/${hale.staffWorkspace}/access`;
  t.equal((await hale.admin.put(access, { features: [{ id: 'patents', on: false }] })).status, 200);
  t.equal((await hale.officer.get('/api/v1/patents/credits')).status, 404);
  t.notMatch((await hale.officer.get('/api/v1/session')).text, /dossier-patents/);
  t.equal((await hale.admin.put(access, { features: [{ id: 'patents', on: true }] })).status, 200);
  t.equal((await hale.officer.get('/api/v1/patents/credits')).status, 200);
});

t.test(
  'key and secret are the organization’s own and never shown again; a plain member cannot touch them',
  async (t) => {
    const url = '/api/v1/integrations/patent-office';
    const { text } = await penrow.admin.get(url);
    t.notMatch(text, /key-of-penrow|secret-of-penrow/);
    t.equal((await penrow.clerk.get(url)).status, 403);
    t.equal((await penrow.clerk.put(url, { values: { key: 'mine' } })).status, 403);
    t.equal((await penrow.officer.put(url, { values: { key: 'mine' } })).status, 403);
  },
);

t.test('a wrong key is said in words, and uses no credit', async (t) => {
  const url = '/api/v1/integrations/patent-office';
  const tried = await penrow.admin.post(`${url}/test`, { values: { key: 'wrong', secret: 'wrong' } });
  t.match(tried.body, { ok: false });
  t.match(tried.text, /does not know this key and secret/);
  const right = await penrow.admin.post(`${url}/test`, {});
  t.match(right.text, /accepts the key and the secret/);

  const before = (await credits(penrow)).used;
  await penrow.admin.put(url, { values: { key: 'wrong', secret: 'wrong' } });
  t.match(await search(penrow, { by: 'cql', q: 'ti=tank' }), { status: 409, body: { code: 'office-key' } });
  t.match(await credits(penrow), { used: before, reserved: 0 });
  await penrow.admin.put(url, { values: { key: 'key-of-penrow', secret: 'secret-of-penrow' } });
  t.equal((await search(penrow, { by: 'cql', q: 'ti=tank' })).status, 200, 'and the right one works at once');
});

t.test('words, an applicant and CQL each find something, for a credit each', async (t) => {
  const found = async (o: object): Promise<Json> => {
    const answer = await search(penrow, o);
    t.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  t.same(await cost(() => found({ by: 'keyword', q: 'hydrogen tank' })), [1, 1]);
  const { results } = await found({ by: 'keyword', q: 'hydrogen tank' });
  t.match(
    results.filter(({ family }: Json) => family === '81000001').map(({ number, behind }: Json) => [number, behind]),
    [
      ['EP4352417B1', null],
      ['US2024271745A1', 'EP4352417B1'],
    ],
    'all of a family, and which is read best',
  );
  const byName = await search(penrow, { by: 'applicant', q: 'Veloworks' });
  t.ok(numbers(byName).includes('EP4021789B1'), byName.text);
  t.match(
    (await penrow.officer.get(`${inside(penrow)}/searches`)).body[0],
    { cql: 'pa="Veloworks"', form: { applicants: ['Veloworks'] } },
    'it is found again as it was asked for',
  );
  const byCql = await search(penrow, { by: 'cql', q: 'ti="bicycle brake" and pd within "2020 2026"' });
  t.ok(numbers(byCql).includes('EP4021789B1'), byCql.text);
  t.match(byCql.body, {
    total: byCql.body.results.length,
    from: 1,
    results: [{ number: /^[A-Z]{2}\d/, title: /brake/i, applicants: [/VELOWORKS/i], date: /^20\d\d-\d\d-\d\d$/ }],
    credits: { used: 1, left: (await credits(penrow)).left },
  });
  t.same(await cost(() => parts(penrow, 'EP4021789B1', ['biblio'])), free, 'what was found opens without another one');
  t.match((await penrow.clerk.get(`${inside(penrow)}/EP4021789B1`)).body, { biblio: { applicants: [/VELOWORKS/i] } });
});

t.test('malformed CQL is refused with the place of the fault, and nobody is asked', async (t) => {
  for (const [cql, position] of [
    ['ta all "hydrogen storage" and pa="Nordhavn', 34],
    ['ti=tank and', 9],
    ['tii=tank', 1],
    ['ti=(tank or', 10],
  ] as const) {
    const calls = asked(ops).length;
    const used = await cost(async () => {
      const wrong = { by: 'cql', q: cql };
      const answer = await search(penrow, wrong);
      const checked = await penrow.officer.post(`${inside(penrow)}/check`, wrong);
      t.match(checked.body, { valid: false, message: String, position: Number });
      t.equal(checked.body.position, position, cql);
      const fault = { pointer: '/q', code: 'cql', detail: /^\S.*\.\)$/, position };
      t.match(answer, { status: 422, body: { code: 'invalid', errors: [fault] } }, answer.text);
    });
    t.same(used, free);
    t.equal(asked(ops).length, calls, 'and no call was made');
  }
});

t.test('all that is wrong with a search is said at once, and nobody is asked', async (t) => {
  const calls = asked(ops).length;
  for (const [body, pointers] of [
    [{ by: 'keyword', q: '  ' }, ['/q']],
    [{ by: 'applicant' }, ['/q']],
    [{ by: 'cql', q: '', from: 0 }, ['/from', '/q']],
    [{ by: 'number', q: 'tank' }, ['/by']],
    [{ by: 'keyword', q: 7 }, ['/q']],
    [{ q: 'tank' }, ['/by']],
  ] as const) {
    const answer = await search(penrow, body);
    t.equal(answer.status, 422, answer.text);
    t.same(answer.body.errors.map(({ pointer }: Json) => pointer).sort(), pointers, JSON.stringify(body));
  }
  t.equal(asked(ops).length, calls);
});

t.test('no GET asks the office, whatever is known of a patent', async (t) => {
  const calls = ops.calls().length;
  for (const { method, url } of Object.values(routes))
    if (method === 'GET')
      for (const number of ['EP4021789B1', 'EP1901001A3', '4352417']) {
        const path = url
          .replace(':workspaceId', penrow.staffWorkspace)
          .replace(':number', number)
          .replace(':id', url.startsWith('/api/v1/applications') ? application : newId());
        const { status } = await penrow.officer.get(path);
        t.ok(status < 500, `${path}: ${status}`);
      }
  t.equal(ops.calls().length, calls);
});

t.test('no hit is an empty list', async (t) => {
  const answer = await search(penrow, { by: 'cql', q: 'ti=quokkaberry' });
  t.match(answer, { status: 200, body: { total: 0, results: [] } });
});

t.test('what somebody types into a box is a word to be found, never a part of the query', async (t) => {
  const clever = [
    'tank" or pa="Nordhavn',
    '" or pn=EP',
    'tank") or (ti="brake',
    'tank" and',
    '"',
    '\\"',
    "tank' or 'x",
  ];
  for (const text of clever)
    for (const by of ['keyword', 'applicant']) {
      const before = (await credits(penrow)).used;
      const answer = await search(penrow, { by, q: text });
      t.ok(answer.status === 200 || answer.status === 422, `${text}: ${answer.text}`);
      t.ok((await credits(penrow)).used - before <= 1, 'one credit at most');
      const [call] = answer.status === 200 ? asked(ops).slice(-1) : [];
      const query = call ? new URL(call.path, ops.url).searchParams.get('q') : '';
      t.notMatch(query, /\bor\b(?=(?:[^"]*"[^"]*")*[^"]*$)/i, `no "or" outside of quotes: ${query}`);
      t.equal([...(query ?? '')].filter((sign) => sign === '"').length % 2, 0, 'every quotation is closed');
    }
});

t.test('a result opens with bibliographic data, abstract and claims', async (t) => {
  const { body } = await parts(penrow, 'EP4352417B1', ['biblio', 'claims']);
  t.match(body, {
    patent: { number: 'EP4352417B1', title: /hydrogen tank/i },
    biblio: { abstracts: [{ lang: /^[a-z]{2}$/ }], inventors: [/LINDQVIST/i, /HOLM/i] },
    claims: [
      {
        lang: /^[a-z]{2}$/,
        claims: [
          { number: 1, dependsOn: [], depth: 0 },
          { dependsOn: [1], depth: 1 },
        ],
      },
    ],
  });
  t.equal(body.claims.length, 3, 'in three languages');
});

t.test('where the office has no text of the claims, that is said, and the rest is shown', async (t) => {
  const answer = await parts(penrow, 'EP3549733B8', ['biblio', 'claims']);
  t.match(answer, { status: 200, body: { patent: { title: String }, claims: null } });
  t.match(
    answer.body.parts.find(({ part }: Json) => part === 'claims'),
    { state: 'none', credits: 0 },
  );
  const read = await penrow.officer.get(`${inside(penrow)}/EP3549733B8`);
  t.match(read.body, { biblio: Object, claims: null });
});

t.test('the file has every page once; it is paid for at the first read, and never again', async (t) => {
  const url = `${inside(penrow)}/EP1012211A1/pdf`;
  await parts(penrow, 'EP1012211A1', ['images']);
  const first = await cost(async () => {
    t.match(await penrow.officer.post(url, {}), { status: 202, body: { of: 6, credits: 6 } });
    await s.platform.settle();
    t.match((await penrow.officer.get(url)).body, { of: 6, isWhole: true, isRunning: false, credits: 0 });
  });
  t.same(first, [6, 6], 'a credit for each page');
  const second = await cost(async () => {
    for (const who of [penrow.officer, penrow.clerk]) {
      const file = await who.get(`${url}/file`);
      t.match(file.headers, { 'content-type': /application\/pdf/ });
      t.equal(file.bytes.subarray(0, 5).toString(), '%PDF-');
    }
    t.equal((await penrow.clerk.post(url, {})).status, 202);
    await s.platform.settle();
  });
  t.same(second, free, 'nobody pays for it again');
});

t.test('a page that breaks does not lose the others, and is not paid for', async (t) => {
  const number = 'DE202021103355U1';
  const url = `${inside(penrow)}/${number}/pdf`;
  await parts(penrow, number, ['images']);
  ops.control.page({ page: 3, how: 'broken', link: 'DE/202021103355/U1', times: 1 });
  const [used] = await cost(async () => {
    await penrow.officer.post(url, {});
    await s.platform.settle();
  });
  t.equal(used, 5);
  const state = (await penrow.officer.get(url)).body;
  t.match(state, { of: 6, isWhole: false, credits: 1 });
  t.same(
    state.pages.flatMap(({ page, state }: Json) => (state === 'failed' ? [page] : [])),
    [3],
  );
  t.match((await penrow.officer.get(`${url}/file`)).headers, { 'x-partial': /./ });
  const again = await cost(async () => {
    await penrow.officer.post(url, { pages: [3] });
    await s.platform.settle();
  });
  t.same(again, [1, 1]);
  t.match((await penrow.officer.get(url)).body, { isWhole: true });
});

t.test('a saved patent is in the list of its application and of no other; once is as good as twice', async (t) => {
  const of = (id: string): string => `/api/v1/applications/${id}/patents`;
  const content = { tag: 'closest art', reason: 'It has the same layer.' };
  for (const spelling of ['EP4352417B1', 'EP%204%20352%20417%20B1', 'EP.4352417.B1'])
    t.equal((await penrow.officer.put(`${of(application)}/${spelling}`, content)).status, 200, spelling);
  const list = (await penrow.officer.get(of(application))).body;
  t.match(list, [{ patent: { number: 'EP4352417B1' }, ...content, by: { id: penrow.officer.id } }]);
  t.equal(list.length, 1);
  t.same((await penrow.officer.get(of(other))).body, []);
  t.match(await penrow.officer.graphql(`{ savedPatents(applicationId: "${application}") { patent { number } tag } }`), {
    data: { savedPatents: [{ patent: { number: 'EP4352417B1' }, tag: 'closest art' }] },
  });
  t.match((await penrow.officer.get(`${of(application)}.csv`)).text, /EP 4 352 417 B1|EP4352417B1/);

  await penrow.grant('clerk', savePatents, false);
  t.equal((await penrow.clerk.get(of(application))).status, 200, 'who reads the application reads the list');
  for (const [who, save] of [
    [penrow.officer, true],
    [penrow.clerk, false],
  ] as const)
    t.same((await who.get(`${inside(penrow)}/rights`)).body, { save });
  t.match(await penrow.clerk.put(`${of(application)}/EP4352417B1`, content), {
    status: 403,
    body: { code: 'forbidden' },
  });
  t.equal((await penrow.clerk.delete(`${of(application)}/EP4352417B1`)).status, 403);
  t.equal((await hale.officer.get(of(application))).status, 404, 'another organization has no such application');

  t.equal((await penrow.officer.delete(`${of(application)}/EP4352417B1`)).status, 204);
  t.same((await penrow.officer.get(of(application))).body, []);
  t.equal((await penrow.officer.delete(`${of(application)}/EP4352417B1`)).status, 404);
});

t.test('a note is its author’s alone', async (t) => {
  const url = `${inside(penrow)}/EP4352417B1/note`;
  const text = 'sloeberryledger: ours has no conductive layer';
  t.equal((await penrow.officer.put(url, { text })).status, 200);
  t.match((await penrow.officer.get(url)).body, { text });
  const none = { status: 200, headers: { etag: '"0"' }, body: { text: '', at: null } };
  for (const who of [penrow.admin, penrow.clerk]) t.match(await who.get(url), none, 'their own, which is empty');
  t.equal((await hale.officer.get(`${inside(hale)}/EP4352417B1/note`)).status, 404, 'nobody of them has met it');
  await penrow.officer.put(`/api/v1/applications/${application}/patents/EP4352417B1`, { tag: '', reason: '' });
  for (const who of [penrow.officer, penrow.admin])
    t.notMatch((await who.get(`/api/v1/applications/${application}/patents.csv`)).text, /sloeberryledger/);
  t.notMatch((await penrow.admin.get('/api/v1/search?text=sloeberryledger')).text, /conductive/);
});

t.test('without the right to search there is no price, no search, and no record', async (t) => {
  await penrow.grant('clerk', searchPatents, false);
  for (const answer of [
    await penrow.clerk.get('/api/v1/patents/credits'),
    await penrow.clerk.get(`${inside(penrow)}/EP4352417B1`),
    await search(penrow, { by: 'cql', q: 'ti=tank' }, penrow.clerk),
    await parts(penrow, 'EP4352417B1', ['legal'], penrow.clerk),
  ])
    t.equal(answer.status, 403, answer.text);
  for (const outsider of [penrow.client, hale.officer])
    t.ok([403, 404].includes((await outsider.get(`${inside(penrow)}/EP4352417B1`)).status));
  t.equal((await hale.officer.get(`${inside(penrow)}/EP4352417B1`)).status, 404, 'not even that it is a workspace');
  await penrow.grant('clerk', searchPatents, true);
});
