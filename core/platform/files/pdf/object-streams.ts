import { createInflateRaw } from 'node:zlib';
import { PDFArray, PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';

const name = {
  Type: PDFName.of('Type'),
  ObjStm: PDFName.of('ObjStm'),
  N: PDFName.of('N'),
  First: PDFName.of('First'),
  Filter: PDFName.of('Filter'),
  DecodeParms: PDFName.of('DecodeParms'),
  Predictor: PDFName.of('Predictor'),
};
/** By these, browsers know the filter and its parameters too. */
const shortNames = [PDFName.of('F'), PDFName.of('DP')];

/** A stream of objects (ISO 32000-2, 7.5.7), by its type, or by the two entries that viewers need. */
export const isObjectStream = (dictionary: PDFDict): boolean =>
  dictionary.get(name.Type) === name.ObjStm || (dictionary.has(name.N) && dictionary.has(name.First));

/**
 * How its objects are stored: as they are, in the one compressed form that is unfolded here, or otherwise. Nobody needs
 * several filters, or a predictor, for objects.
 */
export function storedAs(dictionary: PDFDict): 'plain' | 'deflated' | 'otherwise' {
  if (shortNames.some((one) => dictionary.has(one))) return 'otherwise';
  const filter = dictionary.get(name.Filter);
  if (filter === undefined) return 'plain';
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.get(0) : filter;
  const parameters = dictionary.get(name.DecodeParms);
  const isUsual = parameters === undefined || (parameters instanceof PDFDict && !parameters.has(name.Predictor));
  return only === PDFName.FlateDecode && isUsual ? 'deflated' : 'otherwise';
}

/**
 * Where its objects begin, by the table of numbers and places at its beginning. What in it is no number leads nowhere.
 */
export function placesIn(dictionary: PDFDict, contents: Buffer): readonly number[] {
  const [count, first] = [dictionary.get(name.N), dictionary.get(name.First)];
  if (!(count instanceof PDFNumber && first instanceof PDFNumber)) return [];
  const table = contents.toString('latin1', 0, Math.max(0, first.asNumber()));
  const words = table
    .replaceAll(/%[^\r\n]*/g, ' ')
    .split(/[\s\0]+/)
    .filter(Boolean)
    .slice(0, Math.max(0, 2 * count.asNumber()));
  return words
    .filter((word, at) => at % 2 === 1 && /^\d{1,10}$/.test(word) && /^\d{1,10}$/.test(words[at - 1]!))
    .map((word) => first.asNumber() + Number(word));
}

/** What came out of a compressed stream, and how it ended; `taken` are the bytes that belonged to it. */
export interface Unfolded {
  readonly contents: Buffer;
  readonly taken: number;
  readonly end: 'whole' | 'damaged' | 'too much';
}

/**
 * Unfolds what begins there, `most` bytes of it. Where the stream ends its own bytes say, and nothing that stands among
 * them. Without the frame of zlib (RFC 1950), whose sum a reader may leave unchecked.
 */
export async function unfold(bytes: Buffer, most: number): Promise<Unfolded> {
  const inflate = createInflateRaw();
  const { promise, resolve } = Promise.withResolvers<Unfolded['end']>();
  const pieces: Buffer[] = [];
  let size = 0;
  inflate.on('data', (piece: Buffer) => {
    pieces.push(piece);
    size += piece.length;
    if (size > most) resolve('too much');
  });
  inflate.on('end', () => resolve('whole'));
  inflate.on('error', () => resolve('damaged'));
  inflate.end(bytes.subarray(2));
  const end = await promise;
  inflate.destroy();
  return { contents: Buffer.concat(pieces), taken: inflate.bytesWritten, end };
}
