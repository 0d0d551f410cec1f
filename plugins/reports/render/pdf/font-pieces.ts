import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import type { OrderedFont } from '../../computed.ts';

/** One part of a font, ready to draw with. `name` is that of its file, and of its family on canvas. */
export interface Part {
  readonly name: string;
  readonly weight: number;
  readonly bytes: Buffer;
}

interface Piece {
  readonly file: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
  /** The characters that it has, once it was read. */
  known?: ReadonlySet<number>;
}

interface Family {
  readonly languages: readonly string[];
  readonly pieces: readonly Piece[];
}

/** Which the font of the report has in better ones. */
const ours = /^(latin|greek|cyrillic)(-ext)?$|^vietnamese$/;

/**
 * Letters beyond the font of the report, from fonts that are read as far as a report needs them. A piece of a variable
 * font becomes one of a single weight, with all of its shaping, because a PDF cannot hold the other (HarfBuzz does it).
 */
export class Letters {
  readonly #fonts: readonly OrderedFont[];
  readonly #own: string;
  readonly #add: (part: Part) => void;
  readonly #made = new Set<string>();
  readonly #found = new Map<string, Piece | null>();
  #families: readonly Family[] | undefined;

  /** `language` is that of the report (BCP 47); `add` hears of each part before it is named. */
  constructor(fonts: readonly OrderedFont[], language: string, add: (part: Part) => void) {
    this.#fonts = fonts;
    this.#own = tongueOf(language);
    this.#add = add;
  }

  /** Reads what there is for these characters of a text, in these weights. */
  async learn(text: string, characters: readonly string[], weights: readonly number[]): Promise<void> {
    const tongue = this.tongue(text);
    for (const one of characters) {
      for (const piece of this.#candidates(one.codePointAt(0)!, tongue)) {
        piece.known ??= new Set(characterSet(await readFile(piece.file)));
        if (!piece.known.has(one.codePointAt(0)!)) continue;
        for (const weight of weights) await this.#make(piece, weight);
        break;
      }
      this.#found.delete(`${tongue} ${one}`);
    }
  }

  /** The name of the part that has the character, of those that were read; null when there is none. */
  partOf(character: string, tongue: string): string | null {
    const key = `${tongue} ${character}`;
    let found = this.#found.get(key);
    if (found === undefined)
      this.#found.set(
        key,
        (found =
          this.#candidates(character.codePointAt(0)!, tongue).find(
            (piece) => piece.known?.has(character.codePointAt(0)!) && this.has(piece.file, 400),
          ) ?? null),
      );
    return found?.file ?? null;
  }

  has(name: string, weight: number): boolean {
    return this.#made.has(`${name} ${weight}`);
  }

  /**
   * The language whose shapes a text wants, recognized by its own letters, else that of the report: the shapes of Han
   * differ.
   */
  tongue(text: string): string {
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
    if (/\p{Script=Hangul}/u.test(text)) return 'ko';
    return /\p{Script=Bopomofo}/u.test(text) ? 'zh-Hant' : this.#own;
  }

  #candidates(code: number, tongue: string): readonly Piece[] {
    this.#families ??= this.#fonts.map(familyOf);
    const first = this.#families.filter(({ languages }) => languages.includes(tongue));
    return [...first, ...this.#families.filter((family) => !first.includes(family))].flatMap(({ pieces }) =>
      pieces.filter(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to)),
    );
  }

  async #make({ file, known = new Set() }: Piece, weight: number): Promise<void> {
    if (this.has(file, weight)) return;
    const text = String.fromCodePoint(...[...known].filter((code) => code >= 0x20));
    this.#add({
      name: file,
      weight,
      bytes: await subsetFont(await readFile(file), text, { targetFormat: 'sfnt', variationAxes: { wght: weight } }),
    });
    this.#made.add(`${file} ${weight}`);
  }
}

function familyOf({ ranges, file, languages }: OrderedFont): Family {
  const parts: Readonly<Record<string, string>> = JSON.parse(readFileSync(ranges, 'utf8'));
  return {
    languages,
    pieces: Object.entries(parts)
      .filter(([name]) => !ours.test(name))
      .map(([name, range]) => ({
        file: file.replace('{part}', name.replace(/[[\]]/g, '')),
        ranges: range.split(',').map(rangeOf),
      })),
  };
}

/** `U+0600-06FF`, `U+200C`. */
function rangeOf(text: string): readonly [number, number] {
  const [first = '', last = first] = text.trim().slice(2).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

function characterSet(bytes: Buffer): readonly number[] {
  const font = create(bytes);
  return 'characterSet' in font ? font.characterSet : [];
}

const tongues: Readonly<Record<string, string>> = { Jpan: 'ja', Kore: 'ko', Hant: 'zh-Hant' };

function tongueOf(language: string): string {
  try {
    return tongues[new Intl.Locale(language).maximize().script ?? ''] ?? 'zh-Hans';
  } catch {
    return 'zh-Hans';
  }
}
