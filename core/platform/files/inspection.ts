import { Problem } from '@dossier/sdk';
import { pdfBeginsAt, pdfWithin } from './pdf/beginning.ts';
import { keepAside } from './pdf/kept-aside.ts';
import type { KeptAside } from './pdf/kept-aside.ts';
import type { ReadPdf } from './pdf/reading.ts';
import type { PdfFault } from './pdf/walk.ts';

/** What a file's bytes showed while they passed. */
export interface Findings {
  readonly size: number;
  /** The first MiB. */
  readonly head: Buffer;
  /** UTF-8 without control characters, from the first byte to the last. */
  readonly isText: boolean;
  /** Browser-readable markup at the beginning or the end. */
  readonly markup: boolean;
  /** A ZIP directory at the end: an archive behind another file. */
  readonly archiveAtEnd: boolean;
  /** Something other than blanks behind the last end mark of a PDF. */
  readonly afterPdf: boolean;
  /** Where a PDF begins for those who open it; -1 where none does. */
  readonly pdfAt: number;
  /** Says what a PDF does, or hides; null for other files. Takes time, and can be asked only while it is judged. */
  readPdf(): Promise<PdfFault | null>;
}

const headBytes = 1 << 20;
const edge = 4_096;
const markup = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|\?php)\b|<\?(?:php|xml-stylesheet)/i;
/** The harmless file that every virus scanner reports, in two halves so that no scanner reports this source. */
const testVirus = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''));

export type Inspect = (
  source: AsyncIterable<Uint8Array>,
  pointer: string,
  judge: (findings: Findings) => Promise<void>,
) => AsyncGenerator<Uint8Array>;

/** How PDFs are looked through, and the folder in which they are kept until then. */
export interface PdfInspection {
  readonly read: ReadPdf;
  readonly folder: string;
}

/**
 * Looks at a file while it streams by, so that nothing is held in memory whole, and hands on every chunk.
 * Throws 422 `infected` as soon as the EICAR test file is recognised anywhere in it. `judge` sees the findings when the
 * last chunk has passed: when it throws, the reader of the stream fails before it has kept anything.
 */
export const inspecting = (pdfs: PdfInspection): Inspect =>
  async function* inspected(source, pointer, judge) {
    let size = 0;
    let head = Buffer.alloc(0);
    let tail = Buffer.alloc(0);
    let early: Uint8Array[] = [];
    let pdf: KeptAside | null = null;
    const text = textReader();
    try {
      for await (const chunk of source) {
        const window = Buffer.concat([tail.subarray(-(testVirus.length - 1)), chunk]);
        if (window.includes(testVirus)) throw infected(pointer);
        size += chunk.length;
        if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
        tail = Buffer.from(chunk.length >= edge ? chunk.subarray(-edge) : Buffer.concat([tail, chunk]).subarray(-edge));
        text.read(chunk);
        if (pdf === null && size - chunk.length < pdfWithin + 8) {
          // From the first byte on, also of a beginning that comes piece by piece.
          early.push(chunk);
          if (pdfBeginsAt(head) >= 0) {
            pdf = await keepAside(pdfs.folder);
            for (const one of early) await pdf.add(one);
            early = [];
          }
        } else await pdf?.add(chunk);
        yield chunk;
      }
      text.end();
      await judge({
        size,
        head,
        isText: text.isText,
        ...atTheEdges(head, tail),
        pdfAt: pdfBeginsAt(head),
        readPdf: async () => pdf && pdfs.read(await pdf.whole()),
      });
    } finally {
      await pdf?.close();
    }
  };

/** What the first and the last bytes show. */
function atTheEdges(head: Buffer, tail: Buffer): Pick<Findings, 'markup' | 'archiveAtEnd' | 'afterPdf'> {
  const start = head.toString('latin1', 0, 1_024);
  const end = tail.toString('latin1');
  const mark = end.lastIndexOf('%%EOF');
  return {
    markup: markup.test(start) || markup.test(end.slice(-1_024)),
    archiveAtEnd: end.includes('PK\x05\x06'),
    afterPdf: mark >= 0 && /[^\s\0]/.test(end.slice(mark + 5)),
  };
}

/** Whether bytes that come piece by piece are text. */
function textReader() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isText = true;
  const check = (decode: () => string): void => {
    try {
      isText &&= !hasControls(decode());
    } catch {
      isText = false;
    }
  };
  return {
    get isText() {
      return isText;
    },
    read: (chunk: Uint8Array) => check(() => decoder.decode(chunk, { stream: true })),
    end: () => check(() => decoder.decode()),
  };
}

const hasControls = (text: string): boolean => /[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(text);

function infected(pointer: string): Problem {
  const detail = 'The file is infected and was not kept.';
  return new Problem(422, 'infected', 'Infected file', { detail, errors: [{ pointer, code: 'infected', detail }] });
}
