import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { stage } from './stage.ts';
import type { Stage } from './stage.ts';

let s: Stage;
t.before(async () => {
  s = await stage();
});
t.teardown(() => s.platform.stop());

/** Written by hand: an object literal would set the prototype. */
const difficult =
  '{"z":1,"a":{"Łódź":["日本", null, {"deep":[[]]}],"\\u0000":"\\ud83d\\ude00 \\ud800","":false},"__proto__":{"isAdmin":true},"constructor":null,"big":1e300,"list":[3,1,2]}';

t.test('a profile comes back as it was written, whatever its data holds', async (t) => {
  const body = `{"userId":"${s.applicant.id}","userProfileSchemaId":"never-registered","name":"Łukasz, private","data":${difficult}}`;
  const made = await s.applicant.post('/user-profiles', body);
  t.match(made, {
    status: 201,
    headers: { etag: '"1"', location: `/api/v1/user-profiles/${made.body.id}` },
    body: { userId: s.applicant.id, userProfileSchemaId: 'never-registered', name: 'Łukasz, private', version: 1 },
  });
  for (const path of ['/user-profiles', '/api/user-profiles', '/api/v1/user-profiles']) {
    const read = await s.applicant.get(`${path}/${made.body.id}`);
    t.equal(JSON.stringify(read.body), JSON.stringify(made.body), path);
    t.equal(
      JSON.stringify(read.body.data),
      JSON.stringify(JSON.parse(difficult)),
      'members in their order, and __proto__ as data',
    );
  }
  t.equal(Reflect.get({}, 'isAdmin'), undefined);
  const again = await s.applicant.post('/user-profiles', body);
  t.equal(again.status, 201);
  t.not(again.body.id, made.body.id, 'a second call makes a second profile');
});

t.test('what is no profile is refused with every fault', async (t) => {
  const good = { userId: s.applicant.id, userProfileSchemaId: 'opaque', name: 'Private', data: {} };
  for (const [wrong, pointers] of [
    [{ data: [] }, ['/data']],
    [{ data: 'text' }, ['/data']],
    [{ data: null }, ['/data']],
    [{ data: undefined }, ['/data']],
    [{ name: '' }, ['/name']],
    [{ name: '  ' }, ['/name']],
    [{ name: '\u200b\u2060' }, ['/name']],
    [{ name: 'a\0b', data: 1 }, ['/data', '/name']],
    [{ name: 'x'.repeat(201), userProfileSchemaId: '' }, ['/name', '/userProfileSchemaId']],
    [{ id: newId(), version: 7 }, ['/id', '/version']],
  ] as const) {
    const answer = await s.applicant.post('/user-profiles', { ...good, ...wrong });
    t.match(answer, { status: 422, body: { code: 'invalid' } }, answer.text);
    t.strictSame(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort(), pointers, answer.text);
  }
  t.match(await s.applicant.post('/user-profiles', { ...good, data: { text: 'x'.repeat(300_000) } }), { status: 413 });
  const nested = (levels: number): string =>
    `{"userId":"${s.applicant.id}","userProfileSchemaId":"opaque","name":"Deep","data":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  t.match(await s.applicant.post('/user-profiles', nested(32)), { status: 201 });
  t.match(await s.applicant.post('/user-profiles', nested(33)), {
    status: 422,
    body: { errors: [{ pointer: `/data${'/a'.repeat(32)}`, code: 'too-deep' }] },
  });
  t.match(await s.applicant.post('/user-profiles', nested(40_000)), { status: 413, body: { code: 'too-many-values' } });
  t.match(await s.applicant.post('/user-profiles', nested(1).replace('1}', '1e999}')), {
    status: 422,
    body: { errors: [{ pointer: '/data/a', code: 'out-of-range' }] },
  });
});

t.test('a repeated request makes one profile, at whichever address and however many come at once', async (t) => {
  const body = { userId: s.applicant.id, userProfileSchemaId: 'opaque', name: 'Once', data: { a: 1 } };
  const send = (path: string, sent: object = body, key = 'once-1', who = s.applicant) =>
    who.post(path, sent, { 'idempotency-key': key });
  const answers = await Promise.all(
    ['/user-profiles', '/api/user-profiles', '/api/v1/user-profiles'].map((path) => send(path)),
  );
  t.same(
    answers.map(({ status }) => status),
    [201, 201, 201],
  );
  t.equal(new Set(answers.map(({ text }) => text)).size, 1);
  t.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length, 2);
  t.match(await send('/user-profiles', { ...body, name: 'Twice' }), {
    status: 422,
    body: { code: 'idempotency-key-reused' },
  });
  t.match(await send('/user-profiles', body, 'x'.repeat(256)), { status: 400, body: { code: 'bad-idempotency-key' } });
  const other = await send('/user-profiles', { ...body, userId: s.redMember.id }, 'once-1', s.redMember);
  t.match(other, { status: 201, headers: { 'idempotency-replayed': undefined } }, 'a key is of one person');
  t.equal((await send('/user-profiles', body, 'once-2')).status, 201);
  const all = await s.applicant.get(`/user-profiles?userId=${s.applicant.id}&limit=100`);
  t.equal(all.body.filter(({ name }: { name: string }) => name === 'Once').length, 2);
  s.platform.clock.advance(25 * 3_600_000);
  t.not((await send('/user-profiles')).body.id, answers[0]!.body.id, 'after a day a key is free');
});

t.test('nobody writes a profile of another person', async (t) => {
  for (const userId of [s.redMember.id, s.stranger.id, newId()]) {
    t.match(
      await s.applicant.post('/user-profiles', { userId, userProfileSchemaId: 'opaque', name: 'Not me', data: {} }),
      { status: 403, body: { code: 'forbidden' } },
    );
  }
  t.strictSame((await s.applicant.get(`/user-profiles?userId=${s.redMember.id}`)).body, []);
});

t.test("a profile that is not shared is nobody else's", async (t) => {
  const { id } = await s.profile(s.applicant);
  const content = { userProfileSchemaId: 'opaque', name: 'Mine now', data: {} };
  for (const other of [s.redMember, s.stranger]) {
    const texts = new Set<string>();
    for (const one of [id, newId()]) {
      for (const answer of [
        await other.get('/user-profiles/nonsense'),
        await other.get(`/user-profiles/${one}`),
        await other.put(`/user-profiles/${one}`, content),
        await other.delete(`/user-profiles/${one}`),
        await other.get(`/user-profile-shares?userProfileId=${one}`),
        await s.share(other, one, s.red.id),
      ]) {
        t.equal(answer.status, 404);
        texts.add(answer.text);
      }
    }
    t.equal(texts.size, 1, 'foreign and unknown look the same');
    t.strictSame((await other.get(`/user-profiles?userId=${s.applicant.id}`)).body, []);
  }
  t.match((await s.applicant.get(`/user-profiles/${id}`)).body, { name: 'Private', version: 1 });
  t.equal((await s.platform.get(`/user-profiles/${id}`)).status, 401);
});

t.test('a change replaces the content, and If-Match protects what was not seen', async (t) => {
  const { id, createdAt } = await s.profile(s.applicant);
  s.platform.clock.advance(60_000);
  const change = (data: object, headers = {}) =>
    s.applicant.put(`/user-profiles/${id}`, { userProfileSchemaId: 'opaque', name: 'Private', data }, headers);
  const changed = await change({ city: 'Basel', zip: null }, { 'if-match': '"1"' });
  t.match(changed, {
    status: 200,
    headers: { etag: '"2"' },
    body: { id, createdAt, version: 2, data: { city: 'Basel', zip: null } },
  });
  t.not(changed.body.updatedAt, createdAt);
  for (const stale of ['"1"', 'W/"2"', '2', ''])
    t.match(await change({ city: 'Zug' }, { 'if-match': stale }), { status: 412, body: { code: 'stale' } }, stale);
  t.match(await change({ city: 'Chur' }, { 'if-match': '"1", "2"' }), { status: 200, body: { version: 3 } });
  const both = await Promise.all([
    change({ city: 'Genf' }, { 'if-match': '"3"' }),
    change({ city: 'Sion' }, { 'if-match': '"3"' }),
  ]);
  t.strictSame(both.map(({ status }) => status).sort(), [200, 412], 'of two at once one wins');
  t.match(
    await change({ city: 'Olten' }),
    { status: 200, body: { version: 5 } },
    'without the header the last one wins',
  );
  t.match(await s.applicant.put(`/user-profiles/${id}`, { name: 'Half' }), { status: 422, body: { errors: [{}, {}] } });
  t.match(await s.applicant.delete(`/user-profiles/${id}`, { 'if-match': '"4"' }), { status: 412 });
  t.match(await s.applicant.delete(`/user-profiles/${id}`, { 'if-match': '"5"' }), { status: 204, text: '' });
  t.equal((await s.applicant.delete(`/user-profiles/${id}`)).status, 404);
  t.equal((await s.applicant.get(`/user-profiles/${id}`)).status, 404);
});

t.test('a list comes in pages', async (t) => {
  const other = await s.also(s.stranger, s.first, s.blue);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push((await s.profile(other, { name: `Profile ${i}` })).id);
  const seen: string[] = [];
  for (let url: string | undefined = `/user-profiles?userId=${other.id}&limit=2`; url;) {
    const page = await other.get(url);
    t.ok(page.body.length <= 2);
    seen.push(...page.body.map(({ id }: { id: string }) => id));
    url = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  t.strictSame(seen, ids);
  for (const query of [
    '',
    '?userId=',
    `?userId=${other.id}&limit=0`,
    `?userId=${other.id}&limit=many`,
    `?userId=${other.id}&cursor=nonsense`,
  ])
    t.equal((await other.get(`/user-profiles${query}`)).status, 400, query);
  t.match(await other.get(`/user-profiles?userId=${newId()}`), { status: 200, body: [] });
  const cursor = new URL(
    /^<([^>]+)>/.exec(String((await other.get(`/user-profiles?userId=${other.id}&limit=2`)).headers['link']))![1]!,
    'http://here',
  ).searchParams.get('cursor');
  for (const list of [
    `/user-links?sourceUserId=${other.id}`,
    `/user-profile-shares?userProfileId=${ids[0]}`,
    `/user-profiles?sharedWithTeamId=${s.blue.id}`,
  ])
    t.match(await other.get(`${list}&cursor=${cursor}`), { status: 400, body: { code: 'bad-cursor' } }, list);
});

t.test('the log says what changed, and never to what', async (t) => {
  const { id } = await s.profile(s.applicant, {
    name: 'Secret name',
    data: { iban: 'CH-secret', keep: 1, 'a/b\0': { old: true } },
  });
  await s.applicant.put(`/user-profiles/${id}`, {
    userProfileSchemaId: 'opaque',
    name: 'Other secret',
    data: { iban: 'DE-secret', keep: 1, 'a/b\0': {}, list: ['secret'] },
  });
  await s.applicant.delete(`/user-profiles/${id}`);
  const entries = (await s.log(null, 'profiles/profile-')).filter(({ payload }) => payload.userProfileId === id);
  t.match(entries, [
    { type: 'profiles/profile-created@1', actorId: s.applicant.id, before: null, after: { version: 1 } },
    {
      type: 'profiles/profile-changed@1',
      before: { version: 1 },
      after: { version: 2 },
      payload: { changed: ['/name', '/data/iban', '/data/a~1b/old', '/data/list'] },
    },
    { type: 'profiles/profile-deleted@1', before: { version: 2 }, after: null },
  ]);
  t.equal(entries.length, 3);
  t.notMatch(JSON.stringify(entries), /secret/i);
  t.strictSame(
    (await s.log(s.first.id, 'profiles/profile-')).length,
    0,
    "what is personal stands in no organization's log",
  );
});
