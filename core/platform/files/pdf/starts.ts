/** Where something begins that is to be read: behind `obj`, at the dictionary of a trailer, or at any other one. */
export interface Start {
  readonly kind: 'object' | 'trailer' | 'dictionary';
  readonly at: number;
}

const keywords = { object: 'obj', trailer: 'trailer', dictionary: '<<' } as const;
const kinds = Object.keys(keywords) as readonly Start['kind'][];

const blank = '(?:[\\s\\0]|%[^\\r\\n]*[\\r\\n])';
/** An object has two numbers (ISO 32000-2, 7.3.10); without them it is a part of a word, or of a picture. */
const numbers = new RegExp(`\\d${blank}+\\d+${blank}*$`);
const trailing = new RegExp(`^${blank}*(?=<<)`);
/** Bytes in which these are looked for. */
const near = 128;

/** All of them in a file, in their order. */
export function* starts(file: Buffer): Generator<Start> {
  const next = { object: -1, trailer: -1, dictionary: -1 };
  const advance = (kind: Start['kind']): void => {
    const found = next[kind] === Infinity ? -1 : file.indexOf(keywords[kind], next[kind] + 1, 'latin1');
    next[kind] = found < 0 ? Infinity : found;
  };
  kinds.forEach(advance);
  for (;;) {
    const at = Math.min(...Object.values(next));
    const kind = kinds.find((one) => next[one] === at);
    if (at === Infinity || kind === undefined) return;
    advance(kind);
    const begins = beginning[kind](file, at);
    if (begins !== null) yield { kind, at: begins };
  }
}

const beginning: Readonly<Record<Start['kind'], (file: Buffer, at: number) => number | null>> = {
  object: (file, at) => (numbers.test(file.toString('latin1', Math.max(0, at - near), at)) ? at + 3 : null),
  trailer: (file, at) => {
    const behind = at + keywords.trailer.length;
    const blanks = trailing.exec(file.toString('latin1', behind, behind + near));
    return blanks && behind + blanks[0].length;
  },
  dictionary: (_file, at) => at,
};

/** A number without an object, as some programs leave it: nothing (7.3.9). */
export const isEmpty = (file: Buffer, at: number): boolean =>
  new RegExp(`^${blank}*endobj`).test(file.toString('latin1', at, at + near));
