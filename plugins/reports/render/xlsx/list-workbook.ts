import { ZipFile } from 'yazl';
import type { Workbooks } from '@dossier/core/platform/reporting/contract';
import { contentTypes, properties, relationships, rootRelationships, sheetNames, styles, workbook } from './parts.ts';
import { tableSheet } from './sheet.ts';

/** A list of another module as a workbook with one sheet: made here and at once, since it is short. */
export const workbooks: Workbooks = {
  async of({ rows, columns, timeZone, ...about }) {
    const zip = new ZipFile();
    const mtime = new Date(about.createdAt);
    const add = (name: string, text: string): void => {
      zip.addBuffer(Buffer.from(text), name, { mtime });
    };
    const table = {
      title: about.title,
      columns: columns.map((column, at) => ({ ...column, key: String(at) })),
      rows: [rows],
    };
    let sheet = '';
    for await (const part of tableSheet(table, { timeZone, total: rows.length, done: () => undefined })) sheet += part;
    add('[Content_Types].xml', contentTypes(1));
    add('_rels/.rels', rootRelationships);
    add('docProps/core.xml', properties(about));
    add('xl/workbook.xml', workbook(sheetNames([about.title])));
    add('xl/_rels/workbook.xml.rels', relationships(1));
    add('xl/styles.xml', styles);
    add('xl/worksheets/sheet1.xml', sheet);
    zip.end();
    const parts: Buffer[] = [];
    for await (const part of zip.outputStream) parts.push(typeof part === 'string' ? Buffer.from(part) : part);
    return Buffer.concat(parts);
  },
};
