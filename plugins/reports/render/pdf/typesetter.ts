import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import type { TextStyle } from './theme.ts';
import { unshaped } from './unshaped.ts';

/** Noto Sans: all of Latin, Greek and Cyrillic, and figures of one width. */
export const fonts = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  strong: fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf')),
} as const;

/** Signs that the font lacks and that can be said otherwise. */
const otherwise: Readonly<Record<string, string>> = { '\u2265': '>=', '\u2264': '<=', '\u2260': '!=', '\u2192': '->', '\u2190': '<-', '\u2013\uFE0F': '\u2013', '\u202F': '\u00A0', '\u2009': ' ', '\u00AD': '', '\uFE0F': '' };
/** Control characters, and those that turn the direction of text or cannot be seen: with them a name can show as another. */
 
const unseen = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;

/** Words measured one by one come out a little wider than the line: letters on both sides of a space draw together. */
const slack = 0.75;

/** pdfkit need not measure what was measured to get here; the types do not know the last two. */
const known: PDFKit.Mixins.TextOptions & object = Object.freeze({ lineBreak: false, baseline: 'alphabetic' as const, textWidth: 0, wordCount: 1 });

/** Measures, breaks and draws text. Knows which letters the font has. */
export class Typesetter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #known: ReadonlySet<number>;
  readonly #widths = new Map<TextStyle, Map<string, number>>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    const regular = readFileSync(fonts.regular);
    doc.registerFont('regular', fonts.regular).registerFont('strong', fonts.strong).registerFont('plain', unshaped(regular));
    const font = create(regular);
    this.#known = new Set('characterSet' in font ? font.characterSet : []);
  }

  /** As it can be drawn: composed, without what cannot be seen, and with a replacement sign for each letter that the font has not. Line feeds stay. */
  clean(text: string): string {
    const plain = text.toWellFormed().normalize('NFC').replace(unseen, '').replaceAll('\t', ' ');
     
    if (/^[\u0000-\u007E]*$/.test(plain)) return plain;
    return Array.from(plain, (one) => (one === '\n' || this.#known.has(one.codePointAt(0) ?? 0) ? one : otherwise[one] ?? '\uFFFD')).join('');
  }

  /** Of one line, in points. */
  width(text: string, style: TextStyle): number {
    let known = this.#widths.get(style);
    if (!known) this.#widths.set(style, known = new Map());
    const found = known.get(text);
    if (found !== undefined) return found;
    const width = this.#doc.font(style.font).fontSize(style.size).widthOfString(text);
    if (known.size > 20_000) known.clear();
    known.set(text, width);
    return width;
  }

  /** Breaks at spaces, and within a word only where it is longer than a line. What does not fit in so many lines ends in an ellipsis. `text` must be clean. */
  lines(text: string, style: TextStyle, width: number, most = Infinity): readonly string[] {
    if (!text.includes('\n') && text.length * style.size < width * 3 && this.width(text, style) <= width + slack) return text ? [text] : [];
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
    while (last && this.#sum(`${last}…`, style) > width) last = last.slice(0, -1).trimEnd();
    return [...lines.slice(0, most - 1), `${last}…`];
  }

  /** Draws lines downwards from `top`; the letters stand in the middle of the leading. */
  draw(lines: readonly string[], style: TextStyle, o: { x: number; top: number; width: number; align?: 'left' | 'right' | 'center' }): void {
    if (lines.length === 0) return;
    const doc = this.#doc.font(style.font).fontSize(style.size).fillColor(style.color);
    let baseline = o.top + style.leading / 2 + style.size * 0.357;
    for (const line of lines) {
      if (line) {
        const spare = o.align === undefined || o.align === 'left' ? 0 : (o.width - this.#sum(line, style)) / (o.align === 'right' ? 1 : 2);
        // With a space at the end of each, or else those who hear or copy the text get the words on either side as one.
        doc.text(`${line} `, o.x + spare, baseline, known);
      }
      baseline += style.leading;
    }
  }

  /** Word by word, because words come again and lines seldom do. */
  #sum(line: string, style: TextStyle): number {
    const space = this.width(' ', style);
    return line.split(' ').reduce((sum, word) => sum + (word ? this.width(word, style) : 0) + space, -space);
  }

  /** A word that is longer than a line, broken after a hyphen, slash or at sign if it has one, or else where the line ends. */
  #pieces(word: string, style: TextStyle, width: number): readonly string[] {
    if (word.length * style.size < width || this.width(word, style) <= width + slack) return [word];
    const pieces: string[] = [];
    let piece = '';
    for (const part of word.split(/(?<=[-/@])/)) {
      if (piece && this.width(piece + part, style) > width + slack) {
        pieces.push(piece);
        piece = '';
      }
      for (const letter of part) {
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
