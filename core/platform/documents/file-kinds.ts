import { Problem } from '@dossier/sdk';
import { endingOf } from './file-names.ts';
import type { Findings } from './inspection.ts';

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
 * two things at once: markup or an archive hidden before or behind an image or a PDF.
 */
export async function kindOf(fileName: string, findings: Findings, pointer: string): Promise<string> {
  const type = (await sniff(findings)) ?? refuse(fileName, pointer);
  const ending = endingOf(fileName);
  if (ending !== '' && !kinds[type]!.includes(ending)) refuse(fileName, pointer);
  if (findings.markup || findings.archiveAtEnd || (type === 'application/pdf' && findings.afterPdf)) refuse(fileName, pointer);
  return type;
}

async function sniff({ head, isText }: Findings): Promise<string | undefined> {
  if (isText) return startsAsPdf(head) ? 'application/pdf' : /^\s*</.test(head.toString('latin1')) ? undefined : 'text/plain';
  // Loaded with the first upload. Only the beginning is given: no type that is taken needs more, and nothing is ever unpacked.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = startsAsPdf(head) ? 'application/pdf' : (await fileTypeFromBuffer(head))?.mime;
  return found !== undefined && Object.hasOwn(kinds, found) ? found : undefined;
}

const startsAsPdf = (head: Buffer): boolean => /^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8));

function refuse(fileName: string, pointer: string): never {
  const detail = `"${fileName}" is not a PDF, PNG, JPEG or plain text (UTF-8) file, or its ending does not fit what is in it. Save it as one of these and send it again.`;
  throw new Problem(415, 'unsupported-type', 'Type of file not accepted', { detail, errors: [{ pointer, code: 'unsupported-type', detail }] });
}
