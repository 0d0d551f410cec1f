import type { ViewedDocument } from '../../contract.ts';
import { kindOf } from './kinds.ts';
import type { Paper } from './paper.ts';
import { openPicture } from './picture.ts';
import { readText } from './text.ts';

/** A file that was opened to be looked at. */
export type Opened =
  | { readonly kind: 'paper'; readonly paper: Paper; readonly hasWords: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'unknown' };

/** Loads a file and opens it. Throws what the source throws, and `CannotDraw`. */
export const open = async (source: ViewedDocument, signal: AbortSignal): Promise<Opened> => {
  const kind = kindOf(source.contentType);
  if (kind === null) return { kind: 'unknown' };
  const bytes = await source.load(signal);
  signal.throwIfAborted();
  if (kind === 'text') return { kind, ...(await readText(bytes)) };
  if (kind === 'picture') return { kind: 'paper', hasWords: false, paper: await openPicture(bytes, signal) };
  // Only who opens a PDF loads what draws it.
  const [{ openPdf }, buffer] = await Promise.all([import('./pdf.ts'), bytes.arrayBuffer()]);
  return { kind: 'paper', hasWords: true, paper: await openPdf(buffer, signal) };
};
