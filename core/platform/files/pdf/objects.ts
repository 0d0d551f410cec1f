import { PDFName, PDFParser } from '@cantoo/pdf-lib';
import type { PDFDict, PDFObject, PDFRef } from '@cantoo/pdf-lib';

const name = {
  S: PDFName.of('S'),
  JS: PDFName.of('JS'),
  JavaScript: PDFName.of('JavaScript'),
  Launch: PDFName.of('Launch'),
  Rendition: PDFName.of('Rendition'),
  Encrypt: PDFName.of('Encrypt'),
};

/** Actions that run a script or start a program (ISO 32000-2, 12.6.4); a viewer does so when the file is opened. */
const acting = new Set<PDFObject>([name.JavaScript, name.Launch]);

const streamKeyword = [...Buffer.from('stream')];
const [tab, lineFeed, carriageReturn, blank] = [0x09, 0x0a, 0x0d, 0x20];

/** What the dictionaries of a file have said up to now. */
export interface Said {
  /** Something runs a script or starts a program. */
  acts: boolean;
  isEncrypted: boolean;
}

/**
 * Reads single objects out of some bytes with the parser of the library and notes what their dictionaries say: the one
 * place where it is decided what acts. Every entry is looked at while it is read, so that a key that is written twice
 * hides nothing. The bytes of streams are left to the caller.
 */
export class ObjectReader extends PDFParser {
  readonly #said: Said;
  /** The key whose value is read next. */
  #key: PDFName | null = null;
  #begun = 0;
  #skipped = 0;

  constructor(bytes: Uint8Array, said: Said) {
    super(bytes);
    this.#said = said;
  }

  /** Behind the last object that was read, or where reading failed. */
  get offset(): number {
    return this.bytes.offset();
  }

  /** Bytes that were gone over since the last object began, some of them twice. */
  get work(): number {
    return this.#skipped + Math.max(0, this.offset - this.#begun);
  }

  /** Any object (7.3). Throws for what is none. */
  objectAt(offset: number): PDFObject {
    this.#begin(offset);
    const found = this.parseObject();
    // The kind of an action may stand by itself and be referred to.
    if (acting.has(found)) this.#said.acts = true;
    return found;
  }

  /** The dictionary whose `<<` stands there. Throws for what is none. */
  dictionaryAt(offset: number): PDFDict {
    this.#begin(offset);
    return this.parseDict();
  }

  /** Where the bytes of a stream begin (7.3.8) whose dictionary was read last; -1 where it was none of a stream. */
  streamBehind(): number {
    this.skipWhitespaceAndComments();
    if (!this.matchKeyword(streamKeyword)) return -1;
    const keyword = this.offset;
    while (this.bytes.peek() === blank || this.bytes.peek() === tab) this.bytes.next();
    if (this.bytes.peek() === lineFeed) return this.offset + 1;
    if (this.bytes.peek() !== carriageReturn) return keyword;
    return this.offset + (this.bytes.peekAhead(1) === lineFeed ? 2 : 1);
  }

  #begin(offset: number): void {
    this.#key = null;
    this.#begun = offset;
    this.#skipped = 0;
    this.bytes.moveTo(offset);
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const key = this.#key;
    this.#key = null;
    const value = super.parseObject(ref);
    this.#key = null;
    if (key === name.S && acting.has(value)) this.#said.acts = true;
    if (key === name.Encrypt) this.#said.isEncrypted = true;
    return value;
  }

  protected override parseName(): PDFName {
    return (this.#key = super.parseName());
  }

  protected override parseDict(ref?: PDFRef): PDFDict {
    const found = super.parseDict(ref);
    if (found.get(name.S) === name.Rendition && found.has(name.JS)) this.#said.acts = true;
    return found;
  }

  /** Where a stream ends can be said by its length alone, which may stand anywhere; nobody needs it here. */
  protected override parseDictOrStream(ref?: PDFRef): PDFDict {
    return this.parseDict(ref);
  }

  protected override skipWhitespaceAndComments(): void {
    const before = this.offset;
    super.skipWhitespaceAndComments();
    this.#skipped += this.offset - before;
  }
}
