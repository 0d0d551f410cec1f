import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';

/** What is wrong with a PDF beside its form: it acts by itself, or it cannot be looked through within limits. */
export type PdfFault = 'active' | 'too-complex';

export const startsAsPdf = (head: Buffer): boolean => /^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8));

/** Looks through a PDF while its bytes pass. */
export interface PdfScan {
  look(chunk: Uint8Array): Promise<void>;
  readonly fault: PdfFault | null;
}

/** Names that an action has which runs a script or starts a program (ISO 32000-2, 12.6.4); a viewer does so when the file is opened. */
const acting = /\/(?:JavaScript|Launch)(?![A-Za-z0-9])/;
/** A stream of objects (7.5.7): they are compressed, so that what they hold cannot be seen from outside. */
const ofObjects = /\/ObjStm(?![A-Za-z0-9])/;
/** The compressed form that is unfolded here: alone, and without a predictor, which nobody needs for objects. */
const deflated = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])(?![A-Za-z])/;

/** Characters that a dictionary and a keyword may have, so that one across two chunks is seen. */
const overlap = 4_096;
const mostObjects = 500_000;
/** Bytes of one stream of objects as it is stored, and of all of them as they are unfolded. */
const largestStored = 4 << 20;
const mostUnfolded = 64 << 20;

/** A name may be written with its characters as `#xx` (7.3.5). */
const plain = (text: string): string => (text.includes('#') ? text.replaceAll(/#([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text);
const unfold = promisify<Uint8Array, { maxOutputLength: number; finishFlush: number }, Buffer>(inflate);

/** Of an encrypted file only what stands outside of its streams is seen. */
export function pdfScan(): PdfScan {
  let fault: PdfFault | null = null;
  let before = '';
  let objects = 0;
  let unfolded = 0;
  /** The stream of objects that is passing, by its dictionary. */
  let stream: { readonly dictionary: string; stored: string } | null = null;

  const close = async ({ dictionary, stored }: { dictionary: string; stored: string }): Promise<void> => {
    // Without a filter it has been seen as it passed.
    if (!dictionary.includes('/Filter')) return;
    if (!deflated.test(dictionary) || dictionary.includes('/Predictor')) return void (fault ??= 'too-complex');
    try {
      const content = await unfold(Buffer.from(stored, 'latin1'), { maxOutputLength: mostUnfolded - unfolded, finishFlush: constants.Z_SYNC_FLUSH });
      unfolded += content.length;
      if (acting.test(plain(content.toString('latin1')))) fault = 'active';
    } catch (error) {
      // What does not unfold is encrypted or damaged: no viewer finds an action in it without a password.
      if (error instanceof RangeError || unfolded >= mostUnfolded) fault ??= 'too-complex';
    }
  };

  return {
    get fault() { return fault; },
    async look(chunk) {
      if (fault !== null) return;
      const start = before.length;
      const text = before + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
      before = text.slice(-overlap);
      if (acting.test(plain(text))) return void (fault = 'active');
      objects += text.slice(Math.max(0, start - 'endobj'.length + 1)).split('endobj').length - 1;
      if (objects > mostObjects) return void (fault = 'too-complex');
      for (let at = stream ? start : 0; fault === null;) {
        if (stream) {
          const end = text.indexOf('endstream', Math.max(0, at - 'endstream'.length));
          stream.stored += text.slice(at, end < 0 ? undefined : Math.max(at, end));
          if (stream.stored.length > largestStored) fault = 'too-complex';
          if (end < 0) return;
          const whole = stream;
          stream = null;
          await close(whole);
          at = end + 'endstream'.length;
        } else {
          const begin = /(?<!end)stream\r?\n/g;
          begin.lastIndex = at;
          const found = begin.exec(text);
          if (!found) return;
          at = begin.lastIndex;
          // It has been seen with the chunk before.
          if (at <= start) continue;
          const dictionary = plain(text.slice(Math.max(0, text.lastIndexOf('obj', found.index)), found.index));
          if (ofObjects.test(dictionary)) stream = { dictionary, stored: '' };
        }
      }
    },
  };
}
