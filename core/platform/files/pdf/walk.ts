import { PDFDict } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { isObjectStream, placesIn, storedAs, unfold } from './object-streams.ts';
import { ObjectReader } from './objects.ts';
import type { Said } from './objects.ts';
import { isEmpty, starts } from './starts.ts';

/**
 * What is wrong with a PDF beside its form: it acts by itself, it cannot be looked through within limits, or it is
 * encrypted where actions stand.
 */
export type PdfFault = 'active' | 'too-complex' | 'locked';

const mostObjects = 500_000;
/** Objects and dictionaries, those again that stand in what could not be read. */
const mostAttempts = 2_000_000;
/** Bytes of all streams of objects, as they are stored and as they are unfolded. */
const mostUnfolded = 64 << 20;
/** Bytes that the parser goes over. */
const mostWork = 96 << 20;

/** The file takes more work than an honest one. */
class TooMuch extends Error {}

/**
 * Whether a PDF acts when it is opened, or hides whether it does. It is not read as its tables of contents lead, since
 * viewers mend what is damaged each in its own way, but wherever anything could lead: every object behind its number,
 * older versions of it and those inside of texts and streams included, the trailers, and the streams of objects
 * (ISO 32000-2, 7.5.7). One of these that cannot be read is a fault. Dictionaries elsewhere are read where they can be.
 *
 * Encryption hides strings and streams, and no name outside of them (7.6.2): so an encrypted file is looked through as
 * others are, unless it has streams of objects. Whether one of them can be unfolded does not matter then: its first
 * bytes are its maker's choice.
 */
export async function faultOf(file: Buffer): Promise<PdfFault | null> {
  const walk = new Walk();
  try {
    await walk.file(file);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    walk.isTooMuch = true;
  }
  return walk.fault;
}

class Walk {
  readonly said: Said = { acts: false, isEncrypted: false };
  isTooMuch = false;
  #isBroken = false;
  #hasObjectStreams = false;
  #objects = 0;
  #attempts = 0;
  #work = 0;
  #unfolded = 0;

  get fault(): PdfFault | null {
    if (this.said.acts) return 'active';
    if (this.isTooMuch) return 'too-complex';
    if (this.said.isEncrypted && this.#hasObjectStreams) return 'locked';
    return this.#isBroken ? 'too-complex' : null;
  }

  async file(file: Buffer): Promise<void> {
    const reader = new ObjectReader(file, this.said);
    let readTo = 0;
    for (const { kind, at } of starts(file)) {
      if (kind === 'dictionary') {
        if (at >= readTo && this.#read(reader, () => reader.dictionaryAt(at))) readTo = reader.offset;
      } else {
        if (kind === 'object') this.#count();
        const found = this.#read(reader, () => reader.objectAt(at));
        if (found) readTo = Math.max(readTo, reader.offset);
        else this.#isBroken ||= !isEmpty(file, at);
        if (found instanceof PDFDict && isObjectStream(found)) await this.#objectStream(found, reader, file);
      }
      if (this.said.acts) return;
    }
  }

  async #objectStream(dictionary: PDFDict, reader: ObjectReader, file: Buffer): Promise<void> {
    const at = reader.streamBehind();
    if (at < 0) return;
    this.#hasObjectStreams = true;
    const bytes = file.subarray(at);
    const stored = storedAs(dictionary);
    // Dictionaries in it are met in the file itself.
    if (stored === 'plain') return this.#objectsIn(dictionary, bytes);
    if (stored === 'otherwise') throw new TooMuch();
    const { contents, taken, end } = await unfold(bytes, mostUnfolded - this.#unfolded);
    this.#unfolded += contents.length + taken;
    this.#isBroken ||= end === 'damaged';
    this.#objectsIn(dictionary, contents);
    this.#dictionariesIn(contents);
    if (this.#unfolded > mostUnfolded) throw new TooMuch();
  }

  #objectsIn(dictionary: PDFDict, contents: Buffer): void {
    const reader = new ObjectReader(contents, this.said);
    for (const at of placesIn(dictionary, contents)) {
      this.#count();
      this.#isBroken ||= this.#read(reader, () => reader.objectAt(at)) === null;
      if (this.said.acts) return;
    }
  }

  #dictionariesIn(contents: Buffer): void {
    const reader = new ObjectReader(contents, this.said);
    for (let at = contents.indexOf('<<'); at >= 0 && !this.said.acts;) {
      const found = this.#read(reader, () => reader.dictionaryAt(at));
      at = contents.indexOf('<<', found ? reader.offset : at + 1);
    }
  }

  #count(): void {
    this.#objects += 1;
    if (this.#objects > mostObjects) throw new TooMuch();
  }

  /** Null for what cannot be read. */
  #read(reader: ObjectReader, one: () => PDFObject): PDFObject | null {
    this.#attempts += 1;
    if (this.#attempts > mostAttempts || this.#work > mostWork) throw new TooMuch();
    try {
      return one();
    } catch (error) {
      // Objects stand in one another so deep that the parser ends, and it would again with each of them.
      if (error instanceof RangeError) throw new TooMuch();
      return null;
    } finally {
      this.#work += reader.work;
    }
  }
}
