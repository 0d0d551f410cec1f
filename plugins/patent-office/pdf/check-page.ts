/** Whether bytes are one page of a document, and what is seen on it. Runs in the thread of merge-worker.ts alone. */
import { createHash } from 'node:crypto';
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib';
import type { PDFObject, PDFPage } from '@cantoo/pdf-lib';

export type CheckedPage =
  | {
      readonly ok: true;
      /** Digest of what is seen: that of the bytes differs each time, because the moment is written into them. */
      readonly content: string | null;
    }
  | { readonly ok: false; readonly trouble: 'no-pdf' | 'broken' | 'not-one-page' | 'empty' };

/** Where a PDF begins and ends, in bytes from there: as viewers look for it. */
const EDGE = 1_024;
/** A sheet in less than so many bytes is blank: two of them are alike, and nothing is wrong with that. */
const BLANK = 600;
/** Bytes, packed: instructions of a page of text have some ten thousand. */
const LONG = 256 * 1024;
/** Forms in forms, on a page. */
const DEEP = 5;

export async function checkPage(bytes: Uint8Array): Promise<CheckedPage> {
  const text = (from: number, to?: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  if (!text(0, EDGE).includes('%PDF-')) return { ok: false, trouble: 'no-pdf' };
  if (!text(-EDGE).includes('%%EOF')) return { ok: false, trouble: 'broken' };
  try {
    const document = await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false });
    if (document.getPageCount() !== 1) return { ok: false, trouble: 'not-one-page' };
    return seenOn(document.getPage(0));
  } catch {
    return { ok: false, trouble: 'broken' };
  }
}

function seenOn({ node }: PDFPage): CheckedPage {
  const images = imagesIn(node.Resources(), DEEP);
  const streams = streamsIn(node.Contents());
  // What is that long draws something, and is not unfolded: it could be made to fill the memory.
  const isLong = streams.some(({ contents }) => contents.length > LONG);
  const contents = streams.map((stream) => (isLong ? stream.contents : decodePDFRawStream(stream).decode()));
  const written = isLong || contents.some((bytes) => showsText(bytes));
  if (images.length === 0 && !written) return { ok: false, trouble: 'empty' };
  // A scan stands in the same few words on each page: they tell pages apart only where they write.
  const parts = [
    ...images.flatMap(({ dict, contents: pixels }) => [Buffer.from(`${sides(dict)}:${pixels.length}:`), pixels]),
    ...(written ? contents : []),
  ];
  if (parts.reduce((sum, { length }) => sum + length, 0) < BLANK) return { ok: true, content: null };
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return { ok: true, content: hash.digest('hex') };
}

/** Those of a page, and of the forms that are drawn on it. */
function imagesIn(resources: PDFDict | undefined, deep: number): PDFRawStream[] {
  const objects = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict);
  if (!objects || deep === 0) return [];
  return objects.keys().flatMap((key): PDFRawStream[] => {
    const found = objects.lookup(key);
    if (!(found instanceof PDFRawStream)) return [];
    const kind = found.dict.lookup(PDFName.of('Subtype'));
    // One without a byte is no picture.
    if (kind === PDFName.of('Image')) return found.contents.length > 0 ? [found] : [];
    return kind === PDFName.of('Form')
      ? imagesIn(found.dict.lookupMaybe(PDFName.of('Resources'), PDFDict), deep - 1)
      : [];
  });
}

function streamsIn(contents: PDFObject | undefined): PDFRawStream[] {
  if (contents instanceof PDFRawStream) return [contents];
  if (!(contents instanceof PDFArray)) return [];
  return Array.from({ length: contents.size() }, (_, at) => contents.lookup(at)).filter(
    (one) => one instanceof PDFRawStream,
  );
}

/** The operators that show text, and an image that stands in the contents themselves. */
const showsText = (bytes: Uint8Array): boolean =>
  /[)>\]]\s*T[jJ]\b|\)\s*['"]|\bBI\s[\s\S]*?\bID\s/.test(Buffer.from(bytes).toString('latin1'));

const sides = (dict: PDFDict): string =>
  ['Width', 'Height']
    .map((name) => {
      const side = dict.lookup(PDFName.of(name));
      return side instanceof PDFNumber ? side.asNumber() : 0;
    })
    .join('x');
