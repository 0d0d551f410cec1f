/** A part of a file that a reader asks for (RFC 9110, 14): viewers load the page that is looked at first. */

/** Both are in it, from 0. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * `whole` where none is asked for, or several, or in units that are not known: then the file is sent as a whole.
 * `beyond` where none of it is in the file.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'beyond' : { from: Math.max(0, size - length), to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'whole';
  if (from >= size) return 'beyond';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** That part of the bytes; what stands behind it is not read. */
export async function* within(bytes: AsyncIterable<Uint8Array>, { from, to }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of bytes) {
    const [start, end] = [Math.max(0, from - at), Math.min(chunk.length, to + 1 - at)];
    if (start < end) yield chunk.subarray(start, end);
    at += chunk.length;
    if (at > to) return;
  }
}
