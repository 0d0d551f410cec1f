import { t } from '@dossier/core/testing/t';
import { holidaysIn, together } from '../web/holiday-lines.ts';

t.test('holidays are read as people have them, one a line', async (t) => {
  t.same(
    holidaysIn(
      [
        '2026-12-25 Christmas Day',
        '26.12.2026;Boxing Day',
        'New Year – 1/1/2027',
        '"6. 1. 2027"\tEpiphany',
        '',
        '  2027-3-26, Good Friday, all day ',
        'Easter',
        '2027-05-01',
      ].join('\r\n'),
    ),
    {
      holidays: [
        { day: '2026-12-25', name: 'Christmas Day' },
        { day: '2026-12-26', name: 'Boxing Day' },
        { day: '2027-01-01', name: 'New Year' },
        { day: '2027-01-06', name: 'Epiphany' },
        { day: '2027-03-26', name: 'Good Friday, all day' },
        { day: '2027-05-01', name: '' },
      ],
      unread: ['Easter'],
    },
  );
});

t.test('a calendar file of a year is read by the first day of its entries', async (t) => {
  const file = [
    'BEGIN:VCALENDAR',
    'DTSTART:19700101T000000',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20261225',
    'DTEND;VALUE=DATE:20261226',
    'SUMMARY;LANGUAGE=en:Christmas Day\\, whole',
    '  day',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SUMMARY:Boxing Day',
    'DTSTART;VALUE=DATE:20261226',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SUMMARY:Some day',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  t.same(holidaysIn(file), {
    holidays: [
      { day: '2026-12-25', name: 'Christmas Day, whole day' },
      { day: '2026-12-26', name: 'Boxing Day' },
    ],
    unread: [],
  });
});

t.test('what is added stands behind what is there, by day, and no day twice', async (t) => {
  const there = [{ day: '2026-12-25', name: 'Christmas Day' }];
  t.same(
    together(there, [
      { day: '2027-01-01', name: 'New Year' },
      { day: '2026-12-26', name: 'Boxing Day' },
      { day: '2026-12-25', name: 'Christmas' },
      { day: '2027-01-01', name: 'Once more' },
    ]),
    [...there, { day: '2026-12-26', name: 'Boxing Day' }, { day: '2027-01-01', name: 'New Year' }],
  );
});
