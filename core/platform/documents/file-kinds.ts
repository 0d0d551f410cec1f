import { invalid, Problem } from '@dossier/sdk';
import { endingOf } from './file-names.ts';
import type { Findings } from './inspection.ts';
import { startsAsPdf } from './pdf-content.ts';
import type { PdfFault } from './pdf-content.ts';

/** The types that are taken, with the endings that go with them. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'text/plain': ['.txt', '.text'],
};

/** Content types that a document can have. */
export const documentTypes: readonly string[] = Object.keys(kinds);

/**
 * The content type of a file as its bytes tell it; what the sender declares is not asked.
 * Throws 415 `unsupported-type` for any other type, for an ending that belongs to another type, and for files that are
 * two things at once: markup or an archive hidden before or behind an image or a PDF. Throws 422 for a PDF that acts when it is opened (`active-content`)
 * or cannot be looked through (`too-complex`), and for an image that takes gigabytes to show (`too-many-pixels`).
 */
export async function kindOf(fileName: string, findings: Findings, pointer: string): Promise<string> {
  const type = (await sniff(findings)) ?? refuse(fileName, pointer);
  const ending = endingOf(fileName);
  if (ending !== '' && !kinds[type]!.includes(ending)) refuse(fileName, pointer);
  if (findings.markup || findings.archiveAtEnd || (type === 'application/pdf' && findings.afterPdf)) refuse(fileName, pointer);
  if (findings.pdf !== null) throw invalid([{ pointer, ...pdfFaults[findings.pdf](fileName) }]);
  if (type.startsWith('image/')) await checkPixels(fileName, findings, pointer);
  return type;
}

const pdfFaults: Readonly<Record<PdfFault, (fileName: string) => { readonly code: string; readonly detail: string }>> = {
  active: (fileName) => ({ code: 'active-content', detail: `"${fileName}" runs a script or starts a program when it is opened. Print it as a PDF, which leaves that out, and send the print.` }),
  'too-complex': (fileName) => ({ code: 'too-complex', detail: `"${fileName}" is built in a way that cannot be looked through. Print it as a PDF and send the print.` }),
};

/** The largest photographs have 200 million pixels; to be shown each takes four bytes, however small the file is. */
const mostPixels = 250_000_000;

async function checkPixels(fileName: string, { head, size }: Findings, pointer: string): Promise<void> {
  const { imageSize } = await import('image-size');
  const refuseWith = (detail: string): never => { throw invalid([{ pointer, code: 'too-many-pixels', detail }]); };
  let pixels;
  try {
    pixels = imageSize(head);
  } catch {
    // One that says it nowhere is shown by nobody. Behind more than any camera writes before it, it is hidden.
    return size > head.length ? refuseWith(`How many pixels "${fileName}" has cannot be found. Save the picture anew and send that.`) : undefined;
  }
  if (pixels.width * pixels.height > mostPixels) refuseWith(`"${fileName}" has ${pixels.width} by ${pixels.height} pixels. Send it with at most ${mostPixels / 1_000_000} million.`);
}

async function sniff({ head, isText }: Findings): Promise<string | undefined> {
  if (isText) return startsAsPdf(head) ? 'application/pdf' : /^\s*</.test(head.toString('latin1')) ? undefined : 'text/plain';
  // Loaded with the first upload. Only the beginning is given: no type that is taken needs more, and nothing is ever unpacked.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = startsAsPdf(head) ? 'application/pdf' : (await fileTypeFromBuffer(head))?.mime;
  return found !== undefined && Object.hasOwn(kinds, found) ? found : undefined;
}

function refuse(fileName: string, pointer: string): never {
  const detail = `"${fileName}" is not a PDF, PNG, JPEG or plain text (UTF-8) file, or its ending does not fit what is in it. Save it as one of these and send it again.`;
  throw new Problem(415, 'unsupported-type', 'Type of file not accepted', { detail, errors: [{ pointer, code: 'unsupported-type', detail }] });
}
