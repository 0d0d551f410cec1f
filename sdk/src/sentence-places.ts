/** A place in a sentence of an event type (`Says`), which a value fills: `{payload.userId: user}`. */
export interface SentencePlace {
  /** Paths such as `payload.row.amount`, or `actor`, `subject` or `changes`; two for an amount and its currency. */
  readonly paths: readonly string[];
  /** The type of the record whose id stands there; `member` for a key of the subject's form. */
  readonly type: string | null;
}

/** Words as they stand, a place, or a part that is left out when something in it is not there. */
export type SentencePiece = string | SentencePlace | { readonly optional: readonly SentencePiece[] };

const read = new Map<string, readonly SentencePiece[]>();

/**
 * The pieces of a sentence of an event type, in their order: each sentence is taken apart once. One whose braces and
 * brackets are not {@link areBracketsClosed} loses some of them.
 */
export function sentencePieces(sentence: string): readonly SentencePiece[] {
  const known = read.get(sentence);
  if (known) return known;
  const pieces = [...sentence.matchAll(/\[([^\]]*)\]|([^[]+)/g)].flatMap(
    ([, optional, plain]): readonly SentencePiece[] =>
      optional === undefined ? placesIn(plain ?? '') : [{ optional: placesIn(optional) }],
  );
  read.set(sentence, pieces);
  return pieces;
}

/** A test whether each brace and bracket of a sentence is closed, and none stands within another of its kind. */
export const areBracketsClosed = (sentence: string): boolean =>
  /^(?:[^[\]{}]|\{[^[\]{}]*\}|\[(?:[^[\]{}]|\{[^[\]{}]*\})*\])*$/.test(sentence);

const placesIn = (text: string): readonly SentencePiece[] =>
  [...text.matchAll(/\{([^}]*)\}|([^{]+)/g)].map(([, place, plain]) => {
    if (place === undefined) return plain ?? '';
    const [paths = '', ...type] = place.split(':');
    return { paths: paths.trim().split(/\s+/), type: type.length === 0 ? null : type.join(':').trim() };
  });
