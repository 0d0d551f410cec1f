/**
 * What the short forms of ECMAScript stand for, as members of a class. Other languages take other digits and blanks.
 */
const members: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'A-Za-z0-9_',
  s: '\\t\\n\\u000B\\f\\r \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF',
};

/** A backslash with what it stands before, a bracket, or the beginning of a group that is more than a group. */
const signs = /\\(?:u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\[\^?|\]|\(\?:?/g;

/**
 * The same pattern in what JSON Schema asks of everybody (2020-12, 6.4), read without flags: literal characters,
 * `\uXXXX`, classes, groups, alternatives, repetition, anchors. `\d`, `\s` and `\w` become classes that mean the same
 * everywhere. Null when it needs more (properties of characters, looking around, back references, code points beyond
 * the basic plane): such a schema gives another one under `x-documented`, or words.
 */
export function portable(pattern: string): string | null {
  let [inClass, fits] = [false, true];
  const result = pattern.replace(signs, (sign) => {
    if (sign.startsWith('[')) {
      if (inClass) return `\\${sign}`;
      inClass = true;
      return sign;
    }
    if (sign === ']') {
      inClass = false;
      return sign;
    }
    if (sign.startsWith('(')) {
      if (sign === '(?' && !inClass) fits = false;
      return sign === '(?:' && !inClass ? '(' : sign;
    }
    const letter = sign.charAt(1);
    const short = members[letter];
    if (short !== undefined) return inClass ? short : `[${short}]`;
    const without = members[letter.toLowerCase()];
    if (without !== undefined && !inClass) return `[^${without}]`;
    if (letter === 'v') return '\\u000B';
    if (letter === 'x') return `\\u00${sign.slice(2)}`;
    if (/^\\u[\dA-Fa-f]{4}$/.test(sign) || /^\\[^A-Za-z0-9]$/.test(sign) || /^\\[fnrt]$/.test(sign)) return sign;
    fits = false;
    return sign;
  });
  return fits && !/[\ud800-\udfff]|\\u[dD][89A-Fa-f]/.test(result) ? result : null;
}
