import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { drawn } from './drawn.ts';
import { introduction, line, sampleReport } from './sample.ts';

let one: ReturnType<typeof drawn> | undefined;
/** Drawn once for all tests that only look at it. */
const sample = (): ReturnType<typeof drawn> => (one ??= drawn(sampleReport()));

t.test('a report shows what it is, its figures, charts and tables, and numbers its pages', async (t) => {
  const pdf = await sample();
  t.match(readFileSync(pdf.path).toString('latin1', 0, 8), '%PDF-1.7');
  const [first] = pdf.pages;
  for (const text of [
    'Harbour Savings Bank · Consumer Lending',
    'Monthly Operations',
    '1 to 31 October 2026',
    'Approved, Rejected, In Review',
    '1,204',
    '25 % more, better',
    '4.2 points less, worse',
    '20.1 % shorter, better',
    'Unchanged',
    '22.9 % more',
    'Period before: 4 h 42 min',
  ])
    t.match(first?.text, text);
  t.notMatch(first?.text, '22.9 % more,', 'no judgement where neither way is better');
  for (const text of [
    'Ελένη Παπαδοπούλου',
    'Дмитрий Шостакович',
    'Søren Ærøskøbing-Łukasiewicz',
    'Đặng Thị Ngọc Ánh',
    '61.3 %',
    '40 rows',
    '2026-10-01 10:00',
  ])
    t.match(pdf.text, text);
  for (const [at, { text }] of pdf.pages.entries()) t.match(text, `${at + 1} / ${pdf.pages.length}`);
  t.match(
    pdf.pages[1]?.text,
    /Harbour Savings Bank · Monthly Operations.*1 to 31 October 2026/,
    'a running head from the second page on',
  );
  t.equal(
    (await Promise.all(pdf.pages.map(({ images }) => images()))).reduce((sum, count) => sum + count, 0),
    4,
    'the logo and three charts',
  );
});

t.test('its metadata names it, and special characters do no harm there', async (t) => {
  const { info, xmp } = await drawn(
    sampleReport({ title: 'R&D <loans> – Αθήνα', createdBy: 'Müller & Sons', sections: [introduction] }),
  );
  t.match(info, {
    Title: 'R&D <loans> – Αθήνα',
    Author: 'Müller & Sons',
    CreationDate: 'D:20261101060000Z',
    Language: 'en',
  });
  t.match(xmp, 'R&#38;D &#60;loans&#62; – Αθήνα');
  t.match(xmp, '<pdfuaid:part>1</pdfuaid:part>');
});

t.test(
  'it can be heard: headings, lists, figures with words, tables with heads, and nothing of the margins',
  async (t) => {
    const { pages, marks } = await sample();
    const spoken = pages.flatMap((page) => page.spoken);
    const all = (role: string) => spoken.filter((one) => one.role === role);
    t.match([...Object.entries(marks ?? {}), ...(marks instanceof Map ? marks : [])], [['Marked', true]]);
    t.same(
      all('H1').map(({ text }) => text),
      ['Monthly Operations'],
    );
    t.same(
      all('H2')
        .map(({ text }) => text)
        .slice(0, 2),
      ['Summary', 'Key figures'],
    );
    t.same(
      all('Figure').map(({ alt }) => alt),
      [
        'Logo of Harbour Savings Bank',
        '3 series over 5 labels, highest 151.',
        `1 series over 31 labels, highest ${Math.max(...(line.series[0]?.values.map(Number) ?? []))}.`,
        '1 series over 4 labels, highest 77.',
      ],
    );
    t.ok(all('Lbl').some(({ text }) => text === 'Applications received'));
    t.same(
      all('TH')
        .map(({ text }) => text)
        .filter((text) => /^(Officer|Open|Decided|Median time|Deadline kept)$/.test(text)),
      ['Officer', 'Open', 'Decided', 'Median time', 'Deadline kept'],
    );
    t.equal(all('TD').filter(({ text }) => text === 'Oona Officer').length, 1);
    t.notOk(
      spoken.some(({ text }) => /\d+ \/ \d+|Created 1 November.* by/.test(text)),
      'page numbers and foot are artifacts',
    );
  },
);

t.test('every font is embedded and has a map to Unicode', async (t) => {
  const { path } = await sample();
  const raw = readFileSync(path).toString('latin1');
  const fonts = raw.match(/\/Type \/Font\n\/Subtype \/Type0[^>]*/g) ?? [];
  t.equal(fonts.length, 3);
  for (const font of fonts) t.match(font, /\/ToUnicode \d+ 0 R/);
  t.equal(raw.match(/\/FontFile2 \d+ 0 R/g)?.length, 3);
  t.notMatch(raw, /\/BaseFont \/(Helvetica|Times|Courier)/);
  t.notMatch(raw, '/CIDSet', 'which PDF/UA-1 allows only when it is complete');
});

t.test('the same report gives the same bytes, in any time zone of the server', async (t) => {
  const { path: same, folder } = await sample();
  const first = readFileSync(same);
  const path = join(folder, 'elsewhere.pdf');
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { render } = await import(${JSON.stringify(import.meta.resolve('../render.ts'))}); const { sampleReport } = await import(${JSON.stringify(import.meta.resolve('./sample.ts'))}); await render(sampleReport(), 'pdf', { path: ${JSON.stringify(path)}, signal: new AbortController().signal, progress() {} });`,
    ],
    { env: { TZ: 'Pacific/Auckland' } },
  );
  t.ok(first.equals(readFileSync(path)));
  t.notOk(first.equals(readFileSync((await drawn(sampleReport({ subtitle: 'Another' }))).path)));
});
