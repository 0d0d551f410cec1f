/** Bytes that leave at once. */
const PIECE = 1 << 16;

/**
 * Lets a document gather what it writes. By itself pdfkit makes a buffer of each operator on a page and of each line of
 * the file, a hundred thousand for sixty pages, which take as long to make as half of the rest and more memory than the
 * rest. The file stays the same, byte for byte. (`_write`, `_offset` and `flushPages` are pdfkit's own and not in its
 * types; the test of equal bytes guards them.)
 */
export function inPieces<T extends PDFKit.PDFDocument>(doc: T): T {
  let operators: string[] = [];
  let piece = Buffer.allocUnsafe(PIECE);
  let used = 0;
  let offset = Number(Reflect.get(doc, '_offset'));
  const push = doc.push.bind(doc);
  const flushPages = doc.flushPages.bind(doc);
  const send = (): void => {
    if (used > 0) push(piece.subarray(0, used));
    piece = Buffer.allocUnsafe(PIECE);
    used = 0;
  };
  return Object.assign(doc, {
    addContent(operator: string): T {
      operators.push(operator);
      return doc;
    },
    flushPages(): void {
      if (operators.length > 0) doc.page.write(operators.join('\n'));
      operators = [];
      flushPages();
    },
    _write(data: string | Uint8Array): void {
      const size = typeof data === 'string' ? data.length + 1 : data.length;
      if (used + size > PIECE) send();
      if (size > PIECE) push(typeof data === 'string' ? Buffer.from(`${data}\n`, 'latin1') : data);
      else if (typeof data === 'string') used += piece.write(`${data}\n`, used, 'latin1');
      else {
        piece.set(data, used);
        used += size;
      }
      offset += size;
      Reflect.set(doc, '_offset', offset);
    },
    push(last: null): boolean {
      send();
      return push(last);
    },
  });
}
