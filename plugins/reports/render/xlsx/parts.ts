import type { OrderedReport } from '../messages.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

/** For XML: what it does not allow (ECMA-376 takes XML 1.0) is left out, what it means something by is escaped. */
export const xml = (text: string): string =>
  special.test(text) ? clean(text).replace(/[&<>"]/g, (one) => escapes[one] ?? one) : text;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const special = /[&<>"\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const clean = (text: string): string => text.toWellFormed().replace(forbidden, '');

/** Names that Excel takes: at most 31 characters, some signs not allowed, unlike each other in any case of letters. */
export function sheetNames(titles: readonly string[]): readonly string[] {
  const taken = new Set(['history']);
  return titles.map((title) => {
    const base =
      clean(title)
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/\s+/g, ' ')
        .replace(/^['\s]+|['\s]+$/g, '') || 'Table';
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : ` (${number})`;
      const name = `${base.slice(0, 31 - end.length).trimEnd()}${end}`.toWellFormed();
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

const sheets = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

export const contentTypes = (count: number): string =>
  `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheets(
    count,
  )
    .map(
      (at) =>
        `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    )
    .join('')}</Types>`;

export const rootRelationships = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packaged}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

export const workbook = (names: readonly string[]): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, at) => `<sheet name="${xml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`;

export const relationships = (count: number): string =>
  `${head}<Relationships xmlns="${packaged}/relationships">${sheets(count)
    .map((at) => `<Relationship Id="rId${at}" Type="${office}/worksheet" Target="worksheets/sheet${at}.xml"/>`)
    .join('')}<Relationship Id="rId${count + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`;

export const properties = ({
  title,
  createdBy,
  createdAt,
}: Pick<OrderedReport, 'title' | 'createdBy' | 'createdAt'>): string =>
  `${head}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xml(title)}</dc:title><dc:creator>${xml(createdBy)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${xml(createdAt)}</dcterms:created></cp:coreProperties>`;

/** Places in the list of cell formats below. */
export const style = {
  plain: 0,
  head: 1,
  number: 2,
  date: 3,
  duration: 4,
  percent: 5,
  text: 6,
  title: 7,
  day: 8,
  headRight: 9,
} as const;

const format = (font: number, number: number, more = ''): string =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="${more.includes('fill') ? 2 : 0}" borderId="${more.includes('fill') ? 1 : 0}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${/<.*/.exec(more)?.[0] ?? ''}</xf>`;
const top = '<alignment vertical="top"/>';

export const styles =
  `${head}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="166" formatCode="[h]:mm:ss"/><numFmt numFmtId="167" formatCode="yyyy\\-mm\\-dd"/></numFmts>` +
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="16"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF0F3"/></patternFill></fill></fills>' +
  '<borders count="2"><border/><border><left/><right/><top/><bottom style="thin"><color rgb="FF5B6472"/></bottom><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="10">${format(0, 0)}${format(1, 49, 'fill<alignment vertical="top" wrapText="1"/>')}${format(0, 3, top)}${format(0, 165, '<alignment horizontal="left" vertical="top"/>')}${format(0, 166, top)}${format(0, 10, top)}${format(0, 49, '<alignment vertical="top" wrapText="1"/>')}${format(2, 49)}${format(0, 167, '<alignment horizontal="left" vertical="top"/>')}${format(1, 49, 'fill<alignment horizontal="right" vertical="top" wrapText="1"/>')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
