/** What the pages of runs and schedules say, without a browser. */
import { t } from '@dossier/core/testing/t';
import { filterOf, searchOf } from '../runs/filter.ts';
import { runProgressOf } from '../runs/progress.ts';
import { recurrenceOf } from '../schedules/draft.ts';
import { clockChange, fromNow } from '../schedules/moments.ts';
import { dayHint, recurrenceInWords } from '../schedules/recurrence-words.ts';
import type { Recurrence } from '../schedules/types.ts';

t.test('a recurrence is said in words', async (t) => {
  const said: readonly (readonly [Recurrence, string])[] = [
    [{ every: 'day', at: '08:00' }, 'Every day at 08:00'],
    [{ every: 'week', days: [4, 1], at: '07:30' }, 'Every Monday and Thursday at 07:30'],
    [{ every: 'week', days: [1, 2, 3, 4, 5], at: '07:30' }, 'Every working day at 07:30'],
    [{ every: 'month', day: 2, at: '06:00' }, 'On the 2nd of each month at 06:00'],
    [{ every: 'month', day: 31, at: '06:00' }, 'On the last day of each month at 06:00'],
    [{ every: 'quarter', month: 3, day: 21, at: '06:00' }, 'On the 21st of the third month of each quarter at 06:00'],
    [{ every: 'cron', cron: '0 8 * * 1' }, 'By the cron expression 0 8 * * 1'],
  ];
  for (const [recurrence, words] of said) t.equal(recurrenceInWords(recurrence), words);
  t.same([dayHint(28), dayHint(30)], ['', 'In months without a 30th it runs on their last day.']);
});

t.test('another kind of recurrence keeps what fits', async (t) => {
  t.same(recurrenceOf('month', { every: 'week', days: [2], at: '09:15' }), { every: 'month', day: 1, at: '09:15' });
  t.same(recurrenceOf('quarter', { every: 'month', day: 30, at: '09:15' }), {
    every: 'quarter',
    month: 1,
    day: 30,
    at: '09:15',
  });
  t.same(recurrenceOf('cron', { every: 'week', days: [1, 7], at: '09:05' }), { every: 'cron', cron: '5 9 * * 0,1' });
});

t.test('an hour that summer time leaves out or repeats is mentioned, and no other', async (t) => {
  const nightly: Recurrence = { every: 'day', at: '02:30' };
  t.equal(clockChange('2027-03-27T01:30:00.000Z', nightly, 'Europe/Berlin'), undefined);
  t.equal(
    clockChange('2027-03-28T01:00:00.000Z', nightly, 'Europe/Berlin'),
    'The clock goes forward that day and leaves 02:30 out: it runs at 03:00.',
  );
  t.equal(
    clockChange('2027-10-31T00:30:00.000Z', nightly, 'Europe/Berlin'),
    'The clock goes back that day and shows 02:30 twice: it runs the first time only.',
  );
  t.equal(
    clockChange('2027-10-31T00:30:00.000Z', { every: 'cron', cron: '30 2 * * *' }, 'Europe/Berlin'),
    'The clock goes back that day and shows 02:30 twice: it runs the first time only.',
  );
  t.equal(clockChange('2027-03-28T02:30:00.000Z', nightly, 'UTC'), undefined);
});

t.test('how long it is until a date', async (t) => {
  const now = new Date('2027-01-01T00:00:00Z');
  t.same(
    [
      '2027-01-01T00:20:00Z',
      '2027-01-01T05:00:00Z',
      '2027-01-02T01:00:00Z',
      '2027-01-12T00:00:00Z',
      '2027-07-01T00:00:00Z',
    ].map((iso) => fromNow(iso, now)),
    ['in 20 minutes', 'in 5 hours', 'tomorrow', 'in 11 days', 'in 6 months'],
  );
});

t.test('the filter of runs stands in the address; what means nothing there is no filter', async (t) => {
  for (const search of ['', '?state=failed', '?mine=true', '?state=open&mine=true'])
    t.equal(searchOf(filterOf(search)), search);
  t.same(filterOf('?state=lost&mine=perhaps'), { state: '', mine: false });
});

t.test('a strange message of the topic is none', async (t) => {
  t.same(runProgressOf({ id: 'a', state: 'running', progress: 0.4, more: 1 }), {
    id: 'a',
    state: 'running',
    progress: 0.4,
  });
  for (const data of [
    null,
    'a',
    {},
    { id: 1, state: 'running', progress: 0 },
    { id: 'a', state: 'lost', progress: 0 },
    { id: 'a', state: 'done' },
  ])
    t.equal(runProgressOf(data), null);
});
