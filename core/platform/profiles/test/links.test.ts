import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { stage } from './stage.ts';
import type { Someone, Stage } from './stage.ts';

let s: Stage;
t.before(async () => {
  s = await stage();
});
t.teardown(() => s.platform.stop());

const link = (from: Someone, targetUserId: string, o: object = {}) =>
  from.post('/api/v1/user-links', {
    sourceUserId: from.id,
    targetUserId,
    linkType: 'partner',
    description: 'Runs the shop',
    ...o,
  });

t.test('links are found by their source and by their target', async (t) => {
  for (const end of ['sourceUserId', 'targetUserId'])
    t.match(await s.applicant.get(`/user-links?${end}=${s.applicant.id}`), { status: 200, body: [] });
  const made = await link(s.applicant, s.redMember.id);
  t.match(made, { status: 201, headers: { location: `/api/v1/user-links/${made.body.id}` } });
  for (const end of [s.applicant, s.redMember])
    t.match(await end.get(String(made.headers.location)), { status: 200, body: made.body });
  for (const answer of [
    await s.blueMember.get(String(made.headers.location)),
    await s.applicant.get(`/user-links/${newId()}`),
    await s.applicant.get('/user-links/nonsense'),
  ])
    t.match(answer, { status: 404, body: { code: 'not-found' } });
  t.strictSame(Object.keys(made.body).sort(), ['description', 'id', 'linkType', 'sourceUserId', 'targetUserId']);
  for (const prefix of ['', '/api', '/api/v1']) {
    t.strictSame((await s.applicant.get(`${prefix}/user-links?sourceUserId=${s.applicant.id}`)).body, [made.body]);
    t.strictSame((await s.redMember.get(`${prefix}/user-links?targetUserId=${s.redMember.id}`)).body, [made.body]);
  }
  t.strictSame((await s.redMember.get(`/user-links?sourceUserId=${s.redMember.id}`)).body, []);
  t.strictSame(
    (await s.redMember.get(`/user-links?sourceUserId=${s.applicant.id}&targetUserId=${s.redMember.id}`)).body,
    [made.body],
    'both ends named, one of them oneself',
  );
  const second = await link(s.applicant, s.redMember.id, { linkType: 'guarantor', description: undefined });
  t.match(second.body, { linkType: 'guarantor', description: '' });
  const page = await s.applicant.get(`/user-links?sourceUserId=${s.applicant.id}&limit=1`);
  t.strictSame(page.body, [made.body]);
  t.strictSame((await s.applicant.get(/^<([^>]+)>/.exec(String(page.headers['link']))![1]!)).body, [second.body]);
});

t.test('the links of another person are their own matter', async (t) => {
  t.match(await s.blueMember.get(`/user-links?sourceUserId=${s.applicant.id}`), {
    status: 403,
    body: { code: 'forbidden' },
  });
  t.match(await s.blueMember.get(`/user-links?targetUserId=${s.redMember.id}`), { status: 403 });
  const stranger = await s.blueMember.get(`/user-links?sourceUserId=${s.stranger.id}`);
  t.equal(stranger.status, 404);
  t.equal((await s.blueMember.get(`/user-links?sourceUserId=${newId()}`)).text, stranger.text);
  for (const query of ['', '?sourceUserId=', '?limit=2', `?sourceUserId=${s.blueMember.id}&cursor=x`])
    t.equal((await s.blueMember.get(`/user-links${query}`)).status, 400, query);
  t.strictSame(
    (await s.blueMember.get(`/user-links?sourceUserId=${s.blueMember.id}&targetUserId=${newId()}`)).body,
    [],
  );
  t.match(await s.blueMember.get('/user-links?sourceUserId=nonsense&limit=0'), {
    status: 400,
    body: { errors: [{ pointer: '?sourceUserId' }, { pointer: '?limit' }] },
  });
});

t.test('a link leads from oneself to another person of the organization, once of each type', async (t) => {
  t.match(await link(s.applicant, s.blueMember.id, { sourceUserId: s.redMember.id }), { status: 403 });
  for (const target of [s.stranger.id, newId()])
    t.match(await link(s.applicant, target), {
      status: 422,
      body: { errors: [{ pointer: '/targetUserId', code: 'unknown-user' }] },
    });
  t.match(await link(s.applicant, s.applicant.id), {
    status: 422,
    body: { errors: [{ pointer: '/targetUserId', code: 'oneself' }] },
  });
  t.match(await link(s.applicant, s.blueMember.id, { linkType: ' ', description: 'a\0b', status: 'active' }), {
    status: 422,
    body: { errors: [{ pointer: '/status' }, { pointer: '/linkType' }, { pointer: '/description' }] },
  });
  t.match(await link(s.applicant, newId(), { linkType: '' }), {
    status: 422,
    body: { errors: [{ pointer: '/linkType' }, { pointer: '/targetUserId', code: 'unknown-user' }] },
  });
  t.strictSame(
    (await link(s.applicant, newId(), { linkType: '', sourceUserId: s.redMember.id })).body.errors.map(
      ({ pointer }: { pointer: string }) => pointer,
    ),
    ['/linkType'],
    'of what is not theirs to do they learn no more',
  );
  const both = await Promise.all([link(s.applicant, s.blueMember.id), link(s.applicant, s.blueMember.id)]);
  t.strictSame(both.map(({ status }) => status).sort(), [201, 409]);
  t.match(await link(s.applicant, s.blueMember.id), { status: 409, body: { code: 'already-linked' } });
  t.equal((await link(s.blueMember, s.applicant.id)).status, 201, 'the other way round is another link');
});

t.test('either end ends a link, and nobody else', async (t) => {
  const [one, two] = [
    (await link(s.redMember, s.blueMember.id)).body.id,
    (await link(s.redMember, s.blueMember.id, { linkType: 'advisor' })).body.id,
  ];
  for (const other of [s.applicant, s.stranger]) t.equal((await other.delete(`/api/v1/user-links/${one}`)).status, 404);
  t.match(await s.redMember.delete(`/user-links/${one}`), { status: 204, text: '' });
  t.equal((await s.blueMember.delete(`/user-links/${two}`)).status, 204);
  t.equal((await s.blueMember.delete(`/user-links/${two}`)).status, 404, 'a second click');
  t.equal((await s.blueMember.delete('/user-links/nonsense')).status, 404);
  t.strictSame((await s.redMember.get(`/user-links?sourceUserId=${s.redMember.id}`)).body, []);
  t.match((await s.log(null, 'profiles/link-')).filter(({ actorId }) => actorId === s.blueMember.id).at(-1), {
    type: 'profiles/link-ended@1',
    before: { linkType: 'advisor' },
    after: null,
  });
});
