import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { clockIn } from '../clock.ts';
import { inWords } from '../../web/units.ts';
import type { Draw, Order, OrderedReport, OrderedSection } from '../messages.ts';
import { chart } from './chart.ts';
import { contents } from './contents.ts';
import type { Entry } from './contents.ts';
import { cover } from './cover.ts';
import { figures } from './figures.ts';
import { inPieces } from './in-pieces.ts';
import { escapeForXmp, information } from './information.ts';
import { paginate } from './paginate.ts';
import type { Block, Page } from './paginate.ts';
import { Paper } from './paper.ts';
import { pictures } from './pictures.ts';
import { notice, prose } from './prose.ts';
import { table } from './table.ts';
import { lying, type, upright } from './theme.ts';
import type { Geometry } from './theme.ts';

/** A report of more pages than this begins with a table of contents. */
const longerThan = 4;

/**
 * A report as PDF 1.7, tagged as PDF/UA-1 asks. First everything is measured and put on pages, then page after page is
 * drawn and leaves memory: only so each page can say how many there are. The same report gives the same bytes.
 */
export const drawPdf: Draw = async (order, { rows, progress }) => {
  const doc = inPieces(
    new PDFDocument({
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: order.report.language,
      displayTitle: true,
      font: '',
      margin: 0,
      info: information(order.report),
      // Not in the types yet.
      ...{ subset: 'PDF/UA' as 'PDF/A-1' },
    }),
  );
  // With the number 1 pdfkit adds a CIDSet, as PDF/A-1 wants it; it leaves out parts of composed letters, which
  // PDF/UA-1 forbids (7.21.4.2), and none is better.
  Object.assign(doc, { subset: '1' });
  escapeForXmp(doc);
  const written = pipeline(doc, createWriteStream(order.path));
  const paper = new Paper(doc, order.report, pictures(), order.fonts);
  await paper.text.learn(namesIn(order.report, paper), { strong: true });
  const body = await sectionBlocks(paper, order, { rows, progress: (done) => progress(done * 0.5) });
  const first = await cover(paper);
  const lacking = lackingLetters(paper);
  const { pages, targets } = laidOut(paper, [first, ...body, ...(lacking === null ? [] : [notice(paper, lacking)])]);
  for (const [at, page] of pages.entries()) {
    drawPage(paper, page, { number: at + 1, of: pages.length, targets });
    progress(0.5 + (0.5 * (at + 1)) / pages.length);
    // What is drawn goes to the file before more is.
    if (at % 8 === 7) await new Promise(setImmediate);
  }
  paper.tags.root.end();
  doc.end();
  await written;
  return { contentType: 'application/pdf', pages: pages.length, ...(lacking === null ? {} : { notice: lacking }) };
};

async function sectionBlocks(paper: Paper, { report }: Order, o: Parameters<Draw>[1]): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  const clock = clockIn(report.period.timeZone);
  for (const [at, section] of report.sections.entries()) {
    await paper.text.learn(wordsOf(section), { strong: true });
    if (section.kind === 'text') await paper.text.learn(section.paragraphs);
    const read = (share: number): void => o.progress((at + share) / report.sections.length);
    if (section.kind === 'text') blocks.push(...prose(paper, section));
    if (section.kind === 'figures') blocks.push(...figures(paper, section));
    if (section.kind === 'chart') blocks.push(...chart(paper, section));
    if (section.kind === 'table')
      blocks.push(
        ...(await table(paper, section, o.rows(at), {
          clock,
          read: (count) => read(section.total ? Math.min(1, count / section.total) : 0.5),
        })),
      );
    read(1);
  }
  return blocks;
}

/** All that stands around the sections. */
const namesIn = (
  { organization, workspace, title, subtitle, template, createdBy, period, filters }: OrderedReport,
  { created }: Paper,
): readonly (string | null)[] => [
  organization.name,
  workspace,
  title,
  subtitle,
  template,
  createdBy,
  period.label,
  created,
  ...filters.flatMap(({ label, value }) => [label, value]),
];

/** Heads and names of a section, which are few; its rows come later. */
function wordsOf(section: OrderedSection): readonly (string | undefined)[] {
  if (section.kind === 'figures')
    return [section.title, ...section.figures.flatMap(({ label, shown }) => [label, shown])];
  if (section.kind === 'chart')
    return [
      section.title,
      section.chart.axis,
      ...section.chart.labels,
      ...section.chart.series.map(({ label }) => label),
    ];
  return section.kind === 'table'
    ? [section.title, section.empty, ...section.columns.map(({ title }) => title)]
    : [section.title];
}

/** Said in the report and of its run, when letters could not be drawn. */
function lackingLetters({ text: { missing }, report }: Paper): string | null {
  if (missing.size === 0) return null;
  const codes = [...missing]
    .slice(0, 5)
    .map((one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`);
  const characters = missing.size === 1 ? 'character' : 'different characters';
  const count = inWords(missing.size, 'count', report.language);
  const which = `${codes.join(', ')}${missing.size > codes.length ? ' …' : ''}`;
  const elsewhere = report.template === null ? '' : ' The CSV and the XLSX of this report have all of them.';
  return [
    `For ${count} ${characters} there is no font here (${which}):`,
    `\uFFFD stands in the place of each.${elsewhere}`,
  ].join(' ');
}

/** Names each heading as a target, and puts a table of contents after the cover when the report is long. */
function laidOut(
  paper: Paper,
  blocks: readonly Block[],
): { pages: readonly Page[]; targets: ReadonlyMap<Block, string> } {
  const headings = blocks.filter(({ heading }) => heading !== undefined);
  const targets = new Map(headings.map((block, at) => [block, `section-${at + 1}`]));
  const short = paginate(blocks);
  const [first, ...rest] = blocks;
  if (short.length <= longerThan || headings.length < 2 || !first) return { pages: short, targets };
  const found = new Map<Block, number>();
  const entries = headings.map((block): Entry => ({
    title: block.heading ?? '',
    target: targets.get(block) ?? '',
    page: () => found.get(block) ?? 0,
  }));
  const pages = paginate([first, ...contents(paper, entries), ...rest]);
  for (const [at, { placed }] of pages.entries()) for (const { block } of placed) found.set(block, at + 1);
  return { pages, targets };
}

function drawPage(
  paper: Paper,
  { wide, placed }: Page,
  o: { number: number; of: number; targets: ReadonlyMap<Block, string> },
): void {
  const { doc } = paper;
  const area = wide ? lying : upright;
  doc.addPage({ size: [area.width, area.height], margin: 0 });
  margins(paper, area, o);
  for (const [at, { block, top }] of placed.entries()) {
    const target = o.targets.get(block);
    if (target) {
      doc.addNamedDestination(target, 'XYZ', 0, top - 12, null);
      const place: object = { top: Math.max(top - 12, 0), left: area.width, zoom: 0, fit: false };
      doc.outline.addItem(paper.text.clean(block.heading ?? ''), place);
    }
    if (at === 0) block.repeat?.draw(top - block.repeat.height);
    block.draw(top);
  }
}

/** The running head, from the second page on, and the foot: who made it and when, and the page. */
function margins(
  { report, tags, text, created }: Paper,
  area: Geometry,
  { number, of }: { number: number; of: number },
): void {
  const place = { x: area.left, width: area.inner };
  const line = (value: string, top: number, align: 'left' | 'right', room: number): void =>
    text.draw(text.lines(text.clean(value), type.running, area.inner * room, 1), type.running, {
      ...place,
      top,
      align,
    });
  if (number > 1) {
    tags.artifact(() => {
      line(`${report.organization.name} · ${report.title}`, 28, 'left', 0.68);
      line(report.period.label, 28, 'right', 0.3);
    }, 'Top');
  }
  tags.artifact(() => {
    line(`Created ${created} by ${report.createdBy}`, area.height - 34, 'left', 0.85);
    line(`${number} / ${of}`, area.height - 34, 'right', 0.14);
  }, 'Bottom');
}
