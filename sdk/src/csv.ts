/** Cells of CSV that no spreadsheet runs. */

/** What takes a cell apart for a reader with another separator than the comma: such a cell is quoted. */
export const csvParts = /[;\t|\r\n\v\f\u0085\u2028\u2029]/;
/** What a spreadsheet reads as a formula, also behind blanks and quotes (OWASP, CSV injection). */
const formula = String.raw`[\s\uFEFF"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const inside = new RegExp(`${csvParts.source}(?=${formula})`, 'g');
const begins = new RegExp(String.raw`^(${formula}|[\t\r\n])`);

/** A text that would be a formula gets an apostrophe before it, in each part that some reader takes for a cell. */
export function csvText(text: string): string {
  const within = text.replace(inside, "$&'");
  return begins.test(within) ? `'${within}` : within;
}
