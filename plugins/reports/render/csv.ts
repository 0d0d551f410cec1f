import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { csvParts, csvText } from '@dossier/sdk';
import type { Row, TableColumn } from '../computed.ts';
import type { Draw, OrderedSection } from './messages.ts';
import { asTable } from './as-table.ts';

/**
 * RFC 4180 in UTF-8 with a byte order mark, without which Excel takes another character set. A report with one table is
 * that table and nothing else, because a CSV file is one rectangle for everything that reads it. A report with several
 * tables, or none, has its sections one after another, each under a line with its title and before an empty line:
 * complete, in one file that opens with a double click. (XLSX always has everything, a sheet each.)
 * Words stand in it when there is nothing else: a row for each paragraph.
 * Numbers are bare, times as they are in the API, durations in seconds.
 */
export const drawCsv: Draw = async ({ report, path }, { rows, progress }) => {
  // Appended to, as `write` may stop half-way without an error.
  const file = await open(path, 'w');
  try {
    await file.appendFile('\uFEFF');
    const tables = report.sections.filter(({ kind }) => kind === 'table').length;
    const words = report.sections.every(({ kind }) => kind === 'text');
    for (const [at, section] of report.sections.entries()) {
      if (tables === 1 ? section.kind === 'table' : words || section.kind !== 'text')
        await writeSection(file, section, { alone: tables === 1, pages: () => rows(at) });
      progress((at + 1) / report.sections.length);
    }
  } finally {
    await file.close();
  }
  return { contentType: 'text/csv; charset=utf-8', pages: null };
};

async function writeSection(
  file: FileHandle,
  section: OrderedSection,
  { alone, pages }: { alone: boolean; pages: () => AsyncIterable<readonly Row[]> },
): Promise<void> {
  const { title, columns, rows } = asTable(section, pages);
  // Words have one column, whose head is their title.
  await file.appendFile(records([...(alone || section.kind === 'text' ? [] : [[title]]), columns.map(heading)]));
  for await (const page of rows) await file.appendFile(records(page));
  if (!alone) await file.appendFile('\r\n');
}

const heading = ({ title, type }: TableColumn): string =>
  type === 'duration' ? `${title} (seconds)` : type === 'percent' ? `${title} (%)` : title;

const records = (rows: readonly Row[]): string =>
  stringify([...rows], {
    record_delimiter: 'windows',
    quoted_match: [csvParts, /[,"']|^\s|\s$/],
    cast: { string: csvText },
  });
