import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import type { OrderedFont } from '../../computed.ts';
import { Letters } from './font-pieces.ts';
import type { Part } from './font-pieces.ts';
import { beginsRight, lettersOf, runsOf } from './runs.ts';
import type { Run } from './runs.ts';
import type { TextStyle } from './theme.ts';
import { unshaped } from './unshaped.ts';

const typefaces = join(import.meta.dirname, '..', '..', 'typefaces');

/** Noto Sans: all of Latin, Greek and Cyrillic, and figures of one width. */
export const fonts = {
  regular: join(typefaces, 'NotoSans-Regular.ttf'),
  strong: join(typefaces, 'NotoSans-SemiBold.ttf'),
} as const;

/** Signs that the font lacks and that can be said otherwise. */
const otherwise: Readonly<Record<string, string>> = {
  '\u2265': '>=',
  '\u2264': '<=',
  '\u2260': '!=',
  '\u2192': '->',
  '\u2190': '<-',
  '\u2013\uFE0F': '\u2013',
  '\u202F': '\u00A0',
  '\u2009': ' ',
  '\u00AD': '',
  '\uFE0F': '',
};
/**
 * Control characters, and those that turn the direction of text or cannot be seen: with them a name can show as
 * another.
 */

const unseen = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;

/** They join letters or keep them apart, in the scripts that join letters; nowhere else do they show. */
const joiners = /[\u200C\u200D]/g;
/** Pieces of a long word of a script that writes words without spaces. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words measured one by one come out a little wider than the line: letters on both sides of a space draw together. */
const slack = 0.75;

/** pdfkit need not measure what was measured to get here; the types do not know the last two. */
const known: PDFKit.Mixins.TextOptions & object = Object.freeze({
  lineBreak: false,
  baseline: 'alphabetic' as const,
  textWidth: 0,
  wordCount: 1,
});

const heaviness = { plain: 400, regular: 400, strong: 600 } as const;

/**
 * Measures, breaks and draws text. Knows which letters its fonts have; those beyond the font of the report it must
 * {@link learn} first.
 */
export class Typesetter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #known: ReadonlySet<number>;
  readonly #widths = new Map<TextStyle, Map<string, number>>();
  readonly #letters: Letters;
  readonly #parts = new Map<string, Part>();
  readonly #runs = new Map<string, readonly Run[] | null>();
  readonly #missing = new Set<string>();
  /**
   * Runs that fontkit cannot shape, as it stumbles over anchors that a font leaves out: their letters stand side by
   * side.
   */
  readonly #plain = new Set<string>();

  constructor(
    doc: PDFKit.PDFDocument,
    { fonts: more = [], language = 'en' }: { fonts?: readonly OrderedFont[]; language?: string } = {},
  ) {
    this.#doc = doc;
    this.#letters = new Letters(more, language, (part) => {
      doc
        .registerFont(`${part.name} ${part.weight}`, part.bytes)
        .registerFont(`${part.name} ${part.weight} plain`, unshaped(part.bytes));
      this.#parts.set(part.name, this.#parts.get(part.name) ?? part);
    });
    const regular = readFileSync(fonts.regular);
    doc
      .registerFont('regular', fonts.regular)
      .registerFont('strong', fonts.strong)
      .registerFont('plain', unshaped(regular));
    const font = create(regular);
    this.#known = new Set('characterSet' in font ? font.characterSet : []);
  }

  /** Letters for which there was no font, as they were met. */
  get missing(): ReadonlySet<string> {
    return this.#missing;
  }

  /** Fonts beyond that of the report that were read so far, one weight of each. */
  get parts(): readonly Part[] {
    return [...this.#parts.values()];
  }

  /**
   * Reads the fonts for letters of these texts that the font of the report has not. `strong` texts are drawn in the
   * strong weight too.
   */
  async learn(
    texts: Iterable<string | number | null | undefined>,
    { strong = false }: { strong?: boolean } = {},
  ): Promise<void> {
    for (const text of texts) {
      if (typeof text !== 'string' || ascii.test(text)) continue;
      const unknown = this.#beyond(prepared(text));
      if (unknown.length > 0) await this.#letters.learn(text, unknown, strong ? [400, 600] : [400]);
    }
  }

  /**
   * As it can be drawn: composed, without what cannot be seen, and with a replacement sign for each letter that no font
   * has. Line feeds stay.
   */
  clean(text: string): string {
    const plain = prepared(text);

    if (ascii.test(plain)) return plain;
    const beyond = new Set(this.#beyond(plain));
    const tongue = this.#letters.tongue(plain);
    const drawn = Array.from(plain, (one) => {
      if (!beyond.has(one)) return otherwise[one] ?? one;
      if (this.#letters.partOf(one, tongue) !== null) return one;
      this.#missing.add(one);
      return '\uFFFD';
    }).join('');
    return beyond.size === 0 ? drawn.replace(joiners, '') : drawn;
  }

  /** Letters of a text that the font of the report has not, and that cannot be said otherwise. */
  #beyond(text: string): readonly string[] {
    return [...new Set(text)].filter(
      (one) =>
        one !== '\n' &&
        otherwise[one] === undefined &&
        !this.#known.has(one.codePointAt(0) ?? 0) &&
        !/[\u200C\u200D]/.test(one),
    );
  }

  /** The runs of a line, or null for the usual one of a single run from left to right. `line` must be clean. */
  #runsOf(line: string): readonly Run[] | null {
    if (ascii.test(line)) return null;
    let runs = this.#runs.get(line);
    if (runs !== undefined) return runs;
    const tongue = this.#letters.tongue(line);
    const found = runsOf(line, (letter) =>
      Array.from(letter).every((one) => this.#known.has(one.codePointAt(0) ?? 0))
        ? null
        : (Array.from(letter, (one) =>
            this.#known.has(one.codePointAt(0) ?? 0) ? null : this.#letters.partOf(one, tongue),
          ).find((part) => part !== null) ?? null),
    );
    runs = found.every(({ part, rtl }) => part === null && !rtl) ? null : found;
    if (this.#runs.size > 20_000) this.#runs.clear();
    this.#runs.set(line, runs);
    return runs;
  }

  /** Sets the font of a run. */
  #take({ part, text }: Run, style: TextStyle): PDFKit.PDFDocument {
    const weight = heaviness[style.font];
    return this.#doc
      .font(
        part === null
          ? style.font
          : `${part} ${this.#letters.has(part, weight) ? weight : 400}${this.#plain.has(text) ? ' plain' : ''}`,
      )
      .fontSize(style.size);
  }

  #widthOf(run: Run, style: TextStyle): number {
    try {
      return this.#take(run, style).widthOfString(run.text, shaped(run));
    } catch (error) {
      if (run.part === null || this.#plain.has(run.text)) throw error;
      this.#plain.add(run.text);
      return this.#take(run, style).widthOfString(run.text, shaped(run));
    }
  }

  /** Of one line, in points. */
  width(text: string, style: TextStyle): number {
    let known = this.#widths.get(style);
    if (!known) this.#widths.set(style, (known = new Map()));
    const found = known.get(text);
    if (found !== undefined) return found;
    const width =
      this.#runsOf(text)?.reduce((sum, run) => sum + this.#widthOf(run, style), 0) ??
      this.#doc.font(style.font).fontSize(style.size).widthOfString(text);
    if (known.size > 20_000) known.clear();
    known.set(text, width);
    return width;
  }

  /**
   * Breaks at spaces, and within a word only where it is longer than a line. What does not fit in so many lines ends in
   * an ellipsis. `text` must be clean.
   */
  lines(text: string, style: TextStyle, width: number, most = Infinity): readonly string[] {
    if (!text.includes('\n') && text.length * style.size < width * 3 && this.width(text, style) <= width + slack)
      return text ? [text] : [];
    const lines: string[] = [];
    for (const paragraph of text.split('\n')) {
      let line = '';
      for (const word of paragraph.split(/ +/)) {
        const [first = '', ...rest] = this.#pieces(word, style, width);
        const longer = line ? `${line} ${first}` : first;
        if (line && this.#sum(longer, style) > width + slack) {
          lines.push(line);
          line = first;
        } else line = longer;
        for (const piece of rest) {
          lines.push(line);
          line = piece;
        }
        if (lines.length > most) break;
      }
      lines.push(line);
    }
    if (lines.length <= most) return lines;
    let last = lines[most - 1] ?? '';
    while (last && this.#sum(`${last}…`, style) > width) last = lettersOf(last).slice(0, -1).join('').trimEnd();
    return [...lines.slice(0, most - 1), `${last}…`];
  }

  /** Draws lines downwards from `top`; the letters stand in the middle of the leading. */
  draw(
    lines: readonly string[],
    style: TextStyle,
    o: { x: number; top: number; width: number; align?: 'left' | 'right' | 'center' | 'begin' },
  ): void {
    if (lines.length === 0) return;
    const doc = this.#doc.font(style.font).fontSize(style.size).fillColor(style.color);
    let baseline = o.top + style.leading / 2 + style.size * 0.357;
    for (const line of lines) {
      if (line) {
        const align = o.align === 'begin' ? (beginsRight(line) ? 'right' : 'left') : (o.align ?? 'left');
        const spare = align === 'left' ? 0 : (o.width - this.#sum(line, style)) / (align === 'right' ? 1 : 2);
        const runs = this.#runsOf(line);
        // With a space at the end of each, or else those who hear or copy the text get the words on either side as one.
        if (runs === null) doc.text(`${line} `, o.x + spare, baseline, known);
        else this.#drawRuns(runs, style, o.x + spare, baseline);
      }
      baseline += style.leading;
    }
  }

  #drawRuns(runs: readonly Run[], style: TextStyle, left: number, baseline: number): void {
    let x = left;
    for (const run of runs) {
      const wide = this.#widthOf(run, style);
      this.#take(run, style).text(run.text, x, baseline, { ...known, ...shaped(run) });
      x += wide;
    }
    this.#doc.font(style.font).fontSize(style.size).text(' ', x, baseline, known);
  }

  /** Word by word, because words come again and lines seldom do. */
  #sum(line: string, style: TextStyle): number {
    if (this.#runsOf(line) !== null) return this.width(line, style);
    const space = this.width(' ', style);
    return line.split(' ').reduce((sum, word) => sum + (word ? this.width(word, style) : 0) + space, -space);
  }

  /**
   * A word that is longer than a line, broken after a hyphen, slash or at sign if it has one, or else where the line
   * ends.
   */
  #pieces(word: string, style: TextStyle, width: number): readonly string[] {
    if (word.length * style.size < width || this.width(word, style) <= width + slack) return [word];
    const pieces: string[] = [];
    let piece = '';
    // Thai, Lao and Khmer write words without spaces, as Han and kana do.
    const parts =
      ascii.test(word) || this.#runsOf(word) === null
        ? word.split(/(?<=[-/@])/)
        : Array.from(words.segment(word), ({ segment }) => segment);
    for (const part of parts) {
      if (piece && this.width(piece + part, style) > width + slack) {
        pieces.push(piece);
        piece = '';
      }
      for (const letter of lettersOf(part)) {
        if (piece && this.width(piece + letter, style) > width + slack) {
          pieces.push(piece);
          piece = '';
        }
        piece += letter;
      }
    }
    return [...pieces, piece];
  }
}

const ascii = /^[\u0000-\u007E]*$/;

const prepared = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(unseen, '').replaceAll('\t', ' ');

/** pdfkit puts words together from left to right, unless features are given. */
const shaped = ({ rtl }: Run): PDFKit.Mixins.TextOptions => (rtl ? { features: ['kern'] } : {});
