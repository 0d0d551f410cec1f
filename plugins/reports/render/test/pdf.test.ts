import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { ComputedReport, ComputedSection } from '../../computed.ts';
import { render } from '../render.ts';
import { readPdf } from './read.ts';
import { applications, chartOf, doughnut, introduction, keyFigures, line, sampleReport, stacked } from './sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-render-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

async function drawn(t: Tap, report: ComputedReport, o: { last?: number } = {}) {
  const path = join(folder, `${files++}.pdf`);
  const rendered = await render(report, 'pdf', { path, signal: new AbortController().signal, progress: () => undefined });
  const read = await readPdf(path, o);
  t.teardown(() => read.close());
  t.equal(rendered.pages, read.count, 'as many pages as it says');
  return { path, rendered, ...read };
}
type Tap = Pick<typeof t, 'teardown' | 'equal'>;

t.test('a report shows what it is, its figures, charts and tables, and numbers its pages', async (t) => {
  const pdf = await drawn(t, sampleReport());
  t.match(readFileSync(pdf.path).toString('latin1', 0, 8), '%PDF-1.7');
  const [first] = pdf.pages;
  for (const text of ['Harbour Savings Bank · Consumer Lending', 'Monthly Operations', '1 to 31 October 2026', 'Approved, Rejected, In Review', '1,204', '25 % more, better', '4.2 points less, worse', '20.1 % shorter, better', 'Unchanged', '22.9 % more', 'Period before: 4 h 42 min']) t.match(first?.text, text);
  t.notMatch(first?.text, '22.9 % more,', 'no judgement where neither way is better');
  for (const text of ['Ελένη Παπαδοπούλου', 'Дмитрий Шостакович', 'Søren Ærøskøbing-Łukasiewicz', 'Đặng Thị Ngọc Ánh', '61.3 %', '40 rows', '2026-10-01 10:00']) t.match(pdf.text, text);
  for (const [at, { text }] of pdf.pages.entries()) t.match(text, `${at + 1} / ${pdf.pages.length}`);
  t.match(pdf.pages[1]?.text, /Harbour Savings Bank · Monthly Operations.*1 to 31 October 2026/, 'a running head from the second page on');
  t.equal(pdf.pages.reduce((sum, { images }) => sum + images, 0), 4, 'the logo and three charts');
});

t.test('its metadata names it, and special characters do no harm there', async (t) => {
  const { info, xmp } = await drawn(t, sampleReport({ title: 'R&D <loans> – Αθήνα', createdBy: 'Müller & Sons', sections: [introduction] }));
  t.match(info, { Title: 'R&D <loans> – Αθήνα', Author: 'Müller & Sons', CreationDate: 'D:20261101060000Z', Language: 'en' });
  t.match(xmp, 'R&#38;D &#60;loans&#62; – Αθήνα');
  t.match(xmp, '<pdfuaid:part>1</pdfuaid:part>');
});

t.test('it can be heard: headings, lists, figures with words, tables with heads, and nothing of the margins', async (t) => {
  const { pages, marks } = await drawn(t, sampleReport());
  const spoken = pages.flatMap((page) => page.spoken);
  const all = (role: string) => spoken.filter((one) => one.role === role);
  t.match([...Object.entries(marks ?? {}), ...(marks instanceof Map ? marks : [])], [['Marked', true]]);
  t.same(all('H1').map(({ text }) => text), ['Monthly Operations']);
  t.same(all('H2').map(({ text }) => text).slice(0, 2), ['Summary', 'Key figures']);
  t.same(all('Figure').map(({ alt }) => alt), ['Logo of Harbour Savings Bank', '3 series over 5 labels, highest 151.', `1 series over 31 labels, highest ${Math.max(...line.series[0]?.values.map(Number) ?? [])}.`, '1 series over 4 labels, highest 77.']);
  t.ok(all('Lbl').some(({ text }) => text === 'Applications received'));
  t.same(all('TH').map(({ text }) => text).filter((text) => /^(Officer|Open|Decided|Median time|Deadline kept)$/.test(text)), ['Officer', 'Open', 'Decided', 'Median time', 'Deadline kept']);
  t.equal(all('TD').filter(({ text }) => text === 'Oona Officer').length, 1);
  t.notOk(spoken.some(({ text }) => /\d+ \/ \d+|Created 1 November.* by/.test(text)), 'page numbers and foot are artifacts');
});

t.test('every font is embedded and has a map to Unicode', async (t) => {
  const { path } = await drawn(t, sampleReport({ sections: [introduction, applications(3)] }));
  const raw = readFileSync(path).toString('latin1');
  const fonts = raw.match(/\/Type \/Font\n\/Subtype \/Type0[^>]*/g) ?? [];
  t.equal(fonts.length, 3);
  for (const font of fonts) t.match(font, /\/ToUnicode \d+ 0 R/);
  t.equal(raw.match(/\/FontFile2 \d+ 0 R/g)?.length, 3);
  t.notMatch(raw, /\/BaseFont \/(Helvetica|Times|Courier)/);
  t.notMatch(raw, '/CIDSet', 'which PDF/UA-1 allows only when it is complete');
});

t.test('the same report gives the same bytes, in any time zone of the server', async (t) => {
  const draw = async (): Promise<Buffer> => readFileSync((await drawn(t, sampleReport())).path);
  const [first, second] = [await draw(), await draw()];
  t.ok(first.equals(second));
  const path = join(folder, 'elsewhere.pdf');
  execFileSync(process.execPath, ['--input-type=module', '-e', `const { render } = await import(${JSON.stringify(import.meta.resolve('../render.ts'))}); const { sampleReport } = await import(${JSON.stringify(import.meta.resolve('./sample.ts'))}); await render(sampleReport(), 'pdf', { path: ${JSON.stringify(path)}, signal: new AbortController().signal, progress() {} });`], { env: { TZ: 'Pacific/Auckland' } });
  t.ok(first.equals(readFileSync(path)));
  t.notOk(first.equals(readFileSync((await drawn(t, sampleReport({ subtitle: 'Another' }))).path)));
});

t.test('a long report has a table of contents that leads to its sections, and an outline; a short one has none', async (t) => {
  const long = await drawn(t, sampleReport({ sections: [introduction, keyFigures, chartOf(stacked), applications(300), { ...chartOf(doughnut), title: 'Halts at the end' } as ComputedSection] }));
  t.ok(long.pages.length > 4);
  t.same(long.outline.map(({ title }) => title), ['Summary', 'Key figures', 'A stackedBar of Approved and Rejected', 'Applications', 'Halts at the end']);
  const links = await Promise.all((long.pages[0]?.links ?? []).map(long.pageOf));
  t.same(links, long.outline.map(({ page }) => page), 'links and outline lead to the same pages');
  t.match(long.pages[(links.at(-1) ?? 0) - 1]?.text, 'Halts at the end');
  t.match(long.pages[0]?.spoken.filter(({ role }) => role === 'Link').at(-1)?.text, new RegExp(`^Halts at the end ${links.at(-1)}$`));
  const short = await drawn(t, sampleReport({ sections: [introduction, keyFigures] }));
  t.equal(short.pages.length, 1);
  t.notMatch(short.text, 'Contents');
});

t.test('a table goes on over pages with its head on each, all its rows once, and never a heading or a row alone', async (t) => {
  const { pages } = await drawn(t, sampleReport({ sections: [applications(300)] }));
  for (const { text } of pages) t.match(text, /Application.*Applicant.*Product.*Amount/);
  const rows = pages.map(({ text }) => text.match(/A-100\d{3}/g) ?? []);
  t.same(rows.flat(), Array.from({ length: 300 }, (_, at) => `A-${100_000 + at}`));
  t.ok(rows.every(({ length }) => length >= 2));
  t.equal(pages.flatMap(({ spoken }) => spoken).filter(({ role, text }) => role === 'TH' && text).length, 7, 'the repeated heads are not heard again');
});

t.test('a table too long for paper ends with how many rows there are and where, and the rest is not read', async (t) => {
  let read = 0;
  const section = applications(100_000);
  if (section.kind !== 'table') return t.fail();
  async function* counted(pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>) { for await (const page of pages) { read += page.length; yield page; } }
  const { text } = await drawn(t, sampleReport({ sections: [{ ...section, rows: counted(section.rows) as typeof section.rows }] }), { last: 2 });
  t.match(text, 'The first 2,000 of 100,000 rows. All rows are in the CSV and the XLSX of this report');
  t.match(text, 'A-101999');
  t.notMatch(text, 'A-102000');
  t.ok(read <= 5_000, `${read} rows were read`);
});

t.test('many columns lie on a turned page', async (t) => {
  const section = applications(30);
  if (section.kind !== 'table') return t.fail();
  const columns = [...section.columns, ...section.columns.map((column) => ({ ...column, key: `${column.key}2`, title: `${column.title} before` }))];
  async function* doubled(pages: AsyncIterable<readonly (readonly (string | number | null)[])[]> | Iterable<readonly (readonly (string | number | null)[])[]>) { for await (const page of pages) yield page.map((row) => [...row, ...row]); }
  const { pages } = await drawn(t, sampleReport({ sections: [keyFigures, { ...section, columns, rows: doubled(section.rows) }, introduction] }));
  const widths = pages.map(({ width }) => Math.round(width));
  t.same([widths[0], widths[1], widths.at(-1)], [595, 842, 595]);
});

t.test('nothing to show is said', async (t) => {
  const { text } = await drawn(t, sampleReport({ sections: [applications(0), chartOf(stacked, true), { kind: 'figures', title: 'None', figures: [] }] }));
  for (const sentence of ['No application came in.', 'There is nothing to show in this period.', 'There are no figures.']) t.match(text, sentence);
});

t.test('without logo and accent, with a damaged logo, and with text that tries tricks, there is still a report', async (t) => {
  const logo = { contentType: 'image/png' as const, bytes: Buffer.from('\x89PNG\r\n\x1a\nno picture') };
  const tricky = 'Invoice\u202Egpj.exe \u0000\u0007bell, \u{1F600}, 漢字, ≥ 5';
  for (const organization of [{ name: 'Plain', accent: null, logo: null }, { name: tricky, accent: null, logo }]) {
    const { text, pages } = await drawn(t, sampleReport({ organization, title: 'Quarterly Business '.repeat(30), subtitle: tricky, createdBy: 'x'.repeat(400), sections: [{ kind: 'text', paragraphs: [tricky, 'w'.repeat(3_000)] }] }));
    t.match(text, 'Invoicegpj.exe bell, \uFFFD, \uFFFD\uFFFD, >= 5');
    t.equal(pages[0]?.images, 0);
  }
});
