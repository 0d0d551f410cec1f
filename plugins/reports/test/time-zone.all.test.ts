/** The time zone that an organization sets for its reports, and where charts over time end. */
import { sql } from 'kysely';
import { t } from '@dossier/core/testing/t';
import { canonicalTimeZone, Database } from '@dossier/sdk';
import type { Json } from '@dossier/core/testing';
import { stage } from './stage.ts';

const { platform, acme, base, ordered } = await stage();
t.teardown(() => platform.stop());
const settings = '/api/v1/integrations/reports';
const preview = async (parameters: object) =>
  (await acme.officer.post(`${base}/report-previews`, { template: 'custom', parameters })).body;
const zone = async (parameters: object = {}): Promise<unknown> => (await preview(parameters)).period.timeZone;
const weekly = {
  name: 'Weekly',
  template: 'custom',
  format: 'csv',
  recurrence: { every: 'week', days: [1], at: '08:00' },
  recipients: [],
};

t.test('without a setting days begin in UTC, unless an order says otherwise', async (t) => {
  t.equal((await acme.officer.get(`${base}/report-sources`)).body.timeZone, null);
  t.same([await zone(), await zone({ timeZone: 'Asia/Tokyo' })], ['UTC', 'Asia/Tokyo']);
  t.match(await acme.officer.post(`${base}/report-schedules`, weekly), { status: 201, body: { timeZone: 'UTC' } });
});

t.test(
  'the setting holds for previews, runs and new schedules that choose none, and for no schedule that is there',
  async (t) => {
    const before = (await acme.officer.get(`${base}/report-schedules`)).body;
    t.equal((await acme.admin.put(settings, { values: { timeZone: 'Europe/Vienna' } })).status, 200);
    t.equal((await acme.officer.get(`${base}/report-sources`)).body.timeZone, 'Europe/Vienna');
    t.same([await zone(), await zone({ timeZone: 'Asia/Tokyo' })], ['Europe/Vienna', 'Asia/Tokyo']);
    t.match(
      await ordered({ template: 'custom', format: 'csv' }),
      { state: 'done', parameters: { timeZone: 'Europe/Vienna' } },
      'which the run keeps, for those who repeat it',
    );
    t.match(await acme.officer.post(`${base}/report-schedules`, { ...weekly, name: 'In Vienna' }), {
      status: 201,
      body: { timeZone: 'Europe/Vienna' },
    });
    t.match(
      await acme.officer.post(`${base}/report-schedules`, { ...weekly, name: 'In Tokyo', timeZone: 'Asia/Tokyo' }),
      { status: 201, body: { timeZone: 'Asia/Tokyo' } },
    );
    t.strictSame((await acme.officer.get(`${base}/report-schedules/${before[0].id}`)).body, before[0]);
  },
);

t.test('a name that no clock goes by is refused, and so is who does not manage integrations', async (t) => {
  t.match(await acme.admin.put(settings, { values: { timeZone: 'Europe/Atlantis' } }), {
    status: 422,
    body: { errors: [{ pointer: '/values/timeZone' }] },
  });
  t.equal((await acme.officer.put(settings, { values: { timeZone: 'UTC' } })).status, 403);
  t.equal(await zone(), 'Europe/Vienna');
});

const recurrence = { every: 'day', at: '08:00' };
/** Everything that takes a zone, and how it stands there afterwards. */
const takers: Readonly<Record<string, (timeZone: string) => Promise<readonly [status: number, kept: unknown]>>> = {
  preview: async (timeZone) =>
    told(
      await acme.officer.post(`${base}/report-previews`, { template: 'custom', parameters: { timeZone } }),
      (body) => body.period.timeZone,
    ),
  run: async (timeZone) =>
    told(
      await acme.officer.post(`${base}/report-runs`, { template: 'custom', format: 'csv', parameters: { timeZone } }),
      (body) => body.parameters.timeZone,
    ),
  schedule: async (timeZone) =>
    told(await acme.officer.post(`${base}/report-schedules`, { ...weekly, timeZone }), (body) => body.timeZone),
  dates: async (timeZone) =>
    told(await acme.officer.post(`${base}/report-schedules/preview`, { recurrence, timeZone }), () =>
      canonicalTimeZone(timeZone),
    ),
  setting: async (timeZone) =>
    told(await acme.admin.put(settings, { values: { timeZone } }), (body) => body.values.timeZone),
};
const told = ({ status, body }: Json, kept: (body: Json) => unknown): readonly [number, unknown] => [
  status,
  status === 422 ? body.errors.map(({ pointer }: Json) => pointer.split('/').at(-1)).join() : kept(body),
];

t.test(
  'whatever takes a zone takes the same names, keeps each as it is written, and refuses abbreviations and offsets',
  async (t) => {
    for (const [name, take] of Object.entries(takers)) {
      for (const [zone, kept] of [
        ['europe/BERLIN', 'Europe/Berlin'],
        ['Asia/Kolkata', 'Asia/Kolkata'],
        ['US/Eastern', 'America/New_York'],
        ['etc/utc', 'UTC'],
      ] as const) {
        const [status, there] = await take(zone);
        t.strictSame([status < 300, there], [true, kept], `${name}: ${zone}`);
      }
      for (const zone of [
        'EST',
        'IST',
        'CST',
        'CET',
        'PST8PDT',
        'GMT',
        'Japan',
        '+02:00',
        'SystemV/AST4',
        'posixrules',
        'Factory',
        'Mars/Base',
      ])
        t.strictSame(await take(zone), [422, 'timeZone'], `${name}: ${zone}`);
    }
    await platform.settle();
    t.equal((await acme.admin.put(settings, { values: { timeZone: 'Europe/Vienna' } })).status, 200);
  },
);

t.test(
  'every zone of the dictionary is one that reports reckon in, also where the database has another one or none',
  async (t) => {
    const { rows } = await platform
      .service(Database)
      .read(acme.organization, (tx) => sql<{ name: string }>`select name from pg_timezone_names`.execute(tx.sql()));
    const theirs = new Set(rows.map(({ name }) => name));
    const ours = Intl.supportedValuesOf('timeZone').filter((name) => canonicalTimeZone(name) !== undefined);
    t.ok(ours.length > 400);
    const odd = [...ours.filter((name) => !theirs.has(name)), 'America/Coyhaique', 'Asia/Gaza', 'Africa/Casablanca'];
    for (const name of [...new Set(odd)].slice(0, 25)) t.strictSame(await takers['preview']!(name), [200, name]);
    for (const name of [...theirs].filter((one) => canonicalTimeZone(one) === undefined).slice(0, 10))
      t.strictSame(await takers['preview']!(name), [422, 'timeZone'], `only the database knows ${name}`);
    t.strictSame(await takers['preview']!('Factory'), [422, 'timeZone']);
  },
);

t.test('a chart of a period that still runs ends today, and one of a period to come begins', async (t) => {
  const day = (away: number): string => new Date(platform.clock.time() + away * 86_400_000).toISOString().slice(0, 10);
  const labels = async (from: number, to: number): Promise<unknown> =>
    (await preview({ period: { kind: 'range', from: day(from), to: day(to) }, timeZone: 'UTC', grouping: 'day' }))
      .sections[1].chart;
  t.match(await labels(-2, 5), { labels: [day(-2), day(-1), day(0)], axis: 'Day', over: 'day' });
  t.match(await labels(-3, -2), { labels: [day(-3), day(-2)] });
  t.match(await labels(3, 5), { labels: [day(3)] });
});
