import { t } from '@dossier/core/testing/t';
import { momentAt, typedMoment } from '@dossier/sdk/web/ui/wall-clock';
import { offers } from '../moments.ts';

const berlin = 'Europe/Berlin';
const at = (iso: string, zone: string) =>
  offers(new Date(iso), zone).map(({ title, until }) => [title, until.toISOString()]);

t.test('what is offered is on the clocks of the reader, wherever the browser stands', async (t) => {
  t.same(at('2026-11-26T09:20:00Z', berlin), [
    ['Later today', '2026-11-26T12:00:00.000Z'],
    ['Tomorrow', '2026-11-27T07:00:00.000Z'],
    ['Next week', '2026-11-30T07:00:00.000Z'],
  ]);
  t.same(
    at('2026-11-26T23:20:00Z', 'Asia/Tokyo')[1],
    ['Tomorrow', '2026-11-27T23:00:00.000Z'],
    'there it is Friday already',
  );
});

t.test('in the evening there is no later today, and on a Sunday next week is tomorrow', async (t) => {
  t.same(
    at('2026-11-30T17:00:00Z', berlin).map(([title]) => title),
    ['Tomorrow', 'Next week'],
  );
  t.same(at('2026-11-29T09:00:00Z', berlin), [
    ['Later today', '2026-11-29T12:00:00.000Z'],
    ['Tomorrow', '2026-11-30T07:00:00.000Z'],
  ]);
});

t.test('the change of clocks, the end of a month and that of a year are passed', async (t) => {
  t.same(at('2026-03-28T09:00:00Z', berlin)[1], ['Tomorrow', '2026-03-29T06:00:00.000Z'], 'summer time begins');
  t.same(at('2026-10-24T09:00:00Z', berlin)[1], ['Tomorrow', '2026-10-25T07:00:00.000Z'], 'and ends');
  t.same(at('2026-12-31T09:00:00Z', berlin)[1], ['Tomorrow', '2027-01-01T07:00:00.000Z']);
});

t.test(
  'a moment of ones own is read in the zone; what the clocks skip comes after, what comes twice is the first',
  async (t) => {
    const typed = (value: string, zone = berlin) => typedMoment(value, zone)?.toISOString() ?? null;
    t.equal(typed('2026-07-01T08:00'), '2026-07-01T06:00:00.000Z');
    t.equal(typed('2026-07-01T08:00', 'America/New_York'), '2026-07-01T12:00:00.000Z');
    t.equal(typed('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z');
    t.equal(typed('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
    t.same([typed(''), typed('soon')], [null, null]);
    t.equal(
      momentAt({ year: 2026, month: 11, day: 27, hour: 5, minute: 45 }, 'Asia/Kathmandu').toISOString(),
      '2026-11-27T00:00:00.000Z',
    );
  },
);
