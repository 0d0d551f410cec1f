import { once } from 'node:events';
import { createInflateRaw } from 'node:zlib';
import type { InflateRaw } from 'node:zlib';

/**
 * What is wrong with a PDF beside its form: it acts by itself, it cannot be looked through within limits, or it is
 * encrypted where actions stand.
 */
export type PdfFault = 'active' | 'too-complex' | 'locked';

/** Bytes in which readers, browsers among them, look for the beginning of a PDF (ISO 32000-1, annex H, note 13). */
export const pdfWithin = 1_024;
const beginning = '%PDF-';

/** Where a PDF begins for those who open it; -1 where none does. Whatever version it claims. */
export const pdfBeginsAt = (head: Buffer): number =>
  head.subarray(0, pdfWithin + beginning.length - 1).indexOf(beginning, 0, 'latin1');

/** Looks through a PDF while its bytes pass. */
export interface PdfScan {
  look(chunk: Uint8Array): Promise<void>;
  readonly fault: PdfFault | null;
}

/** A name as it may be written: each character by itself or as `#xx` (ISO 32000-2, 7.3.5). */
const named = (name: string): string =>
  `/${[...name].map((letter) => `(?:${letter}|#${[...letter.charCodeAt(0).toString(16)].map((digit) => (/\d/.test(digit) ? digit : `[${digit}${digit.toUpperCase()}]`)).join('')})`).join('')}(?![A-Za-z0-9#])`;
/** What may stand between two names: white space, and remarks of a few lines. */
const between = '(?:[\\s\\0]|%[^\\r\\n]{0,100}[\\r\\n]){0,20}';

/** An action that runs a script or starts a program (12.6.4); a viewer does so when the file is opened. */
const acting = new RegExp(`${named('S')}${between}(?:${named('JavaScript')}|${named('Launch')})`);
/** A stream of objects (7.5.7): they are compressed, so that what they hold cannot be seen from outside. */
const ofObjects = new RegExp(named('ObjStm'));
const encrypted = new RegExp(named('Encrypt'));
/** The compressed form that is unfolded here: alone, and without a predictor, which nobody needs for objects. */
const deflated = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])(?![A-Za-z])/;

/**
 * Characters that are looked at again with the next chunk, so that a dictionary, an action or a keyword across two is
 * seen.
 */
const overlap = 8_192;
const mostObjects = 500_000;
/** Characters of an action, with what may stand between its names. */
const longestAction = 2_500;
/** Bytes of all streams of objects as they are unfolded. */
const mostUnfolded = 64 << 20;

/**
 * It sees what programs write and what is hidden in the ways that the format has for everybody. Who builds a file to
 * deceive a reader of his choice may get through: this keeps away what is common, and reviewers open documents in a
 * browser, which runs neither. Encryption hides strings and streams, and no name outside of them (7.6.2): so an
 * encrypted file is looked through as others are, unless it has streams of objects. Whether one of them can be unfolded
 * does not matter then: its first bytes are its maker's choice.
 */
export function pdfScan(): PdfScan {
  let fault: PdfFault | null = null;
  let before = '';
  let objects = 0;
  let unfolded = 0;
  let isEncrypted = false;
  let hasObjects = false;
  /** A stream of objects could not be unfolded. */
  let isBroken = false;
  let stream: ObjectStream | null = null;

  const seen = (text: string, added: number): void => {
    unfolded += added;
    if (acting.test(text)) fault = 'active';
    else if (unfolded > mostUnfolded) fault ??= 'too-complex';
  };
  const open = (dictionary: string): ObjectStream | null => {
    if (!ofObjects.test(dictionary)) return null;
    hasObjects = true;
    // Without a filter it is seen as it passes.
    if (!dictionary.includes('/Filter')) return null;
    if (deflated.test(dictionary) && !dictionary.includes('/Predictor'))
      return objectStream(seen, () => fault !== null);
    fault ??= 'too-complex';
    return null;
  };

  return {
    get fault() {
      return fault ?? (isEncrypted && hasObjects ? 'locked' : isBroken ? 'too-complex' : null);
    },
    async look(chunk) {
      if (fault !== null) return;
      const start = before.length;
      const text = before + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
      before = text.slice(-overlap);
      if (acting.test(text)) return void (fault = 'active');
      isEncrypted ||= encrypted.test(text);
      objects += text.slice(Math.max(0, start - 'endobj'.length + 1)).split('endobj').length - 1;
      if (objects > mostObjects) return void (fault = 'too-complex');
      for (let at = stream ? start : 0; ;) {
        if (fault !== null) return;
        if (stream) {
          const taken = await stream.take(Buffer.from(text.slice(at), 'latin1'));
          if (taken.more) return;
          isBroken ||= taken.broken;
          at += taken.bytes;
          stream = null;
        } else {
          const begin = /(?<!end)stream[ \t]*(?:\r\n|\r|\n)/g;
          begin.lastIndex = at;
          const found = begin.exec(text);
          if (!found) return;
          at = begin.lastIndex;
          // What ends before this chunk has been seen with the one before.
          if (at > start)
            stream = open(
              text.slice(Math.max(0, text.lastIndexOf('endobj', found.index), found.index - overlap), found.index),
            );
        }
      }
    },
  };
}

/**
 * What was taken of some bytes. `more`: all, and the stream goes on; else how many belonged to it, at least, and
 * whether it could not be unfolded.
 */
type Taken = { readonly more: true } | { readonly more: false; readonly bytes: number; readonly broken: boolean };

interface ObjectStream {
  take(bytes: Buffer): Promise<Taken>;
}

/**
 * Unfolds piece by piece, and hands on each piece with the end of the one before it. Where the stream ends its own
 * bytes say, and nothing that stands among them. Without the frame of zlib (RFC 1950), whose sum a reader may leave
 * unchecked.
 */
function objectStream(seen: (text: string, added: number) => void, isEnough: () => boolean): ObjectStream {
  const unfold: InflateRaw = createInflateRaw({ chunkSize: 16_384 });
  let skip = 2;
  let last = '';
  let isOver = false;
  unfold.on('data', (piece: Buffer) => {
    if (isEnough()) return void unfold.destroy();
    const text = last + piece.toString('latin1');
    seen(text, piece.length);
    last = text.slice(-longestAction);
  });
  // What is damaged, or encrypted, shows by this.
  unfold.on('error', () => {
    isOver = true;
  });
  const ended = once(unfold, 'end').then(
    () => 'end' as const,
    () => 'error' as const,
  );
  return {
    async take(bytes) {
      // A line break that belongs to the keyword before, cut off by a chunk.
      const lead = skip === 2 && bytes[0] === 0x0a ? 1 : 0;
      const head = Math.min(skip, bytes.length - lead);
      skip -= head;
      const written = unfold.bytesWritten;
      const rest = bytes.subarray(lead + head);
      if (rest.length === 0) return { more: true };
      const result = await Promise.race([
        ended,
        new Promise<'taken' | 'error'>((resolve) => {
          unfold.write(rest, (error) => resolve(error ? 'error' : 'taken'));
        }),
      ]);
      if (result === 'taken' && !isOver) return { more: true };
      return {
        more: false,
        bytes: lead + head + (result === 'end' ? unfold.bytesWritten - written : 0),
        broken: result !== 'end',
      };
    },
  };
}
