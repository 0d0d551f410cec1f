import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { asTable } from '../as-table.ts';
import type { Draw, OrderedReport } from '../messages.ts';
import { aboutSheet, tableSheet } from './sheet.ts';
import { contentTypes, properties, relationships, rootRelationships, sheetNames, styles, workbook } from './parts.ts';

/**
 * A workbook (ECMA-376) with what the report is on its first sheet and one sheet for each section of figures, chart or
 * table. Written as it is read, so that memory does not grow with the rows. The parts are our own because no package
 * that is kept up streams more than one sheet; yazl makes the archive. The same report gives the same bytes.
 */
export const drawXlsx: Draw = async ({ report, path }, { rows, progress }) => {
  const sections = [...report.sections.entries()].filter(([, { kind }]) => kind !== 'text');
  const names = sheetNames(['Report', ...sections.map(([, { title }]) => title ?? '')]);
  const zip = new ZipFile();
  const mtime = new Date(report.createdAt);
  const add = (name: string, text: string): void => {
    zip.addBuffer(Buffer.from(text), name, { mtime });
  };
  add('[Content_Types].xml', contentTypes(names.length));
  add('_rels/.rels', rootRelationships);
  add('docProps/core.xml', properties(report));
  add('xl/workbook.xml', workbook(names));
  add('xl/_rels/workbook.xml.rels', relationships(names.length));
  add('xl/styles.xml', styles);
  const sheet = (at: number, text: () => AsyncIterable<string>): void => {
    zip.addReadStreamLazy(`xl/worksheets/sheet${at}.xml`, { mtime, compressionLevel: 2 }, (ready) => {
      ready(null, Readable.from(chunks(text()), { objectMode: false, highWaterMark: 1 << 18 }));
    });
  };
  sheet(1, () => aboutSheet(report));
  for (const [at, [section, value]] of sections.entries()) {
    const done = (share: number): void => progress((at + share) / sections.length);
    sheet(at + 2, () =>
      tableSheet(
        asTable(value, () => rows(section)),
        { timeZone: report.period.timeZone, total: totalOf(value), done },
      ),
    );
  }
  zip.end();
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject);
  });
  await Promise.race([pipeline(zip.outputStream, createWriteStream(path)), failed]);
  return { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', pages: null };
};

const totalOf = (section: OrderedReport['sections'][number]): number | undefined =>
  section.kind === 'table' ? section.total : undefined;

async function* chunks(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of text) yield Buffer.from(part);
}
