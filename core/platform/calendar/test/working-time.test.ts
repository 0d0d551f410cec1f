import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { t } from '@dossier/core/testing/t';
import { dayAfter, momentIn } from '@dossier/sdk';
import { seed } from '../../../testing/seed.ts';
import type { DayHours } from '../contract.ts';
import { back, between, endOfWorkingDay, forward, HOUR } from '../working-time.ts';
import type { WorkingTime } from '../working-time.ts';

const office: DayHours = [{ from: '09:00', to: '17:00' }];
const week = [office, office, office, office, office, null, null];
const of = (timeZone: string, o: Partial<WorkingTime> = {}): WorkingTime => ({
  hours: week,
  holidays: new Set(),
  timeZone,
  ...o,
});
const around = (timeZone: string, parts: DayHours = [{ from: '00:00', to: '24:00' }]): WorkingTime =>
  of(timeZone, { hours: Array.from({ length: 7 }, () => parts) });
const at = (iso: string): number => Date.parse(iso);
const iso = (moment: number): string => new Date(moment).toISOString();

/** Clocks that go on and back by an hour, by half of one, at midnight, the other way round, or not at all. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Havana',
  'America/Santiago',
  'Asia/Kolkata',
  'UTC',
];
/** Days around changes of clocks in both directions, and a leap day. */
const turns = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-09-06',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2028-02-29',
];

const hour = (n: number): string => `${String(n).padStart(2, '0')}:00`;
/** One or two parts of a day. They begin and end at no hour that comes twice. */
const parts = fc
  .uniqueArray(fc.constantFrom(0, 5, 6, 8, 9, 12, 13, 17, 18, 22, 24), { minLength: 4, maxLength: 4 })
  .map((hours) => hours.toSorted((a, b) => a - b))
  .chain(([a, b, c, d]) =>
    fc.constantFrom(
      [{ from: hour(a!), to: hour(b!) }],
      [
        { from: hour(a!), to: hour(b!) },
        { from: hour(c!), to: hour(d!) },
      ],
    ),
  );
const times = fc.record({
  timeZone: fc.constantFrom(...zones),
  hours: fc.array(fc.option(parts), { minLength: 7, maxLength: 7 }).filter((days) => days.some((one) => one !== null)),
  holidays: fc
    .array(fc.record({ turn: fc.constantFrom(...turns), days: fc.integer({ min: -5, max: 9 }) }), { maxLength: 6 })
    .map((all) => new Set(all.map(({ turn, days }) => dayAfter(turn, days)))),
});
/** Half hours near a change of clocks. */
const moments = fc
  .record({ turn: fc.constantFrom(...turns), halves: fc.integer({ min: -200, max: 200 }) })
  .map(({ turn, halves }) => at(`${turn}T00:00:00Z`) + (halves * HOUR) / 2);
const lengths = fc.integer({ min: 0, max: 160 }).map((halves) => (halves * HOUR) / 2);

/** What a clock on the wall shows, by the formats of Intl, which the arithmetic does not use. */
const walls = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' }),
  ]),
);
/** Counts half hours of work by looking at the clock at each. */
function counted({ hours, holidays, timeZone }: WorkingTime, from: number, to: number): number {
  let sum = 0;
  for (let moment = from; moment < to; moment += HOUR / 2) {
    const [day, time] = walls.get(timeZone)!.format(moment).split(', ');
    const weekday = (new Date(day!).getUTCDay() + 6) % 7;
    const works = (hours[weekday] ?? []).some((part) => part.from <= time! && time! < part.to);
    if (works && !holidays.has(day!)) sum += HOUR / 2;
  }
  return sum;
}

/** Fails with the smallest example that breaks it. */
const holds = <T>(t: { pass(text: string): unknown }, property: fc.IProperty<T>): void => {
  fc.assert(property, { seed });
  t.pass('held for all that were tried');
};

t.test('working time between two moments is what the clock on the wall says', async (t) => {
  holds(
    t,

    fc.property(times, moments, fc.integer({ min: 0, max: 500 }), (time, from, halves) => {
      const to = from + (halves * HOUR) / 2;
      equal(between(time, from, to), counted(time, from, to));
    }),
  );
});

t.test(
  'something is due at the first moment by which its hours have passed, and reminded of at the last',
  async (t) => {
    holds(
      t,

      fc.property(times, moments, lengths, (time, from, length) => {
        const due = forward(time, from, length);
        equal(between(time, from, due), length);
        const before = back(time, from, length);
        equal(between(time, before, from), length);
        if (length > 0) {
          equal(between(time, from, due - 1), length - 1, 'not a millisecond later than needed');
          equal(between(time, before + 1, from), length - 1, 'and not one earlier');
          equal(forward(time, back(time, due, length), length), due, 'there and back again');
        }
      }),
    );
  },
);

t.test('what begins later is not due earlier', async (t) => {
  holds(
    t,

    fc.property(times, moments, moments, lengths, fc.integer({ min: 0, max: 30 }), (time, one, other, length, days) => {
      const [from, later] = [Math.min(one, other), Math.max(one, other)];
      ok(forward(time, from, length) <= forward(time, later, length));
      ok(back(time, from, length) <= back(time, later, length));
      ok(endOfWorkingDay(time, from, days) <= endOfWorkingDay(time, later, days));
      ok(endOfWorkingDay(time, from, days) < endOfWorkingDay(time, from, days + 1));
    }),
  );
});

t.test('what was waited for is given back: due later by it is due so much later, in one piece or in two', async (t) => {
  const halves = fc.integer({ min: 0, max: 700 });
  const waited = fc
    .tuple(moments, halves, halves)
    .map(([a, b, c]) => [a, a + (b * HOUR) / 2, a + ((b + c) * HOUR) / 2]);
  holds(
    t,
    fc.property(times, moments, lengths, waited, (time, from, length, [a, b, c]) => {
      const due = forward(time, from, length);
      const first = between(time, a!, b!);
      equal(forward(time, due, first), forward(time, from, length + first), 'due and postponed agree');
      equal(forward(time, forward(time, due, first), between(time, b!, c!)), forward(time, due, between(time, a!, c!)));
    }),
  );
});

t.test('a working day ends when its clocks say so, after so many other working days', async (t) => {
  holds(
    t,

    fc.property(times, moments, fc.integer({ min: 1, max: 12 }), (time, from, count) => {
      const ends = Array.from({ length: count + 1 }, (_, i) => endOfWorkingDay(time, from, i));
      ok(ends[0]! > from);
      ends.slice(1).forEach((end, i) => {
        const [day] = walls
          .get(time.timeZone)!
          .format(end - 1)
          .split(', ');
        const last = time.hours[(new Date(day!).getUTCDay() + 6) % 7]!.at(-1)!;
        equal(end, momentIn(day!, last.to, time.timeZone).getTime());
        const worked = between(time, ends[i]!, end);
        equal(worked, counted(time, momentIn(day!, '00:00', time.timeZone).getTime(), end), 'one day each');
      });
    }),
  );
});

t.test('hours on both sides of a change of clocks', async (t) => {
  const berlin = of('Europe/Berlin');
  t.equal(iso(forward(berlin, at('2026-03-27T15:00:00Z'), 2 * HOUR)), '2026-03-30T08:00:00.000Z', '16:00, then 10:00');
  t.equal(iso(forward(berlin, at('2026-10-23T14:00:00Z'), 2 * HOUR)), '2026-10-26T09:00:00.000Z', '16:00, then 10:00');
  const lengthOf = (zone: string, day: string, all = around(zone)): number =>
    between(all, momentIn(day, '00:00', zone).getTime(), momentIn(day, '24:00', zone).getTime()) / HOUR;
  t.same(
    [lengthOf('Europe/Berlin', '2026-03-29'), lengthOf('Europe/Berlin', '2026-10-25')],
    [23, 25],
    'who works around the clock has an hour less, and one more',
  );
  t.same([lengthOf('Australia/Lord_Howe', '2026-10-04'), lengthOf('Australia/Lord_Howe', '2026-04-05')], [23.5, 24.5]);
  t.equal(lengthOf('America/Santiago', '2026-09-06'), 23, 'also where midnight itself is left out');
  t.equal(lengthOf('Pacific/Apia', '2011-12-30'), 0, 'and where a whole day is');

  const night = around('Europe/Berlin', [
    { from: '01:00', to: '02:20' },
    { from: '02:30', to: '04:00' },
  ]);
  t.equal(lengthOf('Europe/Berlin', '2026-03-29', night), 2, 'what the clocks leave out is not worked');
  t.equal(
    Math.round(lengthOf('Europe/Berlin', '2026-10-25', night) * 60),
    60 + 20 + 150,
    'of an hour that comes twice the first counts for what begins or ends in it',
  );
  const lost = around('Europe/Berlin', [{ from: '02:10', to: '02:50' }]);
  t.equal(
    iso(endOfWorkingDay(lost, at('2026-03-28T00:00:00Z'), 1)),
    '2026-03-30T00:50:00.000Z',
    'a day whose only hours are left out is none',
  );
});

t.test('a start outside working time counts from the next moment of it', async (t) => {
  const time = of('UTC', {
    hours: [
      [
        { from: '09:00', to: '12:00' },
        { from: '13:00', to: '17:00' },
      ],
      office,
      office,
      office,
      office,
      null,
      null,
    ],
  });
  const inHours = (from: string, hours: number): string => iso(forward(time, at(from), hours * HOUR));
  const inDays = (from: string, days: number): string => iso(endOfWorkingDay(time, at(from), days));
  t.equal(inHours('2026-11-28T11:00:00Z', 1), '2026-11-30T10:00:00.000Z', 'from Saturday');
  t.equal(inHours('2026-11-30T06:00:00Z', 1), '2026-11-30T10:00:00.000Z', 'from early in the morning');
  t.equal(inHours('2026-11-30T12:30:00Z', 1), '2026-11-30T14:00:00.000Z', 'from lunch');
  t.equal(inHours('2026-11-30T11:30:00Z', 1), '2026-11-30T13:30:00.000Z', 'over lunch');
  t.equal(inHours('2026-11-30T11:00:00Z', 1), '2026-11-30T12:00:00.000Z', 'at the end of the morning, not after lunch');
  t.equal(inHours('2026-11-30T17:00:00Z', 8), '2026-12-01T17:00:00.000Z', 'from the very end of a day');
  t.equal(inDays('2026-11-30T10:00:00Z', 1), '2026-12-01T17:00:00.000Z', 'Monday: the end of Tuesday');
  t.equal(inDays('2026-11-30T06:00:00Z', 1), '2026-12-01T17:00:00.000Z', 'early on Monday: the end of Tuesday');
  t.equal(inDays('2026-11-30T17:00:00Z', 1), '2026-12-02T17:00:00.000Z', 'late on Monday: begins on Tuesday');
  t.equal(inDays('2026-11-28T11:00:00Z', 1), '2026-12-01T17:00:00.000Z', 'on Saturday: begins on Monday');
  t.equal(inDays('2026-12-04T11:00:00Z', 2), '2026-12-08T17:00:00.000Z', 'over a weekend');
  t.equal(inDays('2026-11-28T11:00:00Z', 0), '2026-11-30T17:00:00.000Z', 'the same working day');
});

t.test('holidays, leap days, and a year of nothing but holidays', async (t) => {
  const holidays = (first: string, length: number, step = 1): ReadonlySet<string> =>
    new Set(Array.from({ length }, (_, i) => dayAfter(first, i * step)));
  const christmas = of('Europe/Berlin', { holidays: holidays('2026-12-24', 3) });
  t.equal(iso(forward(christmas, at('2026-12-23T15:00:00Z'), 2 * HOUR)), '2026-12-28T09:00:00.000Z');
  t.equal(iso(back(christmas, at('2026-12-28T09:00:00Z'), 2 * HOUR)), '2026-12-23T15:00:00.000Z');
  t.equal(iso(endOfWorkingDay(christmas, at('2026-12-23T15:00:00Z'), 1)), '2026-12-28T16:00:00.000Z');
  t.equal(iso(endOfWorkingDay(of('UTC'), at('2028-02-28T12:00:00Z'), 1)), '2028-02-29T17:00:00.000Z');
  t.equal(
    iso(endOfWorkingDay(of('UTC', { holidays: holidays('2028-02-29', 1) }), at('2028-02-28T12:00:00Z'), 1)),
    '2028-03-01T17:00:00.000Z',
  );
  const shut = of('UTC', { holidays: holidays('2027-01-01', 365) });
  t.equal(
    iso(forward(shut, at('2026-12-31T16:00:00Z'), 2 * HOUR)),
    '2028-01-03T10:00:00.000Z',
    'the year is passed over',
  );
  t.equal(iso(back(shut, at('2028-01-03T10:00:00Z'), 2 * HOUR)), '2026-12-31T16:00:00.000Z');
  t.equal(between(shut, at('2027-01-01T00:00:00Z'), at('2028-01-01T00:00:00Z')), 0);
  // Four hundred Mondays in a row, where Monday is the only working day.
  const mondays = of('UTC', {
    hours: [office, null, null, null, null, null, null],
    holidays: holidays('2026-11-30', 400, 7),
  });
  t.equal(iso(forward(mondays, at('2026-11-28T00:00:00Z'), HOUR)), '2034-07-31T10:00:00.000Z');
  const rarely = of('UTC', { hours: [[{ from: '09:00', to: '09:01' }], null, null, null, null, null, null] });
  const refused = { name: 'Problem', status: 409, code: 'no-working-time' };
  t.throws(() => forward(rarely, at('2026-11-28T00:00:00Z'), 10 * HOUR), refused, 'more than ten years have');
  t.throws(() => back(rarely, at('2026-11-28T00:00:00Z'), 10 * HOUR), refused);
  t.throws(() => endOfWorkingDay(rarely, at('2026-11-28T00:00:00Z'), 600), refused);
  t.throws(() => forward(of('UTC', { hours: [] }), at('2026-11-28T00:00:00Z'), 1), refused, 'a search that ends');
});
