import { t } from '@dossier/core/testing/t';
import { Database } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { Calendar, calendarChanged, manageCalendar } from '../contract.ts';

const platform = await testPlatform();
t.teardown(() => platform.stop());
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const url = '/api/v1/organization/calendar';
const day = [{ from: '09:00', to: '17:00' }];
const usual = [day, day, day, day, day, null, null];
const inBerlin = async (of: typeof acme): Promise<void> => {
  t.equal((await of.admin.put('/api/v1/organization', { timeZone: 'Europe/Berlin' })).status, 200);
};
const logged = async (): Promise<readonly Json[]> =>
  (await acme.admin.get(`/api/v1/audit?type=${encodeURIComponent(calendarChanged.id)}`)).body;

await inBerlin(acme);
await inBerlin(beta);

t.test('an organization works from Monday to Friday until it says otherwise', async (t) => {
  const { status, body } = await acme.clerk.get(url);
  t.equal(status, 200);
  t.same(body, { hours: usual, holidays: [], timeZone: 'Europe/Berlin', version: 0, changedAt: null });
  t.same((await acme.client.get(url)).body, body, 'everybody who is a member may know when');
  t.equal((await platform.as({}).get(url)).status, 401);
});

t.test('who may set it sets hours and holidays as a whole, and what is due follows', async (t) => {
  const calendar = platform.service(Calendar);
  const dueOf = (organization: string, span: Parameters<Calendar['due']>[2]): Promise<string> =>
    calendar.due(organization, '2026-12-23T15:00:00.000Z', span);
  t.equal(await dueOf(acme.organization, { hours: 2 }), '2026-12-24T09:00:00.000Z');
  const hours = [
    [
      { from: '08:00', to: '12:00' },
      { from: '13:00', to: '17:30' },
    ],
    day,
    day,
    day,
    day,
    null,
    null,
  ];
  const holidays = [
    { day: '2026-12-25', name: 'Christmas Day' },
    { day: '2026-12-24', name: '  Christmas Eve ' },
  ];
  t.equal((await acme.officer.put(url, { hours, holidays })).status, 403);
  const changed = await acme.admin.put(url, { hours, holidays });
  t.equal(changed.status, 200);
  t.match(changed.body, { hours, version: 1, timeZone: 'Europe/Berlin' });
  t.same(
    changed.body.holidays,
    [
      { day: '2026-12-24', name: 'Christmas Eve' },
      { day: '2026-12-25', name: 'Christmas Day' },
    ],
    'in their order',
  );
  t.same((await acme.officer.get(url)).body, changed.body);
  t.equal(await dueOf(acme.organization, { hours: 2 }), '2026-12-28T08:00:00.000Z', '9:00 on Monday by its own clocks');
  t.equal(await dueOf(acme.organization, { workingDays: 1 }), '2026-12-28T16:30:00.000Z');
  t.equal(await dueOf(beta.organization, { hours: 2 }), '2026-12-24T09:00:00.000Z', 'another organization works');
  t.match((await beta.admin.get(url)).body, { version: 0, holidays: [] });

  t.same(
    await acme.officer.graphql(
      '{ workingCalendar { hours { from to } holidays { day name } timeZone version changedAt } }',
    ),
    { data: { workingCalendar: changed.body } },
  );
});

t.test('a change that changes nothing is none, and each one stands in the trail with what went and came', async (t) => {
  const { body } = await acme.admin.get(url);
  const { hours, holidays } = body;
  t.same((await acme.admin.put(url, { hours, holidays: holidays.toReversed() })).body, body);
  t.equal((await acme.admin.put(url, { hours, holidays: holidays.slice(0, 1) })).body.version, 2);
  t.equal((await acme.admin.put(url, { hours: usual, holidays: holidays.slice(0, 1) })).body.version, 3);
  const entries = (await logged()).toReversed();
  t.same(
    entries.map(({ before, after }) => [before, after]),
    [
      [
        { hours: usual, holidays: [] },
        { hours, holidays },
      ],
      [{ holidays: holidays.slice(1) }, { holidays: [] }],
      [{ hours }, { hours: usual }],
    ],
  );
});

t.test('of two who change it at once the later one hears that somebody was quicker', async (t) => {
  const { headers, body } = await acme.admin.get(url);
  const etag = String(headers['etag']);
  const put = (holidays: object[]) =>
    acme.admin.request({
      method: 'PUT',
      url,
      headers: { 'content-type': 'application/json', 'if-match': etag },
      payload: JSON.stringify({ hours: usual, holidays }),
    });
  const first = await put([{ day: '2027-01-01', name: 'New Year' }]);
  t.equal(first.status, 200);
  t.not(first.headers['etag'], etag);
  t.match(await put([]), { status: 412, body: { code: 'stale' } });
  t.equal((await acme.admin.get(url)).body.version, body.version + 1);
  const both = await Promise.all(
    ['A', 'B'].map((name) => acme.admin.put(url, { hours: usual, holidays: [{ day: '2027-01-01', name }] })),
  );
  t.same(
    both.map(({ status }) => status),
    [200, 200],
    'without saying what was read, one after the other',
  );
  t.equal((await acme.admin.get(url)).body.version, body.version + 3);
});

t.test('all faults come at once, each at its place', async (t) => {
  const before = (await acme.admin.get(url)).body;
  const { status, body } = await acme.admin.put(url, {
    hours: [
      [{ from: '09:00', to: '09:00' }],
      [{ from: '9:00', to: '25:00' }],
      [
        { from: '13:00', to: '17:00' },
        { from: '09:00', to: '12:00' },
      ],
      [
        { from: '00:00', to: '12:00' },
        { from: '12:00', to: '24:00' },
      ],
      null,
      null,
      null,
    ],
    holidays: [
      { day: '2026-12-25', name: ' ' },
      { day: '2027-02-29', name: 'No leap day' },
      { day: '2028-02-29', name: 'Leap day' },
      { day: '2026-12-25', name: 'Twice' },
    ],
  });
  t.equal(status, 422);
  t.same(
    body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`),
    [
      '/hours/0/0/to not-later',
      '/hours/1/0/from bad-time',
      '/hours/1/0/to bad-time',
      '/hours/2/1/from overlap',
      '/holidays/0/name bad-name',
      '/holidays/1/day bad-day',
      '/holidays/3/day twice',
    ],
  );
  const none = await acme.admin.put(url, { hours: Array.from({ length: 7 }, () => null), holidays: [] });
  t.match(none, { status: 422, body: { errors: [{ pointer: '/hours', code: 'no-hours' }] } });
  const form = await acme.admin.put(url, {
    hours: [[], null, null, null, null, null],
    holidays: [{ day: 'soon', name: 'Some day' }, { day: '2026-12-25' }],
  });
  t.equal(form.status, 422);
  t.same(
    form.body.errors.map(({ pointer }: Json) => pointer).toSorted(),
    ['/holidays/0/day', '/holidays/1/name', '/hours', '/hours/0'],
    'what does not fit the form, with the rest',
  );
  const many = Array.from({ length: 401 }, (_, i) => ({
    day: new Date(Date.UTC(2027, 0, 1 + i)).toISOString().slice(0, 10),
    name: 'Free',
  }));
  t.match(await acme.admin.put(url, { hours: usual, holidays: many }), { status: 422 });
  t.same((await acme.admin.get(url)).body, before, 'nothing was saved');
  t.equal((await acme.admin.put(url, { hours: usual, holidays: many.slice(1) })).status, 200, 'a year of holidays');
  t.equal(
    await platform.service(Calendar).due(acme.organization, '2027-01-04T08:00:00.000Z', { hours: 1 }),
    '2028-02-07T09:00:00.000Z',
    'is passed over',
  );
});

t.test('due, postponed and reminded of agree, and ask for moments and lengths', async (t) => {
  t.equal((await acme.admin.put(url, { hours: usual, holidays: [] })).status, 200);
  const calendar = platform.service(Calendar);
  const of = acme.organization;
  const due = await calendar.due(of, '2026-11-27T14:00:00Z', { hours: 3 });
  t.equal(due, '2026-11-30T09:00:00.000Z');
  const waited = { from: '2026-11-27T15:00:00Z', to: '2026-12-01T09:00:00Z' };
  const later = await calendar.postponed(of, due, waited);
  t.equal(later, await calendar.due(of, '2026-11-27T14:00:00Z', { hours: 13 }));
  t.equal(await calendar.postponed(of, due, { from: waited.to, to: waited.from }), due, 'no time is taken away');
  t.equal(await calendar.postponed(of, due, { from: '2026-11-28T00:00:00Z', to: '2026-11-29T00:00:00Z' }), due);
  t.equal(await calendar.before(of, due, 3), '2026-11-27T14:00:00.000Z');
  await t.rejects(calendar.due(of, 'tomorrow', { hours: 1 }), RangeError);
  await t.rejects(calendar.due(of, due, { hours: -1 }), RangeError);
  await t.rejects(calendar.due(of, due, { workingDays: 1.5 }), RangeError);
  await t.rejects(calendar.due(of, due, { hours: 1_000_000 }), { code: 'no-working-time', status: 409 });
  await t.rejects(calendar.due('00000000-0000-7000-8000-000000000000', due, { hours: 1 }), { code: 'not-found' });
  t.ok(
    await platform.service(Database).write(acme.access, () => calendar.due(of, due, { hours: 1 })),
    'also while a change of the organization is open',
  );
});

t.test('the right is one of the matrix of the organization', async (t) => {
  await acme.grant('officer', manageCalendar, true);
  t.equal((await acme.officer.put(url, { hours: usual, holidays: [] })).status, 200);
  await acme.grant('officer', manageCalendar, false);
  t.equal((await acme.officer.put(url, { hours: usual, holidays: [] })).status, 403);
});
