const mostPieces = 200;

/**
 * A text in pieces of some words, which together are the text. A longer text has larger pieces and no more of them, so
 * that it does not take for ever.
 */
export function piecesOf(text: string, words = 3): readonly string[] {
  const all = text.match(/\s*\S+\s*/g) ?? [];
  const size = Math.max(words, Math.ceil(all.length / mostPieces));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size).join(''),
  );
}

/** The beginning of a text in one line: so many words, and no letter taken apart. */
export function beginningOf(text: string, words: number, letters: number): string {
  const all = text
    .slice(0, 4 * letters + 4_000)
    .trim()
    .split(/\s+/);
  const some = all.slice(0, words).join(' ');
  const short = [...some].slice(0, letters).join('');
  return short === some && all.length <= words ? short : `${short} …`;
}

/** A text that shows as itself where Markdown is read. */
export const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&');
