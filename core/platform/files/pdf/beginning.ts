/** Bytes in which readers, browsers among them, look for the beginning of a PDF (ISO 32000-1, annex H, note 13). */
export const pdfWithin = 1_024;
const beginning = '%PDF-';

/** Where a PDF begins for those who open it; -1 where none does. Whatever version it claims. */
export const pdfBeginsAt = (head: Buffer): number =>
  head.subarray(0, pdfWithin + beginning.length - 1).indexOf(beginning, 0, 'latin1');
