/** Who has read what: told to the other side, counted for oneself, and of what is internal nothing to clients. */
import { t } from '@dossier/core/testing/t';
import { Database } from '@dossier/sdk';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import type { CommentTables } from '../entities.ts';
import { unreadOf } from '../marks.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const template = await acme.template(['DocumentCompletenessCheckHandler']);
const submit = async (): Promise<string> =>
  (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))).body.id;
const of = (id: string): string => `/api/v1/applications/${id}/comments`;
const write = async (who: TestClient, id: string, kind: 'internal' | 'external', text = 'Hello'): Promise<string> => {
  const answer = await who.post(of(id), { kind, text });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
};
const read = (who: TestClient, comment: string) => who.post(`/api/v1/comments/${comment}/read`);
/** Who has read which comment, as this reader sees it. */
const readsFor = async (who: TestClient, id: string): Promise<Readonly<Record<string, Json>>> =>
  Object.fromEntries((await who.get(of(id))).body.map((one: Json) => [one.id, one.readBy]));
const countFor = async (who: TestClient, id: string): Promise<Json> => (await who.get(`${of(id)}/count`)).body;
const now = (): string => platform.clock.now().toISOString();
const minutes = (n: number): void => platform.clock.advance(n * 60_000);

t.test('staff sees when the client has read what they wrote, once and for good', async (t) => {
  const id = await submit();
  const [first, inside, second] = [
    await write(acme.officer, id, 'external'),
    await write(acme.officer, id, 'internal'),
    await write(acme.officer, id, 'external'),
  ];
  t.strictSame(await readsFor(acme.officer, id), { [first]: [], [inside]: [], [second]: [] });
  minutes(1);
  const at = now();
  t.equal((await read(acme.client, first)).status, 204);
  minutes(1);
  t.equal((await read(acme.client, first)).status, 204);
  const carl = (when: string | null) => [{ name: 'Carl Client', at: when }];
  t.strictSame(await readsFor(acme.officer, id), { [first]: carl(at), [inside]: [], [second]: [] });
  t.equal((await read(acme.client, second)).status, 204);
  const later = now();
  t.equal((await read(acme.client, first)).status, 204, 'what was read stays read');
  t.strictSame(await readsFor(acme.officer, id), { [first]: carl(null), [inside]: [], [second]: carl(later) });
  t.match((await acme.officer.graphql(`{ comments(applicationId: "${id}") { rows { readBy { name at } } } }`)).data, {
    comments: { rows: [{ readBy: carl(null) }, { readBy: [] }, { readBy: carl(later) }] },
  });
  const audit = (await acme.officer.get(`/api/v1/applications/${id}/audit`)).body;
  t.notMatch(JSON.stringify(audit), /comments\/(own-)?read@1/, 'the trail does not follow who reads');
});

t.test('the client sees that the office has read theirs, and not who there', async (t) => {
  const id = await submit();
  const mine = await write(acme.client, id, 'external');
  t.strictSame(await readsFor(acme.client, id), { [mine]: [] });
  minutes(1);
  const at = now();
  await read(acme.clerk, mine);
  minutes(1);
  await read(acme.officer, mine);
  t.strictSame(await readsFor(acme.client, id), { [mine]: [{ name: null, at }] });
  t.notMatch((await acme.client.get(of(id))).text, /Clerk|Officer/);
  t.notMatch((await acme.client.get(of(id))).text, new RegExp(`${acme.clerk.id}|${acme.officer.id}`));
  t.strictSame(await readsFor(acme.officer, id), { [mine]: [] }, 'nor does staff ask that of colleagues');
});

t.test('who may not read a comment marks nothing, and learns nothing', async (t) => {
  const id = await submit();
  const inside = await write(acme.officer, id, 'internal');
  const outside = await write(acme.officer, id, 'external');
  for (const [who, comment] of [
    [acme.client, inside],
    [acme.otherClient, outside],
    [beta.officer, outside],
    [acme.officer, acme.organization],
  ] as const)
    t.match(await read(who, comment), { status: 404, body: { code: 'not-found' } });
  t.equal((await acme.otherClient.get(`${of(id)}/count`)).status, 404);
  t.equal((await acme.key.get(`${of(id)}/count`)).status, 401);
  t.strictSame(await readsFor(acme.officer, id), { [inside]: [], [outside]: [] });
});

t.test('what others wrote after the mark is unread: for staff of both kinds, for clients of theirs', async (t) => {
  const id = await submit();
  const first = await write(acme.officer, id, 'external');
  const inside = await write(acme.officer, id, 'internal', 'Old, and inside');
  await write(acme.officer, id, 'external');
  const last = await write(acme.client, id, 'external');
  t.strictSame(await countFor(acme.admin, id), { all: 4, unread: 4 });
  t.strictSame(await countFor(acme.officer, id), { all: 4, unread: 1 });
  t.strictSame(await countFor(acme.client, id), { all: 3, unread: 2 });
  await read(acme.admin, inside);
  t.strictSame(await countFor(acme.admin, id), { all: 4, unread: 2 });
  await read(acme.admin, last);
  await read(acme.client, last);
  t.strictSame(await countFor(acme.admin, id), { all: 4, unread: 0 });
  t.strictSame(await countFor(acme.client, id), { all: 3, unread: 0 });
  t.equal((await acme.admin.post(`/api/v1/comments/${inside}/share`, { version: 1 })).status, 200);
  t.strictSame(await countFor(acme.client, id), { all: 4, unread: 1 }, 'new to the client, however old it is');
  t.equal((await readsFor(acme.officer, id))[inside].length, 0);
  await read(acme.client, last);
  t.strictSame(await countFor(acme.client, id), { all: 4, unread: 0 });
  t.equal((await acme.officer.delete(`/api/v1/comments/${first}`)).status, 204);
  t.strictSame(await countFor(acme.client, id), { all: 3, unread: 0 });
  const asked = await acme.client.graphql(`{ commentCount(applicationId: "${id}") { all unread } }`);
  t.match(asked.data, { commentCount: { all: 3, unread: 0 } });
});

t.test('of many cases it is one question, and a client’s transaction meets no mark of what is internal', async (t) => {
  const [a, b, c] = [await submit(), await submit(), await submit()];
  for (const id of [a, b]) {
    await write(acme.client, id, 'external');
    await read(acme.admin, await write(acme.officer, id, 'internal'));
  }
  await write(acme.client, b, 'external');
  await write(acme.client, b, 'external');
  const database = platform.service(Database);
  const o = { userId: acme.admin.id, applicationIds: [a, b, c], kinds: ['external'] as const };
  const of = (organization: string, audience: 'staff' | 'client') => ({ organization, audience });
  const staff = of(acme.organization, 'staff');
  t.strictSame(await database.read(staff, (tx) => unreadOf(tx, acme.organization, o)), new Map([[b, 2]]));
  t.strictSame(
    await database.read(staff, (tx) => unreadOf(tx, acme.organization, { ...o, userId: acme.officer.id })),
    new Map([
      [a, 1],
      [b, 3],
    ]),
  );
  const kinds = (audience: 'staff' | 'client') =>
    database.read(of(acme.organization, audience), async (tx) =>
      (await tx.sql<CommentTables>().selectFrom('comment_mark').select('kind').distinct().execute())
        .map(({ kind }) => kind)
        .toSorted(),
    );
  t.strictSame(await kinds('staff'), ['external', 'internal']);
  t.strictSame(await kinds('client'), ['external']);
});
