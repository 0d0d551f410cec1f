/** The moments of schedules over years with summer time, leap days and months of every length. */
import { Temporal } from 'temporal-polyfill';
import { t } from '@dossier/core/testing/t';
import { demandRecurrence, occurrences } from '../schedules/recurrence.ts';
import type { Recurrence } from '../schedules/recurrence.ts';
import { beginOf, dayOf, wallOf } from '../time/moments.ts';

const DAY = 86_400_000;
const from = (text: string): Date => new Date(text);
const next = (recurrence: Recurrence, zone: string, after: string, count: number): readonly string[] =>
  occurrences(recurrence, zone, from(after), count).map((moment) => moment.toISOString());

t.test('every day of a leap year has one occurrence, at its hour on the wall, whatever summer time does', async (t) => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']) {
    const moments = occurrences(
      { every: 'day', at: '02:30' },
      zone,
      beginOf(Temporal.PlainDate.from('2028-01-01'), zone),
      366,
    );
    const days = moments.map((moment) => dayOf(moment, zone).toString());
    t.strictSame(
      days,
      Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(2028, 0, 1) + i * DAY).toISOString().slice(0, 10)),
      zone,
    );
    const odd = moments.filter(
      (moment) => wallOf(moment, zone).toPlainTime().toString({ smallestUnit: 'minute' }) !== '02:30',
    );
    t.ok(odd.length <= 1, `${zone}: at most the day on which half past two is left out`);
  }
});

t.test('an hour that is left out, and one that comes twice', async (t) => {
  t.strictSame(
    next({ every: 'day', at: '02:30' }, 'Europe/Berlin', '2026-03-28T12:00:00Z', 2),
    ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'],
    'in spring when the clock goes on',
  );
  t.strictSame(
    next({ every: 'day', at: '02:30' }, 'Europe/Berlin', '2026-10-24T12:00:00Z', 2),
    ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    'in autumn the first time only',
  );
  t.strictSame(
    next({ every: 'day', at: '02:30' }, 'Europe/Berlin', '2026-10-25T00:45:00Z', 1),
    ['2026-10-26T01:30:00.000Z'],
    'and not again in the same hour',
  );
  t.strictSame(
    next({ every: 'cron', cron: '0 * * * *' }, 'Europe/Berlin', '2026-03-29T00:00:00Z', 2),
    ['2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    'each hour, and none twice',
  );
  t.strictSame(
    next({ every: 'day', at: '02:15' }, 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', 1),
    ['2026-10-03T15:30:00.000Z'],
    'also where the clock moves by half an hour',
  );
  t.strictSame(
    next({ every: 'day', at: '00:00' }, 'America/Sao_Paulo', '2018-11-03T12:00:00Z', 1),
    ['2018-11-04T03:00:00.000Z'],
    'and where midnight is left out',
  );
});

t.test('the ends of months', async (t) => {
  const days = (recurrence: Recurrence, after: string, count: number): readonly string[] =>
    next(recurrence, 'Europe/Paris', after, count).map((moment) => dayOf(from(moment), 'Europe/Paris').toString());
  t.strictSame(days({ every: 'month', day: 31, at: '08:00' }, '2028-01-01T00:00:00Z', 12), [
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
    '2028-05-31',
    '2028-06-30',
    '2028-07-31',
    '2028-08-31',
    '2028-09-30',
    '2028-10-31',
    '2028-11-30',
    '2028-12-31',
  ]);
  t.strictSame(days({ every: 'month', day: 29, at: '08:00' }, '2027-01-30T00:00:00Z', 2), ['2027-02-28', '2027-03-29']);
  t.strictSame(days({ every: 'month', day: 30, at: '08:00' }, '2028-02-01T00:00:00Z', 2), ['2028-02-29', '2028-03-30']);
  t.strictSame(days({ every: 'quarter', month: 2, day: 31, at: '08:00' }, '2026-01-01T00:00:00Z', 5), [
    '2026-02-28',
    '2026-05-31',
    '2026-08-31',
    '2026-11-30',
    '2027-02-28',
  ]);
  t.strictSame(days({ every: 'week', days: [7, 1], at: '23:30' }, '2026-12-26T00:00:00Z', 4), [
    '2026-12-27',
    '2026-12-28',
    '2027-01-03',
    '2027-01-04',
  ]);
});

t.test('what cannot be a recurrence is refused with what to do', async (t) => {
  const refused = (cron: string, zone = 'UTC'): unknown => {
    try {
      demandRecurrence({ every: 'cron', cron }, zone);
      return null;
    } catch (error) {
      return error;
    }
  };
  for (const cron of [
    '*/5 * * * *',
    '0,30 8 * * *',
    '0 8 30 2 *',
    '0 8 * *',
    '0 0 8 * * 1',
    'H 8 * * *',
    '@daily x x x x',
    '0 25 * * *',
    'a b c d e',
  ]) {
    t.match(refused(cron), { status: 422, errors: [{ pointer: '/recurrence/cron', code: 'bad-cron' }] }, cron);
  }
  t.match(refused('0 8 * * 1', 'Mars/Base'), { status: 422, errors: [{ pointer: '/timeZone' }] });
  t.match(
    refused('0 8 * * 1', '+02:00'),
    { status: 422, errors: [{ pointer: '/timeZone' }] },
    'an offset knows no summer time',
  );
  for (const cron of ['0 8 * * MON', '30 7 L * *', '0 8 29 2 *', '0 */2 * * *']) t.equal(refused(cron), null, cron);
});
