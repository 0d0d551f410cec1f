/** What people hear of: once, by record, theirs alone, and only while they may read it. */
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Json, TestAnswer, TestClient } from '@dossier/core/testing';
import { assignApplications, readApplications } from '@dossier/core/platform/applications/contract';

const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers', '@dossier/notifications'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
});
const priya = await acme.person('Priya Nandan', 'officer');
const omar = await acme.person('Omar Haddad', 'officer');
await acme.grant('officer', assignApplications, true);

const count = async (who: TestClient): Promise<number> => (await who.get('/api/v1/notifications/count')).body.unread;
const page = async (who: TestClient, view = 'new') => (await who.get(`/api/v1/notifications/inbox?view=${view}`)).body;
const idsIn = ({ body }: TestAnswer): readonly string[] => body.map(({ id }: Json) => id);
/** Waits until what happened has arrived. */
const told = async (who: TestClient, n: number): Promise<void> => {
  await platform.settle();
  t.equal(await count(who), n);
};
const submit = async (): Promise<{ readonly id: string; readonly number: string }> => {
  platform.clock.advance(1_000);
  const made = (await acme.key.post('/api/v1/applications', acme.record(template))).body;
  for (const user of (await acme.officer.get(`/api/v1/applications/${made.id}`)).body.assignees)
    await acme.officer.delete(`/api/v1/applications/${made.id}/assignees/${user}`);
  return made;
};
const assign = (id: string, userId: string, by: TestClient = acme.officer) =>
  by.post(`/api/v1/applications/${id}/assignees`, { userId });

t.test('who is given an application hears of it, once, and nobody else', async (t) => {
  const made = await submit();
  await assign(made.id, priya.id);
  await assign(made.id, omar.id, omar);
  await told(priya, 1);
  const { groups } = await page(priya);
  t.match(groups, [
    {
      subject: {
        type: 'application',
        id: made.id,
        title: 'Carl Client',
        about: new RegExp(made.number),
        workspaceId: acme.staffWorkspace,
        path: `applications/${made.id}`,
      },
      notices: [
        { text: 'Given to you by Otto Officer', why: 'You are an assignee of this application.', readAt: null },
      ],
    },
  ]);
  t.equal(await count(omar), 0, 'nobody hears of what they did');
  for (const who of [acme.client, beta.officer]) {
    t.equal(await count(who), 0);
    t.strictSame((await page(who)).groups, []);
    t.equal((await who.post('/api/v1/notifications/read', { ids: [groups[0].notices[0].id] })).status, 204);
  }
  t.equal(await count(priya), 1, 'what others see changes nothing');
  await priya.post('/api/v1/notifications/read', { ids: [groups[0].notices[0].id] });
  t.equal(await count(priya), 0);
  t.match((await page(priya)).groups, [{ notices: [{ readAt: String }] }], 'read is not done');
});

t.test('a record is done, brought back, put off and muted', async (t) => {
  const made = await submit();
  const subject = { type: 'application', id: made.id };
  const ids = async (view = 'new') =>
    (await page(priya, view)).groups.map((one: { subject: { id: string } }) => one.subject.id);
  await assign(made.id, priya.id);
  await told(priya, 1);
  await priya.post('/api/v1/notifications/done', { subject, done: true });
  t.equal(await count(priya), 0);
  t.notOk((await ids()).includes(made.id));
  t.ok((await ids('done')).includes(made.id));
  await priya.post('/api/v1/notifications/done', { subject, done: false });
  t.ok((await ids()).includes(made.id));
  const until = new Date(platform.clock.time() + 60_000).toISOString();
  await priya.post('/api/v1/notifications/snooze', { subject, until });
  t.notOk((await ids()).includes(made.id));
  platform.clock.advance(61_000);
  t.ok((await ids()).includes(made.id), 'it comes back');
  await priya.post('/api/v1/notifications/mute', { subject, muted: true });
  t.notOk((await ids()).includes(made.id));
  await acme.officer.delete(`/api/v1/applications/${made.id}/assignees/${priya.id}`);
  await assign(made.id, priya.id);
  await assign(made.id, omar.id);
  await told(omar, 1);
  t.equal(await count(priya), 0, 'of what is muted nothing more is heard');
  await priya.post('/api/v1/notifications/mute', { subject, muted: false });
  t.notOk((await ids()).includes(made.id), 'and what waited was over');
});

t.test('what is put away is taken back as it was, and what was put away before stays there', async (t) => {
  const [one, two, off] = [await submit(), await submit(), await submit()];
  const shown = async (view = 'new') => (await page(priya, view)).groups.map((g: { subject: object }) => g.subject);
  const has = async (view: string, { id }: { id: string }) =>
    (await shown(view)).some((subject: { id?: string }) => subject.id === id);
  const done = async (body: object) => (await priya.post('/api/v1/notifications/done', body)).body.at;
  await done({ done: true });
  for (const { id } of [one, two, off]) await assign(id, priya.id);
  await told(priya, 3);
  await priya.post('/api/v1/notifications/snooze', {
    subject: { type: 'application', id: off.id },
    until: new Date(platform.clock.time() + 60_000).toISOString(),
  });
  await done({ subject: { type: 'application', id: one.id }, done: true });
  platform.clock.advance(1_000);
  const at = await done({ done: true });
  t.equal(await count(priya), 0);
  t.notOk(await has('done', off), 'what is put off waits on');
  await done({ done: false, at });
  t.equal(await count(priya), 1, 'what was new is new again');
  t.same([await has('new', two), await has('new', one), await has('done', one)], [true, false, true]);
  platform.clock.advance(60_000);
  t.equal(await count(priya), 2);
  await done({ done: true });
});

t.test('who has a record open sees all that is new of it, and of no other', async (t) => {
  const [one, two] = [await submit(), await submit()];
  for (const { id } of [one, two]) await assign(id, priya.id);
  await told(priya, 2);
  t.equal((await omar.post('/api/v1/notifications/read', { record: one.id })).status, 204);
  t.equal(await count(priya), 2, 'what others see changes nothing');
  t.equal((await priya.post('/api/v1/notifications/read', { record: one.id })).status, 204);
  t.equal(await count(priya), 1);
  await priya.post('/api/v1/notifications/done', { done: true });
});

t.test('what was shown is put away, not what is older than it, nor what came since', async (t) => {
  const [older, shown, later] = [await submit(), await submit(), await submit()];
  const open = async (): Promise<readonly { readonly subject: { id: string }; readonly notices: { id: string }[] }[]> =>
    (await page(priya)).groups;
  await assign(older.id, priya.id);
  await told(priya, 1);
  await assign(shown.id, priya.id);
  await told(priya, 2);
  const ids = (await open()).filter(({ subject }) => subject.id === shown.id).flatMap(({ notices }) => notices);
  const which = { ids: ids.map(({ id }) => id) };
  t.equal(which.ids.length, 1);
  await assign(later.id, priya.id);
  await told(priya, 3);
  t.equal((await omar.post('/api/v1/notifications/done', { done: true, ...which })).status, 200);
  t.equal(await count(priya), 3, 'what others put away changes nothing');
  const { status, body } = await priya.post('/api/v1/notifications/done', { done: true, ...which });
  t.equal(status, 200);
  t.same(
    (await open()).map(({ subject }) => subject.id),
    [later.id, older.id],
  );
  t.equal(await count(priya), 2);
  t.equal((await priya.post('/api/v1/notifications/done', { done: true, ids: [] })).status, 200);
  t.equal(await count(priya), 2, 'where nothing was shown nothing is put away');
  await priya.post('/api/v1/notifications/done', { done: false, at: body.at });
  t.equal(await count(priya), 3);
  await priya.post('/api/v1/notifications/done', { done: true });
  t.equal(await count(priya), 0);
});

t.test('one by one they are a list, and each is read by its own reader alone', async (t) => {
  const list = '/api/v1/notifications';
  const three = [await submit(), await submit(), await submit()];
  for (const [i, { id }] of three.entries()) {
    platform.clock.advance(1_000);
    await assign(id, priya.id);
    await told(priya, i + 1);
  }
  const all = await priya.get(`${list}?unread=true`);
  t.strictSame(
    all.body.map(({ id: _id, createdAt: _at, ...one }: Json) => one),
    three.toReversed().map(({ id }) => ({
      kind: 'assigned',
      text: 'Given to you by Otto Officer',
      url: `/p/acme/w/${acme.staffWorkspace}/applications/${id}`,
      subject: { type: 'application', id, title: 'Carl Client' },
      readAt: null,
    })),
  );
  const [newest, middle, oldest] = all.body.map(({ id }: Json) => id);
  const first = await priya.get(`${list}?unread=true&limit=2`);
  t.same(idsIn(first), [newest, middle]);
  const next = /<(.*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
  const last = await priya.get(next);
  t.same(idsIn(last), [oldest]);
  t.equal(last.headers['link'], undefined);
  t.equal((await priya.get(next.replace('unread=true', 'unread=false'))).status, 400, 'a cursor is of its list');

  const mark = (who: TestClient, id: string, read: unknown) => who.put(`${list}/${id}`, { read });
  for (const who of [omar, acme.client, beta.officer]) {
    t.equal((await mark(who, middle, true)).status, 404, 'those of others are not there');
    t.notOk(idsIn(await who.get(list)).includes(middle));
    t.equal((await who.post(`${list}/read-all`)).status, 204);
  }
  t.equal(await count(priya), 3);
  t.match(await mark(priya, middle, true), { status: 200, body: { id: middle, readAt: String } });
  t.equal(await count(priya), 2);
  t.same(idsIn(await priya.get(`${list}?unread=true`)), [newest, oldest]);
  t.ok(idsIn(await priya.get(`${list}?unread=false`)).includes(middle));
  t.match(await mark(priya, middle, false), { status: 200, body: { id: middle, readAt: null } });
  t.equal((await priya.post(`${list}/read-all?upTo=${middle}`)).status, 204);
  t.same(idsIn(await priya.get(`${list}?unread=true`)), [newest], 'what came since is unread');
  t.equal((await priya.post(`${list}/read-all`)).status, 204);
  t.equal(await count(priya), 0);
  await priya.post(`${list}/done`, { done: true });
  t.match(await mark(priya, oldest, false), { status: 200, body: { readAt: null } });
  t.same(idsIn(await priya.get(`${list}?unread=true`)), [oldest], 'what is unread waits, also when it was put away');

  t.equal((await mark(priya, three[0]!.id, true)).status, 404);
  t.match(await mark(priya, oldest, 'yes'), { status: 422, body: { errors: [{ pointer: '/read' }] } });
  for (const answer of [
    await acme.key.get(list),
    await acme.key.get(`${list}/count`),
    await acme.key.put(`${list}/${oldest}`, { read: true }),
    await acme.key.post(`${list}/read-all`),
  ])
    t.equal(answer.status, 401, 'a key is nobody');
  await acme.grant('officer', readApplications, false);
  t.equal((await mark(priya, oldest, true)).status, 404, 'nor what one may read no more');
  t.strictSame((await priya.get(list)).body, []);
  await acme.grant('officer', readApplications, true);
  // Cases were taken from those who could not read them: they hear of that, too, before the next test begins.
  await platform.settle();
  await priya.post(`${list}/done`, { done: true });
});

t.test('who may read it no more hears nothing of it, not even how much', async (t) => {
  const made = await submit();
  await assign(made.id, priya.id);
  await told(priya, 1);
  await acme.grant('officer', readApplications, false);
  // The case is taken from her then, and she hears nothing of that either.
  await platform.settle();
  t.equal(await count(priya), 0);
  t.strictSame((await page(priya)).groups, []);
  await acme.grant('officer', readApplications, true);
  const { groups } = await page(priya);
  const [group] = groups.filter(({ subject }: Json) => subject.id === made.id);
  t.same(
    group?.notices.map(({ text }: Json) => text),
    ['Taken from you by the platform'],
    'with the right it is there',
  );
});

t.test('what is wrong with a request is said', async (t) => {
  t.match(await priya.get('/api/v1/notifications/inbox?before=x&view=new'), {
    status: 400,
    body: { errors: [{ pointer: '?before' }] },
  });
  t.match(await priya.post('/api/v1/notifications/snooze', { subject: 1, until: 'soon' }), { status: 422 });
});
