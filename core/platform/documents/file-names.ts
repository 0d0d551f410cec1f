const longest = 200;

/**
 * Joiners (ZWNJ, ZWJ) after what they can join: without them a Persian word is spelled wrongly, a Sinhala or Malayalam
 * letter is another one, and a family is four people. Behind letters that never join they would only make two names
 * that look the same.
 */
const joining =
  '(?<=[[[\\p{L}\\p{M}]--[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]]\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\u200C\\u200D]';
/** Signs before numbers and verses: their category says format, but they are seen. */
const seen = '[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}]';
const unseen = new RegExp(`(?!${joining}|${seen})[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Cs}\\u2028\\u2029]`, 'gv');

/**
 * A file name that is safe to store, to show and to offer for download: the last part of any path, without control
 * characters, without invisible and direction-changing ones (`exe.fdp` can be made to look like `pdf.exe`), but for
 * those that join letters; at most 200 characters with its ending kept.
 */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).pop() ?? '';
  const clean = last
    .replace(unseen, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (clean === '') return 'document';
  const letters = [...clean];
  if (letters.length <= longest) return clean;
  const ending = [...endingOf(clean)];
  return [...letters.slice(0, longest - ending.length), ...ending].join('');
}

/** The ending with its dot in lower case, or nothing where there is none. */
function endingOf(fileName: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(fileName)?.[0].toLowerCase() ?? '';
}

/** `Content-Disposition` of a download (RFC 6266): a plain name for old readers, the true one in UTF-8 (RFC 8187). */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
