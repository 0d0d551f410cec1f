import { invalid, Problem } from '@dossier/sdk';
import { documentTypes } from './contract.ts';
import type { FileType } from './contract.ts';
import type { Findings } from './inspection.ts';
import type { PdfFault } from './pdf/walk.ts';
import { known, wordsFor } from './types.ts';

/** The ending with its dot in lower case, or nothing where there is none. */
const endingOf = (fileName: string): string => /\.[A-Za-z0-9]{1,10}$/.exec(fileName)?.[0].toLowerCase() ?? '';

/**
 * What a document is, by its bytes. Throws 415 `unsupported-type` with what is wrong with it, in words for its sender:
 * another type, an ending that belongs to another one,
 * or something hidden before or behind it; 422 for a PDF that acts when it is opened (`active-content`) or cannot be
 * looked through (`too-complex`, or `locked` when it is encrypted),
 * and for a picture that takes gigabytes to show (`too-many-pixels`).
 */
export async function typeOf(fileName: string, findings: Findings, pointer: string): Promise<FileType> {
  const refuse = refusing(fileName, pointer);
  const type = await recognised(findings, refuse);
  const { name, endings } = known[type];
  const ending = endingOf(fileName);
  if (ending !== '' && !endings.includes(ending))
    refuse(
      `is called ${ending}, but it is a ${name}. Give it the ending ${endings[0]}, if it is what you want to send.`,
    );
  if (findings.markup)
    refuse(
      `holds a web page or a program in addition to ${type === 'text/plain' ? 'its text' : `the ${name}`}. Save or print it anew as ${name}, and send that.`,
    );
  if (findings.archiveAtEnd) refuse(`holds an archive behind the ${name}. Send the ${name} alone.`);
  if (type === 'application/pdf' && findings.afterPdf)
    refuse('holds something behind the end of the PDF. Save or print it anew as PDF, and send that.');
  const fault = await findings.readPdf();
  if (fault !== null) throw invalid([{ pointer, ...pdfFaults[fault](fileName) }]);
  if (type.startsWith('image/')) await checkPixels(fileName, findings, pointer);
  return type;
}

/** Where a reader finds a PDF there is one, whatever stands before it; a browser looks for it in the first kilobyte. */
async function recognised(
  { head, isText, markup, pdfAt }: Findings,
  refuse: (words: string) => never,
): Promise<FileType> {
  if (pdfAt > 0 && !isBlank(head.subarray(0, pdfAt)))
    refuse('holds something else before a PDF begins in it. Save or print it anew as PDF, and send that.');
  if (pdfAt >= 0) return 'application/pdf';
  if (isText && /^\uFEFF?\s*</.test(head.toString('utf8', 0, 1_024))) {
    refuse(
      'is a web page, a drawing or data (HTML, SVG, XML), which can hold programs. Print it as PDF, and send that.',
    );
  }
  if (isText) return 'text/plain';
  // Loaded with the first upload. Only the beginning is given: no type that is taken needs more, and nothing is ever
  // unpacked.
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(head))?.mime ?? '';
  const type = documentTypes.find((one) => known[one].found.includes(mime));
  if (type !== undefined) {
    const { begins = [], name } = known[type];
    if (head.subarray(0, begins.length).equals(Buffer.from(begins))) return type;
    return refuse(`holds something else before a ${name} begins in it. Save the picture anew, and send that.`);
  }
  if (markup) return refuse('is a web page, or holds one. Print it as PDF, and send that.');
  if (mime === '' && isOldText(head)) return refuse('is text in an older encoding. Save it as UTF-8, and send that.');
  return refuse(wordsFor(mime) ?? 'is no PDF, PNG, JPEG or plain text. Save it as one of these, and send that.');
}

/** White space, as texts and printers write it before a PDF, and the mark of UTF-8. */
const isBlank = (bytes: Buffer): boolean => /^(?:\xef\xbb\xbf)?[\s\0]*$/.test(bytes.toString('latin1'));

/** UTF-16 with its mark, or no control character in a first piece that is no UTF-8. */
const isOldText = (head: Buffer): boolean =>
  /^(?:\xff\xfe|\xfe\xff|[^\x00-\x08\x0b\x0e-\x1f\x7f]+$)/.test(head.toString('latin1', 0, 4_096));

const pdfFaults: Readonly<Record<PdfFault, (fileName: string) => { readonly code: string; readonly detail: string }>> =
  {
    active: (fileName) => ({
      code: 'active-content',
      detail: `"${fileName}" runs a script or starts a program when it is opened. Print it as a PDF, which leaves that out, and send the print.`,
    }),
    locked: (fileName) => ({
      code: 'locked',
      detail: `"${fileName}" is protected in a way that keeps it from being looked through. Print it as a PDF, or save it without protection, and send that.`,
    }),
    'too-complex': (fileName) => ({
      code: 'too-complex',
      detail: `"${fileName}" is built in a way that cannot be looked through. Print it as a PDF and send the print.`,
    }),
  };

/** The largest photographs have 200 million pixels; to be shown each takes four bytes, however small the file is. */
const mostPixels = 250_000_000;

async function checkPixels(fileName: string, { head, size }: Findings, pointer: string): Promise<void> {
  const { imageSize } = await import('image-size');
  const refuseWith = (detail: string): never => {
    throw invalid([{ pointer, code: 'too-many-pixels', detail }]);
  };
  let pixels;
  try {
    pixels = imageSize(head);
  } catch {
    // One that says it nowhere is shown by nobody. Behind more than any camera writes before it, it is hidden.
    return size > head.length
      ? refuseWith(`How many pixels "${fileName}" has cannot be found. Save the picture anew and send that.`)
      : undefined;
  }
  if (pixels.width * pixels.height > mostPixels)
    refuseWith(
      `"${fileName}" has ${pixels.width} by ${pixels.height} pixels. Send it with at most ${mostPixels / 1_000_000} million.`,
    );
}

const refusing =
  (fileName: string, pointer: string) =>
  (words: string): never => {
    const detail = `"${fileName}" ${words}`;
    const code = 'unsupported-type';
    throw new Problem(415, code, 'Type of file not accepted', { detail, errors: [{ pointer, code, detail }] });
  };
