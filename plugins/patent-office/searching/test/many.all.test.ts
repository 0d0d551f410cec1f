/** Saved searches of which there is more than a page, up to where the office reaches. */
import { t } from '@dossier/core/testing/t';
import { manyHits, named } from './many.ts';
import { stage, used } from '../../saved/test/stage.ts';
import type { Json } from '../../saved/test/stage.ts';

const office = await manyHits();
const { platform, acme, stop } = await stage({ other: office });
t.teardown(async () => {
  await stop();
  await office.close();
});
const { officer, patents } = acme;
/** Milliseconds after which a daily one is due, whatever the time of the day is. */
const NEXT = 30 * 3_600_000;

const watch = async (there: number): Promise<string> => {
  platform.clock.advance(60_000);
  Object.assign(office, { there });
  office.asked.length = 0;
  const answer = await officer.post(`${patents}/watches`, { name: 'Many', cql: 'ti=number', every: 'day' });
  await platform.settle();
  return `${patents}/watches/${answer.body.id}`;
};
const read = async (url: string): Promise<Json> => (await officer.get(url)).body;
const after = async (url: string): Promise<Json> => {
  office.asked.length = 0;
  platform.clock.advance(NEXT);
  await platform.settle();
  return read(url);
};
const hits = async (url: string): Promise<readonly string[]> =>
  (await officer.get(`${url}/hits`)).body.lines.map(({ number }: Json) => number);

t.test('all that is there becomes known, a credit a page; then a day without news is one credit', async (t) => {
  const before = await used(acme);
  const url = await watch(250);
  t.strictSame(office.asked, [1, 101, 201]);
  t.match(await read(url), { total: 250, fresh: 0, trouble: null });
  t.equal(await used(acme), before + 3);
  t.match(await after(url), { total: 250, fresh: 0 });
  t.strictSame(office.asked, [1]);
  t.equal((await officer.delete(url)).status, 204);
});

t.test('a last page that is full is no error', async (t) => {
  const url = await watch(200);
  t.strictSame(office.asked, [1, 101], 'and nothing is asked for behind it');
  t.match(await read(url), { total: 200, trouble: null });
  await officer.delete(url);
  const none = await watch(0);
  t.match(await read(none), { total: 0, fresh: 0, trouble: null }, 'no hits are an answer');
  office.there = 1;
  t.match(await after(none), { total: 1, fresh: 1 });
  t.strictSame(await hits(none), [named(1)]);
  await officer.delete(none);
});

t.test('pages are read for as long as there is nothing but news on them, and each is reported once', async (t) => {
  const url = await watch(30);
  office.there = 280;
  t.match(await after(url), { total: 280, fresh: 250, trouble: null });
  t.strictSame(office.asked, [1, 101, 201]);
  office.there = 282;
  t.match(await after(url), { total: 282, fresh: 252 });
  t.strictSame(office.asked, [1]);
  t.strictSame((await hits(url)).slice(0, 2).toSorted(), [named(281), named(282)]);
  await officer.delete(url);
});

t.test('one that the office leaves out is new when it gives it, and what moves up for it is not', async (t) => {
  const url = await watch(250);
  office.there = 251;
  office.missing.add(251);
  t.match(await after(url), { fresh: 0, trouble: /fewer patents than it said/ });
  office.missing.clear();
  t.match(await after(url), { fresh: 1, trouble: null });
  t.strictSame(await hits(url), [named(251)]);
  office.there = 248;
  t.match(await after(url), { fresh: 1, total: 248 }, 'when some are taken back, those behind them were known');
  await officer.delete(url);
});

t.test('what the office takes in late is found further down, and costs no more than the way there', async (t) => {
  const url = await watch(350);
  Object.assign(office, { there: 351, late: 220 });
  t.match(await after(url), { total: 351, fresh: 1, trouble: null });
  t.strictSame(office.asked, [1, 101, 201]);
  t.strictSame(await hits(url), [named(351)]);
  t.match(await after(url), { fresh: 1 });
  t.strictSame(office.asked, [1], 'and is not looked for again');
  office.late = 0;
  await officer.delete(url);
});

t.test('what is interrupted tells nothing by halves, and goes on', async (t) => {
  const url = await watch(30);
  office.there = 180;
  office.next.push('ok', 500);
  t.match(await after(url), { fresh: 0, total: 30, trouble: /did not answer/ });
  office.asked.length = 0;
  platform.clock.advance(2 * 3_600_000);
  await platform.settle();
  t.match(await read(url), { fresh: 150, total: 180, trouble: null });
  await officer.delete(url);
  office.next.push('ok', 500);
  const begun = await watch(180);
  t.match(await read(begun), { total: null, trouble: /did not answer/ });
  office.asked.length = 0;
  platform.clock.advance(2 * 3_600_000);
  await platform.settle();
  t.match(await read(begun), { total: 180, fresh: 0, trouble: null });
  t.strictSame(office.asked, [101], 'what was paid for is not asked again');
  await officer.delete(begun);
});

t.test('where the office reaches no further, it says so', async (t) => {
  const url = await watch(2_500);
  t.equal(office.asked.length, 20);
  t.match(await read(url), { total: 2_500, fresh: 0, trouble: null });
  office.there = 2_510;
  t.match(await after(url), { total: 2_510, fresh: 10, trouble: null }, 'news stand first, within reach');
  office.there = 5_000;
  t.match(await after(url), { fresh: 2_010, trouble: /more new patents than the office shows/ });
  t.equal(office.asked.at(-1), 1_901);
  t.match(await after(url), { fresh: 2_010, trouble: null });
});

t.test('a page of hits from which some are missing is said so, is not given again, and heals', async (t) => {
  const find = async (): Promise<Json> => (await officer.post(`${patents}/search`, { by: 'cql', q: 'ti=other' })).body;
  Object.assign(office, { there: 12 });
  office.missing.add(9).add(8);
  t.match(await find(), { total: 12, isPartial: true, credits: { used: 1 }, results: { length: 10 } });
  t.match(await find(), { isPartial: true, credits: { used: 1 } }, 'it is no answer to the next one');
  office.missing.clear();
  t.match(await find(), { total: 12, isPartial: false, credits: { used: 1 }, results: { length: 12 } });
  t.match(await find(), { isPartial: false, credits: { used: 0 }, results: { length: 12 } }, 'and what is whole is');
});
