/** Saved searches: their author's alone; what is there is known, what is new is reported once, and by whose right. */
import { t } from '@dossier/core/testing/t';
import { letterBox, toldOf } from '@dossier/core/testing';
import { searchPatents } from '../../contract.ts';
import { find, stage, used } from '../../saved/test/stage.ts';
import type { Json, TestClient } from '../../saved/test/stage.ts';

const box = letterBox();
const { platform, ops, acme, beta, stop } = await stage({ plugins: [box.plugin] });
t.teardown(stop);
const { officer, clerk, admin, client } = acme;
const watches = `${acme.patents}/watches`;
const DAY = 24 * 3_600_000;
/** By then every daily one is due, whatever the time of the day is now. */
const NEXT = 30 * 3_600_000;
const tanks = { name: 'Our tank', cql: 'pn=EP4352417', every: 'day' } as const;
/** The simulated office publishes what it has until this day. */
const today = (day: string | null): void => ops.control.switches({ today: day });
const searches = (): number => ops.calls().filter(({ path }) => path.includes('/published-data/search')).length;

async function saved(who: TestClient, content: object = tanks): Promise<Json> {
  const answer = await who.post(watches, content);
  if (answer.status !== 201) throw new Error(answer.text);
  await platform.settle();
  return (await who.get(`${watches}/${answer.body.id}`)).body;
}
const look = async (who: TestClient, id: string): Promise<Json> => {
  platform.clock.advance(NEXT);
  await platform.settle();
  return (await who.get(`${watches}/${id}`)).body;
};
const hitsOf = async (who: TestClient, id: string): Promise<readonly string[]> =>
  (await who.get(`${watches}/${id}/hits`)).body.lines.map(({ number }: Json) => number);

// So that no test meets those of another, nor the pace of the office.
t.afterEach(async () => {
  for (const who of [officer, clerk])
    for (const { id } of (await who.get(watches)).body) await who.delete(`${watches}/${id}`);
  platform.clock.advance(60_000);
});

t.test('what is there when it is saved is known, and told to nobody', async (t) => {
  today('20240417');
  const before = await used(acme);
  const watch = await saved(officer);
  t.match(watch, { ...tanks, total: 1, fresh: 0, trouble: null, version: 1, lastAt: String });
  t.ok(watch.nextAt > platform.clock.now().toISOString());
  t.strictSame(await hitsOf(officer, watch.id), []);
  t.strictSame(await toldOf(platform, officer, watch.id), []);
  t.equal(await used(acme), before + 1);
});

t.test('what is new is reported once, to its author alone', async (t) => {
  today('20240417');
  const application = await acme.submit();
  const watch = await saved(officer, { ...tanks, applicationId: application });
  t.match(await look(officer, watch.id), { total: 1, fresh: 0 }, 'nothing new');
  today(null);
  t.match(await look(officer, watch.id), { total: 2, fresh: 1, trouble: null });
  t.strictSame(await hitsOf(officer, watch.id), ['EP4352417B1']);
  t.match(await toldOf(platform, officer, watch.id), [
    {
      kind: 'patent-watch',
      text: 'Found a new patent',
      excerpt: /EP 4 352 417 B1/,
      why: 'You saved this search.',
      subject: {
        title: 'Our tank',
        workspaceId: acme.staffWorkspace,
        path: `applications/${application}?tab=dossier-patents&patents=watches`,
      },
    },
  ]);
  for (const who of [admin, clerk]) t.strictSame(await toldOf(platform, who, watch.id), []);
  await officer.post('/api/v1/notifications/done', { done: true });
  t.match(await look(officer, watch.id), { total: 2, fresh: 1 }, 'it is not new again');
  t.strictSame(await toldOf(platform, officer, watch.id), []);
  today('20240417');
  await look(officer, watch.id);
  today(null);
  t.match(await look(officer, watch.id), { fresh: 1 }, 'nor when it was away for a day');
});

t.test('it looks in the morning of the organization, once a day or once a week', async (t) => {
  const daily = await saved(officer, { ...tanks, name: 'Daily' });
  const weekly = await saved(officer, { ...tanks, name: 'Weekly', every: 'week' });
  const days = ({ nextAt }: Json): number => (Date.parse(nextAt) - platform.clock.time()) / DAY;
  t.ok(days(daily) > 0 && days(daily) <= 2);
  t.ok(days(weekly) > 6 && days(weekly) <= 8);
  const before = searches();
  await platform.settle();
  t.equal(searches(), before, 'not before its time');
  platform.clock.advance(2 * DAY);
  await platform.settle();
  const later = (await officer.get(`${watches}/${weekly.id}`)).body;
  t.equal(later.lastAt, weekly.lastAt);
  t.not((await officer.get(`${watches}/${daily.id}`)).body.lastAt, daily.lastAt);
});

t.test('each is its author’s alone', async (t) => {
  const watch = await saved(officer);
  const url = `${watches}/${watch.id}`;
  for (const who of [admin, clerk]) {
    t.equal((await who.get(url)).status, 404);
    t.equal((await who.get(`${url}/hits`)).status, 404);
    t.equal((await who.put(url, tanks)).status, 404);
    t.equal((await who.delete(url)).status, 404);
    t.notOk((await who.get(watches)).body.some(({ id }: Json) => id === watch.id));
  }
  t.equal((await beta.officer.get(`${beta.patents}/watches/${watch.id}`)).status, 404);
  for (const who of [client, beta.officer]) t.ok([403, 404].includes((await who.get(url)).status));
  t.ok((await officer.get(watches)).body.some(({ id }: Json) => id === watch.id));
});

t.test('a query that is wrong costs nothing, and all faults are named', async (t) => {
  const before = searches();
  t.match(await officer.post(watches, { name: ' ', cql: '(ti=tank', every: 'day' }), {
    status: 422,
    body: { errors: [{ pointer: '/name' }, { pointer: '/cql', code: 'cql' }] },
  });
  t.match(await officer.post(watches, { cql: 'foo=tank', every: 'hour' }), {
    status: 422,
    body: { errors: Array },
  });
  const foreign = await beta.submit();
  t.match(await officer.post(watches, { ...tanks, applicationId: foreign }), {
    status: 422,
    body: { errors: [{ pointer: '/applicationId', code: 'unknown' }] },
  });
  await platform.settle();
  t.equal(searches(), before);
  const key = { 'idempotency-key': 'saved-once' };
  const [one, two] = [await officer.post(watches, tanks, key), await officer.post(watches, tanks, key)];
  t.equal(two.body.id, one.body.id);
});

t.test('it is changed and removed; with another query it begins anew', async (t) => {
  const watch = await saved(officer);
  const url = `${watches}/${watch.id}`;
  const match = { 'if-match': '"1"' };
  const before = searches();
  const renamed = await officer.put(url, { ...tanks, name: 'Theirs' }, match);
  t.match(renamed, { status: 200, headers: { etag: '"2"' }, body: { name: 'Theirs', total: watch.total } });
  await platform.settle();
  t.equal(searches(), before, 'a name costs nothing');
  t.equal((await officer.put(url, tanks, match)).status, 412);
  t.match((await officer.put(url, { ...tanks, cql: 'pn=EP4269744' })).body, { total: null, version: 3 });
  await platform.settle();
  t.match((await officer.get(url)).body, { total: 1, fresh: 0 });
  t.equal((await officer.delete(url, match)).status, 412);
  t.equal((await officer.delete(url)).status, 204);
  t.equal((await officer.get(url)).status, 404);
});

t.test('it stops while its author may not search, and costs nothing then', async (t) => {
  const watch = await saved(clerk);
  await acme.grant('clerk', searchPatents, false);
  const before = ops.calls().filter(({ path }) => path.includes('4352417')).length;
  await look(officer, (await saved(officer)).id);
  const asked = ops.calls().filter(({ path }) => path.includes('4352417')).length;
  await acme.grant('clerk', searchPatents, true);
  const { trouble, lastAt } = (await clerk.get(`${watches}/${watch.id}`)).body;
  t.match(trouble, /may not search/);
  t.equal(lastAt, watch.lastAt);
  t.ok(asked > before, 'others look on');
  t.match(await look(clerk, watch.id), { trouble: null }, 'and it goes on when they may again');
});

t.test('an office that is closed, or does not answer, is named; it looks again by itself', async (t) => {
  today('20240417');
  const watch = await saved(officer);
  today(null);
  ops.control.robot(true);
  t.match((await look(officer, watch.id)).trouble, /took no more questions/);
  ops.control.robot(false);
  platform.clock.advance(2 * 3_600_000);
  await platform.settle();
  t.match((await officer.get(`${watches}/${watch.id}`)).body, { trouble: null, fresh: 1 }, 'within hours');
  const unread = await saved(officer, { ...tanks, name: 'Unread' });
  ops.control.next(...Array.from({ length: 20 }, () => 'html' as const));
  t.match((await look(officer, unread.id)).trouble, /did not answer/);
  ops.control.reset();
  today(null);
});

t.test('without credits it says so, and the new one is reported when there are some', async (t) => {
  today('20240417');
  await find(beta, beta.officer, 'pn=EP4269744');
  const answer = await beta.officer.post(`${beta.patents}/watches`, tanks);
  await platform.settle();
  const url = `${beta.patents}/watches/${answer.body.id}`;
  t.match((await beta.officer.get(url)).body, { total: 1 });
  today(null);
  await platform.kernel.database.asOwner(({ run }) =>
    run(`insert into patent_quota ("organizationId", credits) values ('${beta.organization}', 0)
      on conflict ("organizationId") do update set credits = 0`),
  );
  platform.clock.advance(NEXT);
  await platform.settle();
  t.match((await beta.officer.get(url)).body, { trouble: /Too few credits/, fresh: 0, total: 1 });
  await platform.kernel.database.asOwner(({ run }) => run('delete from patent_quota'));
  platform.clock.advance(NEXT);
  await platform.settle();
  t.match((await beta.officer.get(url)).body, { trouble: null, fresh: 1, total: 2 });
});
