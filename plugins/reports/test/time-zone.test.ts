/** The time zone that an organization sets for its reports, and where charts over time end. */
import t from 'tap';
import { stage } from './stage.ts';

t.setTimeout(240_000);
const { platform, acme, base, ordered } = await stage();
t.teardown(() => platform.stop());
const settings = '/api/v1/integrations/reports';
const preview = async (parameters: object) => (await acme.officer.post(`${base}/report-previews`, { template: 'custom', parameters })).body;
const zone = async (parameters: object = {}): Promise<unknown> => (await preview(parameters)).period.timeZone;
const weekly = { name: 'Weekly', template: 'custom', format: 'csv', recurrence: { every: 'week', days: [1], at: '08:00' }, recipients: [] };

t.test('without a setting days begin in UTC, unless an order says otherwise', async (t) => {
  t.equal((await acme.officer.get(`${base}/report-sources`)).body.timeZone, null);
  t.same([await zone(), await zone({ timeZone: 'Asia/Tokyo' })], ['UTC', 'Asia/Tokyo']);
  t.match(await acme.officer.post(`${base}/report-schedules`, weekly), { status: 201, body: { timeZone: 'UTC' } });
});

t.test('the setting holds for previews, runs and new schedules that choose none, and for no schedule that is there', async (t) => {
  const before = (await acme.officer.get(`${base}/report-schedules`)).body;
  t.equal((await acme.admin.put(settings, { values: { timeZone: 'Europe/Vienna' } })).status, 200);
  t.equal((await acme.officer.get(`${base}/report-sources`)).body.timeZone, 'Europe/Vienna');
  t.same([await zone(), await zone({ timeZone: 'Asia/Tokyo' })], ['Europe/Vienna', 'Asia/Tokyo']);
  t.match(await ordered({ template: 'custom', format: 'csv' }), { state: 'done', parameters: { timeZone: 'Europe/Vienna' } }, 'which the run keeps, for those who repeat it');
  t.match(await acme.officer.post(`${base}/report-schedules`, { ...weekly, name: 'In Vienna' }), { status: 201, body: { timeZone: 'Europe/Vienna' } });
  t.match(await acme.officer.post(`${base}/report-schedules`, { ...weekly, name: 'In Tokyo', timeZone: 'Asia/Tokyo' }), { status: 201, body: { timeZone: 'Asia/Tokyo' } });
  t.strictSame((await acme.officer.get(`${base}/report-schedules/${before[0].id}`)).body, before[0]);
});

t.test('a name that no clock goes by is refused, and so is who does not manage integrations', async (t) => {
  t.match(await acme.admin.put(settings, { values: { timeZone: 'Europe/Atlantis' } }), { status: 422, body: { errors: [{ pointer: '/values/timeZone' }] } });
  t.equal((await acme.officer.put(settings, { values: { timeZone: 'UTC' } })).status, 403);
  t.equal(await zone(), 'Europe/Vienna');
});

t.test('a chart of a period that still runs ends today, and one of a period to come begins', async (t) => {
  const day = (away: number): string => new Date(platform.clock.time() + away * 86_400_000).toISOString().slice(0, 10);
  const labels = async (from: number, to: number): Promise<unknown> => (await preview({ period: { kind: 'range', from: day(from), to: day(to) }, timeZone: 'UTC', grouping: 'day' })).sections[1].chart;
  t.match(await labels(-2, 5), { labels: [day(-2), day(-1), day(0)], axis: 'Day', over: 'day' });
  t.match(await labels(-3, -2), { labels: [day(-3), day(-2)] });
  t.match(await labels(3, 5), { labels: [day(3)] });
});
