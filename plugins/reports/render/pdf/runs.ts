import bidiFactory from 'bidi-js';

/** A stretch of a line that is drawn with one font, in one direction. */
export interface Run {
  readonly text: string;
  /** Null for the font of the report. */
  readonly part: string | null;
  readonly rtl: boolean;
}

type Factory = typeof bidiFactory.default;
// Its types are those of the ES module, where the function is a member; Node takes the other, which is the function.
const isFactory = (value: unknown): value is Factory => typeof value === 'function';
const bidi = (isFactory(bidiFactory) ? bidiFactory : bidiFactory.default)();
const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Letters that run from right to left. */
const turned = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const joiners = /[\u200C\u200D]/g;

/** What people take for one letter, one after the other. */
export const lettersOf = (text: string): readonly string[] =>
  Array.from(clusters.segment(text), ({ segment }) => segment);

/** Does a text begin from the right? Its first letter with a direction says so (UAX 9, P2). */
export const beginsRight = (text: string): boolean =>
  turned.test(text) && ((bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) & 1) === 1;

/**
 * The runs of a line from left to right, as they are drawn (UAX 9). `partOf` tells the part of a font for one letter.
 * Letters of a run from right to left stand in the order in which they are read: who shapes them turns them. Signs
 * without letters are turned and mirrored here.
 */
export function runsOf(line: string, partOf: (letter: string) => string | null): readonly Run[] {
  const levels = turned.test(line) ? bidi.getEmbeddingLevels(line) : undefined;
  const logical: { text: string; part: string | null; level: number }[] = [];
  const owner: number[] = [];
  let at = 0;
  for (const letter of lettersOf(line)) {
    const [part, level] = [partOf(letter.replace(joiners, '') || letter), levels?.levels[at] ?? 0];
    const last = logical.at(-1);
    if (last?.part === part && last.level === level) last.text += letter;
    else logical.push({ text: letter, part, level });
    for (let unit = 0; unit < letter.length; unit++) owner[at++] = logical.length - 1;
  }
  const order = levels
    ? [...new Set(bidi.getReorderedIndices(line, levels).map((index) => owner[index] ?? 0))]
    : logical.map((_, index) => index);
  return order.flatMap((index): Run[] => {
    const run = logical[index];
    if (!run) return [];
    const rtl = (run.level & 1) === 1;
    return [
      {
        part: run.part,
        rtl,
        text:
          rtl && !turned.test(run.text)
            ? lettersOf(run.text)
                .toReversed()
                .map((one) => bidi.getMirroredCharacter(one) ?? one)
                .join('')
            : run.text,
      },
    ];
  });
}
