import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { t } from '@dossier/core/testing/t';
import type { ComputedReport, ComputedSection, Format, Pages } from '../../computed.ts';
import { render, rendering } from '../render.ts';
import { applications, chartOf, introduction, keyFigures, row, sampleReport, stacked } from './sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-render-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const signal = (): AbortSignal => new AbortController().signal;

async function drawn(report: ComputedReport, format: Format, progress: (done: number) => void = () => undefined) {
  const rendered = await render(report, format, { path: join(folder, String(files++)), signal: signal(), progress });
  return { ...rendered, bytes: readFileSync(rendered.path) };
}
const one = (...sections: readonly ComputedSection[]): ComputedReport => sampleReport({ sections });
const tableOf = (rows: Pages, more: object = {}): ComputedSection => ({
  kind: 'table',
  title: 'Any',
  empty: 'Nothing.',
  rows,
  columns: [
    { key: 'a', title: 'Name', type: 'text' },
    { key: 'b', title: 'Count', type: 'number' },
    { key: 'c', title: 'When', type: 'date' },
    { key: 'd', title: 'Took', type: 'duration' },
    { key: 'e', title: 'Kept', type: 'percent' },
  ],
  ...more,
});
const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '\uFF1D1', "=cmd|'/c calc'!A1"];

t.test('a CSV with one table is that table, as RFC 4180 and Excel want it', async (t) => {
  const { bytes, size, contentType, pages } = await drawn(
    one(
      introduction,
      keyFigures,
      tableOf([
        [['Ελένη "Lena", P.', 1204, '2026-10-01T08:00:00.000Z', 90_000, 82.5]],
        [['two\nlines', -3, null, null, null]],
      ]),
    ),
    'csv',
  );
  t.same([contentType, pages, size], ['text/csv; charset=utf-8', null, bytes.length]);
  t.same([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  t.equal(
    bytes.toString('utf8', 3),
    'Name,Count,When,Took (seconds),Kept (%)\r\n"Ελένη ""Lena"", P.",1204,2026-10-01T08:00:00.000Z,90000,82.5\r\n"two\nlines",-3,,,\r\n',
  );
});

t.test('a CSV with several tables has all sections, each under its title', async (t) => {
  const { bytes } = await drawn(
    one(introduction, keyFigures, chartOf(stacked), applications(2), applications(1, { title: 'Others' })),
    'csv',
  );
  const rows = parseCsv(bytes.toString('utf8'));
  const titles = rows
    .filter(([, ...rest]) => rest.every((cell) => cell === '' || cell === undefined || cell === null))
    .map(([title]) => title)
    .filter(Boolean);
  t.same(
    titles.map((title) => String(title).replace('\uFEFF', '')),
    ['Key figures', 'A stackedBar of Approved and Rejected', 'Applications', 'Others'],
  );
  t.match(bytes.toString('utf8'), 'Week 43,151,28,66\r\n');
  t.match(bytes.toString('utf8'), '"Time to first response, median",13500,seconds,3 h 45 min,16900\r\n');
});

t.test('no text becomes a formula: in CSV it gets an apostrophe, in XLSX it is a text', async (t) => {
  const rows = (): Pages => [dangerous.map((text) => [text, 1, '=2026', 1, 1])];
  const csv = parseCsv((await drawn(one(tableOf(rows())), 'csv')).bytes.toString('utf8', 3));
  t.same(
    csv.slice(1).map(([name]) => name),
    dangerous.map((text) => `'${text.replace(/^([\t\r])=/, "$1'=")}`),
  );
  const { bytes } = await drawn(one(tableOf(rows(), { title: '=SUM(1)' })), 'xlsx');
  const { sheets } = await readXlsx(bytes);
  t.same(
    sheets[1]?.rows
      .slice(1)
      .map(([name, , when]) => [String(name).replaceAll('\r\n', '\n').replaceAll('\n', '\r'), when]),
    dangerous.map((text) => [text, '=2026']),
  );
  t.notMatch(bytes.toString('latin1'), '<f>');
});

t.test(
  'no reader finds a formula in a CSV, whatever its separator is and however little it knows of quotes',
  async (t) => {
    const separators = [';', '\t', '|', '\r', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028'];
    const texts = separators.flatMap((separator) =>
      ['=1', '+1', '-1', '@SUM(A1)', '\uFF1D1', '  =1', '"=1"', '\u00A0=1'].map(
        (end) => `Lena${separator}${end}${separator}${end}`,
      ),
    );
    const rows: Pages = [[...texts, ...dangerous].map((text) => [text, 1, text, null, null])];
    const section = tableOf(rows, {
      columns: ['a;=1', 'b', 'c\t=1', 'd', 'e'].map((title, i) => ({
        key: `c${i}`,
        title,
        type: i % 2 === 0 ? 'text' : 'number',
      })),
    });
    const file = (await drawn(one(section), 'csv')).bytes.toString('utf8', 3);
    const found = [...new Set([',', ...separators])].flatMap((separator) =>
      file
        .split(/\r\n|[\r\n\v\f\u0085\u2028]/)
        .flatMap((line) => line.split(separator))
        .filter((cell) => /^[\s"\uFEFF]*[=+\-@\uFF1D]/.test(cell)),
    );
    t.same(found, []);
    t.equal(parseCsv(file).length, texts.length + dangerous.length + 1, 'and with the comma it is one rectangle');
    t.ok((parseCsv(file) as string[][]).every((row) => row.length === 5));
    for (const text of ['Müller; Söhne', 'a\tb', 'a|b', 'a\u2028b'])
      t.match(
        (await drawn(one(tableOf([[[text, 1, null, null, null]]])), 'csv')).bytes.toString('utf8'),
        `\r\n"${text}",1,,,\r\n`,
        'and what needs no apostrophe gets none',
      );
  },
);

t.test('a report of words alone is a CSV of them, a row for each paragraph', async (t) => {
  const { bytes } = await drawn(
    one(
      { kind: 'text', title: 'Summary', paragraphs: ['More came in.', '=1'] },
      { kind: 'text', paragraphs: ['Less; much less.'] },
    ),
    'csv',
  );
  t.equal(
    bytes.toString('utf8', 3),
    'Summary\r\nMore came in.\r\n\'=1\r\n\r\nText\r\n"Less; much less."\r\n\r\n'.replace("'=1", '"\'=1"'),
  );
});

t.test(
  'a workbook has what the report is, a sheet for each section, real numbers and dates on the clock of its time zone, and heads that stay',
  async (t) => {
    const { bytes, contentType, pages } = await drawn(
      one(
        introduction,
        keyFigures,
        chartOf(stacked),
        tableOf(
          [
            [
              ['Ελένη & <P>', 1204, '2026-10-01T08:00:00.000Z', 90_000, 82.5],
              ['', 0.5, '2026-12-01', null, null],
            ],
          ],
          { title: 'A: table/with [signs] and a name that is far too long' },
        ),
        applications(2),
        applications(1),
      ),
      'xlsx',
    );
    t.same([contentType, pages], ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', null]);
    const { sheets } = await readXlsx(bytes, { readStyles: true });
    t.same(
      sheets.map(({ name }) => name),
      [
        'Report',
        'Key figures',
        'A stackedBar of Approved and Re',
        'A table with signs and a name t',
        'Applications',
        'Applications (2)',
      ],
    );
    t.ok(sheets[0]?.rows.some(([label, value]) => label === 'Period' && value === '1 to 31 October 2026'));
    t.ok(sheets[0]?.rows.some(([, value]) => String(value).startsWith('More applications came in')));
    const [, first, second] = sheets[3]?.rows ?? [];
    t.same([first?.[0], first?.[1], first?.[4]], ['Ελένη & <P>', 1204, 0.825]);
    t.same(
      new Date(first?.[2] as Date).toISOString().slice(0, 16),
      '2026-10-01T10:00',
      'ten in Vienna, because a cell knows no zone',
    );
    t.same(new Date(second?.[2] as Date).toISOString().slice(0, 10), '2026-12-01');
    t.equal(second?.[1], 0.5);
    t.match(sheets[4], { freezePane: { rows: 1 } });
  },
);

t.test('all of 100,000 rows are in CSV and XLSX, in order, and progress grows to one', async (t) => {
  for (const format of ['csv', 'xlsx'] as const) {
    const heard: number[] = [];
    const { bytes } = await drawn(one(applications(100_000)), format, (done) => heard.push(done));
    const text = format === 'csv' ? bytes.toString('utf8') : '';
    if (format === 'csv')
      t.same(
        [text.match(/\r\n/g)?.length, text.trimEnd().split('\r\n').at(-1)?.split(',')[0]],
        [100_001, row(99_999)[0]],
      );
    else t.same((await readXlsx(bytes)).sheets[1]?.rows.length, 100_001);
    t.same(
      heard,
      [...heard].sort((a, b) => a - b),
    );
    t.equal(heard.at(-1), 1);
  }
});

t.test('the same report gives the same bytes', async (t) => {
  for (const format of ['csv', 'xlsx'] as const)
    t.ok((await drawn(sampleReport(), format)).bytes.equals((await drawn(sampleReport(), format)).bytes), format);
});

t.test('a cancelled run ends at once, leaves no file, closes its source, and rejects with the reason', async (t) => {
  const controller = new AbortController();
  const closed = Promise.withResolvers<true>();
  async function* endless(): AsyncGenerator<readonly (readonly (string | number | null)[])[]> {
    try {
      for (let at = 0; ; at++) {
        if (at === 3) controller.abort(new Error('Cancelled by Oona.'));
        yield [row(at)];
      }
    } finally {
      closed.resolve(true);
    }
  }
  const path = join(folder, 'cancelled');
  await t.rejects(
    render(one(tableOf(endless())), 'csv', { path, signal: controller.signal, progress: () => undefined }),
    { message: 'Cancelled by Oona.' },
  );
  t.notOk(existsSync(path));
  t.ok(await closed.promise);
  await t.rejects(
    render(sampleReport(), 'csv', {
      path,
      signal: AbortSignal.abort(new Error('Before it began.')),
      progress: () => undefined,
    }),
    { message: 'Before it began.' },
  );
});

t.test('a run that is cancelled between its tables keeps no source open', async (t) => {
  const sources = { open: 0, opened: 0 };
  async function* rows(): AsyncGenerator<readonly (readonly (string | number | null)[])[]> {
    sources.open++;
    sources.opened++;
    try {
      for (let at = 0; at < 5; at++) yield [row(at)];
    } finally {
      sources.open--;
    }
  }
  for (let round = 0; round < 8; round++) {
    const controller = new AbortController();
    const report = one(...Array.from({ length: 40 }, () => tableOf(rows())));
    const before = sources.opened;
    const path = join(folder, `between-${round}`);
    await t.rejects(
      render(report, 'csv', {
        path,
        signal: controller.signal,
        progress: () => {
          if (sources.opened > before) controller.abort(new Error('Cancelled between.'));
        },
      }),
      { message: 'Cancelled between.' },
    );
    t.notOk(existsSync(path));
  }
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  t.equal(sources.open, 0);
});

t.test('a source that fails, a run beyond its time and one beyond its memory say so, and leave no file', async (t) => {
  const path = join(folder, 'failed');
  const run = (limits: { seconds: number; megabytes: number }, rows: Pages, format: Format) =>
    rendering(limits)(one(tableOf(rows)), format, { path, signal: signal(), progress: () => undefined });
  async function* broken(): AsyncGenerator<never> {
    throw new Error('The database went away.');
    yield undefined as never;
  }
  await t.rejects(run({ seconds: 60, megabytes: 192 }, broken(), 'pdf'), { message: 'The database went away.' });
  async function* hanging(): AsyncGenerator<never> {
    await new Promise(() => undefined);
    yield undefined as never;
  }
  await t.rejects(run({ seconds: 1, megabytes: 192 }, hanging(), 'csv'), {
    message: /not drawn within 1 seconds\. Narrow its period/,
  });
  await t.rejects(run({ seconds: 60, megabytes: 6 }, [[row(1)]], 'pdf'), {
    message: /needs more than 6 MB to be drawn/,
  });
  t.notOk(existsSync(path));
});

t.test('a file that is there already is not written over', async (t) => {
  const { path, bytes } = await drawn(sampleReport(), 'csv');
  await t.rejects(render(sampleReport(), 'csv', { path, signal: signal(), progress: () => undefined }), {
    code: 'EEXIST',
  });
  t.ok(readFileSync(path).equals(bytes));
});
