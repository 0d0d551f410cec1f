/** Lists of other modules as Excel files. */
import { readXlsx } from 'hucre/xlsx';
import { t } from '@dossier/core/testing/t';
import { workbooks } from '../xlsx/list-workbook.ts';

const list = {
  ...{ title: 'Saved: <patents>', createdBy: 'Otto & Co', createdAt: '2026-11-03T12:00:00.000Z' },
  timeZone: 'Europe/Vienna',
  columns: [
    { title: 'Number', type: 'text' },
    { title: 'Claims', type: 'number' },
    { title: 'When', type: 'date' },
  ],
  rows: [
    ['=1+1', 12, '2026-10-01T08:00:00.000Z'],
    ['Ελένη & <P>', null, '2026-12-01'],
    ['', 0.5, 'No date given'],
  ],
} as const;

t.test('its columns and rows are on one sheet, texts as texts and times on the clock of the place', async (t) => {
  const bytes = await workbooks.of(list);
  const { sheets } = await readXlsx(bytes);
  t.same(
    sheets.map(({ name }) => name),
    ['Saved <patents>'],
  );
  const [head, first, second, third] = sheets[0]?.rows ?? [];
  t.same(head, ['Number', 'Claims', 'When']);
  t.same([first?.[0], first?.[1]], ['=1+1', 12]);
  t.same(new Date(first?.[2] as Date).toISOString().slice(0, 16), '2026-10-01T10:00');
  t.equal(second?.[0], 'Ελένη & <P>');
  t.same(new Date(second?.[2] as Date).toISOString().slice(0, 10), '2026-12-01');
  t.same([third?.[1], third?.[2]], [0.5, 'No date given']);
  t.notMatch(Buffer.from(bytes).toString('latin1'), '<f>');
});

t.test('the same list gives the same bytes, and one without rows opens, too', async (t) => {
  t.same(await workbooks.of(list), await workbooks.of(list));
  t.equal((await readXlsx(await workbooks.of({ ...list, rows: [] }))).sheets[0]?.rows.length, 1);
});
